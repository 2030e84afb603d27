import { renumbered, sendAuthorized } from './authorization.ts'
import { type CallEnd, classify, type Failure, type HungUpBy } from './call-end.ts'
import { branchOfTime, cancelOf, type CallHandle, MOST_TIMES } from './call-handle.ts'
import type { ClientTransaction } from './client-transaction.ts'
import type { Timer } from './clock.ts'
import { contactOf, type Dialog, dialogKey, dialogOfCaller, requestWithin } from './dialog.ts'
import type { Flow } from './flow.ts'
import { Headers } from './headers.ts'
import type { Line, Stack } from './lines.ts'
import type {
  MediaStream,
  PlayOptions,
  PreparedAudio,
  PressOptions,
  StreamReport,
} from './media/media-types.ts'
import type { MediaPort } from './media-port.ts'
import type { SipRequest, SipResponse } from './message.ts'
import { type AgreedAudio, agreedWith, type LocalAudio, makeOffer } from './offer-answer.ts'
import {
  type OutgoingAction,
  type OutgoingEvent,
  type OutgoingState,
  outgoingStep,
} from './outgoing-states.ts'
import { listOf } from './params.ts'
import { acknowledge, ALLOW, sendBye, SUPPORTED, Talk } from './requests-in-dialog.ts'
import { toTagOf } from './response.ts'
import { parseSdp, writeSdp } from './sdp.ts'
import { leastSeconds, settledBy } from './session-timer.ts'
import { parseUri } from './uri.ts'

export interface DialOptions {
  /** An extension, or a whole address. */
  readonly to: string
  /** Shorter than the time after which the exchange forwards to somebody else. 45 s unless said. */
  readonly ringMs?: number
  /** Played from the moment of the answer. */
  readonly announcement?: PreparedAudio
  readonly playing?: PlayOptions
  /**
   * Given the handle before the INVITE leaves, and once more before an answer is acknowledged: what is waited for
   * here is safe before the other side hears of it.
   */
  readonly remember?: (handle: CallHandle) => Promise<void>
  /** RFC 3261 8.1.3.4: how often a redirection within the exchange is followed. None unless said. */
  readonly redirects?: 0 | 1 | 2 | 3
  /** RFC 4028: asked for unless 0; seconds. */
  readonly sessionSeconds?: number
  /** Without a packet for so long, the call counts as lost. */
  readonly silenceMs?: number
  readonly onRinging?: () => void
  readonly onAnswered?: () => void
  readonly onPlayed?: () => void
  readonly onKey?: (key: string) => void
  readonly onHold?: (held: boolean) => void
}

/** Where calls say that a dialog is theirs. */
export interface Dialogs {
  add(key: string, talk: Talk): void
  remove(key: string): void
}

export interface OutgoingParts {
  readonly stack: Stack
  readonly line: Line
  readonly media: MediaPort
  readonly dialogs: Dialogs
  readonly options: DialOptions
}

const RING_MS = 45_000

/** From the INVITE to exactly one end. The table in outgoing-states.ts decides; here it is carried out. */
export class OutgoingCall {
  readonly ended: Promise<CallEnd>
  #report: (end: CallEnd) => void = () => {}
  readonly #parts: OutgoingParts
  #state: OutgoingState = 'calling'
  #handle: CallHandle
  #flow: Flow | undefined
  #stream: MediaStream | undefined
  #local: LocalAudio | undefined
  #offer = ''
  #talk: Talk | undefined
  #transaction: ClientTransaction | undefined
  #times = 0
  #redirected = 0
  #heard = false
  #rang = false
  #ringTimer: Timer | undefined
  #guard: Timer | undefined
  #failure: Failure = { kind: 'timeout' }
  #over: { by: HungUpBy; cause: number | null } | undefined
  #keys = ''
  #earlyAudio: AgreedAudio | null = null
  /** The 2xx that is being dealt with, and those that were: one for each fork. */
  #answer: { response: SipResponse; sent: SipRequest; dialog: Dialog; audio: AgreedAudio | null } | undefined
  readonly #forks = new Map<string, Dialog>()
  #acknowledged = false
  #reliable = 0
  #lastSeq = 0

