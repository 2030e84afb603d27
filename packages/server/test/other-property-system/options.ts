import type { CodePageName } from './code-pages.ts'
import type { PostingRules } from './posting-desk.ts'
import type { Handwriting } from './wire.ts'

export interface OtherPropertySystemOptions extends Partial<PostingRules> {
  /** Any that is free, when none is named. */
  readonly port?: number
  readonly codePage?: CodePageName
  /** Rooms that the hotel has, besides those into which somebody is checked in. */
  readonly rooms?: readonly string[]
  readonly handwriting?: Handwriting
  /** False: it waits for the client to begin instead of sending LS. */
  readonly greets?: boolean
  /** A client asks no oftener whether the link is alive. */
  readonly aliveEveryMs?: number
  /** Milliseconds since 1970: what its records say, and what it measures a client's patience by. */
  readonly now?: () => number
}
