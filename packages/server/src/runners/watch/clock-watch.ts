import type { AlarmNews } from '../../hotel/desk/alarm.ts'
import {
  type ClockAction,
  clockEventOf,
  clockStep,
  type ClockEvidence,
  inDoubtBefore,
  type Standing,
  type ClockVerdict,
  verdictOn,
} from '../../hotel/time/clock-doubt.ts'
import type { Zone } from '../../hotel/time/local-time.ts'
import { type Instant, seconds } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { HouseClock } from '../../kernel/house-clock.ts'
import type { Log } from '../../kernel/log.ts'
import { heardWithin } from '../../kernel/within.ts'
import type { Ticking } from '../../kernel/service.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import type { ClockBook } from './clock-book.ts'
import { decidedRow, jumpedNews, jumpedRow } from './clock-notes.ts'
import type { DatabaseClock } from './database-clock.ts'

interface Parts {
  readonly database: Pick<HotelDatabase, 'read'>
  readonly book: ClockBook
  readonly clock: HouseClock
  readonly log: Log
  zone(): Zone
  /** The clock of a database elsewhere. */
  readonly elsewhere: Pick<DatabaseClock, 'look' | 'ahead'>
  /** Whether a time service keeps the machine's clock; null where that cannot be told. */
  synchronised(): Promise<boolean | null>
  /** The desk is told, whether it can be written or not. */
  raise(news: AlarmNews): Promise<void>
  readonly notes: ClockNotes
}

/** What must be known of a doubt when the process is started anew. */
type LeftDoubt = Pick<Doubt, 'shows' | 'databaseBefore' | 'desk'> & Pick<Standing, 'aheadMs'>

/** Kept beside the data, as the database may be away. */
export interface ClockNotes {
  /** Of the process before us, which went by another time than the clock shows. */
  readonly left: LeftDoubt | null
  keep(houseTime: Instant, doubt: LeftDoubt): void
  forget(): void
}

type MoveListener = (by: number, before: Instant) => void

const EVERY = seconds(1)
const PATIENCE = seconds(2)
const ASKED_EVERY = seconds(5)
const MOST_NAMED = 2_000

const IN_STEP_TEXT = "The house and the machine's clock are in step"
const SET_AGAIN = 'The clock was set again'

const IN_STEP: Standing = { state: 'in step', aheadMs: 0 }

/** What is known since the clock jumped. */
interface Doubt {
  readonly since: number
  /** What the clock shows, as the desk is told. */
  readonly shows: string
  readonly databaseBefore: number | null
  databaseNow: number | null
  synchronised: boolean | null
  desk: ClockEvidence['desk']
  askedAt: number
}

/** Watches the machine's clock, and decides whether the house goes by it after a jump. */
export class ClockWatch implements Ticking {
  readonly name = 'clock watch'
  readonly #parts: Parts
  readonly #listeners: MoveListener[] = []
  #standing = IN_STEP
  #doubt: Doubt | null = null
  #verdict: ClockVerdict | null = null
  #hasBegun = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Told when the time that was `before` is `by` later: what waits in memory waits no longer and no shorter. */
  onMoved(listener: MoveListener): void {
    this.#listeners.push(listener)
  }

  describe(): Standing {
    return this.#standing
  }

