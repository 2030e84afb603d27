import { leadsWithin, redirectedTo, withLongerTimer } from './another-try.ts'
import { sendAuthorized } from './authorization.ts'
import { type CallEnd, classify, type Failure, type HungUpBy } from './call-end.ts'
import { branchOfTime, cancelOf, type CallHandle, MOST_TIMES } from './call-handle.ts'
import type { ClientTransaction } from './client-transaction.ts'
import type { Timer } from './clock.ts'
import { type DialOptions, streamOptions } from './dial-options.ts'
import { type Dialog, dialogKey, dialogOfCaller, tagOf } from './dialog.ts'
import type { Flow } from './flow.ts'
import { tellsOfForwarding } from './forwarding.ts'
import { inviteOf } from './invite.ts'
import { type Line, nameOf, type Stack } from './lines.ts'
import type {
  MediaStream,
  PlayOptions,
  PreparedAudio,
  PressOptions,
  StreamReport,
} from './media/media-types.ts'
import { audioHost, type MediaPort } from './media-port.ts'
import type { SipRequest, SipResponse } from './message.ts'
import { type AgreedAudio, agreedWith, type LocalAudio, makeOffer } from './offer-answer.ts'
import {
  type OutgoingAction,
  type OutgoingEvent,
  type OutgoingState,
  outgoingStep,
} from './outgoing-states.ts'
import { ReliableProgress } from './reliable-progress.ts'
import { acknowledge, sendBye, Talk } from './requests-in-dialog.ts'
import { toTagOf } from './response.ts'
import { parseSdp, writeSdp } from './sdp.ts'
import { settledBy } from './session-timer.ts'
import { Speech, type SpeechEnd } from './speech.ts'
import { tell } from './tell.ts'

export type { DialOptions }

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
/** A timer that is set to more goes off at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1
const TO_THE_EAR_MS = 300

/** From the INVITE to exactly one end. The table in outgoing-states.ts decides; here it is carried out. */
export class OutgoingCall {
  readonly ended: Promise<CallEnd>
  #report: (end: CallEnd) => void = () => {}
  readonly #parts: OutgoingParts
  readonly #isDialable: boolean
  #state: OutgoingState = 'calling'
  #handle: CallHandle
  #flow: Flow | undefined
  #stream: MediaStream | undefined
  #speech: Speech | undefined
  #local: LocalAudio | undefined
  #offer = ''
  #talk: Talk | undefined
  #transaction: ClientTransaction | undefined
  #times = 0
  #redirected = 0
  #heard = false
  #rang = false
  #forwarded = false
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
  readonly #reliable = new ReliableProgress()

