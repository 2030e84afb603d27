import type { AlarmNews } from '../../hotel/desk/alarm.ts'
import type { Fact } from '../../hotel/log/details.ts'
import type { ClockVerdict } from '../../hotel/time/clock-doubt.ts'
import { formatInstant, type Zone } from '../../hotel/time/local-time.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Instant } from '../../kernel/clock.ts'

/** What there is one of, in alarms. */
export const MACHINE = 'clock'

/** A clock that has jumped. */
export interface Jump {
  readonly aheadMs: number
  readonly houseTime: Instant
  readonly zone: Zone
}

type Told<K extends Fact['kind']> = Fact<K> & { readonly text: string }

export function jumpedRow(jump: Jump): Told<'clock.jumped'> {
  return { kind: 'clock.jumped', text: jumpText(jump), detail: facesOf(jump) }
}

const SHOWN_ROOMS = 20

/** `calls`: those that may ring at a wrong time. */
export function jumpedNews(jump: Jump, calls: readonly Pick<Wakeup, 'room' | 'dueAt'>[]): AlarmNews {
  const named = calls
    .slice(0, SHOWN_ROOMS)
    .map(({ room, dueAt }) => `${room} at ${formatInstant(dueAt, jump.zone).slice(11, 16)}`)
  const more = calls.length > named.length ? ` and ${calls.length - named.length} more` : ''
  const inDoubt = calls.length === 0 ? 'No call is in doubt' : `Calls in doubt: ${named.join(', ')}${more}`
  return {
    kind: 'clock.jumped',
    subject: MACHINE,
    tenant: '',
    room: '',
    text: `${jumpText(jump)}. ${inDoubt}`,
    detail: { ...facesOf(jump), calls: calls.length },
  }
}

const facesOf = ({ aheadMs, houseTime, zone }: Jump) => ({
  seconds: Math.round(aheadMs / 1_000),
  shows: formatInstant(houseTime + aheadMs, zone),
  expected: formatInstant(houseTime, zone),
})

function jumpText(jump: Jump): string {
  const { seconds, shows, expected } = facesOf(jump)
  const way = seconds > 0 ? 'forward' : 'back'
  return `The machine's clock was set ${way} by ${Math.abs(seconds)} s: it shows ${shows}, without that it would be ${expected}`
}

export function decidedRow(aheadMs: number, verdict: ClockVerdict | 'returned'): Told<'clock.decided'> {
  const seconds = Math.round(aheadMs / 1_000)
  if (verdict === 'returned')
    return { kind: 'clock.decided', text: RETURNED, detail: { seconds, is: 'returned' } }
  const { isRight, by } = verdict
  const text = isRight
    ? `The new time counts: ${BECAUSE[by]}`
    : `The new time is wrong by the word of the ${by}: the house goes on without it`
  return { kind: 'clock.decided', text, detail: { seconds, is: isRight ? 'right' : 'wrong', by } }
}

const RETURNED = "The machine's clock shows the time again that it should"

const BECAUSE: Readonly<Record<ClockVerdict['by'], string>> = {
  database: "the database's clock shows it",
  kernel: 'a time service keeps the clock',
  desk: 'the desk says it',
  nobody: 'nobody has said anything for five minutes',
}
