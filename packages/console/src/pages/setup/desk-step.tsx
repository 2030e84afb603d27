import { type SubmitEvent, useState } from 'react'
import { useDesk } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { State } from '../../parts/state.tsx'
import { useTexts } from '../../texts/speech.ts'
import type { StepWithProgress } from './hotel-step.tsx'
import { Foot, StepHead, Refused, useDeed } from './step.tsx'
import { TestCall, useTestCall } from './test-call.tsx'
import { setupTexts } from './texts.ts'

/** Whom alarms go to, with a call and a mail to see that they arrive. */
export function DeskStep(props: StepWithProgress) {
  const said = useTexts(setupTexts)
  const { client } = useDesk()
  const { site, line, done } = props.progress
  const before = site.wakeup?.escalation
  const firstMail = [before?.email ?? []].flat()[0] ?? ''
  const [extension, setExtension] = useState(before?.extension ?? '')
  const [mail, setMail] = useState(firstMail)
  const [sent, setSent] = useState<{ readonly ok: boolean; readonly text: string } | null>(null)
  const saving = useDeed()
  const trying = useDeed()
  const { test, isGoing, ring } = useTestCall(line)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const escalation = {
      ...(extension.trim() === '' ? {} : { extension: extension.trim() }),
      ...(mail.trim() === '' ? {} : { email: mail.trim() }),
    }
    void saving.act(async () => {
      await client.call('site.change', { body: { wakeup: { escalation } } })
      props.onChange()
    })
  }
  const sendMail = () =>
    trying.act(async () => setSent(await client.call('setup.mail', { body: { to: mail.trim() } })))
  return (
    <main className="sheet">
      <form className="step" onSubmit={submit}>
        <StepHead title={said.deskTitle} lead={said.deskLead} />
        <div className="one-line">
          <Field
            label={said.deskExtension}
            value={extension}
            onChange={({ target }) => setExtension(target.value)}
            inputMode="tel"
            autoFocus
          />
          <Button
            icon="phone"
            disabled={isGoing || line === undefined || extension.trim() === ''}
            onClick={() => void trying.act(() => ring(extension.trim()))}
          >
            {said.deskRing}
          </Button>
        </div>
        {test === null ? null : <TestCall test={test} place="" />}
        <div className="one-line">
          <Field
            label={said.deskMail}
            type="email"
            value={mail}
            onChange={({ target }) => setMail(target.value)}
            hint={said.mailHint}
          />
          <Button icon="mail" disabled={trying.isBusy || mail.trim() === ''} onClick={() => void sendMail()}>
            {said.deskMailTest}
          </Button>
        </div>
        {sent === null ? null : <MailSent {...sent} />}
        <Refused failure={trying.failure ?? saving.failure} />
        <div>
          <Button
            type="submit"
            look="main"
            disabled={saving.isBusy || (extension.trim() === '' && mail.trim() === '')}
          >
            {said.save}
          </Button>
        </div>
      </form>
      <Foot {...props} skip={said.deskSkip} isDone={done.desk} />
    </main>
  )
}

function MailSent({ ok, text }: { readonly ok: boolean; readonly text: string }) {
  const said = useTexts(setupTexts)
  return (
    <p role="status">
      <State state={ok ? 'good' : 'bad'} mark={ok ? 'tick' : 'cross'}>
        {ok ? said.mailTaken : said.mailNot}
      </State>
      {ok ? null : <span lang="en">{text}</span>}
    </p>
  )
}
