import { parseMoment } from '../time/moment.ts'
import { seconds } from '../../kernel/clock.ts'
import type { ChainLink, Seal } from './seal.ts'

/** Rows that were written late, because nothing could be written when it happened, stand between these two. */
const BEGAN = 'outage.began'
const OVER = 'outage.over'

/** `written` is told to the second. */
const ROUNDED = seconds(1)

/** Follows the rows of all tenants in the order of their seals, and finds those that say in the wrong place that they are late. */
export class LateRowCheck {
  /** Of a log whose beginning was purged it is not known whether it goes on within an outage. */
  #isOutage: boolean
  readonly #misplaced: Seal[] = []

  constructor(isPurged: boolean) {
    this.#isOutage = isPurged
  }

  /** Late rows outside an outage, and such as were written before they happened. */
  get misplaced(): readonly Seal[] {
    return this.#misplaced
  }

  /** Whether the row is late, and may be. */
  add({ seal, row }: ChainLink): boolean {
    if (seal.kind === BEGAN) this.#isOutage = true
    if (seal.kind === OVER) this.#isOutage = false
    const written = row?.detail['written']
    if (typeof written !== 'string') return false
    const isRight = this.#isOutage && seal.at < (parseMoment(written, 'UTC')?.instant ?? 0) + ROUNDED
    if (!isRight) this.#misplaced.push(seal)
    return isRight
  }
}
