import { type CallAnswer, AnsweredCall } from './answered-call.ts'
import { type CallEnd, type CallFailure, classify, type UnansweredEnd } from './call-end.ts'
import type { CallHandle } from './call-handle.ts'
import { AskingAgain } from './asking-again.ts'
import type { Timer } from '../transactions/clock.ts'
import { type DialOptions, streamOptions } from './dial-options.ts'
import { tagOf } from '../messages/header.ts'
import type { Dialog } from '../dialog/dialog.ts'
import { type Flow, isSameAddress } from '../transport/flow.ts'
import { dismiss, Forks } from './forks.ts'
import { firstHandle, inviteOf } from './invite.ts'
import { Inviting } from './inviting.ts'
import type { Line, Stack } from '../lines/lines.ts'
import type { PlayOptions, PreparedAudio, PressOptions } from '../media/media-types.ts'
import type { MediaPort } from '../media/media-port.ts'
import type { SipRequest, SipResponse } from '../messages/message.ts'
import { OwnOffer } from './own-offer.ts'
import {
  type OutgoingAction,
  type OutgoingEvent,
  type OutgoingState,
  outgoingStep,
} from './outgoing-states.ts'
import { Progress } from './progress.ts'
import type { Dialogs } from '../dialog/requests-in-dialog.ts'
import type { SpeechEnd } from '../media/speech.ts'
import { tell } from './tell.ts'
import { CallVoice } from './voice.ts'
import type { Way } from '../dialog/within-dialog.ts'

export type { DialOptions }

export interface OutgoingParts {
  readonly stack: Stack
  readonly line: Line
  readonly media: MediaPort
  readonly dialogs: Dialogs
  readonly options: DialOptions
}

const RING_MS = 24_000
const RANG_OUT = { kind: 'withdrawn', reason: 'Nobody answered in time' } as const
const WANTED: readonly OutgoingState[] = ['calling', 'proceeding', 'ringing', 'asked again']
/** A longer timer would go off at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** A 2xx, which may be without audio that we could talk with. */
type Accepted = Omit<CallAnswer, 'audio'> & {
  readonly audio: CallAnswer['audio'] | null
  /** So long after the INVITE. */
  readonly afterMs: number
}

/** From the INVITE to exactly one end. The table in outgoing-states.ts decides; here it is carried out. */
export class OutgoingCall {
  readonly ended: Promise<CallEnd>
  #report: (end: CallEnd) => void = () => {}
  readonly #parts: OutgoingParts
  readonly #isDialable: boolean
  #state: OutgoingState = 'unsent'
  #handle: CallHandle
  #flow: Flow | undefined
  #voice: CallVoice | undefined
  #offer: OwnOffer | undefined
  #inviting: Inviting | undefined
  #answered: AnsweredCall | undefined
  #limitTimer: Timer | undefined
  #guard: Timer | undefined
  #failure: CallFailure = { kind: 'timeout' }
  #takenAt = Infinity
  #hasFaltered = false
  readonly #asking: AskingAgain
  /** The 2xx that is being dealt with. */
  #accepted: Accepted | undefined
  readonly #forks = new Forks()
  readonly #progress: Progress

