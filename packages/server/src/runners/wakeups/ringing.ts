import type { CallResult } from '../../hotel/wakeups/call-result.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { type Clock, type Instant, seconds } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import type { Call, CallHandle, CallOrder, CallSteps, HeldLine } from '../../calls/caller.ts'
import type { WakeupBook } from './wakeup-book.ts'
import {
  answeredNote,
  endedNote,
  keyNote,
  progressNote,
  type Stopped,
  type WakeupNote,
} from './wakeup-notes.ts'
import { pause } from '../../kernel/within.ts'

interface Parts {
  readonly call: Wakeup
  /** What happened to it so far and is not yet in the log. */
  readonly notes: readonly WakeupNote[]
  readonly line: HeldLine
  readonly order: Promise<CallOrder>
  readonly book: WakeupBook
  readonly clock: Clock
  readonly log: Log
  /** There is something new for the log. */
  onNote(): void
  /** What is over is written down in turn, after the rooms whose moment has come were dialled. */
  inTurn(work: () => Promise<void>): Promise<void>
}

const STORE_RETRY = seconds(1)

/** One room rings once: from the line in hand to the decision in the book. */
export class Ringing {
  /** Everything is written down, and the line is free. */
  readonly over: Promise<void>
  #finish: () => void = () => {}
  readonly #parts: Parts
  readonly #startedAt: Instant
  readonly #startedElapsed: number
  /** Happened, or said by the exchange, and not yet in the book. */
  readonly #notes: WakeupNote[]
  /** Since when it rings, until that is in the book. */
  #unnoted: Instant | null
  #beingNoted = false
  /** Somebody else has tried to write it down. */
  #noted: Promise<void> = Promise.resolve()
  #call: Call | undefined
  #answered = false
  #keys = ''
  /** `recalled`: somebody else has decided; `handed on`: the next process decides. */
  #left: Stopped | null = null

  constructor(parts: Parts) {
    this.#parts = parts
    this.#startedAt = parts.clock.now()
    this.#startedElapsed = parts.clock.elapsed()
    this.#notes = [...parts.notes]
    this.#unnoted = this.#startedAt
    this.over = new Promise((resolve) => (this.#finish = resolve))
  }

  start(): void {
    void this.#ring().finally(this.#finish)
  }

  /** Whether there is something to write down that nobody is at. */
  get hasNews(): boolean {
    return this.#notes.length > 0 && !this.#beingNoted
  }

  news(): { call: Wakeup; notes: readonly WakeupNote[] } {
    return { call: this.#parts.call, notes: [...this.#notes] }
  }

  /**
   * Somebody writes down the first of what happened, together with other calls. What he cannot write goes into the book
   * with what comes next.
   */
  noted(count: number, written: Promise<unknown>): void {
    this.#beingNoted = true
    const forget = () => void this.#notes.splice(0, count)
    this.#noted = written.then(forget, () => {}).finally(() => (this.#beingNoted = false))
  }

  /** Somebody has written down that it rings. */
  known(): void {
    this.#unnoted = null
  }

  /** Somebody has decided about the call: nobody needs to pick up any more. */
  stop(): void {
    this.#left ??= 'recalled'
    this.#call?.hangUp()
  }

  /** We stop: the next process goes on where we are. */
  handOn(): void {
    this.#left ??= 'handed on'
    this.#call?.hangUp()
  }

  async #ring() {
    const { line, order, log, call } = this.#parts
    try {
      const words = await order
      if (this.#left) return await this.#giveBack('Given up before it was dialled')
      this.#call = line.call(words, this.#steps())
    } catch (error) {
      log.error(
        { event: 'wakeup.not-begun', wakeup: call.id, error: messageOf(error) },
        'A call could not be begun',
      )
      return this.#giveBack(messageOf(error))
    }
    await this.#write(await this.#call.ended)
  }

  #giveBack(reason: string): Promise<void> {
    this.#parts.line.release()
    return this.#write({ ...NOT_BEGUN, reason })
  }

  #steps(): CallSteps {
    const { book, call } = this.#parts
    return {
      remember: (handle) => book.remember(call, handle),
      answered: (handle) => this.#onAnswered(handle),
      progress: (status, reason) => {
        this.#notes.push(progressNote(this.#moment(), status, reason))
        this.#parts.onNote()
      },
      key: (key) => void this.#onKey(key),
    }
  }

  async #onAnswered(handle: CallHandle) {
    const { book, call, clock } = this.#parts
    this.#answered = true
    const note = answeredNote(this.#moment())
    await this.#noted
    this.#beingNoted = true
    const notes = [...this.#notes]
    await book.answered({ call, notes: [...notes, note], unnoted: this.#unnoted }, handle, clock.now())
    this.#unnoted = null
    this.#notes.splice(0, notes.length)
  }

  /** Written at once: a key is the guest's word, which must not be lost with us. */
  async #onKey(key: string) {
    const { book, call, log } = this.#parts
    this.#keys += key
    const note = keyNote(this.#moment(), key)
    await book
      .pressed(call, this.#keys, note)
      .catch((error: unknown) =>
        log.warn(
          { event: 'wakeup.key-unwritten', wakeup: call.id, error: messageOf(error) },
          'A key is not in the log',
        ),
      )
  }

  /** How it ended must get into the book: a database that does not answer is waited for. */
  async #write(result: CallResult) {
    const { book, call, clock, log } = this.#parts
    const ended = endedNote(this.#moment(), result, this.#left)
    for (;;) {
      try {
        return await this.#parts.inTurn(() => {
          this.#beingNoted = true
          const rung = { call, notes: [...this.#notes, ended], unnoted: this.#unnoted }
          return this.#left === 'handed on'
            ? book.handedOn(rung, this.#answered, this.#keys, clock.now())
            : book.ended(rung, result, this.#startedAt, clock.now())
        })
      } catch (error) {
        log.error(
          { event: 'wakeup.end-unwritten', wakeup: call.id, error: messageOf(error) },
          'How a call ended is not yet written down',
        )
        if (this.#left === 'handed on') return
        await pause(clock, STORE_RETRY)
      }
    }
  }

  #moment() {
    const { call, clock } = this.#parts
    const ms = Math.round(clock.elapsed() - this.#startedElapsed)
    return { at: clock.now(), number: call.dials, ms }
  }
}

const NOT_BEGUN = { kind: 'line-trouble', status: null, cause: null, forwarded: false } as const
