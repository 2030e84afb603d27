import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { asFailure, type Failure } from '../kernel/failure.ts'
import { failureTexts, failureWords } from '../texts/failures.ts'
import { signInTexts } from '../texts/sign-in.ts'
import { useFormat, useTexts } from '../texts/speech.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { Icon } from './icon.tsx'

export interface SignInFormProps {
  readonly onSignIn: (name: string, password: string) => Promise<void>
  readonly name?: string
  /** What stands below the fields. */
  readonly children?: ReactNode
}

/** Name and password. Passwords are pasted and filled in by managers as people like. */
export function SignInForm({ onSignIn, name = '', children }: SignInFormProps) {
  const said = useTexts(signInTexts)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const password = useRef<HTMLInputElement>(null)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    setBusy(true)
    try {
      await onSignIn(String(fields.get('username')), String(fields.get('password')))
    } catch (error) {
      setFailure(asFailure(error))
      setBusy(false)
      password.current?.select()
    }
  }

  return (
    <form className="sign-in" onSubmit={(event) => void submit(event)} aria-label={said.title}>
      <Field
        label={said.name}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={name}
        autoFocus={name === ''}
        required
      />
      <Field
        label={said.password}
        name="password"
        type="password"
        autoComplete="current-password"
        autoFocus={name !== ''}
        ref={password}
        required
      />
      <Button type="submit" look="main" aria-busy={isBusy}>
        {isBusy ? said.signingIn : said.signIn}
      </Button>
      <div className="below">
        {failure === null ? null : <Refusal failure={failure} />}
        {children}
      </div>
    </form>
  )
}

function Refusal({ failure }: { readonly failure: Failure }) {
  const { count } = useFormat()
  const said = useTexts(failureTexts)
  // To whoever signs in, "signed out" means that what they typed is wrong.
  const words = failure.kind === 'signed-out' ? said.credentials : failureWords(failure, said, count)
  return (
    <p className="tag s-bad" role="alert">
      <Icon name="alarms" size="small" />
      {words}
    </p>
  )
}
