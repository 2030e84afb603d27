import type { AgreedAudio } from '../offer-answer.ts'
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
export type WorkerOptions = Omit<MediaOptions, 'onFault'>

/** What the main thread asks of a stream. */
export type StreamCommand =
  | { readonly kind: 'play'; readonly audio: PreparedAudio; readonly options: PlayOptions }
  | { readonly kind: 'quiet' }
  | { readonly kind: 'retarget'; readonly agreed: AgreedAudio }
  | { readonly kind: 'press'; readonly press: number; readonly keys: string; readonly options: PressOptions }
  | { readonly kind: 'record'; readonly options: RecordOptions }
  | { readonly kind: 'stop' }

export type ToWorker =
  | { readonly kind: 'create'; readonly id: number; readonly options: StreamOptions }
  | { readonly kind: 'command'; readonly id: number; readonly command: StreamCommand }
  | { readonly kind: 'close' }

export type StreamNews = {
  [Name in keyof StreamEvents]: { readonly name: Name; readonly args: StreamEvents[Name] }
}[keyof StreamEvents]

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'created'; readonly id: number; readonly port: number }
  | {
      readonly kind: 'refused'
      readonly id: number
      readonly code: MediaFailureCode
      readonly reason: string
    }
  | { readonly kind: 'news'; readonly id: number; readonly news: StreamNews }
  | { readonly kind: 'pressed'; readonly id: number; readonly press: number }
  | { readonly kind: 'stopped'; readonly id: number; readonly report: StreamReport }
