import type { Instant } from '../../kernel/clock.ts'

/** A room that has become clean: since when it was dirty, and when it was clean. */
export interface TurnRound {
  readonly dirtyAt: Instant
  readonly cleanAt: Instant
}

const CLEAN: readonly (string | null)[] = ['clean', 'inspected']

/**
 * How long rooms take from dirty to clean, told report by report, by time. Whatever is reported in between, such as do not
 * disturb, is part of that time; a room that is reported dirty twice was dirty from the first.
 */
export class TurnRounds {
  readonly #dirty = new Map<string, Instant>()

  /** What this report has brought to its end. */
  reported(room: string, condition: string | null, at: Instant): TurnRound | null {
    const dirtyAt = this.#dirty.get(room)
    if (condition === 'dirty' && dirtyAt === undefined) this.#dirty.set(room, at)
    if (dirtyAt === undefined || !CLEAN.includes(condition)) return null
    this.#dirty.delete(room)
    return { dirtyAt, cleanAt: Math.max(at, dirtyAt) }
  }
}
