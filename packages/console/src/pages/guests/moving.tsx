import type { GuestRecord } from '@reveille/contract'
import { type FormEvent, useId, useState } from 'react'
import { byNumber } from '../../hotel/board.ts'
import { useDesk, useTenantQuery } from '../../live/desk.ts'
import { useAll } from '../../live/use.ts'
import { Button } from '../../parts/button.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/speech.ts'
import { guestTexts } from './texts.ts'

interface MovingProps {
  readonly guest: GuestRecord
  readonly sharers: readonly GuestRecord[]
  readonly onDone: () => void
}

/** Only empty rooms are offered. */
export function Moving({ guest: { room, tenant }, sharers, onDone }: MovingProps) {
  const said = useTexts(guestTexts)
  const { client, house } = useDesk()
  const asked = useTenantQuery()
  const toast = useToast()
  const id = useId()
  const empty = [...useAll(house.rooms.store).values()]
    .filter((one) => one.tenant === tenant && one.extension !== '' && !one.occupied)
    .toSorted(byNumber)
  const [chosen, setChosen] = useState<string | null>(null)
  const to = chosen ?? empty[0]?.number
  if (to === undefined) return <p>{said.noEmpty}</p>
  const move = async () => {
    await client.call('stay.move', { params: { number: room }, query: asked(tenant), body: { to } })
    toast.say(said.moved(to))
    onDone()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void move().catch(toast.failure)
  }
  return (
    <form className="guest-form" onSubmit={submit}>
      {sharers.length === 0 ? null : <p>{said.movesAll(sharers.length + 1)}</p>}
      <div className="field">
        <label htmlFor={id}>{said.moveTo}</label>
        <select
          id={id}
          className="input"
          value={to}
          data-autofocus
          onChange={({ target }) => setChosen(target.value)}
        >
          {empty.map(({ number, name }) => (
            <option key={number} value={number}>
              {name === '' || name.includes(number) ? number : `${number} · ${name}`}
            </option>
          ))}
        </select>
      </div>
      <div className="buttons">
        <Button look="main" type="submit" asks>
          {said.moveDeed(to)}
        </Button>
      </div>
    </form>
  )
}