  /** Somebody at the desk has said by key whether the new time is right: the one that they were told. */
  deskSays(isRight: boolean, shows: string): void {
    if (this.#doubt?.shows === shows) this.#doubt.desk = { isRight }
  }

  async tick(): Promise<Instant> {
    if (!this.#hasBegun) await this.#begin()
    const aheadMs = this.#parts.clock.ahead()
    this.#verdict = this.#doubt && verdictOn(this.#standing.aheadMs, this.#evidence(this.#doubt))
    const event = clockEventOf(this.#standing, aheadMs, this.#verdict)
    if (event !== null) {
      const { next, actions } = clockStep(this.#standing.state, event)
      const decided = event === 'returned' ? 'returned' : this.#verdict
      for (const action of actions) await this.#do(action, aheadMs, decided, next === 'in step')
      this.#standing = next === 'in step' ? IN_STEP : { state: next, aheadMs }
      if (next === 'in step') this.#doubt = null
      this.#leaveNote()
    }
    await this.#gather()
    return this.#parts.clock.now() + EVERY
  }

  /** The process before us may have left a doubt, which goes on, or an alarm of one that is over. */
  async #begin() {
    this.#hasBegun = true
    const { book, clock, notes } = this.#parts
    if (!notes.left) return book.alarmOver('The server was started anew')
    const { aheadMs, ...left } = notes.left
    this.#standing = { state: 'in doubt', aheadMs }
    this.#doubt = newDoubt(clock.sinceBoot(), left)
  }

  async #do(
    action: ClockAction,
    aheadMs: number,
    decided: ClockVerdict | 'returned' | null,
    isInStep: boolean,
  ) {
    switch (action) {
      case 'write jump':
        return this.#writeJump(aheadMs)
      case 'write finding':
        return this.#writeFinding(decided)
      case 'tell desk':
        return this.#tellDesk(aheadMs)
      case 'go by it':
        return this.#goByIt(aheadMs)
      case 'end alarm':
        return this.#parts.book.alarmOver(isInStep ? IN_STEP_TEXT : SET_AGAIN)
    }
  }

  /** A process that is started meanwhile must not believe the clock sooner than we do. */
  #leaveNote() {
    const { clock, notes, log } = this.#parts
    try {
      if (!this.#doubt) return notes.forget()
      const { shows, databaseBefore, desk } = this.#doubt
      notes.keep(clock.now(), { aheadMs: this.#standing.aheadMs, shows, databaseBefore, desk })
    } catch (error) {
      log.error(
        { event: 'clock.not-written', error: messageOf(error) },
        'A server that is started now believes the clock',
      )
    }
  }

  #jump = (aheadMs: number) => ({ aheadMs, houseTime: this.#parts.clock.now(), zone: this.#parts.zone() })

  async #tellDesk(aheadMs: number) {
    const { clock, database, elsewhere, raise } = this.#parts
    const since = clock.sinceBoot()
    const databaseBefore = elsewhere.ahead
    const before = inDoubtBefore(clock.now(), aheadMs)
    const calls = database.read.wakeups.ahead(before, MOST_NAMED).catch(() => null)
    const news = jumpedNews(this.#jump(aheadMs), await heardWithin(clock, PATIENCE, calls))
    const { shows } = news.detail
    this.#doubt = newDoubt(since, { shows, databaseBefore, desk: null })
    await raise(news)
  }

  /** What waits is moved along, so that it waits neither longer nor shorter: first what would be due at once. */
  async #goByIt(aheadMs: number) {
    const { book, clock } = this.#parts
    const before = clock.now()
    await book.move(aheadMs, before, () => {
      clock.follow()
      for (const moved of this.#listeners) moved(aheadMs, before)
    })
  }

  /** What others say of a clock that has jumped. A word once given stays, also when the database is away by then. */
  async #gather() {
    const { clock, elsewhere, synchronised } = this.#parts
    await elsewhere.look(this.#standing.state)
    const doubt = this.#doubt
    if (!doubt) return
    doubt.databaseNow = elsewhere.ahead ?? doubt.databaseNow
    if (clock.elapsed() - doubt.askedAt < ASKED_EVERY) return
    doubt.askedAt = clock.elapsed()
    // Not awaited: the look at the clock must not wait for another program.
    void synchronised().then((answer) => (doubt.synchronised = answer))
  }

  #evidence({ since, databaseBefore: before, databaseNow: now, synchronised, desk }: Doubt): ClockEvidence {
    const database = before === null || now === null ? null : { before, now }
    return { database, synchronised, desk, waitedMs: this.#parts.clock.sinceBoot() - since }
  }

  #writeJump(aheadMs: number): Promise<void> {
    const row = jumpedRow(this.#jump(aheadMs))
    this.#parts.log.warn({ event: 'clock.jumped', ...row.detail }, row.text)
    return this.#parts.book.note(row)
  }

  async #writeFinding(decided: ClockVerdict | 'returned' | null) {
    if (decided === null) return
    const row = decidedRow(this.#standing.aheadMs, decided)
    this.#parts.log.warn({ event: 'clock.decided', ...row.detail }, row.text)
    await this.#parts.book.note(row)
  }
}

const newDoubt = (since: number, known: Pick<Doubt, 'shows' | 'databaseBefore' | 'desk'>): Doubt => ({
  ...known,
  since,
  databaseNow: null,
  synchronised: null,
  askedAt: -Infinity,
})
