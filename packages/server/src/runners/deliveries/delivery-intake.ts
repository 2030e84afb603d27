import type { Delivery } from '../../hotel/deliveries/delivery.ts'
import type { Gate } from '../../hotel/deliveries/retry.ts'
import type { Instant } from '../../kernel/clock.ts'
import { HeldRooms } from './held-rooms.ts'
import type { QueueTurn, Turned } from './delivery-turn.ts'
import { RoomQueues } from './room-queues.ts'

/** Taken up ahead of those that are under way, so that a connection need not wait for the disk. */
const AHEAD = 8
/** Looking past rooms that are held means reading all that waits for them: one looks for a tenth of the time at most. */
const REST_PER_LOOK = 9
const LONGEST_REST = 1_000

/** Which messages are taken up, and which of those may be sent: in order within each room. */
export class DeliveryIntake {
  readonly #atOnce: number
  readonly #most: number
  readonly #lines = new RoomQueues()
  readonly #held = new HeldRooms()
  #mayWait = true
  /** A destination that came back takes what was to wait longer; whatever has failed since is held here. */
  #draining = false
  /** After a look that found less than was wanted. */
  #restsUntil: Instant = 0
  /** After one that was not sent. */
  #noProbeBefore: Instant = 0
  /** What is being looked up may be out of date when it comes. */
  #isReconsidered = false

  constructor(atOnce: number) {
    this.#atOnce = atOnce
    this.#most = atOnce === 1 ? 1 : atOnce * AHEAD
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
    this.#freeAll()
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
    this.#freeAll()
    this.drain()
  }

  #freeAll() {
    this.#held.clear()
    this.#noProbeBefore = 0
    this.#isReconsidered = true
  }

  /** Everything that was taken up and has not come back. */
  ids(): string[] {
    return this.#lines.ids()
  }

  /** How many are to be taken up now. */
  wanted(gate: Gate, now: Instant): number {
    if (this.#held.free(now)) this.stir()
    if (!this.#mayWait || gate === 'paused') return 0
    const taken = this.#lines.size
    if (gate === 'probing') return taken === 0 && !isSoon(this.#noProbeBefore, now) ? 1 : 0
    if (this.#rests(now)) return 0
    // A few at a time would cost as much as many.
    if (!this.#isFull) return this.#most - taken
    // Long lines behind a room that is slow hold up no other room.
    return this.#lines.isStuck(this.#atOnce) ? this.#most : 0
  }

  /** What a turn has to know to take up so many. */
  ask(wanted: number, isProbe: boolean): Pick<QueueTurn, 'wanted' | 'but' | 'atOnce'> {
    if (wanted > 0) this.#mayWait = false
    this.#isReconsidered = false
    const but = isProbe ? [] : [...this.#lines.rooms(), ...this.#held.rooms()]
    return { wanted, but, atOnce: isProbe || this.#draining }
  }

  take({ taken, held, more }: Turned, look: { asked: boolean; ms: number }, now: Instant): void {
    if (look.asked && more) this.stir()
    if (look.asked && !more) this.#restsUntil = now + Math.min(look.ms * REST_PER_LOOK, LONGEST_REST)
    // Somebody has decided about them since they were looked up: they are looked at again.
    if (this.#isReconsidered) this.stir()
    else for (const one of held) this.#held.hold(one, one.nextAt)
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

  /** It was not sent: nothing has been found out, and nobody tries again at once. */
  notSent(one: Delivery, until: Instant): Delivery[] {
    this.#noProbeBefore = until
    return this.hold(one, until)
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

  #rests = (now: Instant) => (this.#held.size > 0 || this.#isFull) && isSoon(this.#restsUntil, now)

  get #isFull(): boolean {
    return this.#lines.size > this.#most / 2
  }
}

/** Still to come. A clock that was set back makes nobody rest for longer. */
const isSoon = (until: Instant, now: Instant) => now < until && until - now <= LONGEST_REST
