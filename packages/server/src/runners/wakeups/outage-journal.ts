import { type Clock, type Instant, seconds, type Timer } from '../../kernel/clock.ts'
import { isFailure, messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import { heardWithin } from '../../kernel/within.ts'
import type { Journal } from '../../store/files/journal.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { withLateRows } from '../../logbook/late-rows.ts'
import type { LateCall } from './late-calls.ts'
import { isOutageRecord, type OutageEntry, type OutageRecord } from './outage-entry.ts'
import { outageOver } from './outage-replay.ts'

interface Parts {
  readonly journal: Journal
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly log: Log
  /** The lease of this node at this moment; null where a process is alone. */
  lease(): string | null
  /** `rest`: what comes after it. */
  replay(
    stores: Stores,
    one: OutageRecord,
    rest: readonly OutageRecord[],
    now: Instant,
  ): Promise<readonly LateCall[]>
  /** Told of calls that were answered here while others had their house, once that is written. */
  onLate(late: LateCall): void
}

/** What is kept in memory, and written last of all. */
interface LateWriter {
  /** Whether there is something that is not written yet. */
  hasNews(): boolean
  write(stores: Stores): Promise<void>
  /** What was to be written is in the database. */
  written(): void
}

export type Outage = Pick<
  OutageJournal,
  'since' | 'why' | 'unwritten' | 'isOn' | 'begins' | 'keep' | 'onOver' | 'onWriteBack'
>

/** From when to when nothing could be written. */
export interface OutageSpan {
  readonly from: Instant
  readonly to: Instant
}

const TRY_EVERY = seconds(1)
const CLOSING_PATIENCE = seconds(2)
/** Written back in one transaction. */
const AT_ONCE = 5
/** How much of a journal is in the database, which says so in the same transaction. */
const writtenBack = ({ id }: Pick<Journal, 'id'>) => `journal.writtenBack/${id}`

/**
 *   off ── a write fails ──▶ on ── all is written back ──▶ closing ──▶ off
 *
 * While it is on, what happens is kept in the journal, and each second it is tried to write that back.
 */
export class OutageJournal {
  readonly #parts: Parts
  #records: OutageRecord[]
  #since: Instant | null = null
  #written = 0
  #isOn = false
  #closing: Promise<boolean> | null = null
  #trying: Promise<void> | null = null
  #timer: Timer | undefined
  #isStopped = false
  #isUnkept = false
  #why = ''
  readonly #over: ((outage: OutageSpan) => void)[] = []
  readonly #writers: LateWriter[] = []
  /** Of records whose own write was never answered: whether it was done after all. */
  readonly #unanswered = new Map<OutageRecord, Promise<boolean>>()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#records = parts.journal.records.filter(isOutageRecord)
  }

  /** Since when the database is away. */
  get since(): Instant | null {
    return this.#since
  }

  /** What the database said. */
  get why(): string {
    return this.#why
  }

  /** The time is another by so much: the outage has not lasted longer or shorter for that. */
  moved(by: number): void {
    if (this.#since !== null) this.#since += by
  }

  /** What happened and is not in the book yet, the oldest first. */
  get unwritten(): OutageEntry[] {
    return this.#records.slice(this.#written).filter((one) => one.what !== 'away')
  }

  /** Told when the book can be written again, and has everything. */
  onOver(listener: (outage: OutageSpan) => void): void {
    this.#over.push(listener)
  }

  /** Asked, at the end of an outage, for what is kept in memory; and again, if that was not the end. */
  onWriteBack(writer: LateWriter): void {
    this.#writers.push(writer)
  }

  /** What the process before us could not write is written first of all; if that cannot be yet, the outage goes on. */
  async start(): Promise<void> {
    if (this.#records.length === 0) return
    const { site } = this.#parts.database.read
    const { journal } = this.#parts
    const [round, count] = ((await site.remembered())[writtenBack(journal)] ?? '').split('/')
    this.#written = round === String(journal.round) ? Number(count) : 0
    const [first] = this.#records
    // Of a process whose clock was ahead of ours, it has begun just now.
    this.#since = Math.min(first?.at ?? Infinity, this.#parts.clock.now())
    this.#why = first?.what === 'away' ? first.why : ''
    this.#isOn = true
    await this.#tryToWriteBack()
  }

  /** Tries once more at once; says whether everything is in the database. */
  async settle(): Promise<boolean> {
    if (this.#isOn) await this.#tryToWriteBack()
    return !this.#isOn
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#timer?.cancel()
    await this.#parts.journal.close()
  }

  /** While it is ending, this waits for the end of it. */
  async isOn(): Promise<boolean> {
    if (this.#closing) await heardWithin(this.#parts.clock, CLOSING_PATIENCE, this.#closing)
    return this.#isOn
  }

  /** Whether this error means that the database is away; then the outage has begun. */
  begins(error: unknown): boolean {
    if (!isAway(error)) return false
    if (this.#isOn || this.#isStopped) return this.#isOn
    const { clock, log } = this.#parts
    const at = clock.now()
    this.#isOn = true
    this.#since = at
    this.#why = messageOf(error)
    void this.#append({ what: 'away', at, why: this.#why })
    log.error(
      { event: 'outage.began', error: messageOf(error) },
      'The database is away: calls are kept in the journal',
    )
    this.#wind()
    return true
  }

  /** `unanswered`: the write of it that was given up waiting for. */
  async keep(entry: OutageEntry, unanswered?: Promise<unknown>): Promise<void> {
    const record = this.#marked(entry)
    if (unanswered) this.#unanswered.set(record, wasDone(unanswered))
    await this.#append(record)
  }

  /** With the node that it happens at: whether others have taken over from that one is known when it is written back. */
  #marked(one: OutageEntry): OutageRecord {
    const node = this.#parts.lease()
    return node === null ? one : { ...one, node }
  }

  /** What the journal has no room for is kept in memory alone: calls go on, and only a crash loses it. */
  async #append(one: OutageRecord) {
    const { journal, log } = this.#parts
    this.#records.push(one)
    const isKept = await journal.append([one]).catch((error: unknown) => messageOf(error))
    if (isKept !== true && !this.#isUnkept)
      log.error(
        { event: 'outage.not-kept', why: isKept === false ? 'The journal is full' : isKept },
        'What happens now would be lost in a crash',
      )
    this.#isUnkept = isKept !== true
  }

  #wind() {
    if (this.#isStopped) return
    const { clock } = this.#parts
    this.#timer?.cancel()
    this.#timer = clock.at(clock.now() + TRY_EVERY, () => void this.#tryToWriteBack())
  }

  /** One at a time: each begins where the one before has ended. */
  #tryToWriteBack(): Promise<void> {
    this.#trying ??= this.#tryOnce().finally(() => (this.#trying = null))
    return this.#trying
  }

  async #tryOnce() {
    try {
      await this.#writeBack()
    } catch (error) {
      const { log } = this.#parts
      const why = messageOf(error)
      if (isAway(error)) log.debug({ event: 'outage.goes-on', error: why }, 'The database is still away')
      else
        log.error(
          { event: 'outage.not-written-back', error: why },
          'The journal cannot be written back; tried again',
        )
      this.#wind()
    }
  }

  async #writeBack(): Promise<void> {
    while (this.#written < this.#records.length) await this.#writeSome()
    const closed = this.#close()
    this.#closing = closed.then(
      () => true,
      () => false,
    )
    await closed.finally(() => (this.#closing = null))
  }

  async #writeSome() {
    const some = this.#records.slice(this.#written, this.#written + AT_ONCE)
    try {
      await this.#write(some)
    } catch (error) {
      if (isAway(error)) throw error
      for (const one of some) await this.#writeAlone(one)
    }
  }

  /** One that can never be written holds up nothing: it is told in the server's own log, whole. */
  async #writeAlone(one: OutageRecord) {
    try {
      await this.#write([one])
    } catch (error) {
      if (isAway(error)) throw error
      this.#parts.log.error(
        { event: 'outage.record-unwritten', record: JSON.stringify(one), error: messageOf(error) },
        'Something that happened while the database was away cannot be written',
      )
      this.#written += 1
    }
  }

  async #write(some: readonly OutageRecord[]) {
    const { database, clock, replay, onLate } = this.#parts
    const undone: OutageRecord[] = []
    for (const one of some) if (!(await this.#unanswered.get(one))) undone.push(one)
    const late = await database.transaction(async (stores) => {
      const found: LateCall[] = []
      for (const one of undone)
        found.push(
          ...(await replay(stores, one, this.#records.slice(this.#records.indexOf(one) + 1), clock.now())),
        )
      await this.#remember(stores, this.#written + some.length)
      return found
    })
    this.#written += some.length
    for (const one of late) onLate(one)
  }

  /** Who writes waits for the end of it, for a while: what is kept all the same makes it go on. */
  async #close() {
    const { database, clock, log } = this.#parts
    if (this.#written < this.#records.length) return this.#wind()
    const since = this.#since ?? clock.now()
    for (const writer of this.#writers) if (writer.hasNews()) await this.#writeLate(writer)
    await database.transaction((stores) => outageOver(stores, since, clock.now()))
    await this.#clear()
    if (this.#written < this.#records.length || this.#hasNews()) return this.#goOn()
    this.#unanswered.clear()
    this.#isOn = false
    this.#since = null
    log.info(
      { event: 'outage.over', since },
      'The database is written again, and has everything from the journal',
    )
    for (const listener of this.#over) listener({ from: since, to: clock.now() })
  }

  #hasNews = () => this.#writers.some((writer) => writer.hasNews())

  /** A journal that cannot be cleared keeps what is in the database already, which knows how much that is. */
  async #clear() {
    const { journal, log } = this.#parts
    try {
      await journal.clear()
    } catch (error) {
      return log.error(
        { event: 'outage.not-kept', why: messageOf(error) },
        'The journal cannot be cleared: another outage may find no room in it',
      )
    }
    this.#records.splice(0, this.#written)
    this.#written = 0
    if (this.#records.length === 0) return
    // What has come meanwhile was cleared with the rest.
    this.#records.unshift(this.#began())
    await journal.append([...this.#records])
  }

  /** What has come meanwhile is still to be written back, and stands after a beginning of its own. */
  async #goOn() {
    if (this.#written === this.#records.length) await this.#append(this.#began())
    this.#wind()
  }

  #began = () => ({ what: 'away', at: this.#parts.clock.now(), why: this.#why }) as const

  /** What is kept in memory; what can never be written does not keep the outage from ending. */
  async #writeLate(writer: LateWriter) {
    const { database, clock, log } = this.#parts
    try {
      await database.transaction((stores) => withLateRows(stores, clock.now(), (late) => writer.write(late)))
    } catch (error) {
      if (isAway(error)) throw error
      log.error(
        { event: 'outage.record-unwritten', error: messageOf(error) },
        'What the desk was told while the database was away cannot be written',
      )
    }
    writer.written()
  }

  #remember = (stores: Stores, count: number) =>
    stores.site.remember(writtenBack(this.#parts.journal), `${this.#parts.journal.round}/${count}`)
}

const wasDone = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

/** A deadlock, or a limit of the server's own, says nothing of the next write. */
const PASSING = /^(40001|40P01|55P03|57014)$/

const isAway = (error: unknown) =>
  isFailure(error) && error.code === 'store.unavailable' && !PASSING.test(String(error.detail['code']))
