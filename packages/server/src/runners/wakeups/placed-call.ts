import type { CallHandle, CallSteps, HeldLine, PreparedCall } from '../../calls/caller.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import type { Interrupted } from '../../hotel/wakeups/after-call.ts'
import type { CallResult } from '../../hotel/wakeups/call-result.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import { isHouseLost, messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import type { ClaimedWakeup } from '../../store/stores/wakeup-claims.ts'
import { CallNotes } from './call-notes.ts'
import { type CallAction, type CallEvent, type CallState, callStep } from './call-states.ts'
import type { CallWriter } from './call-writer.ts'
import type { HeldCall } from './held-call.ts'
import type { WakeupBook } from './wakeup-book.ts'
import { dialledNote, endedNote, keyNote, progressNote, type Stopped } from './wakeup-notes.ts'

interface Parts {
  readonly held: HeldCall
  readonly line: HeldLine
  /** Whether it was counted among those that may begin in this second. */
  readonly counted: boolean
  readonly book: Pick<WakeupBook, 'pressed'>
  readonly writer: CallWriter
  readonly clock: Clock
  readonly log: Log
  /** Whether we may ring at this very moment. */
  mayAct(): boolean
  /** Whether calls of this tenant are ours. */
  rings(tenant: TenantId): boolean
  onArmed(): void
  /** The book did not take it: it is to be tried again. */
  onUnwritten(held: HeldCall): void
}

/** One room rings once: from the line in hand to the decision in the book. The table in call-states.ts decides. */
export class PlacedCall {
  readonly held: HeldCall
  readonly counted: boolean
  /** Everything is written down, and the line is free. */
  readonly over: Promise<void>
  /** Whether it was looked at a last time before its moment. */
  isLookedAt = false
  #finish: () => void = () => {}
  readonly #parts: Parts
  #state: CallState = 'arming'
  #prepared: PreparedCall | null = null
  /** As it will be when it has been dialled. */
  #call: ClaimedWakeup | undefined
  #notes: CallNotes | undefined
  #result: CallResult = NOT_BEGUN
  #isAnswered = false
  #keys = ''
  #stopped: Stopped | null = null

