import { sendAuthorized } from './retry-with-credentials.ts'
import type { ClientTransaction } from '../transactions/client-transaction.ts'
import type { Timer } from '../transactions/clock.ts'
import type { Flow } from '../transport/flow.ts'
import { parseCSeq, parseNameAddr } from '../messages/header.ts'
import { Headers } from '../messages/headers.ts'
import type { Line, Stack } from './lines.ts'
import { NO_BODY, type SipRequest, type SipResponse } from '../messages/message.ts'
import { listOf } from '../messages/params.ts'
import { EXCHANGE_SILENT } from '../transactions/timers.ts'
import { parseUri } from '../messages/uri.ts'

export type RegistrationState =
  | 'idle'
  | 'registering'
  | 'registered'
  | 'backing off'
  | 'unregistering'
  | 'stopped'

export type RegistrationEvent =
  | 'start'
  | 'accepted'
  | 'moved'
  | 'too brief'
  | 'failed'
  | 'due'
  | 'stop'
  | 'removed'
type Action = 'send' | 'send removal' | 'plan refresh' | 'plan retry' | 'forget plan' | 'report stopped'

interface Step {
  readonly next: RegistrationState
  readonly actions: readonly Action[]
}

/** RFC 3261 10.2 as a table. */
export function registrationStep(state: RegistrationState, event: RegistrationEvent): Step {
  const stay: Step = { next: state, actions: [] }
  switch (state) {
    case 'idle':
      if (event === 'start') return { next: 'registering', actions: ['send'] }
      return event === 'stop' ? { next: 'stopped', actions: ['report stopped'] } : stay
    case 'registering':
      if (event === 'accepted') return { next: 'registered', actions: ['plan refresh'] }
      if (event === 'moved' || event === 'too brief') return { next: state, actions: ['send'] }
      if (event === 'failed') return { next: 'backing off', actions: ['plan retry'] }
      // A binding may be on its way: it is removed whatever becomes of the request.
      return event === 'stop' ? { next: 'unregistering', actions: ['send removal'] } : stay
    case 'registered':
      // While it is refreshed the binding still holds; it is lost when that fails.
      if (event === 'due' || event === 'moved' || event === 'too brief')
        return { next: state, actions: ['send'] }
      if (event === 'accepted') return { next: state, actions: ['plan refresh'] }
      if (event === 'failed') return { next: 'backing off', actions: ['plan retry'] }
      return event === 'stop' ? { next: 'unregistering', actions: ['forget plan', 'send removal'] } : stay
    case 'backing off':
      if (event === 'due') return { next: 'registering', actions: ['send'] }
      return event === 'stop' ? { next: 'stopped', actions: ['forget plan', 'report stopped'] } : stay
    case 'unregistering':
      return event === 'removed' ? { next: 'stopped', actions: ['forget plan', 'report stopped'] } : stay
    case 'stopped':
      return stay
  }
}

/** A request by this way, of which the answer is awaited. */
interface Asked {
  readonly flow: Flow
  transaction?: ClientTransaction
}

export interface RegistrationOptions {
  readonly line: Line
  readonly stack: Stack
  readonly onState?: (state: RegistrationState, why: string) => void
}

const DEFAULT_EXPIRES = 600
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 300_000
/** How long unregistering may take on close. */
const FAREWELL_MS = 2_000
const MOST_MOVES = 2
/** What was accepted a moment ago is known to an exchange that is found to be back. */
const FRESH_MS = 5_000
/** The exchange knows us and does not want us: asking often would lock the account. */
const UNWANTED: readonly number[] = [401, 403, 404, 407]

/** Keeps one line registered. */
export class Registration {
  readonly #options: RegistrationOptions
  readonly #callId: string
  readonly #tag: string
  readonly #stopped: Promise<void>
  #reportStopped: () => void = () => {}
  #state: RegistrationState = 'idle'
  #seq = 0
  #expires: number
  #granted = 0
  #failures = 0
  #retryAfterMs = 0
  /** The Contact that the exchange has of us now; it goes when another takes its place. */
  #bound: string | null = null
  #boundBy: Flow | null = null
  #moves = 0
  /** What a process before us has left at the exchange; null until it was looked for. */
  #old: readonly string[] | null = null
  /** RFC 3261 10.2: one request at a time, from the wish for a way on. */
  #isAsking = false
  /** What waits for an answer. */
  #asked: Asked | null = null
  /** The connection of which we will hear that it is closed. */
  #watched: Flow | null = null
  /** There was no connection, or not for long enough: nobody has said anything. */
  #isCutOff = false
  #boundAt = -Infinity
  /** Refused for what we are, not for how the exchange was. */
  #isUnwanted = false
  /** The places that this request has failed at. */
  readonly #tried = new Set<string>()
  #plan: Timer | undefined

