import { ALLOW, SUPPORTED } from '../dialog/abilities.ts'
import { type Dialogs, type HungUpBy, Talk } from '../dialog/requests-in-dialog.ts'
import type { ReferralEnd } from '../dialog/referral.ts'
import type { Timer } from '../transactions/clock.ts'
import { contactOf, dialogKey, dialogOfCallee } from '../dialog/dialog.ts'
import type { Flow } from '../transport/flow.ts'
import type { Address } from '../messages/address.ts'
import { type Line, nameOf, type Stack } from '../lines/lines.ts'
import type {
  MediaStream,
  PlayOptions,
  PreparedAudio,
  PressOptions,
  StreamReport,
} from '../media/media-types.ts'
import { audioHost, type MediaPort } from '../media/media-port.ts'
import type { SipRequest } from '../messages/message.ts'
import { agreedWith, type LocalAudio, makeAnswer, makeOffer } from '../sdp/offer-answer.ts'
import { listOf } from '../messages/params.ts'
import { responseTo, type ResponseParts } from '../messages/response.ts'
import { parseSdp, type SessionDescription, writeSdp } from '../sdp/sdp.ts'
import type { ServerTransaction } from '../transactions/server-transaction.ts'
import { answerTimer, LEAST_SECONDS, type TimerAnswer } from '../dialog/session-timer.ts'
import { SpokenSpeech, type SpeechEnd } from '../media/speech.ts'
import { type CallerWords, callerOf } from './caller.ts'
import { mayNotTalk, securing } from './securing.ts'
import { tell } from './tell.ts'
import { userOf } from '../messages/uri.ts'

export type IncomingState = 'offered' | 'ringing' | 'answering' | 'up' | 'over'

export type IncomingEnd =
  | { readonly kind: 'not answered'; readonly why: 'cancelled' | 'rejected' | 'no audio' }
  | {
      readonly kind: 'answered'
      readonly hungUpBy: HungUpBy
      readonly keys: string
      readonly report: StreamReport | null
    }

export interface AcceptOptions {
  readonly announcement?: PreparedAudio
  readonly playing?: PlayOptions
  readonly record?: boolean
  /** Keys are also heard as tones in the audio, while we are silent. Not unless said. */
  readonly inBandKeys?: boolean
  /** Without a sign of life for so long, the call counts as lost. */
  readonly silenceMs?: number
  /** Whether the keys stand in `end` and in its report; not those of a PIN. They do unless said. */
  readonly keepsKeys?: boolean
  readonly onKey?: (key: string) => void
  readonly onHold?: (held: boolean) => void
}

export interface IncomingParts {
  readonly stack: Stack
  readonly line: Line
  readonly media: MediaPort
  readonly dialogs: Dialogs
  readonly request: SipRequest
  readonly transaction: ServerTransaction
}

const UNDECIDED_MS = 180_000

/** A call to us. */
export class IncomingCall {
  readonly ended: Promise<IncomingEnd>
  /** The name of the line that is rung. */
  readonly line: string
  /** The extension that was dialled, and who dials. */
  readonly to: string
  readonly from: string
  readonly caller: CallerWords
  /** Where the request came from. */
  readonly remote: Address
  /** Names it on both sides of the wire. */
  readonly callId: string
  /** Ours: with the Call-ID it names this call and no other, even where the caller names two alike (RFC 3261 12). */
  readonly tag: string
  #report: (end: IncomingEnd) => void = () => {}
  readonly #parts: IncomingParts
  #state: IncomingState = 'offered'
  #stream: MediaStream | undefined
  #speech: SpokenSpeech | undefined
  #talk: Talk | undefined
  #keys = ''
  #undecided: Timer | undefined

