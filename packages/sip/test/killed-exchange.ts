import { Sightings } from '../../../peers/sightings.ts'
import { systemClock, systemRandom, type Timer } from '../src/transactions/clock.ts'
import { tagOf } from '../src/messages/header.ts'
import { type Dialog, dialogOfCallee, receivedWithin, requestWithin } from '../src/dialog/dialog.ts'
import type { Address } from '../src/messages/address.ts'
import type { Flow } from '../src/transport/flow.ts'
import { NO_BODY, type SipMessage, type SipRequest, type SipResponse } from '../src/messages/message.ts'
import { parseMessage } from '../src/messages/parse.ts'
import { responseTo, type ResponseParts } from '../src/messages/response.ts'
import type { ServerTransaction } from '../src/transactions/server-transaction.ts'
import { Sockets } from '../src/transport/sockets.ts'
import { RFC_TIMINGS } from '../src/transactions/timers.ts'
import { topVia, Transactions } from '../src/transactions/transactions.ts'
import { type Handset, openHandset } from './killed-handset.ts'

export interface ExchangeScript {
  /** What is said to an INVITE, one after the other; nothing more until it is told to. */
  readonly says: readonly (100 | 180 | 183 | 200)[]
  /** Wants a password with every request. */
  readonly challenges?: boolean
  /** Is heard, and lost as on a bad line. */
  readonly loses?: readonly Heard[]
  /** RFC 4028: the caller shall give a sign of life. */
  readonly sessionSeconds?: number
  /** Offers other audio as soon as the call is up, and does not acknowledge the answer. */
  readonly reinvites?: boolean
  /** The phone is picked up in the moment of the CANCEL: their 200 and our CANCEL cross. */
  readonly answersCancel?: boolean
}

/** What an exchange hears of a caller. */
export type Heard =
  | 'INVITE'
  | 're-INVITE'
  | 'ACK'
  | 'CANCEL'
  | 'BYE'
  | 'audio'
  | 'answer to re-INVITE'
  | 'sign of life'

/** A call as the other side has it. */
export interface CountedCall {
  readonly state: 'ringing' | 'up' | 'over'
  /** Why it is over; `no ACK` is the patience of the other side (RFC 3261 13.3.1.4), and nobody's merit. */
  readonly endedBy: 'CANCEL' | 'BYE' | '481' | 'no ACK' | null
}

interface OpenCall extends CountedCall {
  state: CountedCall['state']
  endedBy: CountedCall['endedBy']
  dialog: Dialog
  repeats: Timer | undefined
  /** By a re-INVITE of the caller. */
  isRefreshed: boolean
  readonly invite: SipRequest
  readonly transaction: ServerTransaction
}

export async function openCountedExchange(): Promise<CountedExchange> {
  const exchange = new CountedExchange(await openHandset())
  await exchange.open()
  return exchange
}

/**
 * The other side of the wire: an exchange with a phone, by the RFCs as far as an answering side needs them. By itself it
 * ends no call but one whose answer is never acknowledged, and it counts.
 */
export class CountedExchange {
  script: ExchangeScript = { says: [] }
  readonly handset: Handset
  readonly heard = new Sightings<Heard>()
  readonly #transactions: Transactions
  readonly #sockets: Sockets
  readonly #calls: OpenCall[] = []
  #closed: Promise<void> | undefined

