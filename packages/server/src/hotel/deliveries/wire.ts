import type { Instant } from '../../kernel/clock.ts'

/** What a message looks like on its way, with every secret hidden. */
export interface Wire {
  readonly protocol: 'http' | 'fias'
  /** Where it goes. */
  readonly address: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly bytes: Uint8Array
  /** The same for people. */
  readonly text: string
}

/** It cannot be written, or nobody knows any more how. */
export interface Unwritable {
  readonly why: string
}

/** One record that went over a link, either way. */
export interface TraceLine {
  /** 1, 2, 3 ... since the link was made. */
  readonly number: number
  readonly at: Instant
  readonly direction: 'sent' | 'received'
  readonly text: string
}

/** What stands in place of a secret. */
export const HIDDEN = '[redacted]'
