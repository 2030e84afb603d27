import type { Instant } from '../../kernel/clock.ts'
import { toInstant } from '../time/local-time.ts'
import { parseMoment } from '../time/moment.ts'
import type { CallResult } from '../wakeups/call-result.ts'
import { toldAs, type Wakeup } from '../wakeups/wakeup.ts'
import { listOfOutcome } from '../wakeups/wakeup-outcome.ts'
import type { Fact } from './details.ts'
import { rowOf } from './row.ts'
import type { LogRow } from './seal.ts'

/** Something that a record says, and what the log says of it; null where either says nothing. */
export interface Alteration {
  /** The record of the call, or one of its attempts by number. */
  readonly of: 'call' | number
  readonly field: string
  readonly shown: string | null
  readonly logged: string | null
}

/** What the log tells of a call, or of the series that it is a day of. */
export interface Evidence {
  /** Of the call itself, in the order of writing. */
  readonly rows: readonly LogRow[]
  /** What is older may have been purged: that no row tells of it proves nothing. */
  readonly since: Instant
}

type Row<K extends Fact['kind']> = LogRow & Fact<K>

/** Where the record of a call is not as the log tells it: it was changed in the database. */
export function alterationsOfCall(call: Wakeup, { rows, since }: Evidence): Alteration[] {
  const asked = rows.find(rowOf('wakeup.created'))
  const isWhole = asked !== undefined || call.createdAt < since
  if (!isWhole) return [altered('call', 'asked for', call.createdAt, null)]
  return [
    ...(asked ? wishAlterations(call, asked, rows) : []),
    ...endAlterations(call, rows, since),
    ...countAlterations(call, rows, since),
  ]
}

/** Room, time and manner are as they were asked for, but for what was changed by way of the log. */
function wishAlterations(call: Wakeup, asked: Row<'wakeup.created'>, rows: readonly LogRow[]): Alteration[] {
  const room = rows.findLast(rowOf('wakeup.moved'))?.room ?? asked.room
  const changed = rows.findLast(rowOf('wakeup.changed'))
  const confirm = changed?.detail.confirm ?? asked.detail.confirm
  return [
    ...compare('call', 'room', call.room, room),
    ...compare('call', 'created', call.createdAt, asked.at),
    ...compare('call', 'asked for by', call.askedBy, asked.actor),
    ...compare('call', 'source', call.source, asked.source),
    ...compare('call', 'prompt', call.prompt, asked.detail.prompt),
    ...(confirm === undefined ? [] : compare('call', 'confirm', call.confirm, confirm)),
    ...(isTimeAsAsked(call, asked)
      ? []
      : [altered('call', 'scheduled', call.scheduledAt, asked.detail.scheduled)]),
  ]
}

/** A call for a wall time moves with the zone, and a series from day to day: the wall time stays. */
function isTimeAsAsked(
  { scheduledAt, wall, zone, days, series }: Wakeup,
  { detail }: Row<'wakeup.created'>,
): boolean {
  const isSingle = days.length === 0 && series === null
  if (isSingle && parseMoment(detail.scheduled, zone)?.instant === scheduledAt) return true
  if (wall === null || toInstant(wall, zone) !== scheduledAt) return false
  const asked = detail.wall
  return asked === undefined || asked === null || (isSingle ? asked === wall : timeIn(asked) === timeIn(wall))
}

const timeIn = (wall: string) => wall.slice(11)

