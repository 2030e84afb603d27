import type { Caller, HeldLine } from '../../calls/caller.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { lineWantedAt } from '../../hotel/wakeups/after-call.ts'
import { beforeCall, byPrecedence } from '../../hotel/wakeups/before-call.ts'
import { CallRates } from '../../hotel/wakeups/call-rate.ts'
import { type Clock, type Instant, seconds, type Timer } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import { STORE_RETRY } from '../../kernel/until-written.ts'
import { CallWriter } from './call-writer.ts'
import { FailedLines } from './failed-lines.ts'
import type { ClaimedWakeup } from '../../store/stores/wakeup-claims.ts'
import type { HeldCall } from './held-call.ts'
import { PlacedCall } from './placed-call.ts'
import { roomKey, type WakeupBook } from './wakeup-book.ts'
import { within } from '../../kernel/within.ts'

interface Parts {
  readonly book: WakeupBook
  readonly caller: Caller
  readonly clock: Clock
  readonly log: Log
  /** Whether we may ring at this very moment: others may have taken our houses. */
  mayAct(): boolean
  /** Whether calls of this tenant are ours. */
  rings(tenant: TenantId): boolean
  /** At each exchange. */
  callsPerSecond(): number
  /** A room, a line or a call is free again. */
  onFree(): void
  /** A call is over, and the book knows it. */
  onOver(held: HeldCall): void
  /** The book did not take it: it is to be tried again. */
  onUnwritten(held: HeldCall): void
}

/** What exchanges still take. */
interface Allowance {
  readonly allows: (exchange: string) => boolean
  readonly began: (exchange: string) => void
}

/** A call is made ready and written down this long ahead, as that takes time when a whole hotel is due. */
export const ARM_AHEAD = seconds(3)
/** It is looked at a last time this long ahead: another process may have changed it without telling us. */
const LOOK_AHEAD = 150
/** After the clock was set back, an armed call would hold its line for too long: this far ahead it is let go. */
const TOO_EARLY = 2 * ARM_AHEAD
/** Without a permit, whether there is one is looked at again after this long. */
const PERMIT_AGAIN = 100
/** Dialled in one go; then incoming packets are read, or the sockets would overflow. */
const AT_ONCE = 200

/**
 * Takes lines and rings rooms: never more than there are lines, never two calls in one room. Each call is in the book
 * as about to dial before it is dialled; nothing of the database stands between its moment and the INVITE.
 */
