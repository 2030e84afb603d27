import { useState } from 'react'
import { useDesk } from '../live/desk.ts'
import type { Session } from '../api/session.ts'
import { asFailure } from '../kernel/failure.ts'
import { useWatched } from '../live/use.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { SignInForm } from '../parts/sign-in-form.tsx'
import { failureTexts, failureWords } from '../texts/failures.ts'
import { shellTexts } from '../texts/shell.ts'
import { useFormat, useTexts } from '../texts/speech.ts'
import { useConsole } from './console.ts'

/** What the server asks of the person before it goes on: over the page, which stays as it is. */
export function Barriers({ session }: { readonly session: Session }) {
  const { gate } = useConsole()
  const barrier = useWatched(gate.barrier)
  if (barrier === 'sign-in') return <SignInAgain name={session.account} />
  if (barrier === 'unlock') return <Unlock session={session} />
  return null
}

function SignInAgain({ name }: { readonly name: string }) {
  const { gate } = useConsole()
  const { sessions } = useDesk()
  const said = useTexts(shellTexts)
  return (
    <Dialog title={said.signInAgain}>
      <p>{said.signInWhy}</p>
      <SignInForm
        name={name}
        onSignIn={async (username, password) => {
          await sessions.signIn({ username, password, display: false })
          gate.answer(true)
        }}
      />
    </Dialog>
  )
}

function Unlock({ session }: { readonly session: Session }) {
  const { gate } = useConsole()
  const { sessions } = useDesk()
  const said = useTexts(shellTexts)
  const [byPin, setByPin] = useState(session.pin === true)
  const [secret, setSecret] = useState('')
  const { wrong, attempt } = useAttempt()
  const unlock = () =>
    attempt(async () => {
      await sessions.unlock(byPin ? { pin: secret } : { password: secret })
      gate.answer(true)
    })
  const leave = () => {
    gate.answer(false)
    void sessions.signOut().catch(() => sessions.forget())
  }
  return (
    <Dialog title={said.unlockTitle(session.account)} onClose={() => gate.answer(false)} keepsNothing>
      <p>{said.unlockWhy}</p>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          unlock()
        }}
      >
        <Field
          key={byPin ? 'pin' : 'password'}
          label={byPin ? said.pin : said.password}
          type="password"
          inputMode={byPin ? 'numeric' : 'text'}
          autoComplete={byPin ? 'off' : 'current-password'}
          value={secret}
          onChange={({ target }) => setSecret(target.value)}
          wrong={wrong}
          data-autofocus
        />
        <div className="buttons end">
          {byPin ? (
            <Button look="quiet" onClick={() => setByPin(false)}>
              {said.byPassword}
            </Button>
          ) : null}
          <Button icon="switch" onClick={leave}>
            {said.switchPerson}
          </Button>
          <Button type="submit" look="main" icon="unlock">
            {said.unlock}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Something that may be refused, and the words for it. */
function useAttempt() {
  const said = useTexts(shellTexts)
  const failures = useTexts(failureTexts)
  const { count } = useFormat()
  const [wrong, setWrong] = useState<string | null>(null)
  const attempt = (deed: () => Promise<void>) =>
    void deed().catch((error: unknown) => {
      const failure = asFailure(error)
      // Of this the server says 403: to a person at a lock it means that the secret is wrong.
      setWrong(failure.told?.status === 403 ? said.wrongSecret : failureWords(failure, failures, count))
    })
  return { wrong, attempt }
}
