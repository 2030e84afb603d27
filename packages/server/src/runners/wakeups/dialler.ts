import type { Caller } from '../../calls/caller.ts'
import { beforeCall, byPrecedence } from '../../hotel/wakeups/before-call.ts'
import { CallRate } from '../../hotel/wakeups/call-rate.ts'
import { type Clock, type Instant, seconds, type Timer } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import { STORE_RETRY } from '../../kernel/until-written.ts'
import { CallWriter } from './call-writer.ts'
import type { HeldCall } from './held-call.ts'
import { PlacedCall } from './placed-call.ts'
import { roomKey, type WakeupBook } from './wakeup-book.ts'
import { within } from '../../kernel/within.ts'

interface Parts {
  readonly book: WakeupBook
  readonly caller: Caller
  readonly clock: Clock
  readonly log: Log
  callsPerSecond(): number
  /** A room, a line or a call is free again. */
  onFree(): void
  /** The book did not take it: it is to be tried again. */
  onUnwritten(held: HeldCall): void
}

/** A call is made ready and written down this long ahead, as that takes time when a whole hotel is due. */
export const ARM_AHEAD = seconds(3)
/** It is looked at a last time this long ahead: another process may have changed it without telling us. */
const LOOK_AHEAD = 150
/** After the clock was set back, an armed call would hold its line for too long: this far ahead it is let go. */
const TOO_EARLY = 2 * ARM_AHEAD
/** Dialled in one go; then incoming packets are read, or the sockets would overflow. */
const AT_ONCE = 100

/**
 * Takes lines and rings rooms: never more than there are lines, never two calls in one room. Each call is in the book
 * as about to dial before it is dialled; nothing of the database stands between its moment and the INVITE.
 */
export class Dialler {
  readonly #parts: Parts
  /** Rooms that ring, and rooms and calls that a process before us left behind. */
  readonly #rooms = new Set<string>()
  readonly #calls = new Map<string, PlacedCall>()
  readonly #rate = new CallRate()
  readonly #writer: CallWriter
  /** When the database last failed us: what has time is not tried again at once. */
  #troubleAt = -Infinity
  #timer: Timer | undefined
  #dialling: Promise<void> | null = null
  #isRingingSoon = false
  #stopping = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#writer = new CallWriter({ ...parts, dialled: () => this.#dialled() })
  }

  get ringing(): number {
    return this.#all(({ isOnItsWay }) => isOnItsWay).length
  }

  /** Everything that is in our hands. */
  get ids(): string[] {
    return [...this.#calls.keys()]
  }

  /** When calls that wait for the next second are looked at again; calls that wait for a line are woken by `onFree`. */
  nextAt(now: Instant, waiting: number): Instant {
    const mayBeginAt = this.#rate.nextAt(now, this.#perSecond())
    return waiting > 0 && mayBeginAt > now ? mayBeginAt : Infinity
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
    const mayBegin = this.#perSecond() - this.#all(({ isOnItsWay }) => !isOnItsWay).length
    return this.#take(soon.slice(0, Math.max(0, mayBegin)), false)
  }

  /** Rings what is armed and due, and as many of these as there are lines; gives the calls that it has taken. */
  dial(ready: readonly HeldCall[], now: Instant): HeldCall[] {
    this.#ringArmed(now)
    return this.#take(ready, true)
  }

  /** These calls were settled, changed or removed elsewhere; says which of them were ringing or about to. */
  recall(ids: readonly string[]): string[] {
    const ours = ids.filter((id) => this.#calls.get(id)?.isArmed || this.#calls.get(id)?.isOnItsWay)
    for (const id of ids) this.#calls.get(id)?.recall()
    return ours
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

  #perSecond = () => this.#parts.callsPerSecond()

  #all = (isMeant: (call: PlacedCall) => boolean) => [...this.#calls.values()].filter(isMeant)

  #take(calls: readonly HeldCall[], counted: boolean): HeldCall[] {
    const taken: HeldCall[] = []
    for (const held of calls) {
      const line = this.#mayRing(held, counted) ? this.#parts.caller.take(held.call.tenant) : null
      if (!line) continue
      if (counted) this.#rate.began(this.#parts.clock.now())
      const onUnwritten = () => this.#unwritten(held)
      const onArmed = () => this.#ringSoon()
      const shared = { ...this.#parts, writer: this.#writer, onArmed, onUnwritten }
      this.#place(new PlacedCall({ ...shared, held, line, counted }))
      taken.push(held)
    }
    return taken
  }

  /** One call a room; and a call that was taken elsewhere while it rang rings there once it has stopped here. */
  #mayRing({ id, call }: HeldCall, counted: boolean): boolean {
    const isHeld = this.#rooms.has(roomKey(call)) || this.#rooms.has(id)
    if (this.#stopping || isHeld || this.#calls.has(id)) return false
    return !counted || this.#rate.allows(this.#parts.clock.now(), this.#perSecond())
  }

  #place(placed: PlacedCall) {
    const { id, call } = placed.held
    const room = roomKey(call)
    this.#rooms.add(room)
    this.#calls.set(id, placed)
    void placed.arm()
    void placed.over.finally(() => {
      this.#calls.delete(id)
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
    for (let from = 0; from < due.length; from += AT_ONCE) {
      if (from > 0) await new Promise<void>((resolve) => clock.soon(resolve))
      if (!this.#ringSome(due.slice(from, from + AT_ONCE), clock.now())) break
    }
    this.#wind(clock.now())
  }

  /** Says whether any more may be dialled in this second. */
  #ringSome(due: readonly PlacedCall[], now: Instant): boolean {
    for (const call of due) {
      const fate = call.isArmed ? this.#fateOf(call, now) : 'gone'
      if (fate === 'wait') return false
      if (fate === 'ring') call.dial()
      else if (fate === 'let go') call.recall()
    }
    return true
  }

  #dueOrStale(now: Instant): PlacedCall[] {
    const all = this.#all(({ isArmed, dueAt }) => isArmed && (dueAt <= now || dueAt > now + TOO_EARLY))
    return all.length > 1 ? all.toSorted((a, b) => byPrecedence(a.held, b.held)) : all
  }

  /** The clock may have been set since it was armed, whichever way. */
  #fateOf({ held, dueAt, counted }: PlacedCall, now: Instant): 'ring' | 'wait' | 'let go' {
    if (dueAt > now || beforeCall(held, held.policy, now).do !== 'ring') return 'let go'
    if (counted) return 'ring'
    if (!this.#rate.allows(now, this.#perSecond())) return 'wait'
    this.#rate.began(now)
    return 'ring'
  }

  /** Resolves when no dialling is under way; writes wait for it. */
  async #dialled() {
    while (this.#dialling) await this.#dialling
  }

  /** Until the next moment, or the last look before it. */
  #wind(now: Instant) {
    const mayBeginAt = this.#rate.nextAt(now, this.#perSecond())
    let next = Infinity
    for (const { isArmed, isLookedAt, dueAt } of this.#calls.values())
      if (isArmed) next = Math.min(next, isLookedAt ? Math.max(mayBeginAt, dueAt) : dueAt - LOOK_AHEAD)
    this.#timer?.cancel()
    if (next === Infinity || this.#stopping) return
    this.#timer = this.#parts.clock.at(Math.max(now, next), () => this.#lookAndRing())
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