  constructor(options: RegistrationOptions) {
    const { random } = options.stack
    this.#options = options
    this.#callId = random.token(24)
    this.#tag = random.token(10)
    this.#expires = options.line.options.expiresSeconds ?? DEFAULT_EXPIRES
    this.#stopped = new Promise((resolve) => (this.#reportStopped = resolve))
  }

  get state(): RegistrationState {
    return this.#state
  }

  start() {
    this.#happen('start', 'Started')
  }

  /** Resolves when the binding is gone, or when waiting for that takes too long. */
  stop(): Promise<void> {
    this.#happen('stop', 'Stopped')
    return this.#stopped
  }

  /**
   * Our address has changed, or a connection replaced another: a NAT or firewall may let the exchange
   * call us only this way (RFC 5626 4.2.1). What waits for a connection need not wait any longer.
   */
  follow(flow: Flow) {
    if (this.#isAsking) return
    const isElsewhere = this.#bound !== this.#options.line.contactUri(flow)
    const isAnother = flow.reliable && flow !== this.#boundBy
    const isMoved = this.#state === 'registered' && (isElsewhere || isAnother)
    const isAwaited = this.#state === 'backing off' && this.#isCutOff
    if (isMoved || isAwaited) this.#happen('due', 'Connected anew')
  }

  /** It was away, and may have lost what it knew of us; after a refusal, asking often would lock the account. */
  exchangeIsBack() {
    const { clock } = this.#options.stack
    const isFresh = this.#state === 'registered' && clock.now() - this.#boundAt < FRESH_MS
    if (!this.#isAsking && !this.#isUnwanted && !isFresh) this.#happen('due', 'The exchange is back')
  }

  /** The exchange reaches us no longer (RFC 5626 4.2.1): another connection is opened at once. */
  #lose(flow: Flow) {
    const isBound = this.#state === 'registered' && this.#boundBy === flow
    if (this.#asked?.flow === flow) this.#loseAsked(flow)
    else if (isBound && !this.#isAsking) this.#happen('due', 'The connection was closed')
  }

  /** RFC 3261 18.2.2 lets an answer come by another connection. Whoever died never says it: we ask again instead. */
  #loseAsked(flow: Flow) {
    this.#asked?.transaction?.terminate()
    this.#answered()
    this.#isCutOff = true
    void this.#failAt(flow, 'The connection was closed')
  }

  #answered() {
    this.#asked = null
    this.#isAsking = false
  }

  #watch(flow: Flow) {
    if (this.#watched === flow) return
    this.#watched = flow
    void flow.closed?.then(() => this.#lose(flow))
  }

  /** Stops without telling the exchange. */
  drop() {
    this.#state = 'stopped'
    this.#plan?.cancel()
    this.#reportStopped()
  }

  #happen(event: RegistrationEvent, why: string) {
    const { next, actions } = registrationStep(this.#state, event)
    const changed = next !== this.#state
    this.#state = next
    for (const action of actions) this.#do(action)
    if (changed) this.#options.onState?.(next, why)
  }

  #do(action: Action) {
    switch (action) {
      case 'send':
        return this.#withFlow((flow) => this.#send(flow))
      case 'send removal':
        this.#planTo('removed', FAREWELL_MS)
        return this.#withFlow((flow) => this.#sendRemoval(flow))
      case 'plan refresh':
        return this.#planTo('due', refreshDelay(this.#granted, this.#options.stack.random.integer(500, 801)))
      case 'plan retry':
        return this.#planTo('due', this.#retryDelay())
      case 'forget plan':
        return this.#plan?.cancel()
      case 'report stopped':
        return this.#reportStopped()
    }
  }

  #planTo(event: RegistrationEvent, ms: number) {
    this.#plan?.cancel()
    this.#plan = this.#options.stack.clock.after(ms, () => this.#happen(event, 'Time is up'))
  }

