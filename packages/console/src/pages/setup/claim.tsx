import type { SubmitEvent } from 'react'
import { useDesk } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { SecretInput } from '../../parts/secret-input.tsx'
import { useTexts } from '../../texts/speech.ts'
import { StepHead, Refused, useDeed } from './step.tsx'
import { setupTexts } from './texts.ts'

const WRONG = 403

/** Whoever has the code from the terminal becomes the first administrator, and is signed in. */
export function ClaimStep({ onNext }: { readonly onNext: () => void }) {
  const said = useTexts(setupTexts)
  const { client, sessions } = useDesk()
  const { isBusy, failure, act } = useDeed()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '')
    const [username, password] = [text('username').trim(), text('password')]
    void act(async () => {
      await client.call(
        'setup.claim',
        { body: { code: text('code'), username, password } },
        { isPlain: true },
      )
      onNext()
      await sessions.signIn({ username, password })
    })
  }
  return (
    <form className="step" onSubmit={submit}>
      <StepHead step="claim" title={said.claimTitle} lead={said.claimLead} />
      <Field label={said.code} name="code" autoComplete="off" spellCheck={false} autoFocus required />
      <div className="pair">
        <Field label={said.yourName} name="username" autoComplete="username" autoCapitalize="none" required />
        <SecretInput label={said.password} name="password" hint={said.passwordHint} required />
      </div>
      <Refused failure={failure} {...(failure?.told?.status === WRONG ? { words: said.wrongCode } : {})} />
      <footer>
        <span className="grow" />
        <Button type="submit" look="main" aria-busy={isBusy} disabled={isBusy}>
          {said.claimDeed}
        </Button>
      </footer>
    </form>
  )
}
