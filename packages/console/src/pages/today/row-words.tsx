import type { ReactNode } from 'react'
import type { CallRow } from '../../hotel/calls/call-rows.ts'
import { inPlaceOf, type LiveCall } from '../../hotel/calls/live-call.ts'
import { instantOf } from '../../kernel/clock.ts'
import { useDesk } from '../../live/desk.ts'
import { useRecord, useSums } from '../../live/use.ts'
import { useNow, useNowSince } from '../../parts/now.ts'
import { againIn } from '../../texts/again.ts'
import { callTexts, repeatWords, resultWords } from '../../texts/calls.ts'
import type { Format } from '../../texts/format.ts'
import { asSentence } from '../../texts/outcomes.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { type TodayTexts, todayTexts } from './texts.ts'

const MINUTE = 60_000

/** The facts that there are, one after the other. */
const listed = (...facts: readonly (string | false)[]) =>
  facts.filter((fact) => fact !== false && fact !== '').join(', ')

/** What else there is to say of it: what matters first. */
export function Detail({ row, isPhone }: { readonly row: CallRow; readonly isPhone: boolean }) {
  switch (row.state) {
    case 'waits':
      return <Waiting row={row} />
    case 'ringing':
      return <Rings row={row} />
    case 'again':
    case 'snoozed':
      return <RingsAgain row={row} isPhone={isPhone} />
    case 'failed':
    case 'known':
    case 'later':
      return <Missed row={row} />
    case 'answered':
      return <Answered row={row} />
    case 'by-hand':
    case 'marked':
      return <ByHand row={row} />
    case 'deleted':
      return <Cancelled row={row} />
  }
}

const Words = ({ lead = '', children }: { readonly lead?: string; readonly children?: ReactNode }) => (
  <span className="cut">
    {lead === '' ? null : <b>{lead}</b>}
    {lead === '' || !children ? null : ', '}
    {children}
  </span>
)

function Waiting({ row: { at, calls } }: { readonly row: CallRow }) {
  const said = useTexts(todayTexts)
  const words = useTexts(callTexts)
  const format = useFormat()
  const now = useNow(MINUTE)
  const [first] = calls
  const ahead = at > now ? said.within(format.ahead(at - now)) : said.overdue
  const facts = (call: LiveCall) => listed(handWords(said, format, call), repeatWords(words, call))
  const isAlike = calls.every((call) => facts(call) === facts(first))
  return <Words>{listed(ahead, isAlike && facts(first))}</Words>
}

/** Who rings it, where that is not the system alone. */
const handWords = (said: TodayTexts, format: Format, { method, backup }: LiveCall) =>
  listed(method !== undefined && said.byHand, backup !== undefined && said.backup(format.writtenTime(backup)))

function Rings({ row: { calls } }: { readonly row: CallRow }) {
  const words = useTexts(callTexts)
  const [{ rings, attempts }] = calls
  if (calls.length > 1) return null
  const number = rings?.number ?? attempts
  return (
    <Words>
      {listed(rings !== undefined && words.line(rings.line), number > 1 && words.attempt(number))}
    </Words>
  )
}

/** On a phone when it rings next is what there is room for; how often it rang, the story tells. */
function RingsAgain({ row: { state, calls }, isPhone }: Parameters<typeof Detail>[0]) {
  const said = useTexts(todayTexts)
  const words = useTexts(callTexts)
  const format = useFormat()
  const [{ next, lastResult, attempts }] = calls
  const time = next === null ? '' : format.time(instantOf(next))
  if (state === 'snoozed') return <Words lead={said.ringsAgain(time)} />
  return (
    <Words lead={resultWords(words, lastResult)}>
      {time === ''
        ? words.attempt(attempts + 1)
        : isPhone
          ? said.nextAt(time)
          : said.attemptAt(attempts + 1, time)}
    </Words>
  )
}

function Missed({ row: { calls, state } }: { readonly row: CallRow }) {
  const words = useTexts(callTexts)
  const said = useTexts(todayTexts)
  const format = useFormat()
  const [{ result, attempts, againAt, againResult }] = calls
  const again =
    againAt === undefined ? '' : againIn(format.language, againResult ?? -1, format.time(instantOf(againAt)))
  if (state === 'later') return <Words>{calls.length === 1 ? again : ''}</Words>
  return (
    <Words lead={again === '' ? resultWords(words, result) : asSentence(again)}>
      {listed(state === 'known' && said.knownLeft, attempts > 0 && words.attempts(attempts))}
    </Words>
  )
}

function Answered({ row: { calls } }: { readonly row: CallRow }) {
  const said = useTexts(todayTexts)
  const words = useTexts(callTexts)
  const format = useFormat()
  const last = Math.max(...calls.map(({ settled }) => (settled === null ? 0 : instantOf(settled))))
  const time = `${format.time(last)}:${format.seconds(last)}`
  const [{ attempts }] = calls
  if (calls.length > 1) return <Words>{said.allPickedUp(calls.length, time)}</Words>
  return <Words>{listed(time, attempts > 1 && words.attempts(attempts))}</Words>
}

function ByHand({ row: { state, calls } }: { readonly row: CallRow }) {
  const said = useTexts(todayTexts)
  const format = useFormat()
  const [{ actor, backup }] = calls
  if (state === 'marked') return <Words>{said.setBy(actor)}</Words>
  return (
    <Words lead={said.needsHand}>
      {backup === undefined ? '' : said.systemRings(format.writtenTime(backup))}
    </Words>
  )
}

function Cancelled({ row: { calls } }: { readonly row: CallRow }) {
  const said = useTexts(todayTexts)
  const words = useTexts(callTexts)
  const format = useFormat()
  const [call] = calls
  const others = useSums(useDesk().house.calls.store)
  if (call.gone === undefined) return null
  const { by, at } = call.gone
  const other = inPlaceOf(call, others.values())
  const time = format.time(instantOf(at))
  return (
    <Words>
      {other === undefined
        ? said.cancelledBy(by, time)
        : listed(said.replacedBy(by, time), repeatWords(words, other))}
    </Words>
  )
}

const MOST_NAMES = 2

/** Who asked for it and when; of one that somebody must act upon, for how long nobody has. */
export function Who({ row: { state, calls } }: { readonly row: CallRow }) {
  const format = useFormat()
  const [first] = calls
  if (state === 'failed' && calls.length === 1 && first.alarm !== undefined)
    return <OpenFor alarm={first.alarm} />
  const names = [...new Set(calls.map(({ askedBy }) => askedBy))]
  const shown = names.slice(0, MOST_NAMES).join(', ')
  const when = names.length === 1 ? whenAsked(calls, format) : ''
  return <span className="cut">{listed(names.length > MOST_NAMES ? `${shown} …` : shown, when)}</span>
}

/** When they were all asked for together. */
function whenAsked(calls: readonly LiveCall[], format: Format): string {
  const [first] = calls
  const time = first === undefined ? '' : format.time(instantOf(first.created))
  return calls.every(({ created }) => created === first?.created || format.time(instantOf(created)) === time)
    ? time
    : ''
}

function OpenFor({ alarm }: { readonly alarm: string }) {
  const said = useTexts(todayTexts)
  const format = useFormat()
  const record = useRecord(useDesk().house.alarms.store, alarm)
  const raised = record === undefined ? 0 : instantOf(record.raised)
  const now = useNowSince(raised)
  return record === undefined ? null : (
    <span className="cut">{said.openFor(format.age(Math.max(0, now - raised)))}</span>
  )
}