export class Dialler {
  readonly #parts: Parts
  /** Rooms that ring, and rooms and calls that a process before us left behind. */
  readonly #rooms = new Set<string>()
  readonly #calls = new Map<string, PlacedCall>()
  readonly #failed = new FailedLines()
  readonly #rates: CallRates
  readonly #writer: CallWriter
  /** When the database last failed us: what has time is not tried again at once. */
  #troubleAt = -Infinity
  #timer: Timer | undefined
  #dialling: Promise<void> | null = null
  #isRingingSoon = false
  #stopping = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#rates = new CallRates(() => parts.callsPerSecond())
    this.#writer = new CallWriter({ ...parts, dialled: () => this.#dialled() })
  }

  get ringing(): number {
    return this.#all(({ isOnItsWay }) => isOnItsWay).length
  }

  /** Everything that is in our hands. */
  get ids(): string[] {
    return [...this.#calls.keys()]
  }

  /** Their line is free again, and what becomes of them is being written down. */
  get ending(): HeldCall[] {
    return this.#all(({ isEnding }) => isEnding).map(({ held }) => held)
  }

  /** Those of which the book says that they ring, as it has them. */
  get inBook(): ClaimedWakeup[] {
    return this.#all(({ isOnItsWay, isEnding }) => isOnItsWay && !isEnding).flatMap(
      ({ inBook }) => inBook ?? [],
    )
  }

  get calls(): HeldCall[] {
    return this.#all(() => true).map(({ held }) => held)
  }

  heldCall(id: string): HeldCall | undefined {
    return this.#calls.get(id)?.held
  }

  /** When calls that wait for the next second are looked at again; calls that wait for a line are woken by `onFree`. */
  nextAt(now: Instant, waiting: number): Instant {
    return waiting > 0 ? this.#rates.firstFreeAt(now) : Infinity
  }

  /** Nothing rings in this room until it is let go. */
  holdRoom(room: string): void {
    this.#rooms.add(room)
  }

  letRoomGo(room: string): void {
    this.#rooms.delete(room)
    this.#parts.onFree()
  }

  /** Makes ready what is due in a moment, as far as there are lines; gives the calls that it has taken. */
  arm(soon: readonly HeldCall[]): HeldCall[] {
    if (Math.abs(this.#parts.clock.now() - this.#troubleAt) < STORE_RETRY) return []
    return this.#take(soon, this.#forTheNextSecond(), false)
  }

  /** Rings what is armed and due, and as many of these as there are lines; gives the calls that it has taken. */
  dial(ready: readonly HeldCall[], now: Instant): HeldCall[] {
    this.#ringArmed(now)
    return this.#take(ready, this.#forThisSecond(), true)
  }

  /** These calls were settled, changed or removed elsewhere; says which of them were ringing or about to. */
  recall(ids: readonly string[]): string[] {
    const ours = ids.filter((id) => this.#calls.get(id)?.isArmed || this.#calls.get(id)?.isOnItsWay)
    for (const id of ids) this.#calls.get(id)?.recall()
    return ours
  }

  /**
   * Others ring these from now on. While we may act, those that are up may end by themselves; after that they are hung up,
   * and another process goes on with them.
   */
  async leave(isTheirs: (held: HeldCall) => boolean, patienceMs: number): Promise<void> {
    const theirs = this.#all(({ held }) => isTheirs(held))
    for (const call of theirs) if (!call.isOnItsWay) call.recall()
    const over = Promise.all(theirs.map((call) => call.over))
    if (theirs.length > 0 && this.#parts.mayAct()) await within(this.#parts.clock, patienceMs, over)
    for (const call of theirs) call.recall('handed on')
    await over
  }

  /** What rings and was not picked up is hung up: another process goes on with it. */
  standDown(): void {
    for (const call of this.#all(({ isOnItsWay, isUp, isEnding }) => isOnItsWay && !isUp && !isEnding))
      call.recall('handed on')
  }

  /** Calls that are up may end by themselves; after that they are hung up, and the next process goes on with them. */
  async stop(patienceMs: number): Promise<void> {
    this.#stopping = true
    this.#timer?.cancel()
    this.#writer.stop()
    const waiting = this.#all(({ isOnItsWay }) => !isOnItsWay)
    for (const call of waiting) call.recall()
    await Promise.all(waiting.map(({ over }) => over))
    if (this.#calls.size > 0) await within(this.#parts.clock, patienceMs, this.#over())
    this.#writer.handOn()
    for (const call of this.#calls.values()) call.recall('handed on')
    await this.#over()
  }

  #over = () => Promise.all(Array.from(this.#calls.values(), ({ over }) => over))

  #all = (isMeant: (call: PlacedCall) => boolean) => [...this.#calls.values()].filter(isMeant)

  #forThisSecond(): Allowance {
    const now = this.#parts.clock.now()
    return {
      allows: (exchange) => this.#rates.allows(exchange, now),
      began: (exchange) => this.#rates.began(exchange, now),
    }
  }

  /** No exchange has more calls ready than it may be sent in a second. */
  #forTheNextSecond(): Allowance {
    const waiting = new Map<string, number>()
    const of = (exchange: string) => waiting.get(exchange) ?? 0
    const began = (exchange: string) => void waiting.set(exchange, of(exchange) + 1)
    for (const { exchange } of this.#all(({ isOnItsWay }) => !isOnItsWay)) began(exchange)
    return { allows: (exchange) => of(exchange) < this.#parts.callsPerSecond(), began }
  }

  /** When there is no line for a call, there is none for those of its tenant that come after it. */
  #take(calls: readonly HeldCall[], { allows, began }: Allowance, counted: boolean): HeldCall[] {
    const taken: HeldCall[] = []
    const lineless = new Set<TenantId>()
    for (const held of calls) {
      const { tenant } = held.call
      if (lineless.has(tenant) || !this.#mayRing(held)) continue
      const wantedAt = lineWantedAt(held.call, held.policy)
      const wish = { mayUse: allows, wantedAt, ...this.#failed.wishOf(held.id) }
      const line = this.#parts.caller.take(tenant, wish)
      if (!line) lineless.add(tenant)
      else {
        began(line.exchange)
        this.#place(this.#callBy(line, held, counted))
        taken.push(held)
      }
    }
    return taken
  }

  #callBy(line: HeldLine, held: HeldCall, counted: boolean): PlacedCall {
    const onUnwritten = () => this.#unwritten(held)
    const onArmed = () => this.#ringSoon()
    return new PlacedCall({ ...this.#parts, writer: this.#writer, onArmed, onUnwritten, held, line, counted })
  }

  /** One call a room; and a call that was taken elsewhere while it rang rings there once it has stopped here. */
  #mayRing({ id, call }: HeldCall): boolean {
    const isHeld = this.#rooms.has(roomKey(call)) || this.#rooms.has(id)
    return !this.#stopping && !isHeld && !this.#calls.has(id) && this.#parts.rings(call.tenant)
  }

  #place(placed: PlacedCall) {
    const { id, call } = placed.held
    const room = roomKey(call)
    this.#rooms.add(room)
    this.#calls.set(id, placed)
    void placed.arm()
    void placed.over.finally(() => {
      this.#calls.delete(id)
      this.#failed.note(id, placed.failedOn)
      this.#parts.onOver(placed.held)
      this.letRoomGo(room)
    })
  }

  #unwritten(held: HeldCall) {
    this.#troubleAt = this.#parts.clock.now()
    this.#parts.onUnwritten(held)
  }

  /** Once for all that were written together. */
  #ringSoon() {
    if (this.#isRingingSoon) return
    this.#isRingingSoon = true
    queueMicrotask(() => {
      this.#isRingingSoon = false
      this.#ringArmed(this.#parts.clock.now())
    })
  }

  #ringArmed(now: Instant) {
    if (this.#stopping || this.#dialling) return
    const due = this.#dueOrStale(now)
    if (due.length === 0) return this.#wind(now)
    let dialled: () => void = () => {}
    this.#dialling = new Promise((resolve) => (dialled = resolve))
    void this.#ringAll(due).finally(() => {
      this.#dialling = null
      dialled()
    })
  }

  /** Dials in portions, so that the event loop can handle other events in between. */
  async #ringAll(due: readonly PlacedCall[]) {
    const { clock } = this.#parts
    const full = new Set<string>()
    for (let from = 0; from < due.length; from += AT_ONCE) {
      if (from > 0) await new Promise<void>((resolve) => clock.soon(resolve))
      this.#ringSome(due.slice(from, from + AT_ONCE), clock.now(), full)
    }
    this.#wind(clock.now())
  }

  /** A call that waits for its exchange keeps those after it waiting there, and nowhere else. */
  #ringSome(due: readonly PlacedCall[], now: Instant, full: Set<string>) {
    for (const call of due) {
      const fate = call.isArmed ? this.#fateOf(call, now, full) : 'gone'
      if (fate === 'wait') full.add(call.exchange)
      else if (fate === 'ring') call.dial()
      else if (fate === 'let go') call.recall()
    }
  }

  #dueOrStale(now: Instant): PlacedCall[] {
    const all = this.#all(({ isArmed, dueAt }) => isArmed && (dueAt <= now || dueAt > now + TOO_EARLY))
    return all.length > 1 ? all.toSorted((a, b) => byPrecedence(a.held, b.held)) : all
  }

  /** The clock may have been set since it was armed, whichever way. */
  #fateOf(
    { held, dueAt, counted, exchange }: PlacedCall,
    now: Instant,
    full: ReadonlySet<string>,
  ): 'ring' | 'wait' | 'let go' {
    // A node that was declared lost may act again, but no more for this house.
    if (!this.#parts.rings(held.call.tenant)) return 'let go'
    if (!this.#parts.mayAct()) return 'wait'
    if (dueAt > now || beforeCall(held, held.policy, now).do !== 'ring') return 'let go'
    if (counted) return 'ring'
    if (full.has(exchange) || !this.#rates.allows(exchange, now)) return 'wait'
    this.#rates.began(exchange, now)
    return 'ring'
  }

  /** Resolves when no dialling is under way; writes wait for it. */
  async #dialled() {
    while (this.#dialling) await this.#dialling
  }

  /** Until the next moment, or the last look before it. */
  #wind(now: Instant) {
    let next = Infinity
    for (const call of this.#calls.values()) if (call.isArmed) next = Math.min(next, this.#nextOf(call, now))
    this.#timer?.cancel()
    if (next === Infinity || this.#stopping) return
    const soonest = this.#parts.mayAct() ? now : now + PERMIT_AGAIN
    this.#timer = this.#parts.clock.at(Math.max(soonest, next), () => this.#lookAndRing())
  }

  #nextOf({ isLookedAt, dueAt, exchange }: PlacedCall, now: Instant): Instant {
    return isLookedAt ? Math.max(this.#rates.nextAt(exchange, now), dueAt) : dueAt - LOOK_AHEAD
  }

  #lookAndRing() {
    const now = this.#parts.clock.now()
    const near = this.#all((call) => call.isArmed && !call.isLookedAt && call.dueAt - LOOK_AHEAD <= now)
    for (const call of near) call.isLookedAt = true
    const toCome = near.filter(({ dueAt }) => dueAt > now)
    if (toCome.length > 0) void this.#look(toCome)
    this.#ringArmed(now)
  }

  /** Those that are not as they were when they were written down are not rung. */
  async #look(near: readonly PlacedCall[]) {
    const { book, log } = this.#parts
    try {
      const unchanged = new Set(await book.unchanged(near.map(({ held }) => held.call)))
      for (const call of near) if (call.isArmed && !unchanged.has(call.held.id)) call.recall()
    } catch (error) {
      log.warn(
        { event: 'wakeups.not-looked-at', error: messageOf(error) },
        'Calls are dialled without a last look at the book',
      )
    }
  }
}
