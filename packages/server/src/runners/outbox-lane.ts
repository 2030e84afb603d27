import {
  afterAttempt,
  type Delivery,
  type Destination,
  type OnUncertain,
  roomOf,
  sequenceOnWire,
} from '../hotel/delivery.ts'
import { alertAt, type Gate, gateOf, TOLD_AFTER, waitsOf } from '../hotel/retry.ts'
import type { LaneState, LaneView } from '../hotel/lane.ts'
import type { Zone } from '../hotel/local-time.ts'
import { type Clock, type Instant, seconds, type Timer } from '../kernel/clock.ts'
import { messageOf } from '../kernel/failure.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Log } from '../kernel/log.ts'
import type { Connector, DeliveryAnswer, Parcel } from '../connectors/connector.ts'
import type { LaneRecord } from '../store/lane-store.ts'
import type { OutboxBook } from './outbox-book.ts'
import { isLate } from './outbox-health.ts'
import type { Settlement, Turned } from './outbox-turn.ts'
import { RoomLines } from './room-lines.ts'
import { within } from './within.ts'

interface Parts {
  readonly destination: Destination
  readonly connector: Connector
  readonly record: LaneRecord
  readonly book: OutboxBook
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  zoneOf(tenant: string): Zone
  /** Told of each attempt's result, for those who count. */
  counted(destination: Destination, result: string): void
}

/** Taken up ahead of those that are under way, so that a connection need not wait for the disk. */
const AHEAD = 8
/** While others are under way, what came back is written down so many at a time, or after so long. */
const WORTH_WRITING = 64
const LONGEST_UNWRITTEN = 20
/** After a database that does not answer. */
const STORE_RETRY = seconds(1)
const MOST_TEXT = 4096
/** An answer that was cut off by us is waited for this long. */
const LAST_WORD = seconds(1)

/**
 * The messages of one destination. They are taken up many at a time, sent in order within each room, and what came
 * back is written down together with taking up the next. No transaction is open while anything is sent.
 */
