import type { Clock, Timer } from '../transactions/clock.ts'
import type { Headers } from '../messages/headers.ts'
import type { SipRequest, SipResponse } from '../messages/message.ts'
import { listOf, parseParams } from '../messages/params.ts'
import { renumbered, withoutCredentials } from '../lines/retry-with-credentials.ts'

/** RFC 4028: how long a call stays up without a sign of life, and who gives it. */
export interface SessionInterval {
  readonly seconds: number
  readonly refresher: 'us' | 'them'
}

/** RFC 4028 5: less than this is never agreed to. */
export const LEAST_SECONDS = 90

interface SessionExpires {
  readonly seconds: number
  readonly refresher: string | null
}

function sessionExpires(headers: Headers): SessionExpires | null {
  const [seconds = '', ...params] = (headers.get('session-expires') ?? '').split(';')
  if (!/^\s*\d{1,9}\s*$/.test(seconds)) return null
  const refresher = parseParams(params.join(';'))?.get('refresher') ?? null
  return { seconds: Number(seconds), refresher: refresher?.toLowerCase() ?? null }
}

/** RFC 4028 7.2: what the answer to our request has settled; without the header the call stays up for ever. */
export function settledBy(response: SipResponse): SessionInterval | null {
  const said = sessionExpires(response.headers)
  // RFC 4028 4: zero is not a valid interval, and must not end a call that was just answered.
  if (said?.seconds === 0) return null
  return said && { seconds: said.seconds, refresher: said.refresher === 'uas' ? 'them' : 'us' }
}

export type TimerAnswer =
  | { readonly kind: 'none' }
  | { readonly kind: 'too small' }
  | {
      readonly kind: 'agreed'
      readonly interval: SessionInterval
      readonly headers: readonly (readonly [string, string])[]
    }

/** RFC 4028 9: what we say to a request that asks for a timer. */
export function answerTimer(request: SipRequest): TimerAnswer {
  const asked = sessionExpires(request.headers)
  if (!asked) return { kind: 'none' }
  const supported = (listOf(request.headers.all('supported')) ?? []).includes('timer')
  if (asked.seconds < LEAST_SECONDS) return supported ? { kind: 'too small' } : { kind: 'none' }
  // The peer refreshes, unless it does not support timers.
  const refresher = asked.refresher ?? (supported ? 'uac' : 'uas')
  const expires = ['Session-Expires', `${asked.seconds};refresher=${refresher}`] as const
  return {
    kind: 'agreed',
    interval: { seconds: asked.seconds, refresher: refresher === 'uac' ? 'them' : 'us' },
    headers: refresher === 'uac' ? [['Require', 'timer'], expires] : [expires],
  }
}

/** RFC 4028 7.4: the INVITE that is sent after a 422, with what the other side can bear; a second 422 ends the call. */
export function withLongerTimer(response: SipResponse, sent: SipRequest): SipRequest | null {
  const least = leastSeconds(response.headers)
  if (least === null || sent.headers.has('min-se')) return null
  const again = renumbered(withoutCredentials(sent))
  again.headers.set('Session-Expires', least).set('Min-SE', least)
  return again
}

/** RFC 4028 7.4, 8.1: raised to what the other side can bear. Null when it does not say. */
function leastSeconds(headers: Headers): number | null {
  const text = /^\s*(\d{1,9})/.exec(headers.get('min-se') ?? '')?.[1]
  return text === undefined ? null : Number(text)
}

export interface SessionTimerListener {
  /** Time to send a sign of life. */
  onRefresh(): void
  /** None was seen: the call is over. */
  onExpired(): void
}

/** RFC 4028 10: refreshed at half-time, hung up a little before the end. */
export class SessionTimer {
  readonly #clock: Clock
  readonly #listener: SessionTimerListener
  #timers: Timer[] = []

  constructor(clock: Clock, listener: SessionTimerListener) {
    this.#clock = clock
    this.#listener = listener
  }

  /** Begins anew, by what was agreed last. */
  restart(interval: SessionInterval | null) {
    this.stop()
    if (!interval) return
    const ms = interval.seconds * 1_000
    const { onRefresh, onExpired } = this.#listener
    this.#timers.push(this.#clock.after(ms - Math.min(32_000, ms / 3), onExpired))
    if (interval.refresher === 'us') this.#timers.push(this.#clock.after(ms / 2, onRefresh))
  }

  stop() {
    for (const timer of this.#timers) timer.cancel()
    this.#timers = []
  }
}
