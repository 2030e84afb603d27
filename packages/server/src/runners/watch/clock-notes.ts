import type { AlarmNews } from '../../hotel/desk/alarm.ts'
import type { Fact } from '../../hotel/log/details.ts'
import type { ClockVerdict } from '../../hotel/time/clock-doubt.ts'
import { formatInstant, type Zone } from '../../hotel/time/local-time.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Instant } from '../../kernel/clock.ts'

/** The alarm of a clock that has jumped: there is one clock. */
export const JUMPED = { kind: 'clock.jumped', subject: 'clock' } as const

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

type CallInDoubt = Pick<Wakeup, 'room' | 'dueAt'>

/** `calls`: those that may ring at a wrong time; null when they cannot be read. */
export function jumpedNews(jump: Jump, calls: readonly CallInDoubt[] | null): AlarmNews<'clock.jumped'> {
  return {
    ...JUMPED,
    tenant: '',
    room: '',
    text: `${jumpText(jump)}. ${inDoubtText(calls, jump.zone)}`,
    detail: { ...facesOf(jump), calls: calls?.length ?? 0 },
  }
}

function inDoubtText(calls: readonly CallInDoubt[] | null, zone: Zone): string {
  if (calls === null) return 'Which calls are in doubt cannot be read'
  if (calls.length === 0) return 'No call is in doubt'
  const named = calls
    .slice(0, SHOWN_ROOMS)
    .map(({ room, dueAt }) => `${room} at ${formatInstant(dueAt, zone).slice(11, 16)}`)
  const more = calls.length > named.length ? ` and ${calls.length - named.length} more` : ''
  return `Calls in doubt: ${named.join(', ')}${more}`
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
