import type { CallResult } from '../hotel/call-result.ts'
import type { Wakeup } from '../hotel/wakeup.ts'
import { type Clock, type Instant, seconds } from '../kernel/clock.ts'
import { messageOf } from '../kernel/failure.ts'
import type { Log } from '../kernel/log.ts'
import type { Call, CallHandle, CallOrder, CallSteps, HeldLine } from '../calls/caller.ts'
import type { WakeupBook } from './wakeup-book.ts'
import type { Note } from './wakeup-notes.ts'

interface Parts {
  readonly call: Wakeup
  readonly line: HeldLine
  readonly order: Promise<CallOrder>
  readonly book: WakeupBook
  readonly clock: Clock
  readonly log: Log
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
  /** Said by the exchange and not yet in the book. */
  #notes: Note[] = []
  #call: Call | undefined
  #answered = false
  #keys = ''
  /** `recalled`: somebody else has decided; `handed on`: the next process decides. */
  #left: 'recalled' | 'handed on' | null = null

  constructor(parts: Parts) {
    this.#parts = parts
    this.#startedAt = parts.clock.now()
    this.#startedElapsed = parts.clock.elapsed()
    this.over = new Promise((resolve) => (this.#finish = resolve))
  }

  start(): void {
    void this.#ring().finally(this.#finish)
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
    if (this.#left) {
      line.release()
      return this.#write({ ...NOT_BEGUN, reason: 'Recalled before it was dialled' })
    }
    try {
      this.#call = line.call(await order, this.#steps())
    } catch (error) {
      log.error({ wakeup: call.id, error: messageOf(error) }, 'A call could not be begun')
      line.release()
      return this.#write({ ...NOT_BEGUN, reason: messageOf(error) })
    }
    if (this.#left) this.#call.hangUp()
    await this.#write(await this.#call.ended)
  }

  #steps(): CallSteps {
    const { book, call } = this.#parts
    return {
      remember: (handle) => book.remember(call, handle),
      answered: (handle) => this.#onAnswered(handle),
      progress: (status, reason) => void this.#notes.push(this.#progressNote(status, reason)),
      key: (key) => void this.#onKey(key),
    }
  }

  async #onAnswered(handle: CallHandle) {
    const { book, call, clock } = this.#parts
    this.#answered = true
    const note = this.#note('wakeup.answered', 'The phone was picked up', {})
    await book.answered(call, handle, clock.now(), [...this.#takeNotes(), note])
  }

  /** Written at once: a key is the guest's word, which must not be lost with us. */
  async #onKey(key: string) {
    const { book, call, log } = this.#parts
    this.#keys += key
    const note = this.#note('wakeup.key', `Key ${key} was pressed`, { key })
    await book
      .pressed(call, this.#keys, note)
      .catch((error: unknown) =>
        log.warn({ wakeup: call.id, error: messageOf(error) }, 'A key is not in the log'),
      )
  }

  /** How it ended must get into the book: a database that does not answer is waited for. */
  async #write(result: CallResult) {
    const { book, call, clock, log } = this.#parts
    const ended = this.#endedNote(result)
    for (;;) {
      try {
        const notes = [...this.#notes, ended]
        return await this.#parts.inTurn(() =>
          this.#left === 'handed on'
            ? book.handedOn(call, this.#answered, this.#keys, clock.now(), notes)
            : book.ended(call, result, this.#startedAt, clock.now(), notes),
        )
      } catch (error) {
        log.error({ wakeup: call.id, error: messageOf(error) }, 'How a call ended is not yet written down')
        if (this.#left === 'handed on') return
        await new Promise<void>((resolve) => void clock.at(clock.now() + STORE_RETRY, resolve))
      }
    }
  }

  #takeNotes(): Note[] {
    const notes = this.#notes
    this.#notes = []
    return notes
  }

  #progressNote(status: number, reason: string): Note {
    return this.#note('wakeup.progress', `${status} ${reason}`, { status, reason })
  }

  #endedNote(result: CallResult): Note {
    const { kind, ...rest } = result
    return this.#note('wakeup.ended', WORDS[kind], { kind, ...rest })
  }

  #note(kind: string, text: string, detail: Record<string, unknown>): Note {
    const { call, clock } = this.#parts
    const ms = Math.round(clock.elapsed() - this.#startedElapsed)
    return { kind, at: clock.now(), text, detail: { number: call.dials, ms, ...detail } }
  }
}

const NOT_BEGUN = { kind: 'line-trouble', status: null, cause: null, forwarded: false } as const

const WORDS: Readonly<Record<CallResult['kind'], string>> = {
  answered: 'The call is over',
  'no-answer': 'Nobody answered',
  busy: 'The phone was busy',
  rejected: 'The call was rejected',
  unreachable: 'The phone could not be reached',
  'line-trouble': 'The line could not carry the call',
}
