import { type Behaviour, Behaviours } from './behaviours.ts'
import type { Books, Posting } from './folio.ts'
import { articlesOf, faultsOfPosting, lacksOutlet } from './posting-rules.ts'
import { dateAndTime, type Field, valueOf, type WireRecord } from './records.ts'

export interface PostingRules {
  /** What an article costs, in minor units; without this list every article is known and costs 100. */
  readonly articles?: Readonly<Record<string, number>>
  readonly takesNegatives: boolean
  /** False: a system that never sends `PA`. */
  readonly answersPostings: boolean
  /** So long the client must wait for an answer before it sends the next posting. */
  readonly answerWithinMs: number
}

interface PostingDeskParts {
  readonly books: Books
  readonly rules: PostingRules
  now(): number
  violation(sentence: string): void
  /** Over whatever link there is by then; says whether it left. */
  send(answer: WireRecord): boolean
  hangUp(): void
  changed(): void
}

/** Where a posting came from. */
export interface Arrival {
  readonly order: number
  readonly connection: number
}

interface Answer {
  readonly posting: Posting
  readonly record: WireRecord
}

const USUAL_PRICE = 100

/** Reads postings, books them and answers, in whatever manner the test has asked for. */
export class PostingDesk {
  readonly behaviours = new Behaviours()
  isClosedForAudit = false
  readonly #parts: PostingDeskParts
  readonly #timers = new Set<NodeJS.Timeout>()
  #held: readonly Answer[] = []
  /** The types of posting that came over the present link. */
  #types = { connection: 0, seen: new Set<string>() }

  constructor(parts: PostingDeskParts) {
    this.#parts = parts
  }

  /** `faults`: what was wrong with the record as such. */
  take(record: WireRecord, arrival: Arrival, faults: readonly string[]): void {
    const posting = this.#read(record, arrival)
    this.#checkConduct(posting)
    const unreadable = [...faults, ...faultsOfPosting(record)]
    for (const fault of unreadable) this.#parts.violation(`PS P#${posting.number ?? '-'}: ${fault}`)
    const refusal = unreadable.length > 0 ? UNREADABLE : this.#refusal(posting)
    const behaviour = this.behaviours.of(posting)
    const met = refusal ? { ...behaviour, ...refusal, books: false } : behaviour
    this.#parts.books.write({ ...posting, booked: met.books })
    this.#answer(posting, met)
  }

  /** Answers that were held back, all of them or that of one `P#`; how many of them left over a link. */
  release(number?: string): number {
    const due = this.#held.filter(({ posting }) => number === undefined || posting.number === number)
    this.#held = this.#held.filter((answer) => !due.includes(answer))
    return due.filter((answer) => this.#send(answer)).length
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  /** Only one posting may be outstanding, and an answer is waited for at least so long. */
  #checkConduct(posting: Posting) {
    const { rules, violation, books } = this.#parts
    const last = books.postings.findLast(({ connection }) => connection === posting.connection)
    const waited = posting.arrivedAt - (last?.arrivedAt ?? 0)
    if (rules.answersPostings && last?.answers.length === 0 && waited < rules.answerWithinMs)
      violation(
        `PS P#${posting.number ?? '-'} came ${waited} ms after P#${last.number ?? '-'}, which had no answer`,
      )
    if (this.#types.connection !== posting.connection)
      this.#types = { connection: posting.connection, seen: new Set() }
    if (lacksOutlet(posting.record, this.#types.seen))
      violation(`PS P#${posting.number ?? '-'}: the link has several posting types, and it names no SO`)
    this.#types.seen.add(posting.type)
  }

  #refusal(posting: Posting) {
    const { books, rules } = this.#parts
    if (this.isClosedForAudit) return { status: 'NA', text: 'NIGHT AUDIT' }
    const { articles } = rules
    if (articles && posting.articles.some(({ article }) => articles[article] === undefined))
      return { status: 'UR', text: 'INVALID ARTICLE' }
    if (posting.total < 0 && !rules.takesNegatives) return { status: 'UR', text: 'NEGATIVE AMOUNT' }
    return books.refusal(posting)
  }

  #answer(posting: Posting, met: Behaviour) {
    this.#parts.changed()
    if (met.answer === 'hangs up') return this.#parts.hangUp()
    if (met.answer === 'never' || !this.#parts.rules.answersPostings) return
    const answer = { posting, record: this.#answerTo(posting, met) }
    if (met.answer === 'at once') return void this.#send(answer)
    this.#held = [...this.#held, answer]
    if (met.answer !== 'held') this.#later(answer, met.answer.afterMs)
  }

  #later(answer: Answer, afterMs: number) {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      if (!this.#held.includes(answer)) return
      this.#held = this.#held.filter((one) => one !== answer)
      this.#send(answer)
    }, afterMs)
    this.#timers.add(timer)
  }

  #send({ posting, record }: Answer): boolean {
    const hasLeft = this.#parts.send(record)
    const isItsOwn = valueOf(record, 'P#') === posting.number
    if (hasLeft && isItsOwn) this.#parts.books.noteAnswer(posting.order, valueOf(record, 'AS') ?? '')
    this.#parts.changed()
    return hasLeft
  }

  /** What the client sent comes back to it; the link leaves out what it did not describe. */
  #answerTo({ record, room, number }: Posting, { status, text, number: other }: Behaviour): WireRecord {
    const field = (id: string, value: string | null | undefined): readonly Field[] =>
      value === undefined || value === null ? [] : [[id, value]]
    const fields = [
      ...field('RN', room),
      ...field('AS', status),
      ...field('CT', text),
      ...field('P#', other ?? number),
      ...dateAndTime(this.#parts.now()),
      ...['WS', 'SO', 'ID', 'C#'].flatMap((id) => field(id, valueOf(record, id))),
    ]
    return { id: 'PA', fields }
  }

  #read(record: WireRecord, arrival: Arrival): Posting {
    const type = valueOf(record, 'PT') ?? ''
    const articles = type === 'M' ? articlesOf(record) : []
    return {
      ...arrival,
      arrivedAt: this.#parts.now(),
      room: valueOf(record, 'RN') ?? '',
      type,
      number: valueOf(record, 'P#'),
      date: valueOf(record, 'DA') ?? '',
      time: valueOf(record, 'TI') ?? '',
      articles,
      // With articles the price is the hotel's own, even if an amount is sent.
      total: type === 'M' ? this.#priceOf(articles) : Number(valueOf(record, 'TA') ?? 0),
      outlet: valueOf(record, 'SO'),
      text: valueOf(record, 'CT'),
      item: valueOf(record, 'X1'),
      user: valueOf(record, 'ID'),
      workstation: valueOf(record, 'WS'),
      reservation: valueOf(record, 'G#'),
      record,
      booked: false,
      answers: [],
    }
  }

  #priceOf(articles: Posting['articles']): number {
    const priceOf = (article: string) => this.#parts.rules.articles?.[article] ?? USUAL_PRICE
    return articles.reduce((sum, { article, count }) => sum + priceOf(article) * count, 0)
  }
}

const UNREADABLE = { status: 'UR', text: 'INVALID RECORD' }
