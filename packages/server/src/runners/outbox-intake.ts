import type { Delivery } from '../hotel/delivery.ts'
import type { Gate } from '../hotel/retry.ts'
import type { Instant } from '../kernel/clock.ts'
import { HeldRooms } from './held-rooms.ts'
import type { Turn, Turned } from './outbox-turn.ts'
import { RoomLines } from './room-lines.ts'

/** Taken up ahead of those that are under way, so that a connection need not wait for the disk. */
const AHEAD = 8
/** Looking past rooms that are held means reading all that waits for them: one looks for a tenth of the time at most. */
const REST_PER_LOOK = 9
const LONGEST_REST = 1_000

/** Which messages are taken up, and which of those may be sent: in order within each room. */
export class OutboxIntake {
  readonly #atOnce: number
  readonly #lines = new RoomLines()
  readonly #held = new HeldRooms()
  #mayWait = true
  /** A destination that came back takes what was to wait longer; whatever has failed since is held here. */
  #draining = false
  /** After a look that found less than was wanted. */
  #restsUntil: Instant = 0

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  /** Whether there may be something to take up. */
  get mayWait(): boolean {
    return this.#mayWait
  }

  stir(): void {
    this.#mayWait = true
  }

  /** What was to wait is looked at again; those whose time has not come wait on. */
  reconsider(): void {
    this.#held.clear()
    this.#draining = false
    this.stir()
  }

  /** Everything is taken up, whatever it was to wait for. */
  drain(): void {
    this.#draining = true
    this.stir()
  }

  /** It came back: those that failed before are taken up as well. */
  reopen(): void {
    this.#held.clear()
    this.drain()
  }

  /** How many are to be taken up now. */
  wanted(gate: Gate, now: Instant): number {
    if (this.#held.free(now)) this.stir()
    if (!this.#mayWait || gate === 'paused') return 0
    const taken = this.#lines.size
    if (gate === 'probing') return taken === 0 ? 1 : 0
    if (this.#rests(now)) return 0
    const most = this.#atOnce === 1 ? 1 : this.#atOnce * AHEAD
    // A few at a time would cost as much as many.
    return taken > most / 2 ? 0 : most - taken
  }

  /** What a turn has to know to take up so many. */
  ask(wanted: number, isProbe: boolean): Pick<Turn, 'wanted' | 'but' | 'atOnce'> {
    if (wanted > 0) this.#mayWait = false
    const but = isProbe ? [] : [...this.#lines.rooms(), ...this.#held.rooms()]
    return { wanted, but, atOnce: isProbe || this.#draining }
  }

  take({ taken, held, more }: Turned, look: { asked: boolean; ms: number }, now: Instant): void {
    if (look.asked && more) this.stir()
    if (look.asked && !more) this.#restsUntil = now + Math.min(look.ms * REST_PER_LOOK, LONGEST_REST)
    for (const one of held) this.#held.hold(one, one.nextAt)
    for (const one of taken) this.#lines.join(one)
  }

  /** The next one to be sent. */
  next(): Delivery | undefined {
    return this.#lines.next()
  }

  /** It has come to an end: the next of its room may go. */
  done(one: Delivery): void {
    this.#lines.done(one)
  }

  /** It must be sent again, and not before: gives the others of its room, which wait with it. */
  hold(one: Delivery, until: Instant): Delivery[] {
    this.#held.hold(one, until)
    return this.#lines.blocked(one)
  }

  /** Whatever is not under way waits again, in its place. */
  disperse(): Delivery[] {
    const unsent = this.#lines.disperse()
    if (unsent.length > 0) this.stir()
    return unsent
  }

  /** When to look again by itself; Infinity if something else has to happen before. */
  nextLook(now: Instant): Instant {
    const rested = this.#rests(now) ? this.#restsUntil : now
    return this.#mayWait && rested > now ? rested : Math.max(rested, this.#held.next())
  }

  // A clock that was set back does not make it rest for longer.
  #rests = (now: Instant) =>
    this.#held.size > 0 && now < this.#restsUntil && this.#restsUntil - now <= LONGEST_REST
}