  constructor(parts: OutgoingParts) {
    const { stack, line, options } = parts
    this.#parts = parts
    this.ended = new Promise((resolve) => (this.#report = resolve))
    this.#handle = {
      line: line.options.user,
      uri: line.addressOf(options.to),
      from: line.fromHeader(stack.random.token(10)),
      to: `<${line.addressOf(options.to)}>`,
      callId: stack.random.token(24),
      seq: 1,
      seed: stack.random.token(16),
      sentBy: { protocol: line.protocol, local: { host: '', port: 0 } },
      dialog: null,
    }
  }

  get state(): OutgoingState {
    return this.#state
  }

  get handle(): CallHandle {
    return this.#handle
  }

  /** Opens the way and the audio, lets the handle be remembered, then lets the INVITE go. */
  async start() {
    const { stack, line, media, options } = this.#parts
    try {
      this.#flow = await line.flow(stack)
      const { protocol, local } = this.#flow
      this.#handle = { ...this.#handle, sentBy: { protocol, local } }
      const { silenceMs } = options
      this.#stream = await media.createStream(silenceMs === undefined ? {} : { timeoutMs: silenceMs })
      await options.remember?.(this.#handle)
    } catch (error) {
      this.#fail({ kind: 'transport failed', reason: String(error) })
    }
    if (this.#flow && this.#stream && this.#state === 'calling') this.#begin(this.#flow, this.#stream)
    // Withdrawn before anything was sent: nobody has heard of it.
    else if (this.#state === 'withdrawing') this.#happen('failed')
  }

  /** CANCEL or BYE, whichever is due; the end tells what became of it. */
  hangUp(reason = 'Withdrawn'): Promise<CallEnd> {
    if (this.#state !== 'cancelling' && this.#state !== 'withdrawing') this.#withdraw(reason)
    return this.ended
  }

  play(audio: PreparedAudio, options?: PlayOptions) {
    this.#stream?.play(audio, options)
  }

  quiet() {
    this.#stream?.quiet()
  }

  pressKeys(keys: string, options?: PressOptions): Promise<void> {
    return this.#stream?.pressKeys(keys, options) ?? Promise.resolve()
  }

  #begin(flow: Flow, stream: MediaStream) {
    const { stack, media, options } = this.#parts
    const sessionId = String(stack.random.integer(1, 2 ** 31))
    this.#local = { host: media.host, port: stream.localPort, sessionId, version: 1, direction: 'sendrecv' }
    this.#offer = writeSdp(makeOffer(this.#local))
    this.#ringTimer = stack.clock.after(options.ringMs ?? RING_MS, () =>
      this.#withdraw('Nobody answered in time'),
    )
    this.#send(this.#invite(flow), flow)
  }

  #withdraw(reason: string) {
    this.#failure = { kind: 'withdrawn', reason }
    this.#happen('withdraw')
  }

  #fail(failure: Failure) {
    this.#failure = failure
    this.#happen('failed')
  }

  /** RFC 3261 13.2.1. Kept short: a datagram over 1,300 bytes may not arrive (RFC 3261 18.1.1). */
  #invite(flow: Flow): SipRequest {
    const { uri, from, to, callId, seq } = this.#handle
    const { line, options } = this.#parts
    const headers = Headers.of([
      ['Max-Forwards', '70'],
      ['From', from],
      ['To', to],
      ['Call-ID', callId],
      ['CSeq', `${seq} INVITE`],
      ['Contact', line.contact(flow)],
      ['Allow', ALLOW],
      // 100rel is not listed: an exchange that insists on it says so by 421.
      ['Supported', SUPPORTED],
      ['Content-Type', 'application/sdp'],
    ])
    if (options.sessionSeconds) headers.append('Session-Expires', options.sessionSeconds)
    return { kind: 'request', method: 'INVITE', uri, headers, body: Buffer.from(this.#offer) }
  }

  #send(invite: SipRequest, flow: Flow) {
    const { stack, line } = this.#parts
    const branch = () => branchOfTime(this.#handle, ++this.#times)
    const wanted = () => this.#isWanted() && this.#times < MOST_TIMES
    sendAuthorized(
      invite,
      { transactions: stack.transactions, flow, challenged: line.authorization.begin(), branch, wanted },
      {
        onSent: (transaction) => this.#onSent(transaction),
        onResponse: (response, sent) => this.#onResponse(response, sent, flow),
        onTimeout: () => this.#fail({ kind: 'timeout' }),
        onTransportFailure: (error) => this.#fail({ kind: 'transport failed', reason: String(error) }),
      },
    )
  }

  #onSent(transaction: ClientTransaction) {
    this.#transaction = transaction
    this.#happen('sent anew')
  }

  #onResponse(response: SipResponse, sent: SipRequest, flow: Flow) {
    if (response.status < 200) return this.#onProvisional(response, sent)
    if (response.status < 300) return this.#onAccepted(response, sent)
    const another = this.#isWanted() && this.#times < MOST_TIMES ? this.#anotherTry(response, sent) : null
    if (another) return this.#send(another, flow)
    // Withdrawn, a 487 says only that we were obeyed; but a phone that is busy is busy.
    if (this.#isWanted() || !isAboutUs(response.status))
      this.#failure = { kind: 'refused', response, rang: this.#rang, heard: this.#heard }
    this.#happen('refused')
  }

  #isWanted() {
    return this.#state === 'calling' || this.#state === 'proceeding' || this.#state === 'ringing'
  }

