import type { Instant } from '../../kernel/clock.ts'
import type { TenantId } from '../accounts/tenancy.ts'

/** What staff must heed at the door. */
export type MarkKind = 'dnd' | 'refused' | 'priority'

export interface RoomMark {
  readonly tenant: TenantId
  readonly room: string
  readonly mark: MarkKind
  readonly setAt: Instant
  /** When it is over by itself; null: when it is cleared, or the room is left. */
  readonly until: Instant | null
  readonly note: string
  readonly actor: string
}

export const MARK_WORDS: Readonly<Record<MarkKind, string>> = {
  dnd: 'Do not disturb',
  refused: 'No service wanted',
  priority: 'To be done first',
}

/** One whose time has passed is over, although nobody has cleared it. */
export const stands = ({ until }: Pick<RoomMark, 'until'>, now: Instant) => until === null || until > now