  constructor(parts: OutgoingParts) {
    const { stack, line, options } = parts
    const uri = line.addressOf(options.to)
    this.#parts = parts
    this.#isDialable = uri !== null
    this.#progress = new Progress()
    this.#asking = new AskingAgain(this.#ringMs, 64 * stack.timings.T1)
    this.ended = new Promise((resolve) => (this.#report = resolve))
    this.#handle = firstHandle(line, uri ?? '', stack.random)
  }

  get state(): OutgoingState {
    return this.#state
  }

  /** Its Call-ID is known from the first moment; once it is prepared, the handle is whole. */
  get handle(): CallHandle {
    return this.#handle
  }

  /** Our Contact, for a phone that rings for us and asks something meanwhile (RFC 3261 12.1); null for any other. */
  contactFor({ headers }: SipRequest): string | null {
    const { callId, from } = this.#handle
    const isOurs = headers.get('call-id') === callId && tagOf(headers.get('to')) === tagOf(from)
    return isOurs && this.#flow && this.#state !== 'ended' ? this.#contactBy(this.#flow) : null
  }

  /** Opens the way and the audio and writes the INVITE: at its moment only `send` is missing. */
  async prepare() {
    if (!this.#isDialable) return this.#fail({ kind: 'not dialable', dialled: this.#parts.options.to })
    // Opening may hang. It gets as long as ringing would, but nothing has left, so the guest was not rung.
    const failure = { kind: 'transport failed', reason: 'Not ready to dial in time' } as const
    this.#limit(this.#ringMs, () => this.#fail(failure))
    try {
      await Promise.race([this.#open(), this.ended])
      if (this.#flow && this.#voice && this.#state === 'unsent') this.#write(this.#flow, this.#voice)
    } catch (error) {
      this.#fail({ kind: 'transport failed', reason: String(error) })
    }
  }

  /** Puts the INVITE on the wire; nothing is left to wait for. One that could not be prepared has ended already. */
  send() {
    if (this.#inviting) this.#happen('send')
  }

  async #open() {
    const { stack, line } = this.#parts
    const flow = await line.flow(stack)
    if (this.#state !== 'ended') await this.#openAudio(flow)
  }

  async #openAudio(flow: Flow) {
    const { media, options, line } = this.#parts
    const { protocol, local } = flow
    this.#flow = flow
    this.#handle = { ...this.#handle, sentBy: { protocol, local } }
    const stream = await media.createStream({ ...streamOptions(options), ...line.soundFrom(flow) })
    // If the call has ended meanwhile, nothing else closes this.
    if (this.#state === 'ended') return void (await stream.stop())
    this.#voice = new CallVoice(stream)
  }

  get #ringMs(): number {
    return Math.min(this.#parts.options.ringMs ?? RING_MS, LONGEST_TIMER_MS)
  }

  #limit(ms: number, onTooLong: () => void) {
    this.#limitTimer?.cancel()
    this.#limitTimer = this.#parts.stack.clock.after(ms, onTooLong)
  }

  #limitRinging() {
    this.#limit(this.#asking.rings(this.#parts.stack.clock.now()), () => this.#withdraw(RANG_OUT))
  }

  /** CANCEL or BYE, whichever is due; the end tells what became of it. */
  hangUp(reason = 'Withdrawn'): Promise<CallEnd> {
    const isBeing = this.#state === 'cancelling' || this.#state === 'withdrawing'
    if (!isBeing) this.#withdraw({ kind: 'withdrawn', reason })
    return this.ended
  }

  isOn = (line: Line) => this.#parts.line === line

  /** Whether it still rings is unknown: it is asked for again, and that nobody answers is not said of it until it rings. */
  exchangeIsAway() {
    if (this.#state === 'ringing' || this.#state === 'proceeding') this.#askAgain()
  }

  /** The exchange was silent for a moment, in which it may have been started anew: asked once, and not each time. */
  exchangeFaltered() {
    const isHeardOf = this.#state === 'ringing' || this.#state === 'proceeding'
    if (!isHeardOf || this.#hasFaltered) return
    this.#hasFaltered = true
    this.#askAgain()
  }

  /** RFC 3261 18: the connection that it left by is gone, and maybe whoever was behind it. */
  lost({ protocol, remote }: Flow) {
    const { flow } = this.#inviting ?? {}
    const isOurs = flow?.protocol === protocol && isSameAddress(flow.remote, remote)
    if (isOurs) this.exchangeIsAway()
  }

  #askAgain() {
    const now = this.#parts.stack.clock.now()
    this.#progress.lose()
    if (!this.#asking.allow(now)) return
    if (this.#state === 'ringing') this.#asking.rang(now)
    this.#happen('asked again')
    this.#inviting?.askAgain()
  }

  /** The exchange was away and is back. It may have lost this call: then it is asked for anew, or is over. */
  exchangeIsBack() {
    if (this.#isWanted()) this.#askAgain()
    else if (this.#state === 'up') this.#answered?.talk.verify()
  }

  /** Ends it here and now, whatever the other side thinks of it. */
  giveUp(reason: string) {
    this.#answered?.talk.giveUp()
    if (this.#failure.kind !== 'withdrawn') this.#failure = { kind: 'transport failed', reason }
    this.#happen('given up')
  }

  /** Says this in the place of what is being said; tells when it was said, or that it was cut short. */
  play(audio: PreparedAudio, options?: PlayOptions): Promise<SpeechEnd> {
    const speaks = this.#state === 'up' && this.#voice
    return speaks ? speaks.say(audio, options) : Promise.resolve('broken off')
  }

  quiet() {
    this.#voice?.quiet()
  }

  pressKeys(keys: string, options?: PressOptions): Promise<void> {
    return this.#voice?.pressKeys(keys, options) ?? Promise.resolve()
  }

  #write(flow: Flow, { stream }: CallVoice) {
    this.#limitTimer?.cancel()
    const { line, options } = this.#parts
    const { assertedIdentity, reliable = 'supported' } = line.options
    this.#offer = new OwnOffer(this.#parts, flow, stream.localPort)
    this.#inviting = this.#invitingBy(this.#way())
    this.#inviting.prepare(
      inviteOf(this.#handle, {
        ...options,
        contact: this.#contactBy(flow),
        offer: this.#offer.text,
        routes: line.routes,
        reliable,
        ...(assertedIdentity === undefined ? {} : { assertedIdentity }),
      }),
    )
  }

  #invitingBy(way: Way): Inviting {
    return new Inviting({
      way,
      seed: this.#handle.seed,
      redirects: this.#parts.options.redirects ?? 0,
      otherOffer: (response, sent) => this.#plainly(response, sent),
      isWanted: () => this.#isWanted(),
      mayLeave: () => this.#parts.options.mayLeave?.() ?? true,
      listener: {
        onSent: () => this.#happen('sent anew'),
        onTaken: () => this.#onTaken(),
        onHeard: (response) => this.#onHeard(response),
        onProvisional: (response, sent) => this.#happen(this.#progress.hear(response, sent, way)),
        onAccepted: (response, sent) => this.#onAccepted(response, sent),
        onRefused: (response) => this.#onRefused(response),
        onFailed: (failure) => this.#fail(failure),
        onWay: (flow) => (this.#flow = flow),
      },
    })
  }

  /** RFC 3261 21.4.26: a phone that refuses encryption is asked once more, before it rings. */
  #plainly(response: SipResponse, sent: SipRequest): SipRequest | null {
    if (response.status !== 488 || this.#progress.rang) return null
    return this.#offer?.plainly(sent) ?? null
  }

  #onTaken() {
    this.#takenAt = this.#parts.stack.clock.now()
    tell(() => this.#parts.options.onSent?.())
  }

  #contactBy(flow: Flow) {
    return this.#parts.line.contact(flow, this.#handle.uri)
  }

  #withdraw(failure: CallFailure & { readonly kind: 'withdrawn' | 'never rang' }) {
    this.#failure = failure
    this.#happen('withdraw')
  }

  #fail(failure: CallFailure) {
    this.#failure = failure
    this.#happen('failed')
  }

  #onHeard(response: SipResponse) {
    // A 2xx is repeated until it is acknowledged (RFC 3261 13.3.1.4), and says nothing new.
    if (this.#state === 'ended' || (response.status >= 200 && this.#forks.has(response))) return
    this.#progress.note(response)
    tell(() => this.#parts.options.onProgress?.(response.status, response.reason))
  }

  #onRefused(response: SipResponse) {
    const { rang, heard, isLost } = this.#progress
    // After our CANCEL a 487 only confirms it; but a busy phone is still reported busy.
    if (this.#isWanted() || !isAboutUs(response.status))
      this.#failure = { kind: 'refused', response, rang, heard, isLost }
    this.#happen('refused')
  }

  #isWanted() {
    return WANTED.includes(this.#state)
  }

  /** RFC 3261 13.2.2.4, RFC 6026: the first 2xx makes the call; a repeated one is acknowledged again. */
  #onAccepted(response: SipResponse, sent: SipRequest) {
    if (this.#forks.has(response)) return void this.#forks.acknowledgeAgain(this.#way(), response, sent)
    const fork = this.#forks.add(response, sent)
    if (!fork) return
    const { dialog, isFirst } = fork
    // Another phone has answered too: one call is enough.
    if (!isFirst || this.#state === 'ended') return void this.#dismiss(dialog, sent)
    const audio = this.#progress.audioOf(response, this.#offer?.local ?? {})
    const afterMs = this.#parts.stack.clock.now() - this.#takenAt
    this.#accepted = { response, sent, dialog, audio, afterMs }
    this.#happen(audio ? 'accepted' : 'accepted in vain')
  }

  #dismiss(dialog: Dialog, sent: SipRequest): Promise<void> {
    return dismiss(this.#way(), dialog, { sent, lastSeq: this.#progress.lastSeq })
  }

  #way(): Way {
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
      case 'send invite':
        return this.#inviting?.send()
      case 'limit silence':
        return this.#limit(64 * this.#parts.stack.timings.T1, () => this.#withdraw({ kind: 'never rang' }))
      case 'limit ringing':
        return this.#limitRinging()
      case 'stop limit':
        return this.#limitTimer?.cancel()
      case 'report ringing':
        return void tell(() => this.#parts.options.onRinging?.())
      case 'take call':
        return void this.#takeCall()
      case 'acknowledge and hang up':
        return void this.#declineCall()
      case 'send cancel':
        return this.#cancel()
      case 'hang up':
        return void this.#answered?.talk.hangUp()
      case 'forget transaction':
        return this.#inviting?.forget()
      case 'report end':
        return void this.#end()
    }
  }

  #cancel() {
    this.#guard = this.#inviting?.cancel({
      onGuard: () => this.#onGuard(),
      onNothingThere: () => this.#onNothingThere(),
    })
  }

  /** Of an exchange that was away and says nothing at all any more, it is not known for how long the phone rang. */
  #onGuard() {
    if (this.#failure === RANG_OUT && this.#progress.isLost) this.#failure = { kind: 'lost' }
    this.#happen('guard over')
  }

  #onNothingThere() {
    if (this.#failure === RANG_OUT) this.#failure = { kind: 'lost' }
    this.#happen('nothing there')
  }

  async #takeCall() {
    this.#limitTimer?.cancel()
    const answered = this.#answeredCall()
    if (!answered || !this.#accepted) return
    this.#answered = answered
    this.#handle = { ...this.#handle, dialog: this.#accepted.dialog }
    // Without an ACK the answer is repeated: a process that takes our place hears it and hangs up.
    await this.#beforeAck().catch(() => {})
    await answered.talk.acknowledge(this.#accepted.sent)
    this.#forks.acknowledged()
    if (this.#state === 'up') answered.begin()
  }

  /** Whether it throws or rejects is the same to us. */
  async #beforeAck() {
    await this.#parts.options.beforeAck?.(this.#handle)
  }

  #answeredCall(): AnsweredCall | null {
    const { options, dialogs } = this.#parts
    const [accepted, voice, offer] = [this.#accepted, this.#voice, this.#offer]
    if (!accepted?.audio || !voice || !offer) return null
    return new AnsweredCall({
      way: this.#way(),
      voice,
      dialogs,
      options,
      answer: { ...accepted, audio: accepted.audio },
      local: offer.local,
      offer: offer.text,
      lastSeq: this.#progress.lastSeq,
      afterMs: accepted.afterMs,
      onOver: () => this.#happen('talk over'),
    })
  }

  async #declineCall() {
    const accepted = this.#accepted
    if (!accepted) return
    this.#forks.acknowledged()
    const wanted = this.#failure.kind !== 'withdrawn' && this.#failure.kind !== 'never rang'
    const why = this.#progress.whyNoAudio(accepted.response, this.#offer?.local ?? {})
    if (wanted) this.#failure = { kind: 'no audio', status: accepted.response.status, why }
    await this.#dismiss(accepted.dialog, accepted.sent)
    this.#happen('talk over')
  }

  async #end() {
    this.#limitTimer?.cancel()
    this.#guard?.cancel()
    const report = (await this.#voice?.end()) ?? null
    if (this.#answered) this.#parts.line.letThrough()
    const end = this.#answered?.end(report) ?? this.#unanswered()
    this.#report({ ...end, forwarded: this.#progress.forwarded })
  }

  /** What this call came to, in the light of those before it on the same line. */
  #unanswered(): Omit<UnansweredEnd, 'forwarded'> {
    const { line, options } = this.#parts
    const rang = this.#progress.rang || this.#accepted !== undefined
    const verdict = { ...classify(this.#failure), rang }
    const isLineTrouble = verdict.outcome === 'line-trouble'
    const seen = { dialled: options.to, ...verdict, isLineTrouble }
    return line.isRefusedBy(seen) ? { ...verdict, outcome: 'line-trouble' } : verdict
  }
}

const isAboutUs = (status: number) => status < 400 || [401, 407, 487].includes(status)
