import type { AgreedAudio } from '../sdp/offer-answer.ts'
import type {
  MediaFailureCode,
  MediaOptions,
  PlayOptions,
  PreparedAudio,
  PressOptions,
  RecordOptions,
  StreamEvents,
  StreamOptions,
  StreamReport,
} from './media-types.ts'

/** What the thread is told when it starts. */
export type WorkerOptions = Omit<MediaOptions, 'onFault' | 'onLate'>

/** What the main thread asks of a stream. */
export type StreamCommand =
  | {
      readonly kind: 'play'
      readonly play: number
      readonly audio: PreparedAudio
      readonly options: PlayOptions
    }
  | { readonly kind: 'quiet' }
  | { readonly kind: 'retarget'; readonly agreed: AgreedAudio }
  | { readonly kind: 'press'; readonly press: number; readonly keys: string; readonly options: PressOptions }
  | { readonly kind: 'record'; readonly options: RecordOptions }
  | { readonly kind: 'alive' }
  | { readonly kind: 'stop' }

export type ToWorker =
  | { readonly kind: 'create'; readonly id: number; readonly options: StreamOptions }
  | { readonly kind: 'command'; readonly id: number; readonly command: StreamCommand }
  | { readonly kind: 'close' }

type NewsOf<Name extends keyof StreamEvents> = {
  [Each in Name]: { readonly name: Each; readonly args: StreamEvents[Each] }
}[Name]

/** `played` comes apart, with the number of its `play`: the main thread may have asked for another since. */
export type StreamNews = NewsOf<Exclude<keyof StreamEvents, 'played'>>

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'late'; readonly p99Ms: number }
  | { readonly kind: 'created'; readonly id: number; readonly port: number }
  | {
      readonly kind: 'refused'
      readonly id: number
      readonly code: MediaFailureCode
      readonly reason: string
    }
  | { readonly kind: 'news'; readonly id: number; readonly news: StreamNews }
  | { readonly kind: 'played'; readonly id: number; readonly play: number }
  | { readonly kind: 'pressed'; readonly id: number; readonly press: number }
  | { readonly kind: 'stopped'; readonly id: number; readonly report: StreamReport }
