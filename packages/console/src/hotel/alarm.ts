import type { AlarmRecord } from '@reveille/contract'
import { may, type Need } from './permissions.ts'

/** Red: somebody must act now. Amber: the house is not well. */
export type AlarmLevel = AlarmRecord['level']

/** So many of one kind are one line. */
const FOLD_FROM = 5

/** What stands in one line of the banner. */
export interface AlarmGroup {
  readonly kind: string
  readonly level: AlarmLevel
  /** The oldest first; more than one where they are folded. */
  readonly alarms: readonly [AlarmRecord, ...AlarmRecord[]]
}

const byAge = (one: AlarmRecord, other: AlarmRecord) =>
  one.raised < other.raised ? -1 : one.raised > other.raised ? 1 : 0

export const groupOf = (alarms: AlarmGroup['alarms']): AlarmGroup => ({
  kind: alarms[0].kind,
  level: alarms[0].level,
  alarms,
})

/** What one line may say of several: whoever has answered since does not stand among those who have not. */
export const saysTogether = (alarm: AlarmRecord) =>
  guestStanding(alarm) === 'answered' ? `${alarm.kind} answered` : alarm.kind

/** Red before amber, the oldest first; from five of a kind on, these are one. */
export function bannerOf(open: readonly AlarmRecord[]): readonly AlarmGroup[] {
  const sorted = open.toSorted(byAge)
  const groups = [...new Set(sorted.map(saysTogether))].flatMap((says) => {
    const [first, ...more] = sorted.filter((one) => saysTogether(one) === says)
    if (first === undefined) return []
    const all: AlarmGroup['alarms'] = [first, ...more]
    return all.length >= FOLD_FROM ? [groupOf(all)] : all.map((one) => groupOf([one]))
  })
  return groups.toSorted(
    (one, other) =>
      Number(one.level === 'amber') - Number(other.level === 'amber') ||
      byAge(one.alarms[0], other.alarms[0]),
  )
}

/** The call that a line of the banner is about; null where it is about several, or none. */
export const callOf = ({ alarms }: AlarmGroup): string | null =>
  alarms.length === 1 ? alarms[0].wakeup : null

const COMPLETE = 1
const NO_RESULT = -1

/**
 * How it stands with a guest who was not woken: somebody has reached them, or they have answered since, or have not, or the
 * room rings again; null where it was not, or the alarm is about something else.
 */
export type Standing = 'reached' | 'answered' | 'unanswered' | 'rings'

export function guestStanding({ kind, result, again }: AlarmRecord): Standing | null {
  if (kind !== 'wakeup.failed') return null
  if (result === COMPLETE) return 'reached'
  if (again === undefined) return null
  if (again.result === NO_RESULT) return 'rings'
  return again.result === COMPLETE ? 'answered' : 'unanswered'
}

/** Somebody knows that this guest was not woken, and nobody has reached them yet. */
export const isUnsettled = (alarm: AlarmRecord): boolean =>
  alarm.kind === 'wakeup.failed' &&
  alarm.state === 'acknowledged' &&
  // Of a call that is kept no longer nothing is left to be done.
  alarm.result !== undefined &&
  !['reached', 'answered'].includes(guestStanding(alarm) ?? '')

const isReached = ({ alarms: [first] }: AlarmGroup) => guestStanding(first) === 'reached'

/** A call that waits for a line is rung by itself as soon as there is one; a guest who has moved is not in the room. */
export const mayRingAgain = (group: AlarmGroup): boolean =>
  group.kind === 'wakeup.failed' && callOf(group) !== null && !isReached(group)

/** Its guest is to be woken now: whoever has done so says it. A call that was left behind is still to come. */
const TO_BE_REACHED = ['wakeup.failed', 'wakeup.by-hand', 'wakeup.no-line']

export const mayBeReached = (group: AlarmGroup): boolean =>
  TO_BE_REACHED.includes(group.kind) && callOf(group) !== null && !isReached(group)

/** Who sees the page of such a thing; nothing: everybody. */
const SEEN_BY: Readonly<Record<AlarmRecord['about']['type'], readonly Need[]>> = {
  wakeup: [],
  room: [],
  charge: ['inventory', 'review', 'correct', 'administrator'],
  delivery: ['review', 'administrator'],
  connector: ['review', 'administrator'],
  server: ['review', 'administrator'],
  house: ['review', 'administrator'],
  line: ['administrator'],
}

/** The page of the thing that an alarm is about; null for who may not see it. */
export const whereIs = (about: AlarmRecord['about'], permissions: readonly string[]): string | null =>
  may(permissions, SEEN_BY[about.type]) ? placeOf(about) : null

function placeOf({ type, id }: AlarmRecord['about']): string {
  const key = encodeURIComponent(id)
  switch (type) {
    case 'wakeup':
      return `/wakeup/${key}`
    case 'delivery':
      return `/delivery/${key}`
    case 'connector':
    case 'server':
      return `/deliveries?lane=${key}`
    case 'line':
      return `/settings/lines/${key}`
    case 'room':
      return `/room/${key}`
    case 'charge':
      return '/minibar'
    case 'house':
      return '/system'
  }
}

/** What the page of alarms may list. */
export const ALARM_LISTS = ['open', 'acknowledged', 'over'] as const

/** By its address: left out, those that are open. */
export const alarmListIn = (query: URLSearchParams): (typeof ALARM_LISTS)[number] =>
  ALARM_LISTS.find((one) => one === query.get('state')) ?? 'open'
