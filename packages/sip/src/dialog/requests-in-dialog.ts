import { ALLOW, SUPPORTED, unsupportedIn } from './abilities.ts'
import { AudioSession } from './audio-session.ts'
import { q850Cause } from '../messages/header.ts'
import type { Dialog } from './dialog.ts'
import { hearInfo } from './info.ts'
import { KeyDedupe, type KeyWay } from '../media/key-dedupe.ts'
import type { MediaStream } from '../media/media-types.ts'
import type { SipRequest, SipResponse } from '../messages/message.ts'
import type { AgreedAudio, LocalAudio } from '../sdp/offer-answer.ts'
import { isReport, Referral, type ReferralEnd, reportIn } from './referral.ts'
import { reinviteHeaders, Reinvites, type ReinvitesParts } from './re-invite.ts'
import { responseTo, type ResponseParts } from '../messages/response.ts'
import type { ServerTransaction } from '../transactions/server-transaction.ts'
import { answerTimer, LEAST_SECONDS, type SessionInterval, SessionTimer, settledBy } from './session-timer.ts'
import { type RequestParts, TalkDialog } from './talk-dialog.ts'
import { Unacknowledged } from './unacknowledged.ts'
import { numberOf, type Way } from './within-dialog.ts'

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

export type HungUpBy = 'us' | 'them' | 'lost'

export interface TalkListener {
  onKey(key: string): void
  onHold(held: boolean): void
  /** Once, when the call is over on both sides. */
  onOver(by: HungUpBy, cause: number | null): void
}

export interface TalkParts extends Way {
  readonly stream: MediaStream
  readonly local: LocalAudio
  readonly dialog: Dialog
  readonly role: ReinvitesParts['role']
  readonly listener: TalkListener
}

/** Where calls say that a dialog is theirs. */
export interface Dialogs {
  add(key: string, talk: Talk): void
  remove(key: string): void
}

/** A call that is up: what both sides say within its dialog, until one of them hangs up. */
export class Talk {
  readonly #parts: TalkParts
  readonly #keys = new KeyDedupe()
  readonly #timer: SessionTimer
  readonly #dialog: TalkDialog
  readonly #audio: AudioSession
  readonly #reinvites: Reinvites
  readonly #unacknowledged: Unacknowledged
  #interval: SessionInterval | null = null
  #state: 'up' | 'hanging up' | 'over' = 'up'
  #endedBy: HungUpBy = 'lost'
  /** The other side has shown that it knows of the call. */
  #isConfirmed: boolean
  #hangsUpOnceConfirmed = false
  #mediaSeen = false
  #lastInfo: number | null = null
  #referral: Referral | null = null

