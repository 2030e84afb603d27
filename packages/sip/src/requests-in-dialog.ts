import { type AuthorizedListener, sendAuthorized } from './authorization.ts'
import { type HungUpBy, q850Cause } from './call-end.ts'
import type { Timer } from './clock.ts'
import { type Dialog, receivedWithin, refreshedBy, requestWithin } from './dialog.ts'
import type { Flow } from './flow.ts'
import { parseCSeq, parseNameAddr } from './header.ts'
import type { Line, Stack } from './lines.ts'
import { keyFromInfo } from './media/dtmf-relay.ts'
import { KeyDedupe, type KeyWay } from './media/key-dedupe.ts'
import type { MediaStream } from './media/media-types.ts'
import type { SipRequest, SipResponse } from './message.ts'
import { type AgreedAudio, agreedWith, type LocalAudio, makeAnswer, makeOffer } from './offer-answer.ts'
import { listOf } from './params.ts'
import { responseTo, type ResponseParts } from './response.ts'
import { parseSdp, type SessionDescription, writeSdp } from './sdp.ts'
import type { ServerTransaction } from './server-transaction.ts'
import { answerTimer, LEAST_SECONDS, type SessionInterval, SessionTimer, settledBy } from './session-timer.ts'

/** What we do, and say that we do (RFC 3261 20.5, 20.37). */
export const ALLOW = 'INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, UPDATE, NOTIFY'
export const SUPPORTED = 'timer'

/** RFC 3261 8.2.2.3: what a request insists on and we do not have. */
export const unsupportedIn = (request: SipRequest): string[] =>
  (listOf(request.headers.all('require')) ?? []).filter((option) => option.toLowerCase() !== 'timer')

type Rule = 'end' | 'negotiate' | 'take key' | 'agree' | 'judge event' | 'refuse'

/** What becomes of each method within a call; what is not listed is refused with 405. */
const RULES: Readonly<Record<string, Rule>> = {
  BYE: 'end',
  INVITE: 'negotiate',
  UPDATE: 'negotiate',
  INFO: 'take key',
  OPTIONS: 'agree',
  NOTIFY: 'judge event',
}

export interface TalkListener {
  onKey(key: string): void
  onHold(held: boolean): void
  /** Once, when the call is over on both sides. */
  onOver(by: HungUpBy, cause: number | null): void
}

export interface TalkParts {
  readonly stack: Stack
  readonly line: Line
  readonly flow: Flow
  readonly stream: MediaStream
  readonly local: LocalAudio
  readonly dialog: Dialog
  /** RFC 3261 14.1: after a 491 the one who made the Call-ID waits longer. */
  readonly role: 'caller' | 'callee'
  readonly listener: TalkListener
}

/** A call that is up: what both sides say within its dialog, until one of them hangs up. */
export class Talk {
  readonly #parts: TalkParts
  readonly #keys = new KeyDedupe()
  readonly #timer: SessionTimer
  #dialog: Dialog
  #local: LocalAudio
  #lastBody = ''
  #agreed: AgreedAudio | null = null
  #interval: SessionInterval | null = null
  #state: 'up' | 'hanging up' | 'over' = 'up'
  #endedBy: HungUpBy = 'lost'
  #reinviting = false
  #wantsAnother = false
  #unacknowledged: { cseq: number; stop: () => void; offered: boolean } | null = null
  #hangsUpOnAck = false
  #mediaSeen = false

