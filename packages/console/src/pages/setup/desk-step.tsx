import type { AnswerOf } from '@reveille/contract'
import { type SubmitEvent, useState } from 'react'
import { findingsOfTest } from '../../hotel/line-trial.ts'
import { useDesk } from '../../live/desk.ts'
import { useTestCall } from '../../live/test-call.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { LineVerdict } from '../../parts/line-proof.tsx'
import { MailSent } from '../../parts/mail-sent.tsx'
import { useTexts } from '../../texts/speech.ts'
import type { StepWithProgress } from './hotel-step.tsx'
import { MAIL_PLACES, mailFieldsOf, type MailFields, MailServer, mailServerOf } from './mail-server.tsx'
import { Foot, StepHead, Refused, useDeed, useWrong } from './step.tsx'
import { setupTexts } from './texts.ts'

/** As the server calls what stands here. */
const [EXTENSION, ADDRESS] = ['wakeup.escalation.extension', 'wakeup.escalation.email']
const OWN = ['extension', 'to', EXTENSION, ADDRESS]

const isOther = (one: MailFields, other: MailFields) => JSON.stringify(one) !== JSON.stringify(other)

/** Whom alarms go to, with a call and a mail to see that they arrive. */
export function DeskStep(props: StepWithProgress) {
  const said = useTexts(setupTexts)
  const { client } = useDesk()
  const { site, line, done } = props.progress
  const before = site.wakeup?.escalation
  const firstMail = [before?.email ?? []].flat()[0] ?? ''
  const [extension, setExtension] = useState(before?.extension ?? '')
  const [mail, setMail] = useState(firstMail)
  const [server, setServer] = useState(() => mailFieldsOf(site))
  const [isMissing, setMissing] = useState(false)
  const [sent, setSent] = useState<AnswerOf<'setup.mail'> | null>(null)
  const saving = useDeed()
  const trying = useDeed()
  const failure = trying.failure ?? saving.failure
  const wrong = useWrong(failure)
  const { test, isGoing, ring } = useTestCall(line)
  const to = mail.trim()
  const hasPassword = site.email?.username !== undefined && site.email.username === server.username.trim()
  const isChanged =
    extension.trim() !== (before?.extension ?? '') || to !== firstMail || isOther(server, mailFieldsOf(site))
  /** The mail server too, where somebody is to be written to; null where something of it is missing. */
  const email = () => {
    if (to === '') return {}
    const isWhole = server.username.trim() === '' || server.password !== '' || hasPassword
    setMissing(server.host.trim() === '' || !isWhole)
    return server.host.trim() === '' || !isWhole ? null : { email: mailServerOf(server, to, site.email) }
  }
  const save = (onSaved: () => void) => {
    const mailServer = email()
    if (mailServer === null) return
    const escalation = {
      ...(extension.trim() === '' ? {} : { extension: extension.trim() }),
      ...(to === '' ? {} : { email: to }),
    }
    void saving.act(async () => {
      await client.call('site.change', { body: { ...mailServer, wakeup: { escalation } } })
      props.onChange()
      onSaved()
    })
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    save(() => undefined)
  }
  /** By the server as it is written here: it is stored for that, and nobody is written to by it yet. */
  const sendMail = async () => {
    const mailServer = email()
    if (mailServer === null) return
    setSent(null)
    await trying.act(async () => {
      await client.call('site.change', { body: mailServer })
      props.onChange()
      setSent(await client.call('setup.mail', { body: { to } }))
    })
  }
  return (
    <main className="sheet">
      <form className="step" onSubmit={submit}>
        <StepHead step="desk" title={said.deskTitle} lead={said.deskLead} />
        <div className="one-line">
          <Field
            label={said.deskExtension}
            value={extension}
            onChange={({ target }) => setExtension(target.value)}
            wrong={wrong('extension', EXTENSION)}
            inputMode="tel"
            autoFocus
          />
          <Button
            icon="phone"
            asks
            disabled={isGoing || line === undefined || extension.trim() === ''}
            onClick={() => void trying.act(() => ring(extension.trim()))}
          >
            {said.deskRing}
          </Button>
        </div>
        {test === null ? null : <LineVerdict findings={findingsOfTest(test)} />}
        <div className="one-line">
          <Field
            label={said.deskMail}
            type="email"
            value={mail}
            onChange={({ target }) => setMail(target.value)}
            wrong={wrong('to', ADDRESS)}
          />
          <Button icon="mail" asks disabled={trying.isBusy || to === ''} onClick={() => void sendMail()}>
            {said.deskMailTest}
          </Button>
        </div>
        {to === '' ? null : (
          <MailServer
            fields={server}
            onChange={(some) => {
              setServer({ ...server, ...some })
              setSent(null)
            }}
            {...{ to, hasPassword, isMissing, wrong }}
          />
        )}
        {sent === null ? null : <MailSent {...sent} />}
        <Refused failure={failure} beside={[...OWN, ...MAIL_PLACES]} />
        <div>
          <Button
            type="submit"
            asks
            look={done.desk ? undefined : 'main'}
            disabled={saving.isBusy || (extension.trim() === '' && to === '')}
          >
            {said.save}
          </Button>
        </div>
      </form>
      <Foot
        {...props}
        asks={done.desk && isChanged}
        onNext={done.desk && isChanged ? () => save(props.onNext) : props.onNext}
        skip={said.deskSkip}
        isDone={done.desk}
      />
    </main>
  )
}
