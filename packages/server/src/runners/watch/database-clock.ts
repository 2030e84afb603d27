import type { AlarmNews } from '../../hotel/desk/alarm.ts'
import { type ClockState, LARGE_JUMP_MS } from '../../hotel/time/clock-doubt.ts'
import { type Instant, seconds } from '../../kernel/clock.ts'
import type { HouseClock } from '../../kernel/house-clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import { heardWithin } from '../../kernel/within.ts'
import { mendAlarms } from '../../logbook/end-alarm.ts'
import { raiseOrRepeat } from '../../logbook/raise-alarm.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'

interface Parts {
  readonly database: Pick<HotelDatabase, 'transaction' | 'ownClock'>
  readonly clock: HouseClock
  readonly ids: Ids
}

const EVERY = seconds(10)
const PATIENCE = seconds(2)
const DATABASE = 'database'

/** Compares the clock of a database on another machine with the house's time, and tells the desk when they differ. */
export class DatabaseClock {
  readonly #parts: Parts
  #ahead: number | null = null
  #lookedAt = -Infinity
  #isTold = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** How far it is ahead of the house's time; null where there is none, or it does not answer. */
  get ahead(): number | null {
    return this.#ahead
  }

  async look(state: ClockState): Promise<void> {
    const { database, clock } = this.#parts
    const isDue = clock.elapsed() - this.#lookedAt >= EVERY
    if (!database.ownClock || (!isDue && state !== 'in doubt')) return
    this.#lookedAt = clock.elapsed()
    const measured = await this.#measure(database.ownClock)
    // A jump in between is told first: what was measured before it is what counts.
    if (state === 'in step' && clock.ahead() !== 0) return
    this.#ahead = measured
    // While the machine's own clock is in doubt, that is told.
    if (state === 'in step') await heardWithin(clock, PATIENCE, this.#compare()).catch(() => {})
  }

  /** What it showed when it was asked, as far as can be told: halfway between question and answer. */
  async #measure(ask: () => Promise<Instant>): Promise<number | null> {
    const { clock } = this.#parts
    const asked = clock.now()
    const shown = await heardWithin(clock, PATIENCE, ask()).catch(() => null)
    return shown === null ? null : Math.round(shown - (asked + clock.now()) / 2)
  }

  async #compare() {
    const { database, clock, ids } = this.#parts
    const isApart = this.#ahead !== null && Math.abs(this.#ahead) > LARGE_JUMP_MS
    if (this.#ahead === null || isApart === this.#isTold) return
    const news = apartNews(this.#ahead)
    await database.transaction((stores) =>
      isApart
        ? raiseOrRepeat(stores, ids, news, clock.now())
        : mendAlarms(stores, ['clock.apart'], DATABASE, 'Both clocks show the same again', clock.now()),
    )
    this.#isTold = isApart
  }
}

function apartNews(aheadMs: number): AlarmNews {
  const seconds = Math.round(aheadMs / 1_000)
  const text = `The database's clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the clock of this machine: one of them is wrong`
  return { kind: 'clock.apart', subject: DATABASE, tenant: '', room: '', text, detail: { seconds } }
}
