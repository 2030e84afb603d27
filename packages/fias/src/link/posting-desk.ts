import type { Clock, Timer } from '../wire/clock.ts'
import type { Posting } from '../records/posting.ts'
import { judgeAnswer, type Judgement, NIGHT_AUDIT_MS, type PostingEnd } from '../records/posting-answer.ts'
import { type FiasRecord, valueOf } from '../wire/record.ts'

export interface PostingDeskOptions {
  readonly clock: Clock
  readonly timeoutMs: number
  /** Posted by a process before us and never answered: an answer to one of them is late, not foreign. */
  readonly unanswered: readonly number[]
  /** False for a system that never answers: a posting has come to its end when it has left. */
  readonly answers: boolean
  /** Nothing came within the time; since when it was waited for. The answer may still come. */
  onUnanswered(number: number, since: number): void
  onLate(number: number, answer: Judgement): void
  /** The night audit is over, or has held postings for long enough. */
  onReleased(): void
  onTrouble(text: string): void
}

interface Outstanding {
  readonly posting: Posting
  readonly sentAt: number
  readonly settle: (end: PostingEnd) => void
  readonly timer: Timer
}

/** So many unanswered postings are remembered; more would mean a peer that never answers. */
const MOST_UNANSWERED = 1_000
/** An answer that names no number is not taken for the answer to a posting that was sent longer ago. */
const LATEST_MS = 5 * 60_000

/** Postings that were not answered in time, with what tells their answers if these name no number. */
interface Unanswered {
  readonly room: string
  readonly sentAt: number
}

/**
 * Keeps the one posting that may be on its way: the next waits for its answer, or until that is overdue (FIAS 2.20,
 * `PS`). An answer that is overdue may still come.
 */
export class PostingDesk {
  readonly #options: PostingDeskOptions
  #outstanding: Outstanding | null = null
  /** By their numbers; null when an answer could only be told by the number. */
  readonly #unanswered: Map<number, Unanswered | null>
  /** Nothing is posted before: the night audit is running. */
  #hold: { readonly until: number; readonly timer: Timer } | null = null

  constructor(options: PostingDeskOptions) {
    this.#options = options
    this.#unanswered = new Map(options.unanswered.map((number) => [number, null]))
  }

  get outstanding(): number | null {
    return this.#outstanding?.posting.number ?? null
  }

  get isHeld(): boolean {
    return this.#hold !== null
  }

  /** What keeps a posting from being sent just now. */
  hindrance(): PostingEnd | null {
    if (this.#outstanding)
      return { kind: 'busy', text: `Posting ${this.#outstanding.posting.number} is not answered yet` }
    if (!this.#hold) return null
    const afterMs = this.#hold.until - this.#options.clock.now()
    return { kind: 'later', status: 'NA', afterMs, text: 'The night audit is running' }
  }

  /** A posting is being sent: gives what becomes of it. */
  sending(posting: Posting): Promise<PostingEnd> {
    const { clock, timeoutMs } = this.#options
    return new Promise((settle) => {
      const timer = clock.after(timeoutMs, () => this.#giveUp(posting.number))
      this.#outstanding = { posting, sentAt: clock.now(), settle, timer }
    })
  }

  /** The posting has left: where no answer ever comes, that is its end. */
  hasLeft({ number }: Posting) {
    const sent = this.#outstanding
    if (!this.#options.answers && sent?.posting.number === number) this.#settle(sent, { kind: 'written' })
  }

  /** The link is gone: it may or may not be on the folio. */
  lose(text: string) {
    if (this.#outstanding) this.#doubt(this.#outstanding, { kind: 'uncertain', why: 'link lost', text })
    for (const number of this.#unanswered.keys()) this.#unanswered.set(number, null)
  }

  #giveUp(number: number) {
    const { timeoutMs, onUnanswered } = this.#options
    const silent = this.#outstanding
    if (silent?.posting.number !== number) return
    this.#doubt(silent, {
      kind: 'uncertain',
      why: 'no answer',
      text: `No answer within ${timeoutMs / 1_000} s`,
    })
    onUnanswered(number, silent.sentAt)
  }

  /** A `PA`. */
  answered(record: FiasRecord) {
    const { onLate, onTrouble } = this.#options
    const number = this.#meantBy(record)
    const waited = this.#outstanding
    if (waited && waited.posting.number === number) this.#settle(waited, this.#judge(record))
    else if (number !== null && this.#unanswered.delete(number)) onLate(number, this.#judge(record))
    else if (this.#options.answers)
      onTrouble(`An answer to a posting that nobody waits for: P#${valueOf(record, 'P#') ?? ''}`)
    // Of a system that is said never to answer, what it says all the same.
    else if (this.#judge(record).kind !== 'delivered') onTrouble(refusedAfterAll(record))
  }

  /**
   * By the number, which is echoed. A system that leaves it out can only mean a posting for that room: null if there is
   * none, or more than one that may still be answered.
   */
  #meantBy(answer: FiasRecord): number | null {
    const echoed = valueOf(answer, 'P#') ?? ''
    if (echoed !== '') return Number(echoed)
    const room = valueOf(answer, 'RN')
    const [meant, ...others] = this.#awaited().filter((one) => one.room === room)
    return meant && others.length === 0 ? meant.number : null
  }

  /** Everything that an answer without a number may be to. */
  #awaited(): { readonly number: number; readonly room: string }[] {
    const latest = this.#options.clock.now() - LATEST_MS
    const overdue = [...this.#unanswered].flatMap(([number, one]) =>
      one && one.sentAt > latest && number !== this.outstanding ? [{ number, room: one.room }] : [],
    )
    return this.#outstanding ? [this.#outstanding.posting, ...overdue] : overdue
  }

  /** `NS`. An `NE` that gets lost must not hold postings for ever, so the hold has an end of its own. */
  hold() {
    const { clock } = this.#options
    this.close()
    const timer = clock.after(NIGHT_AUDIT_MS, () => this.release())
    this.#hold = { until: clock.now() + NIGHT_AUDIT_MS, timer }
  }

  /** `NE` */
  release() {
    const wasHeld = this.isHeld
    this.close()
    if (wasHeld) this.#options.onReleased()
  }

  /** Drops the hold and its timer; the next posting finds out whether the night audit is running. */
  close() {
    this.#hold?.timer.cancel()
    this.#hold = null
  }

  #judge(record: FiasRecord): Judgement {
    const judgement = judgeAnswer(record)
    if (judgement.kind === 'later' && judgement.status === 'NA') this.hold()
    return judgement
  }

  #settle(outstanding: Outstanding, end: PostingEnd) {
    this.#outstanding = null
    outstanding.timer.cancel()
    if (end.kind !== 'uncertain') this.#unanswered.delete(outstanding.posting.number)
    outstanding.settle(end)
  }

  #doubt(one: Outstanding, end: PostingEnd) {
    const { number, room } = one.posting
    this.#unanswered.set(number, { room, sentAt: one.sentAt })
    const [oldest] = this.#unanswered.keys()
    if (this.#unanswered.size > MOST_UNANSWERED && oldest !== undefined) this.#unanswered.delete(oldest)
    this.#settle(one, end)
  }
}

const refusedAfterAll = (record: FiasRecord) => {
  const [number, status, text] = ['P#', 'AS', 'CT'].map((id) => valueOf(record, id)?.trim() ?? '')
  const said = text === '' ? status : `${status}: ${text}`
  return `Posting P#${number} was refused (${said}), and has counted as delivered since it was written: take it back here, or book it there by hand`
}
