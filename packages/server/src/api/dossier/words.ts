import type { DossierAttempt } from '@reveille/contract'
import { type Day, localParts, type Weekday, type Zone } from '../../hotel/time/local-time.ts'
import { signWords } from '../../hotel/wakeups/machine-signs.ts'
import { outcomeSentence, troubleWords } from '../../hotel/wakeups/outcome-words.ts'
import { provenBy } from '../../hotel/wakeups/proof.ts'
import { type Source, verdictIn, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Instant } from '../../kernel/clock.ts'
import { MONTH_NAMES, WEEKDAY_NAMES } from '../answers/calendar-names.ts'

/** The words of a dossier that is printed: for people who know hotels and not telephony. */

export function stateWords(call: Wakeup, isRemoved: boolean): string {
  if (isRemoved) return 'The call was taken back'
  const verdict = verdictIn(call)
  if (verdict) return outcomeSentence(verdict)
  const { state, days } = call
  if (state === 'calling') return 'The room is being rung'
  return days.length > 0 ? 'The next of a series' : 'Not yet rung'
}

const SOURCE: Readonly<Record<Source, string>> = {
  rest: 'over the interface',
  console: 'at the console',
  phone: "from the guest's phone",
  property: 'by the property system',
  site: 'in the site file',
  system: 'by the system itself',
}

export const sourceWords = (source: Source): string => SOURCE[source] ?? source

const two = (n: number) => String(n).padStart(2, '0')

/** Sunday, 15 November 2026 */
export function dayWords(at: Instant, zone: Zone): string {
  const { weekday, day, month, year } = localParts(at, zone)
  return `${WEEKDAY_NAMES[weekday]}, ${day} ${MONTH_NAMES[month - 1]} ${year}`
}

/** 07:00, or 07:00:05 */
export const shortClockWords = (at: Instant, zone: Zone) => clockWords(at, zone).replace(/:00$/, '')

/** 07:00:05 */
function clockWords(at: Instant, zone: Zone): string {
  const { hour, minute, second } = localParts(at, zone)
  return `${two(hour)}:${two(minute)}:${two(second)}`
}

/** 15 Nov 2026, 07:00:05 */
export function momentWords(at: Instant, zone: Zone): string {
  const { day, month, year } = localParts(at, zone)
  return `${day} ${MONTH_NAMES[month - 1]?.slice(0, 3)} ${year}, ${clockWords(at, zone)}`
}

/** every Monday, Friday, until 31 December 2026 */
export function repeatWords(days: readonly Weekday[], until: Day | null): string {
  const when = days.length === 7 ? 'every day' : `every ${days.map((day) => WEEKDAY_NAMES[day]).join(', ')}`
  if (until === null) return when
  const [year, month, day] = [until.slice(0, 4), Number(until.slice(4, 6)), Number(until.slice(6))]
  return `${when}, until ${day} ${MONTH_NAMES[month - 1]} ${year}`
}

/** 120 ms, 12.4 s, 3 min 20 s, 2 h 5 min */
export function spanWords(ms: number): string {
  if (ms < 1000) return `${ms} ms`
  const seconds = ms / 1000
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes} min ${Math.floor(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

const RESULT: Readonly<Record<string, string>> = {
  answered: 'The phone was picked up',
  'no-answer': 'Nobody answered',
  busy: 'The phone was busy',
  rejected: 'The call was rejected',
  unreachable: 'The phone could not be reached',
  'line-trouble': 'The line could not carry the call',
  interrupted: 'The system was interrupted',
  unreadable: 'What the table says of its end cannot be read',
}

export function resultWords(attempt: DossierAttempt): string {
  const { result, rang, forwarded, answeredBy, machineSigns } = attempt
  if (result === null) return 'The phone is ringing'
  if (answeredBy === 'machine') return `A machine answered: ${signWords(machineSigns)}`
  const isBrokenOff = result === 'line-trouble' && rang
  const words = isBrokenOff ? outcomeSentence(provenBy('broken-off')) : (RESULT[result] ?? result)
  return `${words}${forwarded ? ', after the exchange had passed the call on' : ''}`
}

/** Dialled is what has left for the exchange; of an attempt that was cut off just then, that is not known. */
export function dialledWords({ line, extension, lateMs, result }: DossierAttempt): string {
  if (extension === null)
    return result === 'interrupted'
      ? `About to be dialled on line ${line}`
      : `Not dialled: nothing left on line ${line}`
  const late = lateMs === null ? '' : `, ${spanWords(lateMs)} after its time`
  return `Dialled extension ${extension} on line ${line}${late}`
}

const HUNG_UP: Readonly<Record<string, string>> = {
  us: 'The system hung up at the end of the announcement',
  them: 'The phone was put down',
  lost: 'The connection was lost',
}

/** How the call ended, with what the exchange said last. */
export function endWords(attempt: DossierAttempt): string {
  const { hungUpBy, status, reason, cause } = attempt
  const how = hungUpBy === null ? resultWords(attempt) : (HUNG_UP[hungUpBy] ?? hungUpBy)
  // A call that was picked up in vain has our words, and the status of an answer that was no use.
  const isVain = attempt.result === 'line-trouble'
  const words = isVain ? troubleWords({ status, reason }) : `${status} ${reason}`.trim()
  const said = [status === null ? '' : words, cause === null ? '' : `cause ${cause}`]
  const told = said.filter((one) => one !== '').join(', ')
  return told === '' ? how : `${how} (${told})`
}