export class OutboxLane {
  readonly #parts: Parts
  readonly #waits: readonly number[]
  #record: LaneRecord
  readonly #lines = new RoomLines()
  /** Under way, by id. */
  readonly #flying = new Map<string, { abort: AbortController; landed: Promise<void> }>()
  #settled: Settlement[] = []
  #released: string[] = []
  /** Rooms whose first message waits for its next attempt. */
  readonly #held = new Map<string, Instant>()
  /** A destination that came back takes what was to wait longer; whatever has failed since is held here. */
  #draining = false
  #mayWait = true
  /** Whether anything waits for a link that is down has been looked up since something was posted. */
  #looked = false
  #unreadySince: Instant | null = null
  #trouble = ''
  #timer: Timer | undefined
  #writing: Timer | undefined
  #isOverdue = false
  #working: Promise<void> | undefined
  #again = false
  #stopping = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#record = parts.record
    this.#waits = waitsOf(parts.destination.config)
    parts.connector.onReady(() => this.nudge())
  }

  get destination(): Destination {
    return this.#parts.destination
  }

  describe(): LaneView {
    const { health, disabledAt, disabledWhy } = this.#record
    const { purpose, name, tenant } = this.destination
    const flying = this.#flying.size
    return { purpose, name, tenant, state: this.#state(), flying, ...health, disabledAt, disabledWhy }
  }

  /** There may be something to send. */
  nudge(): void {
    this.#mayWait = true
    this.#looked = false
    this.#wake()
  }

  /** Somebody wants something sent now: what was to wait is looked at again, and a pause is over. */
  hurry(): void {
    this.#held.clear()
    this.#draining = false
    this.#endPause()
    this.nudge()
  }

  /** Everything is sent now, whatever it was to wait for. */
  drain(): void {
    this.#draining = true
    this.#endPause()
    this.nudge()
  }

  #endPause() {
    const { health } = this.#record
    if (health.probeAt !== null)
      this.#record = { ...this.#record, health: { ...health, probeAt: this.#parts.clock.now() } }
  }

  /** What is under way may come back by itself; after that it is cut off. What was not sent waits for the next process. */
  async stop(patienceMs: number): Promise<void> {
    const { clock, connector } = this.#parts
    this.#stopping = true
    this.#timer?.cancel()
    this.#letGoUnsent()
    const landed = () => Promise.all(Array.from(this.#flying.values(), (flight) => flight.landed))
    if (this.#flying.size > 0) await within(clock, patienceMs, landed())
    for (const { abort } of this.#flying.values()) abort.abort()
    if (this.#flying.size > 0) await within(clock, LAST_WORD, landed())
    await this.#working
    await this.#look()
    await connector.close()
  }

  #state(): LaneState {
    if (this.#isDisabled()) return 'disabled'
    return this.#parts.connector.ready ? gateOf(this.#record.health, this.#parts.clock.now()) : 'unready'
  }

  #isDisabled = () => this.#record.disabledAt !== null || this.destination.config.disabled === true

  #wake() {
    if (this.#stopping) return
    // One at a time; whoever comes meanwhile is heard afterwards.
    if (this.#working) return void (this.#again = true)
    this.#timer?.cancel()
    this.#again = false
    this.#working = this.#work()
  }

  async #work() {
    const isWritten = await this.#look()
    this.#working = undefined
    if (!isWritten) this.#wakeAt(this.#parts.clock.now() + STORE_RETRY)
    else if (this.#again) this.#wake()
    else this.#sleep()
  }

  #wakeAt(when: Instant) {
    if (!this.#stopping) this.#timer = this.#parts.clock.at(when, () => this.nudge())
  }

  /** Turn after turn, until there is nothing to write and nothing to take up. Says whether all was written. */
  async #look(): Promise<boolean> {
    const { book, clock, log } = this.#parts
    for (let turn = this.#nextTurn(clock.now()); turn; turn = this.#nextTurn(clock.now())) {
      try {
        this.#carryOn(await book.turn(turn, clock.now()), turn.wanted > 0)
      } catch (error) {
        this.#settled.unshift(...turn.settled)
        this.#released.push(...turn.released)
        this.#isOverdue = true
        log.error(
          { destination: this.destination.name, error: messageOf(error) },
          'Deliveries could not be written down; tried again',
        )
        return false
      }
    }
    return true
  }

  #nextTurn(now: Instant) {
    const { connector, destination } = this.#parts
    if (connector.ready || this.#isDisabled()) this.#unreadySince = null
    else this.#unreadySince ??= now
    this.#freeHeld(now)
    const gate = this.#gate(now)
    const wanted = this.#wanted(gate)
    const isIdle = wanted === 0 && this.#released.length === 0 && !this.#isWorthWriting()
    if (isIdle && !this.#mustTell(now)) return null
    const [settled, released] = [this.#settled, this.#released]
    this.#settled = []
    this.#released = []
    this.#writing?.cancel()
    this.#writing = undefined
    this.#isOverdue = false
    const isProbe = gate === 'probing'
    const but = isProbe ? [] : [...this.#lines.rooms(), ...this.#held.keys()]
    if (wanted > 0) this.#mayWait = false
    this.#looked = true
    const [unreadySince, trouble] = [this.#unreadySince, this.#trouble]
    const atOnce = isProbe || this.#draining
    return {
      destination,
      record: this.#record,
      settled,
      released,
      wanted,
      but,
      atOnce,
      unreadySince,
      trouble,
    }
  }

  #gate(now: Instant): Gate {
    if (this.#stopping || !this.#parts.connector.ready || this.#isDisabled()) return 'paused'
    return gateOf(this.#record.health, now)
  }

  /** How many are to be taken up. */
  #wanted(gate: Gate): number {
    if (!this.#mayWait || gate === 'paused') return 0
    const { atOnce } = this.#parts.connector
    const taken = this.#lines.size
    if (gate === 'probing') return taken === 0 ? 1 : 0
    const most = atOnce === 1 ? 1 : atOnce * AHEAD
    // A few at a time would cost as much as many.
    return taken > most / 2 ? 0 : most - taken
  }

  /** Whether it is time that the desk hears of it. */
  #mustTell(now: Instant): boolean {
    const at = alertAt(this.#record.health) ?? (this.#looked ? null : this.#unreadyAt())
    return this.#record.told === null && !this.#isDisabled() && at !== null && at <= now
  }

  #unreadyAt = () => (this.#unreadySince === null ? null : this.#unreadySince + TOLD_AFTER)

  #freeHeld(now: Instant) {
    for (const [room, until] of this.#held)
      if (until <= now) {
        this.#held.delete(room)
        this.#mayWait = true
      }
  }

  #carryOn({ record, taken, held, more }: Turned, asked: boolean) {
    const wasPaused = this.#record.health.probeAt !== null
    this.#record = record
    if (wasPaused && record.health.probeAt === null) {
      this.#held.clear()
      this.#draining = true
      this.#mayWait = true
    }
    if (asked && more) this.#mayWait = true
    for (const one of held) this.#held.set(roomOf(one), one.nextAt)
    for (const one of taken) this.#lines.join(one)
    if (this.#stopping || this.#isDisabled() || gateOf(record.health, this.#parts.clock.now()) === 'paused')
      this.#letGoUnsent()
    this.#send()
  }

  /** Whatever is not under way waits again, in its place. */
  #letGoUnsent() {
    const unsent = this.#lines.disperse()
    if (unsent.length > 0) this.#mayWait = true
    this.#release(unsent)
  }

  #release(unsent: readonly Delivery[]) {
    for (const { id } of unsent) this.#released.push(id)
  }

  #send() {
    const { atOnce, ready } = this.#parts.connector
    if (!ready) this.#letGoUnsent()
    while (this.#flying.size < atOnce) {
      const one = this.#lines.next()
      if (!one) return
      const abort = new AbortController()
      const isProbe = this.#record.health.probeAt !== null
      this.#flying.set(one.id, { abort, landed: this.#fly(one, isProbe, abort.signal) })
    }
  }

  async #fly(one: Delivery, isProbe: boolean, signal: AbortSignal) {
    const { clock } = this.#parts
    const parcel = await this.#prepared(one)
    if (!parcel) return this.#notSent(one)
    const at = clock.now()
    const start = clock.elapsed()
    const answer = await this.#deliver(parcel, signal)
    this.#landed(one, { answer, at, ms: Math.round(clock.elapsed() - start), isProbe })
  }

  /** What the connector must find again is stored before anything is sent. */
  async #prepared(one: Delivery): Promise<Parcel | null> {
    const { connector, book, log } = this.#parts
    const parcel = this.#parcelOf(one)
    if (!connector.memoFor || one.memo !== null) return parcel
    try {
      const memo = await connector.memoFor(parcel)
      await book.remember(one.id, memo)
      return { ...parcel, memo }
    } catch (error) {
      log.error(
        { delivery: one.id, error: messageOf(error) },
        'A delivery could not be prepared; tried again',
      )
      return null
    }
  }

  #parcelOf({ id, kind, tenant, room, sequence, attempts, createdAt, payload, memo }: Delivery): Parcel {
    const zone = this.#parts.zoneOf(tenant)
    return {
      id,
      kind,
      tenant,
      room,
      sequence: sequenceOnWire(sequence),
      attempts,
      at: createdAt,
      zone,
      payload,
      memo,
    }
  }

  async #deliver(parcel: Parcel, signal: AbortSignal): Promise<DeliveryAnswer> {
    try {
      return await this.#parts.connector.deliver(parcel, signal)
    } catch (error) {
      // It promised not to: as after a crash, nobody knows how far it came.
      const reason = messageOf(error)
      const verdict =
        parcel.memo === null ? ({ kind: 'later' } as const) : ({ kind: 'uncertain', reason } as const)
      return { verdict, status: null, text: reason }
    }
  }

  #notSent(one: Delivery) {
    this.#flying.delete(one.id)
    this.#release([one, ...this.#lines.blocked(one)])
    this.#held.set(roomOf(one), this.#parts.clock.now() + STORE_RETRY)
    this.#wake()
  }

  #landed(before: Delivery, came: { answer: DeliveryAnswer; at: Instant; ms: number; isProbe: boolean }) {
    const { clock, ids, counted } = this.#parts
    const now = clock.now()
    const chance = ids.between(0, 1)
    const { config } = this.destination
    const onUncertain = (config.onUncertain ?? 'resend') as OnUncertain
    const { verdict } = came.answer
    const answer = { ...came.answer, text: came.answer.text.slice(0, MOST_TEXT) }
    const tried = afterAttempt(before, verdict, { waits: this.#waits, chance, onUncertain }, now)
    const after = isLate(tried, this.#record.health, now) ? { ...tried, told: true } : tried
    this.#settled.push({ ...came, before, after, answer, waits: this.#waits, chance })
    if (verdict.kind === 'later' || verdict.kind === 'uncertain') this.#trouble = answer.text
    counted(this.destination, verdict.kind)
    this.#flying.delete(before.id)
    this.#advance(after)
    this.#send()
    this.#write()
  }

  #write() {
    const { clock } = this.#parts
    if (this.#isWorthWriting()) return this.#wake()
    this.#writing ??= clock.at(clock.now() + LONGEST_UNWRITTEN, () => {
      this.#isOverdue = true
      this.#wake()
    })
  }

  /** A flush to the disk costs as much for one as for many. */
  #isWorthWriting(): boolean {
    if (this.#settled.length === 0) return false
    const isLast = this.#flying.size === 0 || this.#stopping
    return isLast || this.#isOverdue || this.#settled.length >= WORTH_WRITING
  }

  /** The next of the room may go, unless this one must be tried again first. */
  #advance(after: Delivery) {
    this.#mayWait = true
    if (after.state !== 'waiting') return this.#lines.done(after)
    this.#release(this.#lines.blocked(after))
    this.#held.set(roomOf(after), after.nextAt)
  }

  #sleep() {
    const { clock } = this.#parts
    const { health, told } = this.#record
    let next = health.probeAt !== null && this.#mayWait ? health.probeAt : Infinity
    for (const until of this.#held.values()) next = Math.min(next, until)
    const tellAt = told === null ? (alertAt(health) ?? this.#unreadyAt()) : null
    if (tellAt !== null && tellAt > clock.now()) next = Math.min(next, tellAt)
    if (next < Infinity && !this.#isDisabled()) this.#wakeAt(next)
  }
}
