import { type SubmitEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { useDesk } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { useTexts } from '../../texts/speech.ts'
import { Refused, useDeed } from './step.tsx'
import { setupTexts } from './texts.ts'

interface LeaveProps {
  readonly name: string
  readonly onLeft: () => void
}

/** The demonstration is emptied by whoever types its name. */
export function LeaveStep({ name, onLeft }: LeaveProps) {
  const said = useTexts(setupTexts)
  const { client, sessions } = useDesk()
  const [, go] = useLocation()
  const [typed, setTyped] = useState('')
  const { isBusy, failure, act } = useDeed()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void act(async () => {
      await client.call('setup.leave', { body: { name: typed } })
      await sessions.check()
      go('/setup/hotel')
      onLeft()
    })
  }
  return (
    <main className="setup alone">
      <form className="sheet step" onSubmit={submit}>
        <header>
          <h1>{said.leaveTitle}</h1>
          <p className="second lead">{said.leaveLead}</p>
        </header>
        <Field
          label={said.leaveType(name)}
          value={typed}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
        <Refused failure={failure} />
        <footer>
          <Button onClick={() => go('/')}>{said.toConsole}</Button>
          <span className="grow" />
          <Button type="submit" look="danger" asks disabled={isBusy || typed.trim() !== name}>
            {said.leaveDeed}
          </Button>
        </footer>
      </form>
    </main>
  )
}