  /** Doubled each time, and spread, so that lines do not all hit an exchange that has just restarted. */
  #retryDelay(): number {
    const whole = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(20, this.#failures++))
    const spread = (whole * this.#options.stack.random.integer(500, 1_001)) / 1_000
    return Math.max(spread, this.#retryAfterMs)
  }

  #withFlow(use: (flow: Flow) => void) {
    const { line, stack } = this.#options
    this.#isAsking = true
    line.flow(stack).then(use, (error: unknown) => {
      this.#answered()
      this.#isCutOff = true
      this.#fail(String(error))
    })
  }

  #fail(why: string, isUnwanted = false) {
    this.#isUnwanted = isUnwanted
    this.#happen(this.#state === 'unregistering' ? 'removed' : 'failed', why)
  }

  /** Another place behind the same name takes it at once; without one, it is tried again later. */
  async #failAt(flow: Flow, why: string, isUnwanted = false) {
    const { line, stack } = this.#options
    const isWanted = () => this.#state === 'registering' || this.#state === 'registered'
    this.#isAsking = true
    const next = isWanted() ? await line.failOver(stack, flow, this.#tried) : null
    this.#isAsking = false
    if (next && isWanted()) return this.#happen('moved', why)
    this.#tried.clear()
    this.#fail(why, isUnwanted)
  }

  #send(flow: Flow) {
    if (this.#state !== 'registering' && this.#state !== 'registered') return this.#answered()
    const contact = this.#options.line.contactUri(flow)
    const request = this.#request(this.#expires)
    request.headers.append('Contact', `<${contact}>`)
    // RFC 3261 10.2.2: we no longer listen at the old address.
    if (this.#bound !== null && this.#bound !== contact)
      request.headers.append('Contact', `<${this.#bound}>;expires=0`)
    for (const old of this.#old ?? []) request.headers.append('Contact', `<${old}>;expires=0`)
    this.#exchange(request, flow, (response) => this.#onAnswer(response, flow, contact))
  }

  #sendRemoval(flow: Flow) {
    const request = this.#request(0)
    request.headers.append('Contact', `<${this.#bound ?? this.#options.line.contactUri(flow)}>`)
    this.#exchange(request, flow, () => this.#happen('removed', 'Unregistered'))
  }

  #exchange(
    request: SipRequest,
    flow: Flow,
    onFinal: (response: SipResponse) => void,
    onNothing: (why: string) => void = (why) => void this.#failAt(flow, why),
  ) {
    const { stack, line } = this.#options
    const challenged = line.authorization.begin()
    this.#isAsking = true
    const asked: Asked = { flow }
    this.#asked = asked
    this.#watch(flow)
    const over = (then: () => void, isCutOff = false) => {
      this.#answered()
      this.#isCutOff = isCutOff
      then()
    }
    sendAuthorized(
      request,
      { transactions: stack.transactions, flow, challenged },
      {
        onSent: (transaction) => void (asked.transaction = transaction),
        onResponse: (response, sent) => {
          this.#seq = Math.max(this.#seq, parseCSeq(sent.headers.get('cseq') ?? '')?.number ?? 0)
          if (response.status >= 200) over(() => onFinal(response))
        },
        onTimeout: () => over(() => onNothing(EXCHANGE_SILENT)),
        onTransportFailure: (error) => over(() => onNothing(String(error)), true),
      },
    )
  }

  #onAnswer(response: SipResponse, flow: Flow, contact: string) {
    const { status, reason, headers } = response
    this.#retryAfterMs = Number.parseInt(headers.get('retry-after') ?? '0', 10) * 1_000 || 0
    if (status < 300) return this.#onBound(response, flow, contact)
    if (status === 423 && this.#raiseExpires(headers)) return this.#happen('too brief', reason)
    this.#isUnwanted = UNWANTED.includes(status) || this.#retryAfterMs > 0
    // RFC 3263 4.3, RFC 3261 21.5.4.
    if (status === 503) return void this.#failAt(flow, `${status} ${reason}`, this.#isUnwanted)
    if (status === 403 && this.#mayHaveOld()) return this.#lookForOld(flow, contact, response)
    if (UNWANTED.includes(status)) return this.#refuse(`${status} ${reason}`)
    this.#happen('failed', `${status} ${reason}`)
  }

  #onBound(response: SipResponse, flow: Flow, contact: string) {
    this.#failures = 0
    this.#tried.clear()
    this.#bound = contact
    this.#boundBy = flow
    this.#boundAt = this.#options.stack.clock.now()
    this.#isUnwanted = false
    this.#granted = grantedSeconds(response.headers, contact) ?? this.#expires
    // If our address changes with every answer, we stop following.
    const moved = this.#options.line.learnFrom(response, flow) && this.#moves++ < MOST_MOVES
    if (!moved) this.#moves = 0
    if (moved) return this.#happen('moved', 'Seen at another address')
    const isLeft = this.#findOld(response, contact)
    this.#happen(isLeft ? 'moved' : 'accepted', isLeft ? 'An old binding is removed' : 'Registered')
  }

