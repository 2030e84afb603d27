import type { IncomingCall } from '../call/incoming-call.ts'
import type { RegistrationState } from '../lines/registration.ts'
import type { MediaPort } from '../media/media-port.ts'
import type { Address } from '../messages/address.ts'
import type { Clock, Random } from '../transactions/clock.ts'
import type { Timings } from '../transactions/timers.ts'
import type { Accepts, Protocol, TlsMaterial } from '../transport/flow.ts'
import type { Lookup } from '../transport/resolve.ts'
import type { ResolveSrv } from '../transport/srv.ts'

export interface UserAgentOptions {
  /**
   * Where we listen. Via and Contact name it too, whichever side connects; where it is every address
   * (`0.0.0.0`, `::`), they name the one that leads to the exchange. Over TLS without our own certificate, no peer
   * can connect to us: there they name the port of the connection we opened. Port 0 takes any that is free.
   */
  readonly bind: Address
  /** UDP unless said. They share the port; TLS beside others has the next. */
  readonly protocols?: readonly Protocol[]
  readonly tls?: TlsMaterial
  /** Ports for audio, on the same address, RTCP included. */
  readonly audioPorts?: { readonly low: number; readonly high: number }
  /** Another kind of audio in the place of ours. */
  readonly media?: MediaPort
  /** Our audio is late or has failed: see `MediaOptions`. */
  readonly onAudioLate?: (p99Ms: number) => void
  readonly onAudioFault?: (error: Error) => void
  /**
   * Calls at once, both ways; 1,000 where the audio is ours, and never more than there are audio ports. All of them may
   * be picked up: each 500 have an audio thread.
   */
  readonly mostCalls?: number
  /**
   * A call comes in. Without this every call is refused as busy (486); with it, one neither taken nor refused for
   * three minutes is refused with 480, and one over which this throws with 500.
   */
  readonly onCall?: (call: IncomingCall) => void
  /**
   * Calls for numbers that no line has come to `onCall` too, as on a trunk. Not unless said: they are not found (404).
   * Without any line, every number is ours; on the `ownPort` of a line, every number is that line's.
   */
  readonly anyNumber?: boolean
  readonly onRegistration?: (line: string, state: RegistrationState, why: string) => void
  /** Packets from any other address are ignored. */
  readonly accepts?: Accepts
  /** What our requests say of the program that sends them: `Reveille/1.0` (RFC 3261 20.41). Nothing unless said. */
  readonly userAgent?: string
  readonly clock?: Clock
  readonly random?: Random
  readonly timings?: Timings
  readonly lookup?: Lookup
  /** SRV records of names without a port (RFC 3263 4.2); the system's, unless `lookup` takes its place. */
  readonly resolveSrv?: ResolveSrv
  /**
   * Whether those are answered that neither a line nor a call has to do with; `ignore` answers nothing but what comes
   * from the exchanges of our lines, and from where their calls have led us. `answer` unless said.
   */
  readonly strangers?: 'answer' | 'ignore'
}
