import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { instantOf } from '../../kernel/clock.ts'
import { useDesk } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { Field, Tick } from '../../parts/field.tsx'
import { useClock } from '../../parts/now.ts'
import { Icon } from '../../parts/icon.tsx'
import { State } from '../../parts/state.tsx'
import { useWhyNot } from '../../parts/why-not.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import type { StepWithProgress } from './hotel-step.tsx'
import { Foot, StepHead, Refused, useDeed, useWrong } from './step.tsx'
import { setupTexts } from './texts.ts'

const LOOK_MS = 1_000
const SOON_MS = 120_000
const [CALLING, DONE, COMPLETE] = [1, 2, 1]

/** A real wake-up, watched; and what keeps the house well after today. */
export function ProveStep(props: StepWithProgress) {
  const said = useTexts(setupTexts)
  const { client } = useDesk()
  const clock = useClock()
  const { rooms, site, done } = props.progress
  const [room, setRoom] = useState(rooms[0] ?? '')
  // In the address, so that whoever comes back from its dossier finds it as it was.
  const [query, setQuery] = useSearchParams()
  const id = query.get('call')
  const whyNot = useWhyNot()
  const [isChecked, setChecked] = useState(site.wakeup?.nightCheck !== undefined)
  const { isBusy, failure, act } = useDeed()
  const wrong = useWrong(failure)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void act(async () => {
      const datetime = isoOf(clock.now() + SOON_MS)
      const { id: placed } = await client.call('wakeup.create', { body: { room: room.trim(), datetime } })
      setQuery({ call: placed }, { replace: true })
    })
  }
  const check = (on: boolean) =>
    act(async () => {
      await client.call('site.change', { body: { wakeup: { nightCheck: on ? '03:00' : null } } })
      setChecked(on)
    })
  return (
    <main className="sheet">
      <div className="step">
        <StepHead step="prove" title={said.proveTitle} lead={said.proveLead} />
        <form className="one-line" onSubmit={submit}>
          <Field
            label={said.room}
            value={room}
            onChange={({ target }) => setRoom(target.value)}
            wrong={wrong('room')}
            autoFocus
            required
          />
          <Button type="submit" look="main" icon="alarm-clock" asks disabled={isBusy}>
            {said.proveDeed}
          </Button>
        </form>
        <Refused failure={failure} beside={['room']} />
        {id === null ? null : (
          <>
            <Watched id={id} onOver={props.onChange} />
            <div>
              <Link className="button" href={`/wakeup/${id}`}>
                {said.dossier}
              </Link>
            </div>
          </>
        )}
        <Tick
          checked={isChecked}
          disabled={whyNot !== undefined}
          title={whyNot}
          onChange={({ target }) => void check(target.checked)}
        >
          {said.nightCheck}
        </Tick>
        <p className="keep-key">
          <Icon name="key" />
          <span>{said.keepKey}</span>
        </p>
      </div>
      <Foot {...props} skip={said.proveSkip} isDone={id !== null || done.prove} />
    </main>
  )
}

const isoOf = (instant: number): string =>
  new Intl.DateTimeFormat('sv-SE', ISO).format(instant).replace(' ', 'T') + 'Z'

const ISO = {
  timeZone: 'UTC',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const

function Watched({ id, onOver }: { readonly id: string; readonly onOver: () => void }) {
  const said = useTexts(setupTexts)
  const format = useFormat()
  const { client } = useDesk()
  const { data: call } = useQuery({
    queryKey: ['proof', id],
    queryFn: () => client.call('wakeup.get', { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === DONE ? false : LOOK_MS),
  })
  const isOver = call?.status === DONE
  useEffect(() => {
    if (isOver) onOver()
    // oxlint-disable-next-line react/exhaustive-deps -- Once, when it is over: what is done is read anew.
  }, [isOver])
  if (call === undefined) return null
  if (call.status === DONE && call.result === COMPLETE)
    return (
      <p role="status">
        <State state="good" mark="tick">
          {said.woken(call.room)}
        </State>
      </p>
    )
  if (call.status === DONE)
    return (
      <p role="status">
        <State state="bad" mark="failed">
          {said.notWoken(call.room)}
        </State>
      </p>
    )
  return (
    <p role="status">
      <State
        state={call.status === CALLING ? 'busy' : 'waits'}
        mark={call.status === CALLING ? 'bell' : 'waits'}
      >
        {call.status === CALLING
          ? said.ringsNow(call.room)
          : said.willRing(call.room, format.fullTime(instantOf(call.scheduled)))}
      </State>
    </p>
  )
}
