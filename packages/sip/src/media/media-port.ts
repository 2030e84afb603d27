import { type Flow, isWildcard } from '../transport/flow.ts'
import type { MediaStream, StreamOptions } from './media-types.ts'

/** What a call needs of audio: a stream of its own, and the address that the other side can send to. */
export interface MediaPort {
  readonly host: string
  createStream(options?: StreamOptions): Promise<MediaStream>
}

/** Where a session description says that we listen: audio on every address is told by the one that leads there. */
export const audioHost = (
  { host }: MediaPort,
  { local }: Flow,
  { publicHost }: { readonly publicHost?: string } = {},
) => publicHost ?? (isWildcard(host) ? local.host : host)
