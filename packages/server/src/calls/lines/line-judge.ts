import type { RegistrationState } from '@reveille/sip'
import type { Clock } from '../../kernel/clock.ts'
import { LinePulse } from './line-pulse.ts'
import { isUnwanted, type AccountStanding } from './refused-account.ts'
import { NOT_YET, silenceWords, unregisteredWords } from './line-words.ts'

/** What is known of a line. `unknown` is one that has not been answered yet, neither yes nor no. */
export interface LineVerdict {
  readonly is: 'working' | 'unknown' | 'dead'
  readonly why: string
  /** Its exchange does not answer: what rang there may not ring any more. */
  readonly isSilent?: boolean
  /** The exchange knows us and does not want us: asking often would lock the account. */
  readonly isUnwanted?: boolean
  /** It does not register, and its exchange answers: nothing but a call can show that it works again. */
  readonly onlyCallsTell?: boolean
}

interface Parts {
  readonly clock: Clock
  /** Asks the exchange of a line whether it is there: null when it is, otherwise why not. */
  ping(line: string): Promise<string | null>
  /** Told once it has changed. */
  onVerdict(line: string, verdict: LineVerdict): void
  /** These lines can be used again: their exchange was away and is back. */
  onBack(lines: readonly string[]): void
}

interface Judged {
  readonly exchange: string
  readonly registers: boolean
  registration: 'wanted' | 'there' | 'lost'
  why: string
  /** The registration was refused for who we are. */
  isUnwanted: boolean
  /** Why calls are refused for who we are; null while they are not. */
  refusal: string | null
  last: LineVerdict | null
}

const WORKING: LineVerdict = { is: 'working', why: '' }

/** Judges each line by two witnesses: its registration, and whether its exchange answers when it is asked. */
export class LineJudge {
  readonly #parts: Parts
  readonly #judged = new Map<string, Judged>()
  readonly #pulse: LinePulse

  constructor(parts: Parts) {
    this.#parts = parts
    this.#pulse = new LinePulse({
      clock: parts.clock,
      ping: (exchange) => parts.ping(this.#linesAt(exchange)[0] ?? ''),
      onPulse: (exchange) => this.#linesAt(exchange).forEach((line) => this.#judge(line)),
      onBack: (exchange) => parts.onBack(this.#linesAt(exchange)),
    })
  }

  /** `exchange` is the same for all lines that are lost together. */
  add(line: string, exchange: string, registers: boolean): void {
    const registration = registers ? 'wanted' : 'there'
    const nothing = { why: NOT_YET, isUnwanted: false, refusal: null, last: null }
    this.#judged.set(line, { exchange, registers, registration, ...nothing })
    this.#judge(line)
    this.#pulse.watch(exchange)
  }

  remove(line: string): void {
    const exchange = this.#judged.get(line)?.exchange
    this.#judged.delete(line)
    if (exchange !== undefined && this.#linesAt(exchange).length === 0) this.#pulse.forget(exchange)
  }

  onRegistration(line: string, state: RegistrationState, why: string): void {
    const judged = this.#judged.get(line)
    if (!judged) return
    const wasLost = judged.registration === 'lost'
    judged.why = unregisteredWords(state, why, wasLost ? judged.why : '')
    // A new try says nothing about how the last one ended.
    if (state === 'registered') Object.assign(judged, { registration: 'there', refusal: null })
    else if (state !== 'registering')
      Object.assign(judged, { registration: 'lost', isUnwanted: isUnwanted(why) })
    this.#judge(line)
    if (state === 'registered' && wasLost) this.#parts.onBack([line])
  }

  /** A call has left on this line: from now on it matters sooner whether its exchange is there. */
  dialled(line: string): void {
    this.#with(line, (exchange) => this.#pulse.hurry(exchange))
  }

  /** A call on this line failed. */
  failed(line: string): void {
    this.#with(line, (exchange) => this.#pulse.doubt(exchange))
  }

  /** A call on this line was refused for who we are. */
  refused(line: string, why: string): void {
    const judged = this.#judged.get(line)
    if (!judged) return
    judged.refusal = why
    this.#judge(line)
  }

  /** What the exchange thinks of its registration. */
  standingOf(line: string): AccountStanding {
    const judged = this.#judged.get(line)
    if (!judged?.registers || judged.registration === 'wanted') return 'none'
    if (judged.registration === 'there') return 'registered'
    return judged.isUnwanted ? 'refused' : 'none'
  }

  /** A call on this line is not answered at all. */
  unanswered(line: string): void {
    this.#with(line, (exchange) => this.#pulse.miss(exchange))
  }

  /** A call on this line goes well. */
  proven(line: string): void {
    const judged = this.#judged.get(line)
    if (judged && judged.refusal !== null) {
      judged.refusal = null
      this.#judge(line)
    }
    this.#with(line, (exchange) => this.#pulse.refute(exchange))
  }

  #with(line: string, use: (exchange: string) => void) {
    const exchange = this.#judged.get(line)?.exchange
    if (exchange !== undefined) use(exchange)
  }

  #linesAt = (exchange: string) =>
    [...this.#judged].filter(([, judged]) => judged.exchange === exchange).map(([line]) => line)

  #judge(line: string) {
    const judged = this.#judged.get(line)
    if (!judged) return
    const verdict = this.#verdictOn(judged)
    if (judged.last?.is === verdict.is && judged.last.why === verdict.why) return
    judged.last = verdict
    this.#parts.onVerdict(line, verdict)
  }

  #verdictOn(judged: Judged): LineVerdict {
    const { exchange, registers, registration, why, refusal } = judged
    if (registration === 'lost') return { is: 'dead', why, isUnwanted: judged.isUnwanted }
    const silence = this.#pulse.silenceOf(exchange, registers && registration === 'there')
    if (silence !== null) return { is: 'dead', why: silenceWords(silence), isSilent: true }
    if (refusal !== null) return { is: 'dead', why: refusal, isUnwanted: true, onlyCallsTell: !registers }
    return registration === 'wanted' ? { is: 'unknown', why } : WORKING
  }
}