  constructor(parts: TalkParts) {
    this.#parts = parts
    this.#dialog = parts.dialog
    this.#local = parts.local
    this.#timer = new SessionTimer(parts.stack.clock, {
      onRefresh: () => this.#reinvite(),
      onExpired: () => void this.hangUp('lost'),
    })
    parts.stream.on('key', (key) => this.#key(key, 'rtp'))
    parts.stream.on('firstPacket', () => (this.#mediaSeen = true))
    parts.stream.on('timeout', () => this.#onSilence())
  }

  get dialog(): Dialog {
    return this.#dialog
  }

  get mediaSeen(): boolean {
    return this.#mediaSeen
  }

  /** The audio is agreed, or agreed anew. */
  agree(agreed: AgreedAudio) {
    const held = (audio: AgreedAudio | null) => audio !== null && !audio.direction.startsWith('send')
    const [before, now] = [held(this.#agreed), held(agreed)]
    this.#agreed = agreed
    this.#parts.stream.retarget(agreed)
    if (before !== now) this.#parts.listener.onHold(now)
  }

  /** What the answer said, unless it was agreed anew before that could be acknowledged. */
  agreeAtFirst(agreed: AgreedAudio) {
    if (!this.#agreed) this.agree(agreed)
  }

  runTimer(interval: SessionInterval | null) {
    this.#interval = interval
    if (this.#state === 'up') this.#timer.restart(interval)
  }

  /** Numbers that were used before the dialog was there (PRACK). */
  skipTo(seq: number) {
    if (seq > this.#dialog.localSeq) this.#dialog = { ...this.#dialog, localSeq: seq }
  }

  /** RFC 3261 15.1.1 */
  async hangUp(by: HungUpBy = 'us') {
    if (this.#state !== 'up') return
    // RFC 3261 15: who was called waits for the ACK, or the caller may never learn that there was a call.
    this.#hangsUpOnAck = by === 'us' && this.#parts.role === 'callee' && this.#unacknowledged !== null
    if (this.#hangsUpOnAck) return
    this.#state = 'hanging up'
    this.#endedBy = by
    this.#timer.stop()
    this.#unacknowledged?.stop()
    const over = () => this.#over(by, null)
    await this.#send('BYE', [], '', {
      // Whatever they say, there is no call any more (RFC 3261 15.1.1).
      onResponse: (response) => void (response.status >= 200 && over()),
      onTimeout: over,
      onTransportFailure: over,
    })
  }

  /** Waits for nobody any more. */
  giveUp() {
    this.#over(this.#endedBy, null)
  }

  /** A request within the dialog. */
  receive(request: SipRequest, transaction: ServerTransaction) {
    const moved = receivedWithin(this.#dialog, request)
    if (moved === 'out of order') return this.#respond(request, transaction, 500)
    const unsupported = unsupportedIn(request)
    if (unsupported.length > 0)
      return this.#respond(request, transaction, 420, { headers: [['Unsupported', unsupported.join(', ')]] })
    this.#dialog = moved
    this.#obey(RULES[request.method] ?? 'refuse', request, transaction)
  }

  #obey(rule: Rule, request: SipRequest, transaction: ServerTransaction) {
    switch (rule) {
      case 'end':
        this.#respond(request, transaction, 200)
        // Where both hang up at once, ours was the first that we know of.
        return this.#over(this.#state === 'up' ? 'them' : this.#endedBy, q850Cause(request.headers))
      case 'negotiate':
        return this.#negotiate(request, transaction)
      case 'take key':
        return this.#takeInfo(request, transaction)
      case 'agree':
        return this.#respond(request, transaction, 200, { headers: [['Allow', ALLOW]] })
      case 'judge event':
        // We have subscribed to nothing (RFC 6665 4.1.3, 8.3.2).
        return this.#respond(request, transaction, 489)
      case 'refuse':
        return this.#respond(request, transaction, 405, { headers: [['Allow', ALLOW]] })
    }
  }

  #respond(request: SipRequest, transaction: ServerTransaction, status: number, parts: ResponseParts = {}) {
    const response = responseTo(request, transaction.flow.remote, status, parts)
    transaction.respond(response)
  }

  /** RFC 6086 and what came before it. */
  #takeInfo(request: SipRequest, transaction: ServerTransaction) {
    const text = Buffer.from(request.body).toString('latin1')
    const key = keyFromInfo(request.headers.get('content-type') ?? '', text)
    // An INFO without body asks whether we are alive; one that nobody understands must not be agreed to.
    const status = key !== null || text.trim() === '' ? 200 : 415
    const accept = [['Accept', 'application/dtmf-relay, application/dtmf']] as const
    this.#respond(request, transaction, status, status === 415 ? { headers: accept } : {})
    if (key !== null) this.#key(key, 'info')
  }

  /** One press may come both ways (RFC 4733 and INFO). */
  #key(key: string, way: KeyWay) {
    this.#mediaSeen = true
    if (this.#keys.counts(key, way, this.#parts.stack.clock.now())) this.#parts.listener.onKey(key)
  }

  #onSilence() {
    // While held, nobody speaks.
    if (this.#agreed?.direction === 'sendrecv') void this.hangUp('lost')
  }

  #over(by: HungUpBy, cause: number | null) {
    if (this.#state === 'over') return
    this.#state = 'over'
    this.#timer.stop()
    this.#unacknowledged?.stop()
    this.#parts.listener.onOver(by, cause)
  }

  /** RFC 3261 14.2, RFC 3311: another address, another codec, hold, resume, or only a sign of life. */
  #negotiate(request: SipRequest, transaction: ServerTransaction) {
    // RFC 3261 14.2: ours is on its way, and both would cross.
    if (this.#reinviting) return this.#respond(request, transaction, 491)
    if (this.#state !== 'up') return this.#respond(request, transaction, 481)
    const timer = answerTimer(request)
    if (timer.kind === 'too small')
      return this.#respond(request, transaction, 422, { headers: [['Min-SE', String(LEAST_SECONDS)]] })
    const body = this.#bodyFor(request)
    if (body === null) return this.#respond(request, transaction, 488)
    const timerHeaders = timer.kind === 'agreed' ? timer.headers : []
    this.#accept(request, transaction, body, timerHeaders)
    if (timer.kind === 'agreed') this.runTimer(timer.interval)
  }

  #accept(
    request: SipRequest,
    transaction: ServerTransaction,
    body: string,
    timerHeaders: readonly (readonly [string, string])[],
  ) {
    const parts: ResponseParts = {
      contact: this.#parts.line.contact(this.#parts.flow),
      headers: [['Allow', ALLOW], ['Supported', SUPPORTED], ...timerHeaders],
      ...(body === '' ? {} : { contentType: 'application/sdp', body: Buffer.from(body) }),
    }
    const response = responseTo(request, transaction.flow.remote, 200, parts)
    if (request.method === 'INVITE') this.awaitAck(transaction, response, request.body.length === 0)
    else transaction.respond(response)
  }

  /** Our answer to an offer; an offer of our own where an INVITE brings none; null when nothing can be agreed. */
  #bodyFor(request: SipRequest): string | null {
    if (request.body.length === 0) return request.method === 'INVITE' ? this.#offer() : ''
    const offer = parseSdp(Buffer.from(request.body).toString('utf8'))
    const agreed = offer && agreedWith(offer)
    if (!offer || !agreed) return null
    const answer = this.#versioned((local) => makeAnswer(offer, local))
    this.agree(agreed)
    return answer
  }

  #offer(): string {
    return this.#versioned((local) => makeOffer(local)) ?? ''
  }

  /** RFC 3264 8: the version rises by one when, and only when, what we say is new. */
  #versioned(make: (local: LocalAudio) => SessionDescription | null): string | null {
    const same = make(this.#local)
    if (!same) return null
    if (writeSdp(same) === this.#lastBody || this.#lastBody === '') return (this.#lastBody = writeSdp(same))
    this.#local = { ...this.#local, version: this.#local.version + 1 }
    const next = make(this.#local)
    return next && (this.#lastBody = writeSdp(next))
  }

  /** What was said first, before there was a dialog. */
  said(body: string) {
    this.#lastBody = body
  }

  /** RFC 3261 13.3.1.4: a 2xx is repeated until its ACK comes; a call without one is hung up. */
  awaitAck(transaction: ServerTransaction, response: SipResponse, offered: boolean) {
    this.#unacknowledged?.stop()
    const { clock, timings } = this.#parts.stack
    let timer: Timer | undefined
    const repeat = (delay: number, left: number) => {
      transaction.respond(response)
      const next = () =>
        left <= 0 ? void this.hangUp('lost') : repeat(Math.min(delay * 2, timings.T2), left - delay)
      timer = clock.after(delay, next)
    }
    const cseq = numberOf(response)
    this.#unacknowledged = { cseq, stop: () => timer?.cancel(), offered }
    repeat(timings.T1, 64 * timings.T1)
  }

  onAck(request: SipRequest) {
    const waiting = this.#unacknowledged
    if (!waiting || numberOf(request) !== waiting.cseq) return
    waiting.stop()
    this.#unacknowledged = null
    if (waiting.offered) this.#takeAnswer(request)
    if (this.#hangsUpOnAck) void this.hangUp()
  }

  /** The answer to a delayed offer comes in the ACK (RFC 3261 13.2.1). */
  #takeAnswer(message: SipRequest | SipResponse) {
    const answer = parseSdp(Buffer.from(message.body).toString('utf8'))
    const agreed = answer && agreedWith(answer)
    if (agreed) this.agree(agreed)
    else void this.hangUp('lost')
  }

  /** RFC 3264 8.4 */
  hold(on: boolean) {
    this.#local = { ...this.#local, direction: on ? 'sendonly' : 'sendrecv' }
    this.#reinvite()
  }

  /** RFC 6086; resolves when it was answered, or never will be. */
  info(contentType: string, body: string): Promise<void> {
    return new Promise((resolve) => {
      void this.#send('INFO', [['Content-Type', contentType]], body, {
        onResponse: ({ status }) => void (status >= 200 && resolve()),
        onTimeout: resolve,
        onTransportFailure: () => resolve(),
      })
    })
  }

  /** RFC 3261 14.1; as a sign of life (RFC 4028 10) it says nothing new, and everyone understands it. */
  #reinvite() {
    // RFC 3261 14.1: one at a time.
    if (this.#reinviting) this.#wantsAnother = true
    if (this.#state !== 'up' || this.#reinviting) return
    this.#reinviting = true
    this.#wantsAnother = false
    const expires = this.#interval && [
      ['Session-Expires', `${this.#interval.seconds};refresher=uac`] as const,
    ]
    const headers = [
      ['Contact', this.#parts.line.contact(this.#parts.flow)],
      ['Allow', ALLOW],
      ['Supported', SUPPORTED],
      ...(expires ?? []),
      ['Content-Type', 'application/sdp'],
    ] as const
    let settled = false
    void this.#send('INVITE', headers, this.#offer(), {
      onResponse: (response, sent) => {
        // RFC 3261 13.2.2.4: a 2xx that is repeated is acknowledged again, and says nothing new.
        if (settled) return void this.acknowledge(sent)
        settled = response.status >= 200
        if (settled) this.#onReinvited(response, sent)
      },
      onTimeout: () => void this.hangUp('lost'),
      onTransportFailure: () => void this.hangUp('lost'),
    })
  }

  #onReinvited(response: SipResponse, sent: SipRequest) {
    this.#reinviting = false
    if (response.status < 300) return void this.#onReinviteAccepted(response, sent)
    // RFC 3261 14.1: the dialog is gone, or nobody is there.
    if (response.status === 481 || response.status === 408) return void this.hangUp('lost')
    // RFC 3261 14.1: after a glare both wait, for different times. Any other refusal leaves the call as it was.
    if (response.status === 491) this.#parts.stack.clock.after(this.#glareDelay(), () => this.#reinvite())
  }

  #glareDelay(): number {
    const { random } = this.#parts.stack
    return this.#parts.role === 'caller' ? random.integer(2_100, 4_001) : random.integer(0, 2_001)
  }

  async #onReinviteAccepted(response: SipResponse, sent: SipRequest) {
    this.#dialog = refreshedBy(this.#dialog, response)
    await this.acknowledge(sent)
    if (this.#state !== 'up') return
    this.runTimer(settledBy(response) ?? this.#interval)
    this.#takeAnswer(response)
    if (this.#wantsAnother) this.#reinvite()
  }

  acknowledge(invite: SipRequest): Promise<void> {
    return acknowledge(this.#parts, this.#dialog, invite)
  }

  async #send(
    method: string,
    headers: readonly (readonly [string, string])[],
    body: string,
    listener: AuthorizedListener,
  ) {
    const { dialog, request } = requestWithin(this.#dialog, method)
    this.#dialog = dialog
    for (const [name, value] of headers) request.headers.append(name, value)
    const flow = await flowFor(this.#parts, this.#dialog)
    const { stack, line } = this.#parts
    sendAuthorized(
      { ...request, body: Buffer.from(body) },
      { transactions: stack.transactions, flow, challenged: line.authorization.begin() },
      {
        ...listener,
        onSent: ({ request: sent }) => this.skipTo(numberOf(sent)),
      },
    )
  }
}

type Way = Pick<TalkParts, 'stack' | 'line' | 'flow'>

const numberOf = (message: SipRequest | SipResponse) =>
  parseCSeq(message.headers.get('cseq') ?? '')?.number ?? 0

/** RFC 3261 8.1.2, 12.2.1.1: to the nearest proxy, else to the target; by the way we know when that leads nowhere. */
async function flowFor({ stack, flow }: Way, { routeSet, remoteTarget }: Dialog): Promise<Flow> {
  const route = routeSet[0] === undefined ? null : parseNameAddr(routeSet[0])
  return stack.flowTo(route?.uri ?? remoteTarget, flow.protocol).catch(() => flow)
}

/** RFC 3261 13.2.2.4: the number and the credentials of the INVITE, a branch of its own. */
export async function acknowledge(way: Way, dialog: Dialog, invite: SipRequest) {
  const { request } = requestWithin({ ...dialog, localSeq: numberOf(invite) }, 'ACK')
  for (const name of ['Authorization', 'Proxy-Authorization'])
    for (const value of invite.headers.all(name)) request.headers.append(name, value)
  way.stack.transactions.acknowledge(request, await flowFor(way, dialog))
}

/** RFC 3261 15.1.1: hangs up; resolves with the status, or null when nobody answered. */
export async function sendBye(way: Way, dialog: Dialog): Promise<number | null> {
  const { request } = requestWithin(dialog, 'BYE')
  const flow = await flowFor(way, dialog)
  const { transactions } = way.stack
  return new Promise((resolve) => {
    const none = () => resolve(null)
    sendAuthorized(
      request,
      { transactions, flow, challenged: way.line.authorization.begin() },
      {
        onResponse: ({ status }) => void (status >= 200 && resolve(status)),
        onTimeout: none,
        onTransportFailure: none,
      },
    )
  })
}