  constructor(handset: Handset) {
    this.handset = handset
    handset.onFirst = () => this.heard.add('audio')
    this.#transactions = new Transactions({
      clock: systemClock,
      random: systemRandom,
      onRequest: (request, transaction) => this.#receive(request, transaction),
      onAck: (request) => this.#onAck(request),
      onStray: () => {},
    })
    this.#sockets = new Sockets({
      bind: { host: '127.0.0.1', port: 0 },
      protocols: ['UDP', 'TCP'],
      onBytes: (bytes, flow) => this.#onBytes(bytes, flow),
    })
  }

  async open() {
    await this.#sockets.open()
  }

  get address(): Address {
    return this.#sockets.local
  }

  get calls(): readonly CountedCall[] {
    return this.#calls
  }

  /** Calls that ring or are up. */
  get left(): readonly CountedCall['state'][] {
    return this.#calls.map(({ state }) => state).filter((state) => state !== 'over')
  }

  has(heard: Heard): Promise<Heard> {
    return this.heard.next(heard, (one) => one === heard)
  }

  /** As a program that is killed: without a word. */
  close(): Promise<void> {
    return (this.#closed ??= this.#close())
  }

  async #close() {
    this.heard.close()
    for (const call of this.#calls) call.repeats?.cancel()
    this.#transactions.close()
    this.handset.close()
    await this.#sockets.close()
  }

  /** The phone that has not rung so far rings now. */
  ring() {
    for (const call of this.#calls) if (call.state === 'ringing') this.#say(call, 180)
  }

  /** After a while of silence: the phone that rings is picked up, of the others it is asked whether they are there. */
  goOn() {
    for (const call of this.#calls) {
      if (call.state === 'ringing') this.#say(call, 200)
      else if (call.state === 'up') this.#refresh(call)
    }
  }

  #onBytes(bytes: Uint8Array, flow: Flow) {
    const parsed = parseMessage(bytes)
    if (parsed.kind !== 'message') return
    const name = nameOf(parsed.message)
    if (name) this.heard.add(name)
    if (!name || !this.script.loses?.includes(name)) this.#transactions.receive(parsed.message, flow)
  }

  #receive(request: SipRequest, transaction: ServerTransaction) {
    if (request.method === 'CANCEL') return this.#onCancel(request, transaction)
    if (tagOf(request.headers.get('to')) !== '') return this.#receiveWithin(request, transaction)
    if (request.method !== 'INVITE') return respond(transaction, 405)
    if (this.#challenges(request)) return respond(transaction, 407, { headers: CHALLENGE })
    this.#onInvite(request, transaction)
  }

  #challenges({ headers }: SipRequest): boolean {
    return this.script.challenges === true && !headers.has('proxy-authorization')
  }

  #onInvite(invite: SipRequest, transaction: ServerTransaction) {
    const dialog = dialogOfCallee(invite, systemRandom.token(10), 1)
    if (!dialog) return respond(transaction, 400)
    const call: OpenCall = {
      state: 'ringing',
      endedBy: null,
      dialog,
      repeats: undefined,
      isRefreshed: false,
      invite,
      transaction,
    }
    this.#calls.push(call)
    for (const status of this.script.says) this.#say(call, status)
  }

  #say(call: OpenCall, status: ExchangeScript['says'][number]) {
    if (status === 200) return this.#accept(call, call.transaction)
    const audio = status === 183 ? this.handset.description : {}
    respond(call.transaction, status, { ...this.#parts(call), ...audio })
  }

  /** RFC 3261 13.3.1.4 */
  #accept(call: OpenCall, transaction: ServerTransaction) {
    call.state = 'up'
    const { sessionSeconds } = this.script
    const headers =
      sessionSeconds === undefined ? [] : [['Session-Expires', `${sessionSeconds};refresher=uac`] as const]
    const parts = { ...this.#parts(call), ...this.handset.description, headers }
    this.#repeat(call, () => respond(transaction, 200, parts), 64 * RFC_TIMINGS.T1)
  }

  #repeat(call: OpenCall, send: () => void, left: number) {
    send()
    call.repeats?.cancel()
    call.repeats = systemClock.after(REPEATS_MS, () => {
      if (left <= 0) this.#end(call, 'no ACK')
      else this.#repeat(call, send, left - REPEATS_MS)
    })
  }

  #onAck(request: SipRequest) {
    const call = this.#callOf(request)
    call?.repeats?.cancel()
    if (call?.isRefreshed) this.heard.add('sign of life')
    if (call && this.script.reinvites) this.#reinvite(call)
  }

  /** RFC 3261 9.2: by the branch and the sent-by of the INVITE; once that is answered, without effect. */
  #onCancel(request: SipRequest, transaction: ServerTransaction) {
    const call = this.#calls.find(({ invite }) => originOf(invite) === originOf(request))
    respond(transaction, call ? 200 : 481)
    if (call?.state !== 'ringing') return
    if (this.script.answersCancel) return this.#accept(call, call.transaction)
    respond(call.transaction, 487, this.#parts(call))
    this.#end(call, 'CANCEL')
  }

  /** RFC 3261 12.2.2: of a call that is none any more nobody knows; and what is older than the last is refused. */
  #receiveWithin(request: SipRequest, transaction: ServerTransaction) {
    const call = this.#callOf(request)
    if (!call) return respond(transaction, 481)
    const moved = receivedWithin(call.dialog, request)
    if (moved === 'out of order') return respond(transaction, 500)
    call.dialog = moved
    if (this.#challenges(request)) return respond(transaction, 407, { headers: CHALLENGE })
    call.isRefreshed = request.method === 'INVITE'
    if (call.isRefreshed) return this.#accept(call, transaction)
    respond(transaction, 200)
    if (request.method === 'BYE') this.#end(call, 'BYE')
  }

  #end(call: OpenCall, by: CountedCall['endedBy']) {
    call.repeats?.cancel()
    call.state = 'over'
    call.endedBy = by
  }

  #reinvite(call: OpenCall) {
    const { contentType, body } = this.handset.description
    this.#ask(call, 'INVITE', [['Content-Type', contentType]], body, () =>
      this.heard.add('answer to re-INVITE'),
    )
  }

  /** RFC 4028, RFC 3311: whoever knows nothing of the call says so, and then it is none (RFC 3261 12.2.1.2). */
  #refresh(call: OpenCall) {
    this.#ask(call, 'UPDATE', [], NO_BODY, ({ status }) => {
      if (status === 481) this.#end(call, '481')
    })
  }

  #ask(
    call: OpenCall,
    method: string,
    headers: readonly (readonly [string, string])[],
    body: Uint8Array,
    onResponse: (response: SipResponse) => void,
  ) {
    const { dialog, request } = requestWithin(call.dialog, method)
    call.dialog = dialog
    for (const [name, value] of [['Contact', this.#parts(call).contact] as const, ...headers])
      request.headers.append(name, value)
    const listener = { onResponse, onTimeout: () => {}, onTransportFailure: () => {} }
    this.#transactions.prepare({ ...request, body }, call.transaction.flow, listener).start()
  }

  /** One that is not over. */
  #callOf({ headers }: SipRequest): OpenCall | undefined {
    const [callId, to, from] = [headers.get('call-id'), tagOf(headers.get('to')), tagOf(headers.get('from'))]
    return this.#calls.find(
      ({ state, dialog }) =>
        state !== 'over' && dialog.callId === callId && dialog.localTag === to && dialog.remoteTag === from,
    )
  }

  #parts({ dialog, transaction }: OpenCall) {
    const { host, port } = this.address
    const contact = `<sip:101@${host}:${port};transport=${transaction.flow.protocol.toLowerCase()}>`
    return { toTag: dialog.localTag, contact }
  }
}

/** More often than RFC 3261 13.3.1.4 wants it, so that nobody waits long for the next. */
const REPEATS_MS = 100
const CHALLENGE = [
  ['Proxy-Authenticate', 'Digest realm="exchange", nonce="n", qop="auth", algorithm=SHA-256'],
] as const

const respond = (transaction: ServerTransaction, status: number, parts: ResponseParts = {}) =>
  transaction.respond(responseTo(transaction.request, transaction.flow.remote, status, parts))

function nameOf(message: SipMessage): Heard | null {
  if (message.kind === 'response') return null
  const { method, headers } = message
  if (method === 'INVITE') return tagOf(headers.get('to')) === '' ? 'INVITE' : 're-INVITE'
  return method === 'ACK' || method === 'CANCEL' || method === 'BYE' ? method : null
}

function originOf(request: SipRequest): string {
  const via = topVia(request)
  return `${via?.params.get('branch')} ${via?.host}:${via?.port}`
}