  constructor(parts: TalkParts) {
    const { stack, stream, local, listener } = parts
    const lose = () => void this.hangUp('lost')
    this.#parts = parts
    this.#isConfirmed = parts.role === 'caller'
    this.#dialog = new TalkDialog(parts, parts.dialog)
    this.#audio = new AudioSession({ stream, local, onHold: (held) => listener.onHold(held) })
    this.#unacknowledged = new Unacknowledged(stack, lose)
    this.#reinvites = this.#reinvitesOf(parts, lose)
    this.#timer = new SessionTimer(stack.clock, {
      onRefresh: () => this.#reinvites.begin(),
      onExpired: lose,
    })
    stream.on('key', (key) => this.#key(key, 'rtp'))
    stream.on('firstPacket', () => (this.#mediaSeen = true))
    stream.on('timeout', () => this.#audio.isTwoWay && lose())
  }

  get mediaSeen(): boolean {
    return this.#mediaSeen
  }

  agree(agreed: AgreedAudio) {
    this.#audio.agree(agreed)
  }

  agreeAtFirst(agreed: AgreedAudio) {
    this.#audio.agreeAtFirst(agreed)
  }

  said(body: string) {
    this.#audio.said(body)
  }

  runTimer(interval: SessionInterval | null) {
    this.#interval = interval
    if (this.#state === 'up') this.#timer.restart(interval)
  }

  skipTo(seq: number) {
    this.#dialog.skipTo(seq)
  }

  hold(on: boolean) {
    this.#audio.hold(on)
    this.#reinvites.begin()
  }

  /** RFC 6086; resolves when it was answered, or never will be. */
  info(contentType: string, body: string): Promise<void> {
    return new Promise((resolve) => {
      void this.#dialog.send(
        'INFO',
        { headers: [['Content-Type', contentType]], body },
        {
          onResponse: ({ status }) => void (status >= 200 && resolve()),
          onTimeout: resolve,
          onTransportFailure: () => resolve(),
        },
      )
    })
  }

  /** RFC 3515 2.1, RFC 3892 2: asks the other side to call somebody else in our place. */
  refer(to: string, by: string): Promise<ReferralEnd> {
    const referral = new Referral(this.#parts.stack.clock)
    if (this.#state !== 'up') referral.hear({ kind: 'gone' })
    this.#referral = referral
    const failed = () => referral.hear({ kind: 'answered', status: 408 })
    const headers = [
      ['Contact', this.#dialog.contact],
      ['Refer-To', `<${to}>`],
      ['Referred-By', `<${by}>`],
    ] as const
    void this.#dialog.send(
      'REFER',
      { headers },
      {
        onResponse: ({ status }) => referral.hear({ kind: 'answered', status }),
        onTimeout: failed,
        onTransportFailure: failed,
      },
    )
    return referral.ended
  }

  acknowledge(invite: SipRequest): Promise<void> {
    return this.#dialog.acknowledge(invite)
  }

  awaitAck(transaction: ServerTransaction, response: SipResponse, offered: boolean) {
    this.#unacknowledged.await(transaction, response, offered)
  }

  onAck(request: SipRequest) {
    // Whom we hang up on has nothing more to agree with us.
    if (this.#state !== 'up') return
    const brings = this.#unacknowledged.receive(request)
    if (brings === null) return
    // The answer to a delayed offer comes in the ACK (RFC 3261 13.2.1).
    if (brings === 'an answer') this.#takeAnswer(request)
    this.#confirm()
  }

  #confirm() {
    this.#isConfirmed = true
    if (this.#hangsUpOnceConfirmed) void this.hangUp()
  }

  /** RFC 3261 15.1.1 */
  async hangUp(by: HungUpBy = 'us') {
    if (this.#state !== 'up') return
    // RFC 3261 15: the callee waits for the ACK of what made the call, or the caller may never learn that there was one.
    // It waits for no later ACK: whoever changes the call again and again would keep it up for ever.
    this.#hangsUpOnceConfirmed = by === 'us' && !this.#isConfirmed
    if (this.#hangsUpOnceConfirmed) return
    this.#state = 'hanging up'
    this.#endedBy = by
    this.#timer.stop()
    this.#unacknowledged.stop()
    const over = () => this.#over(by, null)
    await this.#dialog.send(
      'BYE',
      {},
      {
        // Any final answer ends the call (RFC 3261 15.1.1).
        onResponse: (response) => void (response.status >= 200 && over()),
        onTimeout: over,
        onTransportFailure: over,
      },
    )
  }

  /** Asks whether the other side still knows of this call; RFC 3261 12.2.1.2: if not, it is over. */
  verify() {
    if (this.#state !== 'up') return
    const nothing = () => {}
    void this.#dialog.send(
      'OPTIONS',
      {},
      {
        onResponse: ({ status }) => void (status === 481 && this.#over('lost', null)),
        onTimeout: nothing,
        onTransportFailure: nothing,
      },
    )
  }

  /** Ends without waiting. */
  giveUp() {
    this.#over(this.#endedBy, null)
  }

  #over(by: HungUpBy, cause: number | null) {
    if (this.#state === 'over') return
    this.#state = 'over'
    this.#timer.stop()
    this.#unacknowledged.stop()
    this.#referral?.hear({ kind: 'gone' })
    this.#parts.listener.onOver(by, cause)
  }

  /** A request within the dialog; a sign of life, whatever it asks for. */
  receive(request: SipRequest, transaction: ServerTransaction) {
    this.#parts.stream.alive()
    if (!this.#dialog.isInOrder(request)) return respond(transaction, 500)
    const unsupported = unsupportedIn(request)
    if (unsupported.length > 0)
      return respond(transaction, 420, { headers: [['Unsupported', unsupported.join(', ')]] })
    this.#dialog.receive(request)
    this.#obey(RULES[request.method] ?? 'refuse', request, transaction)
  }

  #obey(rule: Rule, request: SipRequest, transaction: ServerTransaction) {
    switch (rule) {
      case 'end':
        respond(transaction, 200)
        // If both sides hang up at once, it counts as ours.
        return this.#over(this.#state === 'up' ? 'them' : this.#endedBy, q850Cause(request.headers))
      case 'negotiate':
        return this.#negotiate(request, transaction)
      case 'take key':
        return this.#takeInfo(request, transaction)
      case 'agree':
        return respond(transaction, 200, { headers: [['Allow', ALLOW]] })
      case 'judge event':
        return this.#judgeEvent(request, transaction)
      case 'refuse':
        return respond(transaction, 405, { headers: [['Allow', ALLOW]] })
    }
  }

  /** A REFER of ours subscribes to how it goes (RFC 3515 2.4.4), and we to nothing else (RFC 6665 4.1.3, 8.3.2). */
  #judgeEvent(request: SipRequest, transaction: ServerTransaction) {
    if (!this.#referral || !isReport(request)) return respond(transaction, 489)
    respond(transaction, 200)
    this.#referral.hear(reportIn(request))
  }

  #takeInfo(request: SipRequest, transaction: ServerTransaction) {
    const { key, status, parts } = hearInfo(request)
    const number = numberOf(request)
    // RFC 3261 12.2.2: numbers grow; one that has come before is the same key by another way.
    const isNew = number !== this.#lastInfo
    this.#lastInfo = number
    respond(transaction, status, parts)
    if (key !== null && isNew) this.#key(key, 'info')
  }

  /** One press may come both ways (RFC 4733 and INFO). */
  #key(key: string, way: KeyWay) {
    this.#mediaSeen = true
    if (this.#keys.counts(key, way, this.#parts.stack.clock.now())) this.#parts.listener.onKey(key)
  }

  /** RFC 3261 14.2, RFC 3311: another address, another codec, hold, resume, or only a sign of life. */
  #negotiate(request: SipRequest, transaction: ServerTransaction) {
    // RFC 3261 14.1: only who has our 2xx can change the call by another INVITE, acknowledged or not.
    if (request.method === 'INVITE') this.#confirm()
    if (this.#state !== 'up') return respond(transaction, 481)
    // RFC 3261 14.2: ours is on its way, and both would cross.
    if (this.#reinvites.isUnderWay) return respond(transaction, 491)
    const timer = answerTimer(request)
    if (timer.kind === 'too small')
      return respond(transaction, 422, { headers: [['Min-SE', String(LEAST_SECONDS)]] })
    const body = this.#audio.bodyFor(request)
    if (body === null) return respond(transaction, 488)
    this.#accept(transaction, body, timer.kind === 'agreed' ? timer.headers : [])
    if (timer.kind === 'agreed') this.runTimer(timer.interval)
  }

  #accept(transaction: ServerTransaction, body: string, timerHeaders: RequestParts['headers'] = []) {
    const { request, flow } = transaction
    const response = responseTo(request, flow.remote, 200, {
      contact: this.#dialog.contact,
      headers: [['Allow', ALLOW], ['Supported', SUPPORTED], ...timerHeaders],
      ...(body === '' ? {} : { contentType: 'application/sdp', body: Buffer.from(body) }),
    })
    if (request.method === 'INVITE') this.awaitAck(transaction, response, request.body.length === 0)
    else transaction.respond(response)
  }

  #reinvitesOf({ stack, role }: TalkParts, onLost: () => void): Reinvites {
    return new Reinvites({
      stack,
      role,
      isUp: () => this.#state === 'up',
      send: (listener) => {
        const headers = reinviteHeaders(this.#dialog.contact, this.#interval)
        void this.#dialog.send('INVITE', { headers, body: this.#audio.offer() }, listener)
      },
      acknowledge: (sent) => void this.acknowledge(sent),
      onAccepted: (response, sent) => this.#onReinviteAccepted(response, sent),
      onLost,
    })
  }

  async #onReinviteAccepted(response: SipResponse, sent: SipRequest) {
    this.#parts.stream.alive()
    this.#dialog.refreshBy(response)
    await this.acknowledge(sent)
    if (this.#state !== 'up') return
    this.runTimer(settledBy(response) ?? this.#interval)
    this.#takeAnswer(response)
  }

  #takeAnswer(message: SipRequest | SipResponse) {
    if (!this.#audio.takeAnswer(message)) void this.hangUp('lost')
  }
}

const respond = (transaction: ServerTransaction, status: number, parts: ResponseParts = {}) =>
  transaction.respond(responseTo(transaction.request, transaction.flow.remote, status, parts))
