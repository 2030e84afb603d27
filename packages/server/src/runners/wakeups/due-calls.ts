import { DESK_KNOWS_AFTER, lineWantedAt } from '../../hotel/wakeups/after-call.ts'
import { beforeCall, byPrecedence, methodOf } from '../../hotel/wakeups/before-call.ts'
import { provenBy, unproven } from '../../hotel/wakeups/proof.ts'
import type { Outcome } from '../../hotel/wakeups/wakeup-outcome.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { CallsAhead } from './calls-ahead.ts'
import type { CallsInHand } from './calls-in-hand.ts'
import { ARM_AHEAD, type Dialler } from './dialler.ts'
import { type HeldCall, ringsAtItsMoment } from './held-call.ts'
import type { WakeupBook } from './wakeup-book.ts'

interface Parts {
  readonly book: WakeupBook
  readonly hand: CallsInHand
  readonly dialler: Dialler
  readonly ahead: CallsAhead
}

/** What is done with calls whose moment has come, or is near. */
export class DueCalls {
  readonly #parts: Parts
  /** Of these the desk knows that they wait for a line. */
  readonly #told = new Set<string>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Those whose moment has come get ready; the ready ones are dialled as far as there are lines. */
  async dial(now: Instant) {
    const { hand, dialler, ahead } = this.#parts
    const due = hand.held.filter(({ call }) => call.nextAt <= now)
    const before = hand.ready.length
    // While one is being written down, another may be taken away or replaced.
    for (const held of due) if (hand.isStill(held)) await this.#firstStep(held, now)
    if (hand.ready.length > before) hand.putInOrder()
    const dialled = new Set(dialler.dial(hand.ready, now))
    hand.waitsNoLonger(dialled)
    for (const { id } of dialled) this.#told.delete(id)
    ahead.forget(Array.from(dialled, ({ id }) => id))
    if (hand.ready.length === 0) this.#armSoon(now)
  }

  /** Makes calls ready whose moment is near, while no due call waits for a line. */
  #armSoon(now: Instant) {
    const { hand, dialler, ahead } = this.#parts
    const soon = hand.held.filter(
      (held) => held.call.nextAt > now && held.call.nextAt <= now + ARM_AHEAD && ringsAtItsMoment(held),
    )
    const armed = dialler.arm(soon.toSorted(byPrecedence)).map(({ id }) => id)
    for (const id of armed) hand.unhold(id)
    ahead.forget(armed)
  }

  async #firstStep(held: HeldCall, now: Instant) {
    const { book, hand, ahead } = this.#parts
    const step = beforeCall(held, held.policy, now)
    if (step.do === 'ring' && held.extension !== null) hand.waits(held)
    else if (step.do === 'wait') await book.postpone(held.call, step.until)
    else if (step.do === 'leave-to-desk') await book.leaveToDesk(held.call, step.until, step.rings, now)
    else await this.#giveUp(held, step.do === 'settle' ? step.outcome : 'unreachable', now)
    if (step.do !== 'ring') ahead.changed([held.id])
    // Not before it is written: what the database did not take is looked at again.
    if (hand.isStill(held)) hand.unhold(held.id)
  }

  /** Gives up calls whose grace time ended while they waited for a line, and tells the desk of those that wait long. */
  async tellWaiting(now: Instant) {
    const { book, hand } = this.#parts
    for (const held of hand.ready.slice()) {
      // It may have been taken away while another one was written down.
      if (!hand.isReady(held)) continue
      const step = beforeCall(held, held.policy, now)
      if (step.do === 'settle') {
        await this.#giveUp(held, step.outcome, now)
        hand.waitsNoLonger(new Set([held]))
      } else if (now - lineWantedAt(held.call, held.policy) >= DESK_KNOWS_AFTER && !this.#told.has(held.id)) {
        await book.tellNoLine(held.call, now)
        this.#told.add(held.id)
      }
    }
  }

  async #giveUp(held: HeldCall, outcome: Outcome, now: Instant) {
    const isManual = methodOf(held, held.policy) === 'manual'
    await this.#parts.book.giveUp(held.call, isManual ? provenBy('not-marked') : unproven(outcome), now)
    this.#told.delete(held.id)
  }
}