/** The last row that says how it ended is right about outcome, moment and who said so. */
function endAlterations(call: Wakeup, rows: readonly LogRow[], since: Instant): Alteration[] {
  const settled = rows.filter(isAbout(call)).filter(rowOf('wakeup.settled'))
  const last = rows.filter(isAbout(call)).filter(isEnd).at(-1)
  if (!last && call.settledAt !== null && call.settledAt < since) return []
  const [first, ...further] = settled
  return [
    ...compare('call', 'outcome', call.outcome, last?.detail.outcome ?? null),
    ...compare('call', 'outcome found by the system', call.machineOutcome, first?.detail.outcome ?? null),
    ...compare('call', 'proof', call.proof, first?.detail.proof ?? null),
    ...compare('call', 'list', call.list, listOfOutcome(call.outcome)),
    ...(last ? compare('call', 'settled by', call.actor, last.actor) : []),
    ...closeTo('call', 'settled', call.settledAt, last?.at ?? null),
    // The system ends a call once; whatever comes after is said by a person.
    ...further.map(({ detail }) =>
      altered('call', 'ended twice', first?.detail.outcome ?? null, detail.outcome),
    ),
  ]
}

const isEnd = (row: LogRow): row is Row<'wakeup.settled' | 'wakeup.overwritten'> =>
  rowOf('wakeup.settled')(row) || rowOf('wakeup.overwritten')(row)

const isAbout =
  (call: Wakeup) =>
  ({ wakeup }: LogRow) =>
    wakeup === toldAs(call)

/** No more rings and snoozes than the log tells of. */
function countAlterations(call: Wakeup, rows: readonly LogRow[], since: Instant): Alteration[] {
  const own = rows.filter(isAbout(call))
  // Where two calls rang as one, the other has the attempts.
  if (call.scheduledAt < since || own.some(rowOf('wakeup.followed'))) return []
  const dialled = own.filter(rowOf('wakeup.dialled'))
  const cutOff = own.filter(rowOf('wakeup.interrupted'))
  const rung = new Set([...dialled, ...cutOff].map(({ detail }) => detail.number)).size
  const isKnown =
    call.dialledAt === null || cutOff.length > 0 || dialled.some(({ at }) => at === call.dialledAt)
  return [
    ...(call.attempts > rung ? [altered('call', 'attempts', call.attempts, rung)] : []),
    ...compare('call', 'snoozes', call.snoozes, own.filter(rowOf('wakeup.snoozed')).length),
    ...(isKnown ? [] : [altered('call', 'first rung', call.dialledAt, dialled[0]?.at ?? null)]),
  ]
}

/** As much of an attempt as the log tells of. */
export interface ProvenAttempt {
  readonly number: number
  readonly room: string
  readonly line: string
  readonly startedAt: Instant
  readonly answeredAt: Instant | null
  readonly keys: string
  readonly endedAt: Instant | null
  readonly result: CallResult | 'unreadable' | null
}

/** Where the attempts of a call are not as the log tells them. */
export function alterationsOfAttempts(
  attempts: readonly ProvenAttempt[],
  { rows, since }: Evidence,
): Alteration[] {
  const told = new Set(
    [...rows.filter(rowOf('wakeup.ended')), ...rows.filter(rowOf('wakeup.interrupted'))].map(
      ({ detail }) => detail.number,
    ),
  )
  const kept = new Set(attempts.map(({ number }) => number))
  const gone = [...told].filter((number) => !kept.has(number))
  return [
    ...attempts
      .filter(({ startedAt }) => startedAt >= since)
      .flatMap((attempt) => attemptAlterations(attempt, rows)),
    ...gone.map((number) => altered(number, 'attempt', null, 'rung')),
  ]
}

