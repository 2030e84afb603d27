import type { Mailbox } from '../rooms/room.ts'
import type { Guest } from '../rooms/stay.ts'
import type { SetCall } from './guest-menu.ts'

/** A room whose phone has called. */
export interface CallingRoom {
  readonly mailbox: Mailbox
  readonly guests: readonly Guest[]
  /** The next one first. */
  readonly calls: readonly SetCall[]
}
