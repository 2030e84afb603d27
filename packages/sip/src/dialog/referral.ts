import type { SipRequest } from '../messages/message.ts'
import type { Clock, Timer } from '../transactions/clock.ts'

/** How a transfer went: the other side has taken it on, does not want it, or says nothing about it. */
export type ReferralEnd = 'taken' | 'refused' | 'silent'

export type ReferralState = 'asked' | 'accepted' | 'under way' | ReferralEnd

export type ReferralEvent =
  | { readonly kind: 'answered'; readonly status: number }
  /** A NOTIFY of how far it is: the status that it reports, null where that cannot be read. */
  | { readonly kind: 'told'; readonly status: number | null; readonly isLast: boolean }
  | { readonly kind: 'waited' }
  /** The other side has hung up on us. */
  | { readonly kind: 'gone' }

const ENDS: readonly ReferralState[] = ['taken', 'refused', 'silent']
export const isEnd = (state: ReferralState): state is ReferralEnd => ENDS.includes(state)

/** What becomes of a transfer that we have asked for (RFC 3515 2.4). */
export function afterReferral(state: ReferralState, event: ReferralEvent): ReferralState {
  if (isEnd(state)) return state
  switch (event.kind) {
    case 'answered':
      return afterAnswer(state, event.status)
    case 'told':
      return afterNotify(event.status, event.isLast)
    case 'waited':
      return 'silent'
    case 'gone':
      // Many exchanges take the call over by hanging up on us, and report nothing.
      return state === 'asked' ? 'refused' : 'taken'
  }
}

/** RFC 3515 2.4.2; a NOTIFY may be quicker than the answer (2.4.4). */
function afterAnswer(state: ReferralState, status: number): ReferralState {
  if (status < 200) return state
  if (status >= 300) return 'refused'
  return state === 'asked' ? 'accepted' : state
}

/** RFC 3515 2.4.5: a status line is reported, the last one when the subscription ends. */
function afterNotify(status: number | null, isLast: boolean): ReferralState {
  if (status !== null && status >= 200) return status < 300 ? 'taken' : 'refused'
  return isLast ? 'refused' : 'under way'
}

/** RFC 3515 2.4.5, RFC 3420: the first line of a message, as the body of a NOTIFY. */
export function reportIn(request: SipRequest): ReferralEvent {
  const [, status] = /^SIP\/2\.0 (\d{3})\b/.exec(Buffer.from(request.body).toString('latin1')) ?? []
  // RFC 6665 4.1.3: it says whether more will come.
  const isLast = /^\s*terminated\b/i.test(request.headers.get('subscription-state') ?? '')
  return { kind: 'told', status: status === undefined ? null : Number(status), isLast }
}

/** RFC 3515 2.4.6: ours has no id, as it is the only one in its call. */
export const isReport = (request: SipRequest) => /^\s*refer\b/i.test(request.headers.get('event') ?? '')

/** Without any word it is told otherwise; once it is under way, a phone may ring. */
const WORD_MS = 5_000
const RINGING_MS = 45_000

/** A transfer that we have asked for, until it has ended one way or another. */
export class Referral {
  readonly ended: Promise<ReferralEnd>
  readonly #clock: Clock
  #report: (end: ReferralEnd) => void = () => {}
  #state: ReferralState = 'asked'
  #timer: Timer | undefined

  constructor(clock: Clock) {
    this.#clock = clock
    this.ended = new Promise((resolve) => (this.#report = resolve))
    this.#await(WORD_MS)
  }

  hear(event: ReferralEvent) {
    const before = this.#state
    this.#state = afterReferral(before, event)
    if (this.#state === before) return
    if (this.#state === 'under way') this.#await(RINGING_MS)
    if (!isEnd(this.#state)) return
    this.#timer?.cancel()
    this.#report(this.#state)
  }

  #await(ms: number) {
    this.#timer?.cancel()
    this.#timer = this.#clock.after(ms, () => this.hear({ kind: 'waited' }))
  }
}
