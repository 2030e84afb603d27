import { NO_LINE_WARNING, type WakeupCreated, type WakeupSkipped } from '@reveille/contract'
import type { PlacedWakeup } from '../../actions/wakeups/place-call.ts'
import type { SkippedCall } from '../../actions/wakeups/skip.ts'
import type { WakeupPromise } from '../../actions/wakeups/wakeups.ts'
import { type Answer, created } from './answer.ts'

/** What was asked for, told in words and in fields. */
export const createdAnswer = (promise: WakeupPromise): Answer<WakeupCreated> =>
  answerTo(promise, createdWords(promise))

export const rescheduledAnswer = (promise: WakeupPromise): Answer<WakeupCreated> =>
  answerTo(promise, rescheduledWords(promise))

export const restoredAnswer = (promise: WakeupPromise): Answer<WakeupCreated> =>
  answerTo(promise, restoredWords(promise))

function answerTo(promise: WakeupPromise, what: string): Answer<WakeupCreated> {
  const { calls, missing = [], forecast, isWithoutLine } = promise
  const [first] = calls
  const location = calls.length === 1 ? `/rest/wakeup/${first?.id}` : '/rest/wakeup/list/pending'
  return created(location, {
    error: 0,
    description: [what, ...clockNotes(calls), ...roomNotes(promise)].join('; '),
    id: calls.map((call) => call.id).join(','),
    scheduled: first?.scheduled ?? '',
    ...(calls.length === 1 && first ? circumstancesOf(first) : {}),
    ...(calls.length > 1 ? { calls: calls.map(shownCall) } : {}),
    ...(missing.length > 0 ? { missing: [...missing] } : {}),
    ...(isWithoutLine ? { warning: NO_LINE_WARNING } : {}),
    ...(forecast ? { forecast: { ...forecast, following: [...forecast.following] } } : {}),
  })
}

const circumstancesOf = ({ existing, clock }: PlacedWakeup) => ({
  ...(existing ? { existing } : {}),
  ...(clock ? { clockChange: clock.change } : {}),
})

const shownCall = (call: PlacedWakeup) => {
  const { room, id, scheduled } = call
  return { room, id, scheduled, ...circumstancesOf(call) }
}

function createdWords({ calls, tomorrow }: WakeupPromise): string {
  const existing = calls.filter((call) => call.existing).length
  if (calls.length === 1 && existing === 1)
    return `This wakeup call was there already${forTomorrow(1, tomorrow)}`
  const what = calls.length === 1 ? 'Wakeup call created' : `${calls.length} wakeup calls created`
  const twins = existing === 0 ? '' : `, ${existing} of them ${existing === 1 ? 'was' : 'were'} there already`
  return `${what}${twins}${forTomorrow(calls.length, tomorrow)}`
}

function forTomorrow(calls: number, tomorrow: number): string {
  if (tomorrow === 0) return ''
  const which = tomorrow === calls ? '' : `, ${tomorrow} of them`
  return `${which} for tomorrow, because the time has passed today`
}

function rescheduledWords({ calls }: WakeupPromise): string {
  const [first] = calls
  const what = calls.length === 1 ? 'Wakeup call moved' : `${calls.length} wakeup calls moved`
  return `${what} to ${first?.scheduled ?? ''}`
}

const restoredWords = ({ calls }: WakeupPromise): string =>
  calls.length === 1 ? 'Wakeup call restored' : `${calls.length} wakeup calls restored`

/** Once for each way in which the clocks change something, as rooms may be in several zones. */
const clockNotes = (calls: readonly PlacedWakeup[]) => [...new Set(calls.flatMap(clockNote))]

function clockNote({ clock, scheduled }: PlacedWakeup): string[] {
  if (!clock) return []
  const [day, asked] = [clock.wall.slice(0, 10), clock.wall.slice(11, 16)]
  switch (clock.change) {
    case 'skipped':
      return [`the clocks skip ${asked} on ${day}: it rings at ${scheduled.slice(11, 16)}`]
    case 'first':
      return [`the clocks show ${asked} twice on ${day}: it rings at the first`]
    case 'second':
      return [`the clocks show ${asked} twice on ${day}, and the first has passed: it rings at the second`]
  }
}

function roomNotes({ repeated = [], missing = [] }: WakeupPromise): string[] {
  return [
    ...repeated.map((room) => `room ${room} was named more than once: it is one call`),
    ...(missing.length === 0 ? [] : [`there is no room ${fewOf(missing)}`]),
  ]
}

const MOST_NAMED = 10

const fewOf = (rooms: readonly string[]) =>
  rooms.length <= MOST_NAMED
    ? rooms.join(', ')
    : `${rooms.slice(0, MOST_NAMED).join(', ')} and ${rooms.length - MOST_NAMED} more of the range`

export function skippedReply(calls: readonly SkippedCall[]): WakeupSkipped {
  const [first] = calls
  const days = [...new Set(calls.map(({ skipped }) => skipped))].map(dayWords)
  return {
    error: 0,
    description: `${days.join(', ')} ${days.length === 1 ? 'is' : 'are'} left out; the next call is at ${first?.scheduled ?? ''}`,
    id: calls.map(({ id }) => id).join(','),
    skipped: first?.skipped ?? '',
    scheduled: first?.scheduled ?? '',
    ...(calls.length > 1 ? { calls: [...calls] } : {}),
  }
}

const dayWords = (day: string) => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