  /** RFC 3261 10.3: a 200 lists every binding of the extension. Looked for once, removed once. */
  #findOld({ headers }: SipResponse, contact: string): boolean {
    this.#old = this.#mayHaveOld() ? oldBindings(headers, contact) : []
    return this.#old.length > 0
  }

  #mayHaveOld = () => this.#old === null && this.#options.line.options.removesOld === true

  /**
   * An exchange that allows so many contacts and no more refuses ours while it has those of a process before us. RFC 3261
   * 10.2.3: without a Contact it is asked which it has; what is not ours stays, and then it was refused for another reason.
   */
  #lookForOld(flow: Flow, contact: string, { status, reason }: SipResponse) {
    const found = (old: readonly string[]) => {
      this.#old = old
      if (old.length > 0) this.#happen('moved', 'An old binding is removed')
      else this.#refuse(`${status} ${reason}`)
    }
    const onFinal = (answer: SipResponse) =>
      found(answer.status < 300 ? oldBindings(answer.headers, contact) : [])
    this.#exchange(this.#request(null), flow, onFinal, () => found([]))
  }

  #refuse(why: string) {
    this.#retryAfterMs = Math.max(this.#retryAfterMs, LONGEST_RETRY_MS / 2)
    this.#happen('failed', why)
  }

  /** RFC 3261 10.2.8: at least as long as it says; a registrar that wants less than we asked is not obeyed. */
  #raiseExpires(headers: Headers): boolean {
    const least = Number.parseInt(headers.get('min-expires') ?? '', 10)
    if (!(least > this.#expires)) return false
    this.#expires = least
    return true
  }

  /** RFC 3261 10.2: addressed to the exchange, one Call-ID for all, numbers that rise. */
  #request(expires: number | null): SipRequest {
    const { line } = this.#options
    const from = line.fromHeader(this.#tag)
    const headers = Headers.of([
      ...line.routes.map((route) => ['Route', route] as const),
      ['Max-Forwards', '70'],
      ['From', from],
      ['To', `<${line.ownAddress}>`],
      ['Call-ID', this.#callId],
      ['CSeq', `${++this.#seq} REGISTER`],
      ...(expires === null ? [] : [['Expires', String(expires)] as const]),
    ])
    return { kind: 'request', method: 'REGISTER', uri: line.registrarUri, headers, body: NO_BODY }
  }
}

/** Somewhere from 50 to 80 % of the time granted, by chance in thousandths. */
const refreshDelay = (seconds: number, thousandths: number) => seconds * thousandths

/** RFC 3261 10.2.4, 10.3: of the bindings of this address, ours says how long it lasts. */
export function grantedSeconds(headers: Headers, contact: string): number | null {
  const own = bindingsIn(headers).find((one) => sameAddress(one.uri, contact))
  const text = own?.params.get('expires') ?? headers.get('expires')
  return text && /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : null
}

const bindingsIn = (headers: Headers) =>
  (listOf(headers.all('contact')) ?? []).map(parseNameAddr).filter((one) => one !== null)

/** Of the same extension at the same host, but not where we are. */
function oldBindings(headers: Headers, contact: string): string[] {
  const own = parseUri(contact)
  return bindingsIn(headers)
    .map(({ uri }) => uri)
    .filter((uri) => {
      const other = parseUri(uri)
      return other?.user === own?.user && other?.host === own?.host && !sameAddress(uri, contact)
    })
}

/** RFC 3261 19.1.4, as far as it matters for an address that we made ourselves. */
function sameAddress(one: string, other: string): boolean {
  const [a, b] = [parseUri(one), parseUri(other)]
  return (
    a !== null &&
    b !== null &&
    a.user === b.user &&
    a.host === b.host &&
    (a.port ?? 5060) === (b.port ?? 5060)
  )
}