  #anotherTry(response: SipResponse, sent: SipRequest): SipRequest | null {
    if (response.status >= 300 && response.status < 400) return this.#redirect(response, sent)
    return response.status === 422 ? withLongerTimer(response, sent) : null
  }

  /** RFC 3261 8.1.3.4, by the hotel's rule: only if wished, only within the exchange, three times at most. */
  #redirect(response: SipResponse, sent: SipRequest): SipRequest | null {
    const target = contactOf(response.headers)
    const { line, options } = this.#parts
    const { domain, exchange } = line.options
    const host = parseUri(target ?? '')?.host
    if (target === null || (host !== domain.toLowerCase() && host !== exchange?.host)) return null
    if (this.#redirected++ >= (options.redirects ?? 0)) return null
    return { ...renumbered(withoutCredentials(sent)), uri: target }
  }

  #onProvisional(response: SipResponse, sent: SipRequest) {
    this.#heard = true
    if (response.status > 100) this.#acknowledgeReliable(response, sent)
    // Early audio is not an answer; some say in a 183 what they leave out of the 200.
    this.#earlyAudio = audioOf(response) ?? this.#earlyAudio
    const rings = [180, 182, 183].includes(response.status)
    this.#rang ||= rings
    this.#happen(rings ? 'ringing' : 'progress')
  }

  /** RFC 3262 4: a provisional answer that insists is acknowledged, each number once. */
  #acknowledgeReliable(response: SipResponse, sent: SipRequest) {
    const required = (listOf(response.headers.all('require')) ?? []).includes('100rel')
    const rseq = Number(response.headers.get('rseq'))
    const dialog = required && rseq > this.#reliable ? dialogOfCaller(sent, response) : null
    if (!dialog || !this.#flow) return
    this.#reliable = rseq
    const before = Math.max(this.#lastSeq, dialog.localSeq)
    const { request, dialog: after } = requestWithin({ ...dialog, localSeq: before }, 'PRACK')
    this.#lastSeq = after.localSeq
    request.headers.append('RAck', `${rseq} ${sent.headers.get('cseq')}`)
    const { stack, line } = this.#parts
    const ignore = { onResponse: () => {}, onTimeout: () => {}, onTransportFailure: () => {} }
    const challenged = line.authorization.begin()
    sendAuthorized(request, { transactions: stack.transactions, flow: this.#flow, challenged }, ignore)
  }

  /** RFC 3261 13.2.2.4, RFC 6026: the first 2xx makes the call; a repeated one is acknowledged again. */
  #onAccepted(response: SipResponse, sent: SipRequest) {
    const known = this.#forks.get(toTagOf(response))
    if (known) return void this.#acknowledgeAgain(known, sent)
    const dialog = dialogOfCaller(sent, response)
    if (!dialog) return
    const first = this.#forks.size === 0
    this.#forks.set(dialog.remoteTag, dialog)
    // Another phone has answered too: one call is enough.
    if (!first || this.#state === 'ended') return void this.#dismiss(dialog, sent)
    const audio = response.body.length === 0 ? this.#earlyAudio : audioOf(response)
    this.#answer = { response, sent, dialog, audio }
    this.#happen(audio ? 'accepted' : 'accepted in vain')
  }

  /** Not before the first ACK: until the handle is remembered, the answer shall be repeated. */
  async #acknowledgeAgain(dialog: Dialog, sent: SipRequest) {
    if (!this.#acknowledged) return
    await acknowledge(this.#way(), dialog, sent)
  }

  async #dismiss(dialog: Dialog, sent: SipRequest) {
    await acknowledge(this.#way(), dialog, sent)
    await sendBye(this.#way(), { ...dialog, localSeq: Math.max(dialog.localSeq, this.#lastSeq) })
  }

  #way() {
    const { stack, line } = this.#parts
    if (!this.#flow) throw new Error('A call that was answered has a way')
    return { stack, line, flow: this.#flow }
  }

  #happen(event: OutgoingEvent) {
    const { next, actions } = outgoingStep(this.#state, event)
    this.#state = next
    for (const action of actions) this.#do(action)
  }

  #do(action: OutgoingAction) {
    switch (action) {
      case 'report ringing':
        return this.#parts.options.onRinging?.()
      case 'take call':
        return void this.#takeCall()
      case 'acknowledge and hang up':
        return void this.#declineCall()
      case 'send cancel':
        return this.#cancel()
      case 'hang up':
        return void this.#talk?.hangUp()
      case 'forget transaction':
        return this.#transaction?.terminate()
      case 'report end':
        return void this.#end()
    }
  }

  /** RFC 3261 9.1: its own transaction; the INVITE is given 64 T1 to end after it. */
  #cancel() {
    const { stack } = this.#parts
    const { flow } = this.#way()
    const ignore = { onResponse: () => {}, onTimeout: () => {}, onTransportFailure: () => {} }
    const uri = this.#transaction?.request.uri ?? this.#handle.uri
    stack.transactions.cancel({ ...cancelOf(this.#handle, this.#times), uri }, flow, ignore)
    this.#guard = stack.clock.after(64 * stack.timings.T1, () => this.#happen('guard over'))
  }

  async #takeCall() {
    this.#ringTimer?.cancel()
    const answer = this.#answer
    const stream = this.#stream
    if (!answer?.audio || !stream) return
    const talk = this.#talkOf(answer.dialog, stream)
    this.#talk = talk
    this.#handle = { ...this.#handle, dialog: answer.dialog }
    // Without an ACK the answer is repeated: a process that takes our place hears it and hangs up.
    await this.#parts.options.remember?.(this.#handle).catch(() => {})
    await talk.acknowledge(answer.sent)
    this.#acknowledged = true
    if (this.#state !== 'up') return
    talk.agree(answer.audio)
    talk.runTimer(settledBy(answer.response))
    this.#speak(stream)
  }

  #speak(stream: MediaStream) {
    const { announcement, playing, onAnswered, onPlayed } = this.#parts.options
    if (onPlayed) stream.on('played', onPlayed)
    if (announcement) stream.play(announcement, playing)
    onAnswered?.()
  }

  #talkOf(dialog: Dialog, stream: MediaStream): Talk {
    const { options, dialogs } = this.#parts
    const key = dialogKey(dialog.callId, dialog.localTag, dialog.remoteTag)
    const local = this.#local
    if (!local) throw new Error('A call that was answered has offered audio')
    const talk = new Talk({
      ...this.#way(),
      stream,
      local,
      dialog,
      role: 'caller',
      listener: {
        onKey: (pressed) => {
          this.#keys += pressed
          options.onKey?.(pressed)
        },
        onHold: (held) => options.onHold?.(held),
        onOver: (by, cause) => {
          dialogs.remove(key)
          this.#over = { by, cause }
          this.#happen('talk over')
        },
      },
    })
    talk.said(this.#offer)
    talk.skipTo(this.#lastSeq)
    dialogs.add(key, talk)
    return talk
  }

  async #declineCall() {
    const answer = this.#answer
    if (!answer) return
    this.#acknowledged = true
    const wanted = this.#failure.kind !== 'withdrawn'
    if (wanted) this.#failure = { kind: 'no audio', status: answer.response.status }
    await this.#dismiss(answer.dialog, answer.sent)
    this.#happen('talk over')
  }

  async #end() {
    this.#ringTimer?.cancel()
    this.#guard?.cancel()
    const report = (await this.#stream?.stop().catch(() => null)) ?? null
    this.#report(this.#over ? this.#answeredEnd(this.#over, report) : classify(this.#failure))
  }

  #answeredEnd({ by, cause }: { by: HungUpBy; cause: number | null }, report: StreamReport | null): CallEnd {
    const { status = 200, reason = 'OK' } = this.#answer?.response ?? {}
    return {
      outcome: 'answered',
      status,
      reason,
      cause,
      retryAfterMs: null,
      hungUpBy: by,
      heardMs: report?.heardMs ?? 0,
      keys: this.#keys,
      mediaSeen: (this.#talk?.mediaSeen ?? false) || (report?.received ?? 0) > 0,
    }
  }
}

const isAboutUs = (status: number) => status < 400 || [401, 407, 487].includes(status)

const audioOf = ({ body }: SipResponse): AgreedAudio | null => {
  const described = parseSdp(Buffer.from(body).toString('utf8'))
  return described && agreedWith(described)
}

/** A nonce is good for one Request-URI. */
function withoutCredentials(request: SipRequest): SipRequest {
  const headers = request.headers.clone().delete('via').delete('authorization').delete('proxy-authorization')
  return { ...request, headers }
}

/** RFC 4028 7.4: once more with what the other side can bear; a second 422 ends the call. */
function withLongerTimer(response: SipResponse, sent: SipRequest): SipRequest | null {
  const least = leastSeconds(response.headers)
  if (least === null || sent.headers.has('min-se')) return null
  const again = renumbered(withoutCredentials(sent))
  again.headers.set('Session-Expires', least).set('Min-SE', least)
  return again
}