  constructor(parts: IncomingParts) {
    const { request, stack } = parts
    this.#parts = parts
    this.tag = stack.random.token(10)
    this.ended = new Promise((resolve) => (this.#report = resolve))
    this.line = nameOf(parts.line.options)
    this.to = userOf(request.uri)
    this.caller = callerOf(request)
    this.from = this.caller.from
    this.remote = parts.transaction.flow.remote
    this.callId = request.headers.get('call-id') ?? ''
    this.#awaitDecision()
  }

  get state(): IncomingState {
    return this.#state
  }

  /** RFC 3261 13.3.1.1: 180, or another that says how far it is. */
  ring(status = 180) {
    if (!this.#isOpen()) return
    this.#state = 'ringing'
    this.#awaitDecision()
    this.#respond(status, { contact: this.#contact() })
  }

  /** RFC 3261 17.2.1: not decided yet; keeps the caller from repeating. */
  trying() {
    if (this.#state === 'offered') this.#respond(100)
  }

  /** Says nothing at all, as a phone that is dead. */
  ignore() {
    if (this.#state !== 'offered') return
    this.#parts.transaction.terminate()
    this.#end({ kind: 'not answered', why: 'rejected' })
  }

  /** 486 busy, 603 no, 302 with a Contact elsewhere. */
  reject(status = 486, headers: ResponseParts['headers'] = []) {
    if (!this.#isOpen()) return
    this.#respond(status, { headers })
    this.#end({ kind: 'not answered', why: 'rejected' })
  }

  /** RFC 3261 9.2 */
  cancelled() {
    this.#breakOff(487, 'cancelled')
  }

  /** RFC 3261 21.5.1: the program's handler threw, maybe while ringing or answering. */
  failed() {
    this.#breakOff(500, 'rejected')
  }

  #breakOff(status: number, why: 'cancelled' | 'rejected') {
    if (!this.#isOpen() && this.#state !== 'answering') return
    this.#respond(status)
    this.#end({ kind: 'not answered', why })
  }

  async accept(options: AcceptOptions = {}) {
    if (!this.#isOpen()) return
    const timer = answerTimer(this.#parts.request)
    if (timer.kind === 'too small') return this.reject(422, [['Min-SE', String(LEAST_SECONDS)]])
    this.#state = 'answering'
    this.#undecided?.cancel()
    try {
      const { media, line } = this.#parts
      this.#stream = await media.createStream({ ...line.soundFrom(this.#flow()), ...hearingOf(options) })
    } catch {
      return this.#giveUp(503)
    }
    // It may have been cancelled meanwhile.
    if (this.#state === 'answering') this.#answer(this.#stream, timer, options)
    else await this.#stream.stop()
  }

  async hangUp(): Promise<IncomingEnd> {
    if (this.#isOpen()) this.reject(603)
    await this.#talk?.hangUp()
    return this.ended
  }

  /** Ends it here and now, whatever the other side thinks of it. */
  giveUp() {
    if (this.#talk) this.#talk.giveUp()
    else if (this.#state !== 'over') this.#end({ kind: 'not answered', why: 'rejected' })
  }

  hold(on: boolean) {
    this.#talk?.hold(on)
  }

  /** Says this in the place of what is being said; tells when it was said, or that it was cut short. */
  play(audio: PreparedAudio, options?: PlayOptions): Promise<SpeechEnd> {
    return this.#speech?.say(audio, options) ?? Promise.resolve('broken off')
  }

  /** Falls silent at once, and stays up. */
  quiet() {
    this.#speech?.quiet()
  }

  /** Has the other side call this extension instead of us (RFC 3515); it hangs up on us when that has worked. */
  transfer(extension: string): Promise<ReferralEnd> {
    const { line } = this.#parts
    const address = line.addressOf(extension)
    if (address === null || !this.#talk) return Promise.resolve('refused')
    return this.#talk.refer(address, line.ownAddress)
  }

  pressKeys(keys: string, options?: PressOptions): Promise<void> {
    return this.#stream?.pressKeys(keys, options) ?? Promise.resolve()
  }

  /** A key as a request of its own (RFC 6086). */
  sendInfo(contentType: string, body: string): Promise<void> {
    return this.#talk?.info(contentType, body) ?? Promise.resolve()
  }

  /** As long as a proxy waits for it (timer C, RFC 3261 16.6), from our last provisional answer (16.7). */
  #awaitDecision() {
    this.#undecided?.cancel()
    this.#undecided = this.#parts.stack.clock.after(UNDECIDED_MS, () => this.reject(480))
  }

  #isOpen() {
    return this.#state === 'offered' || this.#state === 'ringing'
  }

  #flow(): Flow {
    return this.#parts.transaction.flow
  }

  #contact() {
    const { request, line } = this.#parts
    const [route = contactOf(request.headers) ?? ''] = listOf(request.headers.all('record-route')) ?? []
    return line.contact(this.#flow(), request.uri, route)
  }

  #respond(status: number, parts: ResponseParts = {}) {
    const { request, transaction } = this.#parts
    transaction.respond(responseTo(request, this.#flow().remote, status, { toTag: this.tag, ...parts }))
  }

  #giveUp(status: number) {
    if (this.#state !== 'answering') return
    this.#respond(status)
    this.#end({ kind: 'not answered', why: 'no audio' })
  }

  #answer(stream: MediaStream, timer: TimerAnswer, options: AcceptOptions) {
    const { request, stack, media, line } = this.#parts
    const sessionId = String(stack.random.integer(1, 2 ** 31))
    const local: LocalAudio = {
      host: audioHost(media, this.#flow(), line.options),
      port: stream.localPort,
      sessionId,
      version: 1,
      direction: 'sendrecv',
      ...securing(line, this.#flow(), stack.random),
      ...line.speaks,
    }
    const offer = request.body.length === 0 ? null : parseSdp(Buffer.from(request.body).toString('utf8'))
    const description = mayNotTalk(line, this.#flow()) ? null : describe(request, offer, local)
    const talk = description && this.#talkOf(stream, local, options)
    if (!talk) return void stream.stop().finally(() => this.#giveUp(488))
    this.#state = 'up'
    this.#talk = talk
    this.#speech = new SpokenSpeech(stream)
    this.#say(talk, writeSdp(description), timer)
    const agreed = offer && agreedWith(offer, local)
    if (agreed) talk.agree(agreed)
    if (options.record) stream.startRecording()
    if (options.announcement) void this.#speech.say(options.announcement, options.playing)
  }

  /** RFC 3261 13.3.1.4: the 200 is repeated until the ACK comes. */
  #say(talk: Talk, body: string, timer: TimerAnswer) {
    const { request, transaction } = this.#parts
    const response = responseTo(request, this.#flow().remote, 200, {
      toTag: this.tag,
      contact: this.#contact(),
      headers: [
        ['Allow', ALLOW],
        ['Supported', SUPPORTED],
        ...(timer.kind === 'agreed' ? timer.headers : []),
      ],
      contentType: 'application/sdp',
      body: Buffer.from(body),
    })
    talk.said(body)
    talk.awaitAck(transaction, response, request.body.length === 0)
    if (timer.kind === 'agreed') talk.runTimer(timer.interval)
  }

  #talkOf(stream: MediaStream, local: LocalAudio, options: AcceptOptions): Talk | null {
    const { stack, line, request, dialogs } = this.#parts
    const dialog = dialogOfCallee(request, this.tag, stack.random.integer(1, 2 ** 16))
    if (!dialog) return null
    const key = dialogKey(dialog.callId, dialog.localTag, dialog.remoteTag)
    const listener = {
      onKey: (pressed: string) => {
        if (options.keepsKeys !== false) this.#keys += pressed
        tell(() => options.onKey?.(pressed))
      },
      onHold: (held: boolean) => void tell(() => options.onHold?.(held)),
      onOver: (by: HungUpBy) => {
        dialogs.remove(key)
        void this.#finish(by)
      },
    }
    const talk = new Talk({
      stack,
      line,
      flow: this.#flow(),
      stream,
      local,
      dialog,
      role: 'callee',
      listener,
    })
    dialogs.add(key, talk)
    return talk
  }

  async #finish(hungUpBy: HungUpBy) {
    const report = (await this.#stream?.stop().catch(() => null)) ?? null
    this.#speech?.end()
    this.#end({ kind: 'answered', hungUpBy, keys: this.#keys, report })
  }

  #end(end: IncomingEnd) {
    this.#state = 'over'
    this.#undecided?.cancel()
    this.#report(end)
  }
}

const hearingOf = ({ inBandKeys, keepsKeys, silenceMs }: AcceptOptions) => ({
  ...(silenceMs === undefined ? {} : { timeoutMs: silenceMs }),
  ...(inBandKeys === undefined ? {} : { inBandKeys }),
  ...(keepsKeys === undefined ? {} : { keepsKeys }),
})

/**
 * Our answer; an offer of ours where the INVITE brings none; null when there is nothing in common. An offer that is
 * answered in an ACK cannot be refused: one that need not be secure is plain, so that every phone can take it.
 */
function describe(request: SipRequest, offer: SessionDescription | null, local: LocalAudio) {
  const { secure, ...plain } = local
  if (request.body.length === 0) return makeOffer(secure?.isRequired ? local : plain)
  return offer && makeAnswer(offer, local)
}
