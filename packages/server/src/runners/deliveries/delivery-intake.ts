import type { Delivery } from '../../hotel/deliveries/delivery.ts'
import type { Gate } from '../../hotel/deliveries/retry.ts'
import type { Instant } from '../../kernel/clock.ts'
import { HeldRooms } from './held-rooms.ts'
import type { QueueTurn, Turned } from './delivery-turn.ts'
import { RoomQueues } from './room-queues.ts'

/** Messages are taken up ahead, so that a connection need not wait for the disk. */
const AHEAD = 8
/**
 * To one that takes them one at a time, as many as it answers while the next are taken up, and some looks take far
 * longer than usual: what was taken up may have been sent when the process is killed, so there are no more than that.
 */
const MOST_AHEAD_OF_ONE = 64
/** How much the latest of a kind counts in what is usual. */
const WEIGHT = 0.2
/** Looking past held rooms means reading all that waits for them: at most a tenth of the time is spent on that. */
const REST_PER_LOOK = 9
const LONGEST_REST = 1_000

/** Which messages are taken up, and which of those may be sent: in order within each room. */
export class DeliveryIntake {
  readonly #atOnce: number
  readonly #lines = new RoomQueues()
  readonly #held = new HeldRooms()
  #mayWait = true
  /** After a destination came back, waiting messages go at once; those that fail again are held in `#held`. */
  #draining = false
  /** Set after a look that found fewer messages than wanted. */
  #restsUntil: Instant = 0
  /** Set after a message that could not be sent. */
  #noProbeBefore: Instant = 0
  /** The look under way started before `#freeAll`: its held messages are out of date. */
  #isReconsidered = false
  /** How long taking up takes, and an answer: as usual, in milliseconds. */
  #lookMs = 0
  #answerMs = 0

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  /** It was answered after so long. */
  answered(ms: number): void {
    this.#answerMs += (ms - this.#answerMs) * WEIGHT
  }

  /** To one that takes them one at a time: more is to be taken up before the last of them is under way. */
  get isLow(): boolean {
    return this.#atOnce === 1 && this.#mayWait && !this.#isFull
  }

  get #most(): number {
    if (this.#atOnce > 1) return this.#atOnce * AHEAD
    const meanwhile = Math.ceil((4 * this.#lookMs) / Math.max(this.#answerMs, 1))
    return Math.min(1 + meanwhile, MOST_AHEAD_OF_ONE)
  }

  /** Whether there may be something to take up. */
  get mayWait(): boolean {
    return this.#mayWait
  }

  stir(): void {
    this.#mayWait = true
  }

  /** Waiting messages are looked at again; those whose time has not come keep waiting. */
  reconsider(): void {
    this.#freeAll()
    this.#draining = false
    this.stir()
  }

  /** Everything is taken up, even what was to wait for a later attempt. */
  drain(): void {
    this.#draining = true
    this.stir()
  }

  /** The destination is back: messages that failed before are taken up as well. */
  reopen(): void {
    this.#freeAll()
    this.drain()
  }

  /** The time is another by so much. */
  move(by: number): void {
    this.#held.move(by)
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
    // Taking up a few costs as much as taking up many.
    if (!this.#isFull) return this.#most - taken
    // Many messages queued behind one slow room must not hold up other rooms.
    return this.#lines.isStuck(this.#atOnce) ? this.#most : 0
  }

  /** What a turn needs to know to take up this many. */
  ask(wanted: number, isProbe: boolean): Pick<QueueTurn, 'wanted' | 'but' | 'atOnce'> {
    if (wanted > 0) this.#mayWait = false
    this.#isReconsidered = false
    const but = isProbe ? [] : [...this.#lines.rooms(), ...this.#held.rooms()]
    return { wanted, but, atOnce: isProbe || this.#draining }
  }

  take({ taken, held, more }: Turned, look: { asked: boolean; ms: number }, now: Instant): void {
    if (look.asked) this.#lookMs += (look.ms - this.#lookMs) * WEIGHT
    if (look.asked && more) this.stir()
    if (look.asked && !more) this.#restsUntil = now + Math.min(look.ms * REST_PER_LOOK, LONGEST_REST)
    // An operator or a late answer has changed them since the look began: look again.
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

  /** It must be sent again in a moment: it stays taken up, and those behind it too, until it is `back`. */
  stay(one: Delivery): void {
    this.#lines.stay(one)
  }

  get staysAny(): boolean {
    return this.#lines.staysAny
  }

  back(one: Delivery): void {
    this.#lines.back(one)
  }

  /** It must be sent again, at `until` at the earliest: returns the others of its room, which wait with it. */
  hold(one: Delivery, until: Instant): Delivery[] {
    this.#held.hold(one, until)
    return this.#lines.blocked(one)
  }

  /** It was not sent, which says nothing about the destination; the next try is not before `until`. */
  notSent(one: Delivery, until: Instant): Delivery[] {
    this.#noProbeBefore = until
    return this.hold(one, until)
  }

  /** Messages taken up but not under way are put back to wait. */
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

/** Still to come. A clock that was set back does not make a rest longer. */
const isSoon = (until: Instant, now: Instant) => now < until && until - now <= LONGEST_REST
