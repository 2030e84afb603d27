import type { Clock, Timer } from '../wire/clock.ts'
import type { Posting } from '../records/posting.ts'
import { judgeAnswer, type Judgement, NIGHT_AUDIT_MS, type PostingEnd } from '../records/posting-answer.ts'
import { type FiasRecord, valueOf } from '../wire/record.ts'

export interface PostingDeskOptions {
  readonly clock: Clock
  readonly timeoutMs: number
  /** Posted by a process before us and never answered: an answer to one of them is late, not foreign. */
  readonly unanswered: readonly number[]
  onUnanswered(number: number): void
  onLate(number: number, answer: Judgement): void
  /** The night audit is over, or has held postings for long enough. */
  onReleased(): void
  onTrouble(text: string): void
}

interface Outstanding {
  readonly posting: Posting
  readonly settle: (end: PostingEnd) => void
  readonly timer: Timer
}

/** So many unanswered postings are remembered; more would mean a peer that never answers. */
const MOST_UNANSWERED = 1_000

/** Keeps the one posting that may be on its way: the next waits for its answer (FIAS 2.20, `PS`). */
export class PostingDesk {
  readonly #options: PostingDeskOptions
  #outstanding: Outstanding | null = null
  readonly #unanswered: Set<number>
  /** Nothing is posted before: the night audit is running. */
  #hold: { readonly until: number; readonly timer: Timer } | null = null

  constructor(options: PostingDeskOptions) {
    this.#options = options
    this.#unanswered = new Set(options.unanswered)
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

  /** A posting has been sent: gives what becomes of it. */
  sent(posting: Posting): Promise<PostingEnd> {
    const { clock, timeoutMs, onUnanswered } = this.#options
    const giveUp = () => {
      this.lose(`No answer within ${timeoutMs / 1_000} s`)
      onUnanswered(posting.number)
    }
    return new Promise((settle) => {
      this.#outstanding = { posting, settle, timer: clock.after(timeoutMs, giveUp) }
    })
  }

  /** The link is gone, or has been silent for too long: it may or may not be on the folio. */
  lose(text: string) {
    const lost = this.#outstanding
    if (!lost) return
    this.#remember(lost.posting.number)
    this.#settle(lost, { kind: 'uncertain', text })
  }

  /** A `PA`. */
  answered(record: FiasRecord) {
    const lost = this.#outstanding
    if (lost && belongs(record, lost.posting)) return this.#settle(lost, this.#judge(record))
    const number = Number(valueOf(record, 'P#'))
    if (this.#unanswered.delete(number)) return this.#options.onLate(number, this.#judge(record))
    this.#options.onTrouble(`An answer to a posting that nobody waits for: P#${valueOf(record, 'P#') ?? ''}`)
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

  #remember(number: number) {
    this.#unanswered.add(number)
    const [oldest] = this.#unanswered
    if (this.#unanswered.size > MOST_UNANSWERED && oldest !== undefined) this.#unanswered.delete(oldest)
  }
}

/**
 * By the number, which is echoed. A system that leaves it out can only mean the one posting that is on its way, if the
 * room agrees.
 */
function belongs(answer: FiasRecord, { number, room }: Posting): boolean {
  const echoed = valueOf(answer, 'P#') ?? ''
  return echoed === '' ? valueOf(answer, 'RN') === room : Number(echoed) === number
}
