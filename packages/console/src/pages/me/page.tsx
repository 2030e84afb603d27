import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { mayChange, useDesk, useSession } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Skeleton, Trouble } from '../../parts/nothing.tsx'
import { ScreenLine } from '../../parts/screen-line.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { screenTexts } from '../../texts/screens.ts'
import { useTexts } from '../../texts/speech.ts'
import './me.css'
import { meTexts } from './texts.ts'

/** What belongs to whoever sits here: password, PIN, and the screens where they are signed in. */
export default function MePage() {
  const said = useTexts(meTexts)
  const session = useSession()
  const isPerson = mayChange(session)
  const deeds = session.permissions.map((one) => said[one])
  return (
    <div className="me">
      <div className="title">
        <h1>{said.title}</h1>
        <span className="second">{session.account}</span>
      </div>
      <p>
        {said.may} {[...deeds, said.mayNothing].join(', ')}
      </p>
      {isPerson ? (
        <div className="secrets">
          <Password />
          <Pin />
        </div>
      ) : null}
      {isPerson ? <Screens /> : null}
    </div>
  )
}

/** A form of its own fields, which are empty again once it was taken. */
function useSecretForm(
  send: (fields: ReadonlyMap<string, string>) => Promise<unknown>,
  done: string,
  /** What is wrong with it, in words, before it is sent. */
  wrongIn: (fields: ReadonlyMap<string, string>) => string | null = () => null,
) {
  const toast = useToast()
  const [isSending, setSending] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new Map<string, string>()
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields.set(name, value)
    const found = wrongIn(fields)
    setWrong(found)
    if (found !== null) return
    setSending(true)
    const sent = async () => {
      await send(fields)
      form.reset()
      toast.say(done)
    }
    void sent()
      .catch(toast.failure)
      .finally(() => setSending(false))
  }
  return { submit, isSending, wrong }
}

function Password() {
  const said = useTexts(meTexts)
  const { client, sessions } = useDesk()
  const queries = useQueryClient()
  const { account } = useSession()
  const { submit, isSending } = useSecretForm(async (fields) => {
    const body = { password: fields.get('password') ?? '', newPassword: fields.get('new-password') ?? '' }
    await client.call('session.password', { body }, { isPlain: true })
    // A new session has begun at this screen, with another token.
    await sessions.refresh()
    await queries.invalidateQueries({ queryKey: ['my-sessions'] })
  }, said.passwordChanged)
  return (
    <form onSubmit={submit} aria-labelledby="my-password">
      <h2 id="my-password">{said.password}</h2>
      <input hidden name="username" autoComplete="username" value={account} readOnly />
      <Field label={said.present} name="password" type="password" autoComplete="current-password" required />
      <Field
        label={said.another}
        name="new-password"
        type="password"
        autoComplete="new-password"
        required
        hint={said.passwordWhat}
      />
      <Button type="submit" look="main" asks disabled={isSending}>
        {said.changePassword}
      </Button>
    </form>
  )
}

function Pin() {
  const said = useTexts(meTexts)
  const { client, sessions } = useDesk()
  const toast = useToast()
  const { pin: hasPin = false } = useSession()
  const { submit, isSending, wrong } = useSecretForm(
    async (fields) => {
      const body = { password: fields.get('pin-password') ?? '', pin: fields.get('pin') ?? '' }
      await client.call('session.pin', { body }, { isPlain: true })
      await sessions.refresh()
    },
    said.pinSet,
    (fields) => (/^[0-9]{6}$/.test(fields.get('pin') ?? '') ? null : said.pinWrong),
  )
  const remove = async () => {
    await client.call('session.noPin', {})
    await sessions.refresh()
  }
  return (
    <form onSubmit={submit} aria-labelledby="my-pin">
      <h2 id="my-pin">{said.pin}</h2>
      <p className="second">
        {said.pinWhat} {hasPin ? said.hasPin : said.hasNoPin}
      </p>
      <Field
        label={said.present}
        name="pin-password"
        type="password"
        autoComplete="current-password"
        required
      />
      <Field
        label={said.pin}
        name="pin"
        inputMode="numeric"
        maxLength={6}
        autoComplete="off"
        wrong={wrong}
        required
      />
      <div className="line">
        <Button type="submit" look="main" asks disabled={isSending}>
          {said.setPin}
        </Button>
        {hasPin ? (
          <Button asks onClick={() => void remove().catch(toast.failure)}>
            {said.removePin}
          </Button>
        ) : null}
      </div>
    </form>
  )
}

function Screens() {
  const said = useTexts(meTexts)
  const { everywhere } = useTexts(screenTexts)
  const { client, sessions } = useDesk()
  const toast = useToast()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['my-sessions'],
    queryFn: ({ signal }) => client.call('session.mine', {}, { signal }),
  })
  const end = async (id: string) => {
    await client.call('session.end', { params: { id } })
    await queries.invalidateQueries({ queryKey: ['my-sessions'] })
  }
  const endAll = async () => {
    await client.call('session.close', { query: { everywhere: true } })
    sessions.forget()
  }
  return (
    <section aria-labelledby="my-screens">
      <h2 id="my-screens">{said.screens}</h2>
      {error === null ? null : <Trouble error={error} onRetry={() => void refetch()} />}
      {data === undefined ? <Skeleton rows={2} /> : null}
      <ul>
        {data?.sessions.map((one) => (
          <ScreenLine
            key={one.id}
            screen={one}
            isHere={one.here}
            onEnd={() => void end(one.id).catch(toast.failure)}
          />
        ))}
      </ul>
      <Button look="danger" asks onClick={() => setAsking(true)}>
        {everywhere}
      </Button>
      {isAsking ? (
        <Confirm
          title={everywhere}
          deed={everywhere}
          isDangerous
          asks
          onNo={() => setAsking(false)}
          onYes={() => void endAll().catch(toast.failure)}
        >
          <p>{said.everywhereWhat}</p>
        </Confirm>
      ) : null}
    </section>
  )
}
