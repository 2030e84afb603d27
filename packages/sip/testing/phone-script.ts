import type { IncomingEnd } from '../src/call/incoming-call.ts'
import type { PlayOptions, PreparedAudio } from '../src/media/media-types.ts'

/** What a phone does when it is rung. */
export interface PhoneScript {
  /** `ring` goes on until the caller gives up; `silent` says nothing at all; a number is what it refuses with. */
  readonly does: 'answer' | 'ring' | 'busy' | 'reject' | 'silent' | number
  /** How long the exchange only tries (100) before anything else. */
  readonly triesMs?: number
  /** How long it rings before it does so; 0 does not ring. */
  readonly ringMs?: number
  /** 180, or 183 for an exchange that says that something is going on. */
  readonly rings?: 180 | 183
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly keys?: readonly PhoneKeys[]
  readonly holds?: { readonly afterMs: number; readonly forMs: number }
  readonly hangsUpAfterMs?: number
  readonly records?: boolean
  readonly says?: PreparedAudio
  readonly saying?: PlayOptions
}

/** Pressed so long after the answer. */
export interface PhoneKeys {
  readonly keys: string
  readonly afterMs: number
  /** In the audio (RFC 4733), in a request (RFC 6086), or as exchanges with a setting "auto" do: in both. */
  readonly by?: 'rtp' | 'info' | 'both'
}

/** What happens on a phone, as it happens. The last is always `ends`. */
export type PhoneEvent =
  | { readonly kind: 'rings' | 'stays silent' | 'answers' }
  | { readonly kind: 'refuses'; readonly status: number }
  | { readonly kind: 'presses'; readonly keys: string }
  | { readonly kind: 'hears key'; readonly key: string }
  /** The phone puts the caller on hold and takes him back; and the other way about. */
  | { readonly kind: 'holds' | 'resumes' | 'is held' | 'is resumed' }
  | { readonly kind: 'hangs up' }
  | { readonly kind: 'ends'; readonly end: IncomingEnd }
