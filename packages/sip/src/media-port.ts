import type { MediaStream, StreamOptions } from './media/media-types.ts'

/** What a call needs of audio: a stream of its own, and the address that the other side can send to. */
export interface MediaPort {
  readonly host: string
  createStream(options?: StreamOptions): Promise<MediaStream>
}
