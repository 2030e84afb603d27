import type { AnswerOf } from '@reveille/contract'
import { useState } from 'react'
import { useDesk } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { MailSent } from '../../parts/mail-sent.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useWhyNot } from '../../parts/why-not.ts'
import { useTexts } from '../../texts/speech.ts'
import { settingsTexts } from './texts.ts'

/** A mail to see that alarms would arrive. */
export function MailTools({ isUnsaved }: { readonly isUnsaved: boolean }) {
  const texts = useTexts(settingsTexts)
  const { client } = useDesk()
  const toast = useToast()
  const [to, setTo] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [sent, setSent] = useState<AnswerOf<'setup.mail'> | null>(null)
  const send = async () => {
    setBusy(true)
    setSent(null)
    try {
      setSent(await client.call('setup.mail', { body: { to: to.trim() } }))
    } catch (error) {
      toast.failure(error)
    } finally {
      setBusy(false)
    }
  }
  const isHeard = useWhyNot() === undefined
  const isReady = isHeard && !isBusy && !isUnsaved && to.trim() !== ''
  return (
    <section className="tools column" aria-label={texts.test}>
      <div className="row-of">
        <Field
          label={texts.mailTo}
          type="email"
          value={to}
          disabled={isUnsaved}
          onChange={({ target }) => setTo(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // It is a field of its own: the form around it is not meant.
            event.preventDefault()
            if (isReady) void send()
          }}
        />
        <Button icon="mail" asks disabled={!isReady} aria-busy={isBusy} onClick={() => void send()}>
          {texts.test}
        </Button>
      </div>
      <p className="second">{isUnsaved ? texts.mailSaveFirst : texts.testSaved}</p>
      {sent === null ? null : <MailSent {...sent} />}
    </section>
  )
}