  constructor(parts: OutgoingParts) {
    const { stack, line, options } = parts
    const uri = line.addressOf(options.to)
    this.#parts = parts
    this.#isDialable = uri !== null
    this.ended = new Promise((resolve) => (this.#report = resolve))
    this.#handle = {
      line: nameOf(line.options),
      uri: uri ?? '',
      from: line.fromHeader(stack.random.token(10)),
      to: `<${uri ?? ''}>`,
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

  /** Its Call-ID is known from the first moment. */
  get handle(): CallHandle {
    return this.#handle
  }

  /** Our Contact, for a phone that rings for us and asks something meanwhile (RFC 3261 12.1); null for anybody else. */
  contactFor({ headers }: SipRequest): string | null {
    const { callId, from } = this.#handle
    const isOurs = headers.get('call-id') === callId && tagOf(headers.get('to')) === tagOf(from)
    return isOurs && this.#flow && this.#state !== 'ended' ? this.#parts.line.contact(this.#flow) : null
  }

  /** Opens the way and the audio, lets the handle be remembered, then lets the INVITE go. */
  async start() {
    if (!this.#isDialable) return this.#fail({ kind: 'not dialable', dialled: this.#parts.options.to })
    // What is made ready may hang; it gets as long as the phone would.
    this.#limitRinging()
    try {
      await this.#prepare()
    } catch (error) {
      this.#fail({ kind: 'transport failed', reason: String(error) })
    }
    if (this.#flow && this.#stream && this.#state === 'calling') this.#begin(this.#flow, this.#stream)
  }

  async #prepare() {
    const { stack, line, media, options } = this.#parts
    this.#flow = await line.flow(stack)
    const { protocol, local } = this.#flow
    this.#handle = { ...this.#handle, sentBy: { protocol, local } }
    const stream = await media.createStream(streamOptions(options))
    // It may have ended meanwhile, and nobody else would close this.
    if (this.#state === 'ended') return void (await stream.stop())
    this.#stream = stream
    this.#speech = new Speech(stream)
    await this.#remember()
  }

  /** Whether it throws or rejects is the same to us. */
  async #remember() {
    await this.#parts.options.remember?.(this.#handle)
  }

  #limitRinging() {
    const { stack, options } = this.#parts
    const ringMs = Math.min(options.ringMs ?? RING_MS, LONGEST_TIMER_MS)
    this.#ringTimer?.cancel()
    this.#ringTimer = stack.clock.after(ringMs, () => this.#withdraw('Nobody answered in time'))
  }

  /** CANCEL or BYE, whichever is due; the end tells what became of it. */
  hangUp(reason = 'Withdrawn'): Promise<CallEnd> {
    if (this.#state !== 'cancelling' && this.#state !== 'withdrawing') this.#withdraw(reason)
    return this.ended
  }

  /** Ends it here and now, whatever the other side thinks of it. */
  giveUp(reason: string) {
    if (this.#talk) this.#talk.giveUp()
    if (this.#failure.kind !== 'withdrawn') this.#failure = { kind: 'transport failed', reason }
    this.#happen('given up')
  }

  /** Says this in the place of what is being said; tells when it was said, or that it was cut short. */
  play(audio: PreparedAudio, options?: PlayOptions): Promise<SpeechEnd> {
    const speaks = this.#state === 'up' && this.#speech
    return speaks ? speaks.say(audio, options) : Promise.resolve('broken off')
  }

  quiet() {
    this.#speech?.quiet()
  }

  pressKeys(keys: string, options?: PressOptions): Promise<void> {
    return this.#stream?.pressKeys(keys, options) ?? Promise.resolve()
  }

  #begin(flow: Flow, stream: MediaStream) {
    const { stack, line, media, options } = this.#parts
    const sessionId = String(stack.random.integer(1, 2 ** 31))
    const host = audioHost(media, flow)
    this.#local = { host, port: stream.localPort, sessionId, version: 1, direction: 'sendrecv' }
    this.#offer = writeSdp(makeOffer(this.#local))
    this.#limitRinging()
    this.#send(inviteOf(this.#handle, { ...options, contact: line.contact(flow), offer: this.#offer }), flow)
  }

  #withdraw(reason: string) {
    this.#failure = { kind: 'withdrawn', reason }
    this.#happen('withdraw')
    // Withdrawn before anything was sent: nobody has heard of it.
    if (this.#state === 'withdrawing' && !this.#transaction) this.#happen('failed')
  }

  #fail(failure: Failure) {
    this.#failure = failure
    this.#happen('failed')
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
        onHeard: (response) => this.#onHeard(response),
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

  #onHeard(response: SipResponse) {
    // A 2xx is repeated until it is acknowledged (RFC 3261 13.3.1.4), and says nothing new.
    if (response.status >= 200 && this.#forks.has(toTagOf(response))) return
    this.#forwarded ||= tellsOfForwarding(response)
    tell(() => this.#parts.options.onProgress?.(response.status, response.reason))
  }

  #onResponse(response: SipResponse, sent: SipRequest, flow: Flow) {
    if (response.status < 200) return this.#onProvisional(response, sent, flow)
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

  /** By the hotel's rule: only if wished, only within the exchange, three times at most. */
  #redirect(response: SipResponse, sent: SipRequest): SipRequest | null {
    const { line, options } = this.#parts
    if (!leadsWithin(response, line.options)) return null
    return this.#redirected++ < (options.redirects ?? 0) ? redirectedTo(response, sent) : null
  }

  #onProvisional(response: SipResponse, sent: SipRequest, flow: Flow) {
    this.#heard = true
    if (response.status > 100) this.#reliable.hear(response, sent, { ...this.#parts, flow })
    // Early audio is not an answer; some say in a 183 what they leave out of the 200.
    this.#earlyAudio = audioOf(response) ?? this.#earlyAudio
    const rings = [180, 182, 183].includes(response.status)
    this.#rang ||= rings
    this.#happen(rings ? 'ringing' : 'progress')
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
    await sendBye(this.#way(), { ...dialog, localSeq: Math.max(dialog.localSeq, this.#reliable.lastSeq) })
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
        return void tell(() => this.#parts.options.onRinging?.())
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
    await this.#remember().catch(() => {})
    await talk.acknowledge(answer.sent)
    this.#acknowledged = true
    if (this.#state !== 'up') return
    talk.agreeAtFirst(answer.audio)
    talk.runTimer(settledBy(answer.response))
    this.#announce()
    tell(() => this.#parts.options.onAnswered?.())
  }

  #announce() {
    const { announcement, playing, onPlayed } = this.#parts.options
    if (!announcement) return
    const said = this.play(announcement, { delayMs: TO_THE_EAR_MS, ...playing })
    void said.then((end) => end === 'played' && tell(() => onPlayed?.()))
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
          tell(() => options.onKey?.(pressed))
        },
        onHold: (held) => void tell(() => options.onHold?.(held)),
        onOver: (by, cause) => {
          dialogs.remove(key)
          this.#over = { by, cause }
          this.#happen('talk over')
        },
      },
    })
    talk.said(this.#offer)
    talk.skipTo(this.#reliable.lastSeq)
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
    this.#speech?.end()
    this.#report(this.#over ? this.#answeredEnd(this.#over, report) : this.#unansweredEnd())
  }

  #unansweredEnd(): CallEnd {
    const { line, options } = this.#parts
    const verdict = line.judge(options.to, classify(this.#failure), this.#rang)
    return { ...verdict, forwarded: this.#forwarded }
  }

  #answeredEnd({ by, cause }: { by: HungUpBy; cause: number | null }, report: StreamReport | null): CallEnd {
    const { status = 200, reason = 'OK' } = this.#answer?.response ?? {}
    this.#parts.line.letThrough()
    return {
      outcome: 'answered',
      status,
      reason,
      cause,
      retryAfterMs: null,
      forwarded: this.#forwarded,
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
