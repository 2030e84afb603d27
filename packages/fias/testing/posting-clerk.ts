import type { Clock, Timer } from '../src/wire/clock.ts'
import { type Field, type FiasRecord, valueOf } from '../src/wire/record.ts'
import type { Folio } from './folio.ts'
import type { PmsBehaviour } from './pms-behaviour.ts'
import type { Conversation } from './pms-conversation.ts'
import type { PmsEvent } from './pms-events.ts'

export interface ClerkOptions {
  readonly folio: Folio
  readonly clock: Clock
  behaviour(): PmsBehaviour
  tell(event: PmsEvent): void
  sendWhenAlive(record: FiasRecord): void
}

/** FIAS 2.20: an answer is waited for at least so long before the next posting. */
const LEAST_WAIT_MS = 30_000

/** Takes postings, and answers them as the behaviour says. */
export class PostingClerk {
  readonly #options: ClerkOptions
  readonly #late = new Set<Timer>()
  #answered = 0

  constructor(options: ClerkOptions) {
    this.#options = options
  }

  take(posting: FiasRecord, conversation: Conversation) {
    const number = valueOf(posting, 'P#') ?? ''
    const { outstanding } = conversation
    const now = this.#options.clock.now()
    if (outstanding !== null && now - outstanding.since < LEAST_WAIT_MS)
      this.#options.tell({
        kind: 'violation',
        rule: `P#${number} before the answer to P#${outstanding.number}`,
      })
    conversation.outstanding = { number, since: now }
    const { posting: how, books } = this.#options.behaviour()
    const isAnswered = how === 'answer' || how === 'other first'
    const verdict = isAnswered || books ? this.#decide(posting) : { status: '', text: '' }
    if (verdict.status === 'OK') this.#book(posting)
    this.#reply(posting, verdict, conversation)
  }

  close() {
    for (const timer of this.#late) timer.cancel()
  }

  #decide(posting: FiasRecord): { status: string; text: string } {
    const { status, text } = this.#options.behaviour()
    return status === null ? this.#options.folio.judge(posting) : { status, text }
  }

  #book(posting: FiasRecord) {
    const { folio, clock, tell } = this.#options
    tell({ kind: 'booked', booking: folio.book(posting, clock.now()) })
  }

  #reply(posting: FiasRecord, verdict: { status: string; text: string }, conversation: Conversation) {
    const { behaviour, clock } = this.#options
    const { posting: how, lateMs } = behaviour()
    const answer = this.#answer(posting, verdict)
    switch (how) {
      case 'answer':
        return this.#send(answer, conversation)
      case 'other first':
        conversation.sendDescribed([other(answer)])
        return this.#send(answer, conversation)
      case 'other only':
        return conversation.sendDescribed([other(answer)])
      case 'late': {
        const timer = clock.after(lateMs, () => this.#sendLate(answer, timer, conversation))
        return void this.#late.add(timer)
      }
      case 'link end':
        return conversation.endLink()
      case 'close':
        return conversation.cut()
      case 'silence':
    }
  }

  #send(answer: FiasRecord, conversation: Conversation) {
    conversation.outstanding = null
    conversation.sendDescribed([answer])
    if (++this.#answered === this.#options.behaviour().linkEndAfter) conversation.endLink()
  }

  #sendLate(answer: FiasRecord, timer: Timer, conversation: Conversation) {
    this.#late.delete(timer)
    if (conversation.outstanding?.number === valueOf(answer, 'P#')) conversation.outstanding = null
    this.#options.sendWhenAlive(answer)
  }

  /** FIAS 2.20: what was sent is echoed. */
  #answer(posting: FiasRecord, { status, text }: { status: string; text: string }): FiasRecord {
    const echoed = this.#options.behaviour().echoesNumber ? ['RN', 'P#', 'SO', 'WS'] : ['RN', 'SO', 'WS']
    const fields: Field[] = [
      ...posting.fields.filter(([id]) => echoed.includes(id)),
      ...posting.fields.filter(([id]) => id === 'DA' || id === 'TI'),
    ]
    const said: Field[] = text === '' ? [] : [['CT', text]]
    return { id: 'PA', fields: [...fields, ...(status === '' ? [] : [['AS', status] as const]), ...said] }
  }
}

/** As it would be for another posting. */
const other = ({ id, fields }: FiasRecord): FiasRecord => ({
  id,
  fields: fields.map(([field, value]) =>
    field === 'P#' ? [field, String(Number(value) + 4_711)] : [field, value],
  ),
})