function attemptAlterations(attempt: ProvenAttempt, all: readonly LogRow[]): Alteration[] {
  const rowsOf = <K extends NumberedKind>(kind: K) =>
    all.filter(rowOf(kind)).filter(({ detail }) => detail.number === attempt.number)
  const { number } = attempt
  const [dialled] = rowsOf('wakeup.dialled')
  const [answered] = rowsOf('wakeup.answered')
  const [ended] = rowsOf('wakeup.ended')
  const [interrupted] = rowsOf('wakeup.interrupted')
  const isOver = ended !== undefined || interrupted !== undefined
  // Under way, or about to be dialled: the log is told after the fact.
  if (attempt.endedAt === null && !isOver) return []
  const keys = rowsOf('wakeup.key').map(({ detail }) => detail.key)
  return [
    ...(dialled ? compare(number, 'line', attempt.line, dialled.detail.line) : []),
    ...(dialled ? compare(number, 'room', attempt.room, dialled.room) : []),
    ...(dialled ? compare(number, 'started', attempt.startedAt, dialled.at) : []),
    ...(interrupted
      ? cutOffAlterations(attempt, interrupted, { answeredAt: answered?.at ?? null, keys: keys.join('') })
      : [
          ...closeTo(number, 'answered', attempt.answeredAt, answered?.at ?? null),
          ...closeTo(number, 'ended', attempt.endedAt, ended?.at ?? null),
          ...compare(number, 'keys', attempt.keys, ended?.detail.keys ?? keys.join('')),
          ...resultAlterations(attempt, ended),
        ]),
  ]
}

/**
 * Its end was written by another than who rang. What that one tells later, when it comes to itself, stands in the log
 * and changes nothing in the record.
 */
function cutOffAlterations(
  attempt: ProvenAttempt,
  { at, detail }: Row<'wakeup.interrupted'>,
  told: Pick<ProvenAttempt, 'answeredAt' | 'keys'>,
): Alteration[] {
  const { number, answeredAt, result } = attempt
  const isAnswered = answeredAt !== null
  return [
    ...(isAnswered === detail.answered ? [] : [altered(number, 'answered', answeredAt, detail.answered)]),
    ...(isAnswered ? closeTo(number, 'answered', answeredAt, told.answeredAt ?? answeredAt) : []),
    ...closeTo(number, 'ended', attempt.endedAt, at),
    ...(told.keys.startsWith(attempt.keys) ? [] : [altered(number, 'keys', attempt.keys, told.keys)]),
    ...(result === null
      ? []
      : [altered(number, 'result', result === 'unreadable' ? result : result.kind, null)]),
  ]
}

type NumberedKind =
  | 'wakeup.dialled'
  | 'wakeup.answered'
  | 'wakeup.key'
  | 'wakeup.ended'
  | 'wakeup.interrupted'

function resultAlterations(
  { number, result }: ProvenAttempt,
  ended: Row<'wakeup.ended'> | undefined,
): Alteration[] {
  if (result === null)
    return ended && !isHandedOn(ended) ? [altered(number, 'result', null, ended.detail.kind)] : []
  if (result === 'unreadable') return [altered(number, 'result', result, ended?.detail.kind ?? null)]
  if (!ended) return [altered(number, 'result', result.kind, null)]
  const logged: Readonly<Record<string, unknown>> = ended.detail
  return Object.entries(result).flatMap(([field, value]) =>
    compare(number, field === 'kind' ? 'result' : field, value, logged[field] ?? null),
  )
}

/** A process that stops hangs up, and leaves the result to the next one. */
const isHandedOn = ({ detail: { kind, hungUpBy } }: Row<'wakeup.ended'>) =>
  kind === 'answered' ? hungUpBy === 'us' : kind === 'no-answer'

/** Written in one go with the row, or soon after: further apart they were never the same moment. */
const SOON = 60_000

const closeTo = (
  of: Alteration['of'],
  field: string,
  shown: Instant | null,
  logged: Instant | null,
): Alteration[] =>
  shown !== null && logged !== null && Math.abs(shown - logged) <= SOON
    ? []
    : compare(of, field, shown, logged)

const compare = (of: Alteration['of'], field: string, shown: unknown, logged: unknown): Alteration[] =>
  inWords(shown) === inWords(logged) ? [] : [altered(of, field, shown, logged)]

const altered = (of: Alteration['of'], field: string, shown: unknown, logged: unknown): Alteration => ({
  of,
  field,
  shown: inWords(shown),
  logged: inWords(logged),
})

const inWords = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value)
