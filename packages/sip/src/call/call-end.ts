import { q850Cause } from '../messages/header.ts'
import type { Codec } from '../messages/codec.ts'
import type { Headers } from '../messages/headers.ts'
import type { SoundSign } from '../media/machine-ear.ts'
import type { SipResponse } from '../messages/message.ts'
import type { HungUpBy } from '../dialog/requests-in-dialog.ts'
import { EXCHANGE_SILENT } from '../transactions/timers.ts'

/** What became of a call, in one word. */
export type CallOutcome = 'answered' | 'busy' | 'no-answer' | 'rejected' | 'unreachable' | 'line-trouble'

/** What the wire said, kept as it was: a bare 480 or 486 can mean several things. */
export interface CallEvidence {
  /** The final status; null when there was none. */
  readonly status: number | null
  /** Its reason text, or ours when there was no answer. */
  readonly reason: string
  /** The Q.850 cause of a Reason header (RFC 3326). */
  readonly cause: number | null
  /** How long the exchange asked us to stay away. */
  readonly retryAfterMs: number | null
}

interface Told extends CallEvidence {
  /** The exchange has led the call elsewhere (181, Diversion, History-Info): another phone rang or answered. */
  readonly forwarded: boolean
}

/** What speaks for a machine that answered: none of it is proof by itself. */
export type AnswerSign = 'quick-answer' | SoundSign

export interface AnsweredEnd extends Told {
  readonly outcome: 'answered'
  readonly hungUpBy: HungUpBy
  /** How much of what we played was heard: up to the phone's last sign of life, holds not counted. */
  readonly heardMs: number
  readonly keys: string
  /** Whether any audio or key came: a 200 alone may be a machine, or a media path that never stood. */
  readonly mediaSeen: boolean
  /** Listened for only if `hearsMachines` says so. */
  readonly machineSigns: readonly AnswerSign[]
  readonly audio: CarriedAudio
}

/** What of the audio went and came, in packets, and between which addresses: where one side is mute, they tell why. */
export interface CarriedAudio {
  /** Where we asked for it, host and port. */
  readonly announced: string
  /** Where it was asked for by the other side. */
  readonly wanted: string
  readonly codec: Codec
  readonly sent: number
  readonly received: number
  readonly lost: number
}

export interface UnansweredEnd extends Told {
  readonly outcome: Exclude<CallOutcome, 'answered'>
  /** The phone rang, or was even picked up: whoever is there was disturbed. */
  readonly rang: boolean
}

/** What one call by itself says; those before it on the same line may say more. */
export type CallVerdict = Omit<UnansweredEnd, 'forwarded' | 'rang'>

export type CallEnd = AnsweredEnd | UnansweredEnd

/** How a call ended that was not answered. */
export type CallFailure =
  | {
      readonly kind: 'refused'
      readonly response: SipResponse
      readonly rang: boolean
      readonly heard: boolean
      /** The exchange was away meanwhile, and the phone has not rung since. */
      readonly isLost?: boolean
    }
  /** Our ring timer or our own wish, and nothing final came that says more. */
  | { readonly kind: 'withdrawn'; readonly reason: string }
  /** Somebody works on it, but says neither that it rings nor anything final. */
  | { readonly kind: 'never rang' }
  /** The exchange knows nothing of it any more: nobody can say for how long the phone rang. */
  | { readonly kind: 'lost' }
  /** The address cannot be dialled: nothing was sent. */
  | { readonly kind: 'not dialable'; readonly dialled: string }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'transport failed'; readonly reason: string }
  /** They answered, and there was nothing to talk with; the call was hung up at once. */
  | { readonly kind: 'no audio'; readonly status: number; readonly why?: string }

/** What is said of a call that the exchange took, and then said no more of. */
export const NEVER_RANG = 'The exchange did not say that the phone rings'

/** What is said of a call that rang until the exchange forgot it. */
export const CALL_LOST = 'The exchange has lost the call'

