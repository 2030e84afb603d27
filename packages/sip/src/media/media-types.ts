import type { AgreedAudio } from '../sdp/offer-answer.ts'
import type { SoundSign } from './machine-ear.ts'

/** Speech that is ready to send, side by side in shared memory, so that no thread copies it. */
export interface PreparedAudio {
  readonly pcmu: Uint8Array
  readonly pcma: Uint8Array
  /** 16-bit samples at 16 kHz, twice as many, where there is more to hear than the laws can say. */
  readonly wide?: Int16Array
  readonly durationMs: number
}

export interface PlayOptions {
  /** Where in the audio to begin. */
  readonly fromMs?: number
  /** Silence before the first round: the way from cradle to ear. */
  readonly delayMs?: number
  /** How many rounds; for ever with `Infinity`. One unless said. */
  readonly times?: number
  /** Silence between two rounds. */
  readonly gapMs?: number
}

export interface PressOptions {
  /** How long each key is held down. */
  readonly holdMs?: number
  /** How long between two keys. */
  readonly gapMs?: number
}

export interface RecordOptions {
  /** What comes after this much is not kept. A minute unless said. */
  readonly maxMs?: number
}

export interface StreamOptions {
  /** Known at once when answering a call; a caller learns it later and says so by `retarget`. */
  readonly agreed?: AgreedAudio
  /**
   * This long without a sign of life of the other side is told as `timeout`. 30 s unless said. A side that has never
   * sent anything is spoken to until `play` has ended.
   */
  readonly timeoutMs?: number
  /** Keys are also heard as tones in the audio. Not unless said. */
  readonly inBandKeys?: boolean
  /** Whether keys that were heard stand in the report. They do unless said. */
  readonly keepsKeys?: boolean
  /** When so much of `play` has been heard, that is told as `heard`. */
  readonly heardEnoughMs?: number
  /** The sound of the other side is listened to for signs of a machine. Not unless said. */
  readonly hearsMachines?: boolean
  /** The host of the exchange: its audio is the other side's, whatever the description says. */
  readonly exchange?: string
  /** A router translates addresses on the way: whoever speaks first is the other side. Not unless said. */
  readonly nat?: boolean
}

export interface StreamEvents {
  /** A key of the other side, once per press: `0`-`9`, `*`, `#`, `A`-`D`. */
  readonly key: [key: string]
  /** Nothing has come from the other side for too long. Told once, and again only after packets have come. */
  readonly timeout: []
  /** The first packet of audio or keys from the other side, after the audio was agreed. */
  readonly firstPacket: []
  /** So much of `play` has been heard as was asked for. Told once. */
  readonly heard: []
  /** What `play` was last asked for has been played to its end. */
  readonly played: []
}

export interface StreamReport {
  /**
   * Audio of `play` that left while the other side was there to hear it: up to its last sign of life, or all of it where
   * it sends nothing at all. Silence and hold do not count.
   */
  readonly heardMs: number
  /** Rounds that were played to their end. */
  readonly rounds: number
  readonly sent: number
  /** Packets that came too late in our own process to be sent at all. */
  readonly skipped: number
  readonly received: number
  /** By RFC 3550 A.3: may be negative when packets were doubled. */
  readonly lost: number
  readonly reordered: number
  readonly jitterMs: number
  /** The longest wait between two packets of the other side. */
  readonly longestGapMs: number
  /** Every key that was heard, in order. */
  readonly keys: string
  /** What in the sound speaks for a machine; nothing where that was not asked for. */
  readonly machineSigns: readonly SoundSign[]
  /** 16-bit samples at 8 kHz; null when nothing was recorded. */
  readonly recording: Int16Array | null
}

export interface MediaStream {
  /** The even port that a session description names; RTCP has the next. */
  readonly localPort: number
  /** Replaces what was being played. It starts, or goes on, whenever the agreed direction lets us send. */
  play(audio: PreparedAudio, options?: PlayOptions): void
  /** Falls silent, and stays up. */
  quiet(): void
  /** The audio was agreed, or agreed anew: hold, resume, another address, another codec. */
  retarget(agreed: AgreedAudio): void
  /** Resolves when the last key has been sent; at once when the other side takes no telephone events. */
  pressKeys(keys: string, options?: PressOptions): Promise<void>
  startRecording(options?: RecordOptions): void
  /** The other side has shown that it is there, by another way than the audio. */
  alive(): void
  /** Says goodbye, lets the port go and tells how it went. Called again, gives the same report. */
  stop(): Promise<StreamReport>
  /** Gives back a function that ends the listening. */
  on<Name extends keyof StreamEvents>(name: Name, listener: (...args: StreamEvents[Name]) => void): () => void
}

export interface MediaOptions {
  /** The address that the sockets are bound to. */
  readonly host: string
  /** First and last port that may be used, RTCP included. */
  readonly ports: { readonly low: number; readonly high: number }
  /** How long a port rests, so that late packets of one call do not enter the next. 5 s unless said. */
  readonly reuseDelayMs?: number
  /** The thread has died; no stream works any more. */
  readonly onFault?: (error: Error) => void
  /** For ten seconds one packet in a hundred left later than this, which is heard: the machine has too much to do. */
  readonly onLate?: (p99Ms: number) => void
}

export interface Media {
  /** Streams that are open, or being opened. */
  readonly size: number
  /** Rejects with a `MediaFailure`, code `media.no-port`, when the range is used up. */
  createStream(options?: StreamOptions): Promise<MediaStream>
  /** Stops every stream, then the thread. */
  close(): Promise<void>
}

export type MediaFailureCode = 'media.no-port' | 'media.socket' | 'media.closed'

export class MediaFailure extends Error {
  readonly code: MediaFailureCode

  constructor(code: MediaFailureCode, message: string) {
    super(message)
    this.name = 'MediaFailure'
    this.code = code
  }
}