  constructor(parts: Parts) {
    this.#parts = parts
    this.held = parts.held
    this.counted = parts.counted
    this.over = new Promise((resolve) => (this.#finish = resolve))
  }

  get isArmed(): boolean {
    return this.#state === 'armed'
  }

  /** Dialled, and not over. */
  get isOnItsWay(): boolean {
    return ['dialling', 'ringing', 'up', 'ending'].includes(this.#state)
  }

  /** Picked up, and not put down. */
  get isUp(): boolean {
    return this.#state === 'up'
  }

  /** As the book has it, once that says that it rings; null before. */
  get inBook(): ClaimedWakeup | null {
    return this.#notes?.isKnown ? this.#notes.call : null
  }

  /** It has ended, which is being written down. */
  get isEnding(): boolean {
    return this.#state === 'ending'
  }

  /** The line that could not carry it, once it is over. */
  get failedOn(): string | null {
    return this.#result.kind === 'line-trouble' ? this.#parts.line.name : null
  }

  get dueAt(): Instant {
    return this.held.call.nextAt
  }

  get exchange(): string {
    return this.#parts.line.exchange
  }

  /** Makes everything ready, and writes it down: at its moment nothing is left to wait for. */
  async arm(): Promise<void> {
    await this.#prepare()
    if (this.#state === 'withdrawn') return this.#happen('not written')
    try {
      this.#call = await this.#parts.writer.arm({
        ...this.#dialling(),
        handle: this.#prepared?.handle ?? null,
      })
    } catch {
      if (this.#state === 'arming') this.#parts.onUnwritten(this.held)
    }
    this.#happen(this.#call ? 'written' : 'not written')
    if (this.isArmed) this.#parts.onArmed()
  }

  dial(): void {
    this.#happen('due')
  }

  /** The call is not wanted any more. */
  recall(why: Stopped = 'recalled'): void {
    this.#stopped ??= why
    this.#happen('recalled')
  }

  async #prepare() {
    const { held, line, clock, log, mayAct, rings } = this.#parts
    try {
      const order = await held.orderAt(Math.max(clock.now(), this.dueAt))
      const mayLeave = () => mayAct() && rings(held.call.tenant)
      this.#prepared = await line.prepare({ ...order, mayLeave }, this.#steps())
    } catch (error) {
      log.error(
        { event: 'wakeup.not-begun', wakeup: held.id, error: messageOf(error) },
        'A call could not be made ready',
      )
      this.#result = { ...NOT_BEGUN, reason: messageOf(error) }
      line.release()
    }
  }

  #happen(event: CallEvent) {
    const { next, actions } = callStep(this.#state, event)
    this.#state = next
    for (const action of actions) this.#do(action)
  }

  #do(action: CallAction) {
    switch (action) {
      case 'dial':
        return void this.#dial()
      case 'hang up':
        return this.#prepared?.hangUp()
      case 'forget attempt':
        return void this.#forget()
      case 'note dialled':
        return void this.#noteDialled()
      case 'write end':
        return void this.#writeEnd()
      case 'report over':
        return this.#finish()
    }
  }

  async #dial() {
    const { clock } = this.#parts
    this.#notes = new CallNotes(this.#call ?? this.held.call, clock)
    this.#prepared?.dial()
    if (this.#prepared) this.#result = await this.#prepared.ended
    this.#happen('ended')
  }

  async #forget() {
    if (this.#call) await this.#parts.writer.disarm(this.#call)
    this.#happen('done')
  }

  async #noteDialled() {
    const notes = this.#notes
    if (!notes) return
    notes.add(dialledNote(notes.call, this.#dialling(), notes.startedAt))
    // The call was settled or changed just when it was dialled.
    if (!(await this.#parts.writer.dialled(notes))) this.recall()
  }

  async #writeEnd() {
    const [notes, result] = [this.#notes, this.#result]
    const cutOff = this.#stopped === 'handed on' ? this.#cutOff() : null
    if (notes) {
      const { startedAt } = notes
      const note = endedNote(notes.moment(), result, this.#stopped)
      const isRecalled = this.#stopped === 'recalled'
      await this.#parts.writer.ended({ notes, note, result, startedAt, cutOff, isRecalled })
    }
    this.#happen('done')
  }

  #cutOff(): Interrupted {
    const { heardMs, machineSigns } =
      this.#result.kind === 'answered' ? this.#result : { heardMs: 0, machineSigns: [] }
    return { answered: this.#isAnswered, keys: this.#keys, heardMs, machineSigns }
  }

  #steps(): CallSteps {
    return {
      dialled: () => this.#happen('left'),
      answered: (handle) => this.#onAnswered(handle),
      progress: (status, reason) => this.#onProgress(status, reason),
      heard: () => void this.#onHeard(),
      key: (key) => void this.#onKey(key),
    }
  }

  #onProgress(status: number, reason: string) {
    const notes = this.#notes
    if (!notes) return
    notes.add(progressNote(notes.moment(), status, reason))
    this.#parts.writer.noteSoon(notes)
  }

  async #onAnswered(handle: CallHandle) {
    this.#isAnswered = true
    this.#happen('answered')
    try {
      if (this.#notes) await this.#parts.writer.answered(this.#notes, handle)
    } catch (error) {
      if (!isHouseLost(error)) throw error
      // Picked up while we stood still, and others have the house by now: it is hung up, and they are told.
      this.recall('handed on')
    }
  }

  async #onHeard() {
    if (this.#notes) await this.#parts.writer.heard(this.#notes)
  }

  /** Written at once: a key is the guest's answer, which a crash must not lose. */
  async #onKey(key: string) {
    const { book, log } = this.#parts
    const notes = this.#notes
    if (!notes) return
    this.#keys += key
    await book
      .pressed(notes.call, this.#keys, keyNote(notes.moment(), key))
      .catch((error: unknown) =>
        log.warn(
          { event: 'wakeup.key-unwritten', wakeup: notes.call.id, error: messageOf(error) },
          'A key is not in the log',
        ),
      )
  }

  #dialling() {
    const { held, line } = this.#parts
    return { call: this.#call ?? held.call, line: line.name, extension: held.extension ?? '' }
  }
}

const NOT_BEGUN = {
  kind: 'line-trouble',
  status: null,
  reason: 'Given up before it was dialled',
  cause: null,
  forwarded: false,
  rang: false,
} as const