export function classify(failure: CallFailure): CallVerdict {
  switch (failure.kind) {
    case 'refused':
      return refusedEnd(failure)
    case 'withdrawn':
      return { outcome: 'no-answer', ...nothingSaid(failure.reason) }
    case 'never rang':
      return { outcome: 'line-trouble', ...nothingSaid(NEVER_RANG) }
    case 'lost':
      return { outcome: 'line-trouble', ...nothingSaid(CALL_LOST) }
    case 'not dialable':
      return { outcome: 'unreachable', ...nothingSaid(notDialable(failure.dialled)) }
    case 'timeout':
      // Not even a 100: it is the exchange that is silent, not the phone.
      return { outcome: 'line-trouble', ...nothingSaid(EXCHANGE_SILENT) }
    case 'transport failed':
      return { outcome: 'line-trouble', ...nothingSaid(failure.reason) }
    case 'no audio':
      return {
        outcome: 'line-trouble',
        ...nothingSaid(failure.why ?? 'No audio in common'),
        status: failure.status,
      }
  }
}

const notDialable = (dialled: string) => `Not a number or address to dial: ${JSON.stringify(dialled)}`

const nothingSaid = (reason: string): CallEvidence => ({
  status: null,
  reason,
  cause: null,
  retryAfterMs: null,
})

function refusedEnd({
  response,
  rang,
  heard,
  isLost,
}: Extract<CallFailure, { kind: 'refused' }>): CallVerdict {
  const { status, reason, headers } = response
  const cause = q850Cause(headers)
  const outcome = byCause(cause) ?? byStatus(status, rang, heard)
  // An exchange that has just started may not know its phones yet, nor us. That a phone is busy, it knows.
  if (isLost && outcome !== 'busy' && status < 600)
    return { outcome: 'line-trouble', ...nothingSaid(`${CALL_LOST} (${status} ${reason})`) }
  return { outcome, status, reason, cause, retryAfterMs: retryAfter(headers) }
}

const OF_CAUSE: readonly (readonly [UnansweredEnd['outcome'], readonly number[]])[] = [
  ['busy', [17]],
  ['no-answer', [18, 19]],
  ['rejected', [21]],
  ['unreachable', [1, 20, 22, 27, 28]],
  ['line-trouble', [34, 38, 41, 42]],
]

/** What the telephone network says weighs more than what became of it in SIP. */
const byCause = (cause: number | null) =>
  OF_CAUSE.find(([, causes]) => cause !== null && causes.includes(cause))?.[0] ?? null

function byStatus(status: number, rang: boolean, heard: boolean): UnansweredEnd['outcome'] {
  switch (status) {
    case 486:
    case 600:
      return 'busy'
    case 487:
      // Not by our wish: of a phone that never rang it cannot be said that nobody answered it.
      return rang ? 'no-answer' : 'line-trouble'
    case 408:
      // Before ringing it is the phone that is silent, unless the exchange never said so much as 100.
      return rang ? 'no-answer' : heard ? 'unreachable' : 'line-trouble'
    case 480:
      return rang ? 'no-answer' : 'unreachable'
    case 403:
    case 406: // Yate's word for a phone that was put down
    case 603:
    case 607:
    case 608:
      return 'rejected'
    case 404:
    case 410:
    case 484:
    case 604:
      return 'unreachable'
    default:
      // A redirection we do not follow leaves no phone to ring; any other refusal is about us or the exchange.
      return status < 400 ? 'unreachable' : 'line-trouble'
  }
}

/** RFC 3261 20.33: seconds, maybe with a comment or parameters behind them. */
function retryAfter(headers: Headers): number | null {
  const seconds = /^\s*(\d{1,9})/.exec(headers.get('retry-after') ?? '')?.[1]
  return seconds === undefined ? null : Number(seconds) * 1_000
}

/** What was wrong between us and the exchange, in words; null when it was nothing of that. */
export function lineTroubleIn({ outcome, status, reason }: CallEnd): string | null {
  if (outcome !== 'line-trouble') return null
  return status === null ? reason : `${status} ${reason}`
}
