import { isAnsweredForGood } from '../../hotel/wakeups/answered-for-good.ts'
import type { Whose } from '../../hotel/nodes/houses.ts'
import type { Caller } from '../../calls/caller.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import type { Attempt } from '../../store/stores/attempt-store.ts'
import { cutOffOf } from './cut-off.ts'
import { roomKey, type WakeupBook } from './wakeup-book.ts'
import { isToCome } from './wakeup-entries.ts'
import { Together } from './together.ts'
import { untilWritten } from '../../kernel/until-written.ts'
import { within } from '../../kernel/within.ts'

interface Parts {
  readonly book: Pick<WakeupBook, 'openAttempts' | 'interrupted'>
  readonly caller: Pick<Caller, 'abandon'>
  readonly clock: Clock
  readonly log: Log
  /** Nothing rings in this room until it is freed. */
  hold(roomOrCall: string): void
  free(roomOrCall: string): void
}

/** A phone picked up while no process ran repeats its answer every 4 s (RFC 3261 13.3.1.4): we listen a bit longer. */
const ORPHAN_PATIENCE = 4_200

/**
 * A node that is lost leaves hundreds. Each in a transaction of its own would keep us from ringing the guests of houses
 * that nothing happened to; all in one would keep the first room waiting for the last.
 */
const WRITTEN_AT_ONCE = 25

/**
 * What the process before us was at: each call is hung up first, then decided by the rule. No room waits for another,
 * and an exchange that does not answer holds up no other call.
 */
export class Takeover {
  readonly #parts: Parts
  readonly #pending = new Set<Promise<void>>()
  readonly #decisions: Together<Attempt, void>
  #stopping = false
  #stop: () => void = () => {}
  readonly #stopped = new Promise<void>((resolve) => (this.#stop = resolve))

  constructor(parts: Parts) {
    this.#parts = parts
    this.#decisions = new Together({
      turn: () => Promise.resolve(),
      most: WRITTEN_AT_ONCE,
      write: (attempts) => this.#decide(attempts),
    })
  }

  /**
   * Resolves once the rooms are known; from then on each goes its own way. Until `quietUntil` the process before us may
   * still be at them.
   */
  async begin(taken: Whose, quietUntil: Instant | null = null): Promise<void> {
    for (const attempt of await this.#parts.book.openAttempts(taken)) {
      // By its call too, which may have moved to another room than the one that rings.
      const held = [attempt.call, roomKey(attempt)]
      for (const one of held) this.#parts.hold(one)
      const done = this.#takeOver(attempt, quietUntil).finally(() => {
        this.#pending.delete(done)
        for (const one of held) this.#parts.free(one)
      })
      this.#pending.add(done)
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true
    this.#stop()
    await Promise.all(this.#pending)
  }

  async #takeOver(attempt: Attempt, quietUntil: Instant | null) {
    const { clock, log } = this.#parts
    if (quietUntil !== null && !(await this.#waitFor(quietUntil))) return
    const hungUp = within(clock, ORPHAN_PATIENCE, this.#hangUp(attempt))
    const isForGood = isAnsweredForGood(cutOffOf(attempt))
    // Then the room is not rung again, so the result can be written before the phone is hung up.
    if (isForGood) await this.#write(attempt)
    const found = await hungUp
    log.warn(
      { event: 'wakeup.cut-off', wakeup: attempt.wakeup, found: found ?? 'no answer' },
      'A call was cut off by an interruption',
    )
    if (!isForGood) await this.#write(attempt)
  }

  /** False when we stop meanwhile: the next process finds it. */
  async #waitFor(instant: Instant): Promise<boolean> {
    const { clock } = this.#parts
    const wait = Math.max(0, instant - clock.now())
    await within(clock, wait, this.#stopped)
    return !this.#stopping
  }

  async #hangUp(attempt: Attempt): Promise<string> {
    const { caller, clock } = this.#parts
    if (attempt.handle === null || isToCome(attempt, clock.now())) return 'nothing there'
    return caller.abandon(attempt.handle).catch(messageOf)
  }

  /** A database that does not answer is waited for; the next process finds what we could not write. */
  #write(attempt: Attempt) {
    const { clock, log } = this.#parts
    let isAlone = false
    return untilWritten(
      clock,
      () => this.#decisions.add(attempt, isAlone),
      (error) => {
        isAlone = true
        log.error(
          { event: 'wakeup.not-decided', wakeup: attempt.wakeup, error: messageOf(error) },
          'A call that was cut off is not yet decided',
        )
        return this.#stopping ? 'give up' : 'again'
      },
    )
  }

  async #decide(attempts: readonly Attempt[]): Promise<void[]> {
    const { book, clock } = this.#parts
    if (!this.#stopping) await book.interrupted(attempts, clock.now())
    return attempts.map(() => undefined)
  }
}
