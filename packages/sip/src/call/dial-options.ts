import type { CallHandle } from './call-handle.ts'
import type { PlayOptions, PreparedAudio, StreamOptions } from '../media/media-types.ts'

export interface DialOptions {
  /**
   * An extension in plain text, or a whole SIP address (`sips:` over TLS only); anything else ends the call as
   * `unreachable`.
   */
  readonly to: string
  /** How long the phone rings: shorter than the time after which the exchange forwards the call. 24 s unless said. */
  readonly ringMs?: number
  /** Played half a second after the answer, the way from cradle to ear (`TO_THE_EAR_MS`), unless `playing` says another. */
  readonly announcement?: PreparedAudio
  readonly playing?: PlayOptions
  /**
   * The phone was picked up. Given the handle that hangs the call up from now on, and waited for before the
   * answer is acknowledged: what is written here is safe before the other side hears of it. If it fails or throws, the
   * call goes on; while it hangs, the answer is not acknowledged and `hangUp()` ends the call.
   */
  readonly beforeAck?: (handle: CallHandle) => Promise<void>
  /** RFC 3261 8.1.3.4: how many addresses are tried that a redirection names, within the exchange. None unless said. */
  readonly redirects?: 0 | 1 | 2 | 3
  /** RFC 4028: a sign of life is asked for so often. Not unless said; what the exchange asks for is given anyway. */
  readonly sessionSeconds?: number
  /** Without a sign of life for so long, the call counts as lost. */
  readonly silenceMs?: number
  /** Tells by `onHeard` when so much of what we play has been heard. */
  readonly heardEnoughMs?: number
  /** Keys as tones in the audio count too, from rooms whose phones know no other way. Not unless said. */
  readonly inBandKeys?: boolean
  /** Listens for signs that a machine has answered, which the end then tells. Not unless said. */
  readonly hearsMachines?: boolean
  /**
   * Asked as the last thing before the INVITE is sent, and each time that it is repeated. The first no ends the call, as
   * if there were no way to the exchange. For whoever may ring only for a while, and may have been stopped meanwhile.
   */
  readonly mayLeave?: () => boolean
  /** The socket has taken the INVITE. */
  readonly onSent?: () => void
  /** Every answer to the INVITE as it comes: 100, 180, 181, 183, challenges, and the last. */
  readonly onProgress?: (status: number, reason: string) => void
  readonly onRinging?: () => void
  readonly onAnswered?: () => void
  readonly onHeard?: () => void
  /** The announcement was played to its end. */
  readonly onPlayed?: () => void
  readonly onKey?: (key: string) => void
  readonly onHold?: (held: boolean) => void
}

/** What of it concerns the audio. */
export const streamOptions = (options: DialOptions): StreamOptions => {
  const { silenceMs, inBandKeys, heardEnoughMs, hearsMachines } = options
  return {
    ...(silenceMs === undefined ? {} : { timeoutMs: silenceMs }),
    ...(inBandKeys === undefined ? {} : { inBandKeys }),
    ...(heardEnoughMs === undefined ? {} : { heardEnoughMs }),
    ...(hearsMachines === undefined ? {} : { hearsMachines }),
  }
}
