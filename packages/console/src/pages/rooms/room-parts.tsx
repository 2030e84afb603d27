import type { BoardRecord, WholeWakeup } from '@reveille/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { type ReactNode, useCallback } from 'react'
import { type CallState, callState } from '../../hotel/calls/call-state.ts'
import { isOver } from '../../hotel/calls/live-call.ts'
import type { HouseEvent } from '../../hotel/house-event.ts'
import { answersOf } from '../../hotel/minibar.ts'
import { may } from '../../hotel/permissions.ts'
import { instantOf } from '../../kernel/clock.ts'
import { useDesk, useSession, useTenantQuery } from '../../live/desk.ts'
import { useNews } from '../../live/use.ts'
import { callLooks } from '../../look/call-looks.ts'
import { ChargeAnswer } from '../../parts/charge-answer.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Trouble } from '../../parts/nothing.tsx'
import { useClock } from '../../parts/now.ts'
import { State } from '../../parts/state.tsx'
import { type CallTexts, callTexts, resultWords } from '../../texts/calls.ts'
import { chargeTexts } from '../../texts/charge-answers.ts'
import { momentWords } from '../../texts/format.ts'
import { roomTexts } from '../../texts/rooms.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { boardTexts } from './texts.ts'

interface PartProps {
  readonly room: BoardRecord
}

const WEEK = 7 * 24 * 3_600_000

export const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="room-part">
    <h2>{title}</h2>
    {children}
  </section>
)

export function RoomGuests({ room }: PartProps) {
  const said = useTexts(boardTexts)
  const rooms = useTexts(roomTexts)
  const format = useFormat()
  const { guests } = room
  return (
    <Part title={said.guests}>
      {guests === undefined || guests.length === 0 ? (
        <p className="second">{room.occupied ? said.somebodyStays : said.nobodyStays}</p>
      ) : (
        <ul className="plain-rows">
          {guests.map((guest) => (
            <li key={guest.id}>
              <b>{guest.name}</b>
              {guest.vip ? (
                <span className="with-icon">
                  <Icon name="star" size="tiny" solid />
                  {rooms.vip}
                </span>
              ) : null}
              <span className="second">
                {[format.languageName(guest.language ?? ''), said.since(format.day(instantOf(guest.arrived)))]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

/** What is read anew takes nobody's focus away meanwhile; what stood there of another room is never shown. */
export const isOf = (
  { tenant, number }: Pick<BoardRecord, 'tenant' | 'number'>,
  key: readonly unknown[] = [],
) => key[1] === tenant && key[2] === number

/** What is to come, and how the last ones went. Read anew when the board says that something is to come otherwise. */
export function RoomCalls({ room }: PartProps) {
  const said = useTexts(boardTexts)
  const { client } = useDesk()
  const asked = useTenantQuery()
  const start = useWeekAgo()
  const { number, tenant, next, pending } = room
  const { data, error, refetch } = useQuery({
    queryKey: ['room-calls', tenant, number, next, pending, start],
    queryFn: ({ signal }) =>
      client.call('wakeup.list', { query: { room: number, start, ...asked(tenant) } }, { signal }),
    placeholderData: (before, query) => (isOf(room, query?.queryKey) ? before : undefined),
  })
  const calls = data?.wakeups ?? []
  const over = calls.filter(isOver).toReversed()
  return (
    <Part title={said.calls}>
      {error !== null ? <Trouble error={error} onRetry={() => void refetch()} /> : null}
      {pending === 0 ? <p className="second">{said.noCalls}</p> : null}
      <CallRows calls={calls.filter((call) => !isOver(call))} />
      {data === undefined ? null : (
        <p className="second">{over.length === 0 ? said.noneRang : said.rang(over.length)}</p>
      )}
      <CallRows calls={over} />
    </Part>
  )
}

/** Rung in vain so far, or to the end. */
const IN_VAIN: readonly CallState[] = ['again', 'failed', 'known']

/** How it went: `No answer, 2 attempts`. */
function attemptWords(call: WholeWakeup, state: CallState, words: CallTexts): string {
  const { attempts, result, lastResult } = call
  if (attempts === 0 || state === 'ringing') return ''
  if (IN_VAIN.includes(state))
    return `${resultWords(words, isOver(call) ? result : lastResult)}, ${words.attempts(attempts)}`
  return attempts > 1 ? words.attempts(attempts) : ''
}

/** Each of them leads to all that is known of it. */
function CallRows({ calls }: { readonly calls: readonly WholeWakeup[] }) {
  const said = useTexts(boardTexts)
  const words = useTexts(callTexts)
  const format = useFormat()
  return (
    <ul className="plain-rows">
      {calls.map((call) => {
        const state = callState(call)
        const went = attemptWords(call, state, words)
        return (
          <li key={call.occurrence ?? call.id}>
            <Link className="number" href={`/wakeup/${call.id}`}>
              {format.writtenTime(call.scheduled)}
            </Link>
            <span>{format.writtenDay(call.scheduled)}</span>
            <State state={callLooks[state].state} mark={callLooks[state].mark}>
              {words[state]}
            </State>
            {went === '' ? null : <span>{went}</span>}
            <span className="second">{said.byWhom(call.askedBy)}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** A day of the hotel, as the interface writes it. */
const dayOf = (zone: string, at: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(at).replaceAll('-', '')

function useWeekAgo(): string {
  const { zone } = useFormat()
  return dayOf(zone, useClock().now() - WEEK)
}

const isOfCharges = ({ kind }: HouseEvent) => kind.startsWith('inventory.')

export function RoomCharges({ room: { number, tenant } }: PartProps) {
  const said = useTexts(boardTexts)
  const words = useTexts(chargeTexts)
  const format = useFormat()
  const { client, house } = useDesk()
  const when = (moment: string) => momentWords(format, instantOf(moment), house.clock.now())
  const asked = useTenantQuery()
  const start = useWeekAgo()
  const queries = useQueryClient()
  const isAllSeen = may(useSession().permissions, ['correct', 'review', 'administrator'])
  useNews(
    isOfCharges,
    useCallback(() => void queries.invalidateQueries({ queryKey: ['room-charges'] }), [queries]),
  )
  const { data, error, refetch } = useQuery({
    queryKey: ['room-charges', tenant, number, start],
    queryFn: ({ signal }) =>
      client.call('inventory.charges', { query: { room: number, start, ...asked(tenant) } }, { signal }),
  })
  const charges = data?.charges.filter(({ kind }) => kind === 'charge').toReversed() ?? []
  return (
    <Part title={said.charges}>
      {error !== null ? <Trouble error={error} onRetry={() => void refetch()} /> : null}
      {data !== undefined && charges.length === 0 ? (
        <p className="second">{isAllSeen ? said.noCharges : said.noChargesLately}</p>
      ) : null}
      <ul className="plain-rows">
        {charges.map((charge) => (
          <li key={charge.id}>
            <b>{`${charge.quantity} × ${charge.description}`}</b>
            <span>{`${charge.total} ${charge.currency}`.trim()}</span>
            <span className="second">
              {`${format.day(instantOf(charge.at))} ${format.time(instantOf(charge.at))} · ${said.byWhom(charge.user)}`}
              {charge.voided ? ` · ${words.takenBack}` : ''}
            </span>
            {charge.voided
              ? null
              : answersOf([charge]).map((answer) => (
                  <ChargeAnswer key={answer.name} answer={answer} when={when} />
                ))}
          </li>
        ))}
      </ul>
    </Part>
  )
}
