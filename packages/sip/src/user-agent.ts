import { isIPv6 } from 'node:net'
import { type Abandoned, type CallHandle, handleOfStray, Orphan } from './call-handle.ts'
import { type Clock, type Random, systemClock, systemRandom } from './clock.ts'
import { dialogKey, keyOfIncoming } from './dialog.ts'
import type { Address, Flow, Protocol, Transport } from './flow.ts'
import { parseCSeq, parseNameAddr } from './header.ts'
import { IncomingCall } from './incoming-call.ts'
import { Line, type LineOptions, type Stack } from './lines.ts'
import { type Media, openMedia } from './media/media.ts'
import type { MediaPort } from './media-port.ts'
import type { SipRequest, SipResponse } from './message.ts'
import { type DialOptions, OutgoingCall } from './outgoing-call.ts'
import { parseMessage } from './parse.ts'
import { Registration, type RegistrationState } from './registration.ts'
import { ALLOW, SUPPORTED, type Talk, unsupportedIn } from './requests-in-dialog.ts'
import { type Lookup, resolveTarget, systemLookup } from './resolve.ts'
import { responseTo, type ResponseParts } from './response.ts'
import type { ServerTransaction } from './server-transaction.ts'
import { openStream, type StreamOptions } from './stream.ts'
import { RFC_TIMINGS, type Timings } from './timers.ts'
import { topVia, Transactions } from './transactions.ts'
import { openUdp } from './udp.ts'
import { parseUri } from './uri.ts'
import { writeMessage } from './write.ts'

export interface UserAgentOptions {
  /** An address that the exchange can reach: it goes into Via and Contact. Port 0 takes any that is free. */
  readonly bind: Address
  /** UDP unless said. */
  readonly protocols?: readonly Protocol[]
  readonly tls?: StreamOptions['tls']
  /** Ports for audio, on the same address, RTCP included. */
  readonly audioPorts?: { readonly low: number; readonly high: number }
  /** Another kind of audio in the place of ours. */
  readonly media?: MediaPort
  /** Somebody rings; what is neither taken nor left ringing is refused as busy. */
  readonly onCall?: (call: IncomingCall) => void
  readonly onRegistration?: (line: string, state: RegistrationState, why: string) => void
  /** Packets from anybody else are as if they had never come. */
  readonly accepts?: (from: Address) => boolean
  readonly clock?: Clock
  readonly random?: Random
  readonly timings?: Timings
  readonly lookup?: Lookup
}

/** Opens the sockets and listens. */
export async function createUserAgent(options: UserAgentOptions): Promise<UserAgent> {
  const agent = new UserAgent(options)
  await agent.open()
  return agent
}

const AUDIO_PORTS = { low: 16_384, high: 32_767 }
const CONNECT_MS = 5_000
/** How long calls may take to hang up when everything is being closed. */
const FAREWELL_MS = 2_000
/** What exchanges send unasked, and want to hear a yes to. */
const HARMLESS_EVENTS = /^\s*(?:message-summary|keep-alive)\b/i

export class UserAgent {
  readonly #options: UserAgentOptions
  readonly #stack: Stack
  readonly #transactions: Transactions
  readonly #transports = new Map<Protocol, Transport>()
  readonly #lines = new Map<string, { line: Line; registration: Registration | null }>()
  readonly #talks = new Map<string, Talk>()
  readonly #dialogs = {
    add: (key: string, talk: Talk) => void this.#talks.set(key, talk),
    remove: (key: string) => void this.#talks.delete(key),
  }
  readonly #outgoing = new Set<OutgoingCall>()
  /** By the branch of their INVITE: that is what a CANCEL names. */
  readonly #incoming = new Map<string, IncomingCall>()
  readonly #orphans = new Map<string, Orphan>()
  #audio: MediaPort | undefined
  #ownAudio: Media | undefined

  constructor(options: UserAgentOptions) {
    const { clock = systemClock, random = systemRandom, timings = RFC_TIMINGS } = options
    this.#options = options
    this.#transactions = new Transactions({
      clock,
      random,
      timings,
      onRequest: (request, transaction) => this.#onRequest(request, transaction),
      onAck: (request) => this.#talks.get(keyOfIncoming(request))?.onAck(request),
      onStray: (response, flow) => this.#onStray(response, flow),
    })
    const flowTo: Stack['flowTo'] = (uri, protocol) => this.#flowTo(uri, protocol)
    this.#stack = { clock, random, timings, transactions: this.#transactions, flowTo }
  }

  async open() {
    for (const protocol of this.#options.protocols ?? ['UDP'])
      this.#transports.set(protocol, await this.#openOne(protocol))
    this.#audio = this.#options.media ?? (await this.#openAudio())
  }

  async #openAudio(): Promise<MediaPort> {
    const { audioPorts = AUDIO_PORTS, bind } = this.#options
    const audio = await openMedia({ host: bind.host, ports: audioPorts })
    this.#ownAudio = audio
    return { host: bind.host, createStream: (options) => audio.createStream(options) }
  }

  /** What every call is made with. */
  #parts() {
    if (!this.#audio) throw new Error('The user agent is not open')
    return { stack: this.#stack, media: this.#audio, dialogs: this.#dialogs }
  }

  /** Where we are reached; of the first protocol. */
  get local(): Address {
    const [first] = this.#transports.values()
    return first?.local ?? this.#options.bind
  }

  /** Calls that are up or on their way. */
  get calls(): number {
    return this.#outgoing.size + this.#incoming.size
  }

  /** Transactions and calls that are not finished: nothing, when everything is. */
  get unfinished(): number {
    return this.#transactions.size + this.#talks.size + this.calls
  }

  /** Registers it too, unless it wants none. */
  addLine(options: LineOptions): void {
    if (this.#lines.has(options.user)) throw new Error(`There is a line ${options.user} already`)
    const line = new Line(options, this.#stack.random)
    const onState = (state: RegistrationState, why: string) =>
      this.#options.onRegistration?.(options.user, state, why)
    const registration =
      options.register === false ? null : new Registration({ line, stack: this.#stack, onState })
    this.#lines.set(options.user, { line, registration })
    registration?.start()
  }

  async removeLine(user: string): Promise<void> {
    const known = this.#lines.get(user)
    this.#lines.delete(user)
    await known?.registration?.stop()
  }

  /** Rings somebody; `ended` of what comes back gives the one end. */
  dial(user: string, options: DialOptions): OutgoingCall {
    const call = new OutgoingCall({ ...this.#parts(), line: this.#line(user), options })
    this.#outgoing.add(call)
    void call.ended.finally(() => this.#outgoing.delete(call))
    void call.start()
    return call
  }

  /** Cancels or hangs up what another process has begun and not ended. */
  async abandon(handle: CallHandle): Promise<Abandoned> {
    const line = this.#line(handle.line)
    const flow = await line.flow(this.#stack)
    const orphan = new Orphan(handle, { stack: this.#stack, line, flow })
    this.#orphans.set(handle.callId, orphan)
    const how = await orphan.end()
    this.#forgetLater(handle.callId)
    return how
  }

  /** Hangs up, unregisters, and lets the sockets go; abruptly, it leaves everything to whoever comes after. */
  async close({ abruptly = false } = {}): Promise<void> {
    if (!abruptly) await this.#sayGoodBye()
    this.#transactions.close()
    await Promise.all(Array.from(this.#transports.values(), (transport) => transport.close()))
    await this.#ownAudio?.close()
  }

  async #sayGoodBye() {
    const calls = [...this.#outgoing, ...this.#incoming.values()].map((call) => call.hangUp())
    await this.#within(FAREWELL_MS, Promise.allSettled(calls))
    await Promise.all([...this.#lines.keys()].map((user) => this.removeLine(user)))
  }

  #within(ms: number, done: Promise<unknown>): Promise<unknown> {
    return new Promise((resolve) => {
      const timer = this.#stack.clock.after(ms, () => resolve(null))
      void done.finally(() => {
        timer.cancel()
        resolve(null)
      })
    })
  }

  #line(user: string): Line {
    const known = this.#lines.get(user)
    if (!known) throw new Error(`There is no line ${user}`)
    return known.line
  }

  #openOne(protocol: Protocol): Promise<Transport> {
    const { bind, tls } = this.#options
    const onBytes = (bytes: Uint8Array, flow: Flow) => this.#onBytes(bytes, flow)
    if (protocol === 'UDP') return openUdp(bind, onBytes)
    const more = tls === undefined ? {} : { tls }
    return openStream({ protocol, bind, connectTimeoutMs: CONNECT_MS, ...more }, onBytes)
  }

  async #flowTo(uri: string, otherwise: Protocol): Promise<Flow> {
    const lookup = this.#options.lookup ?? systemLookup(isIPv6(this.local.host) ? 6 : 4)
    const { protocol, host, port } = await resolveTarget(uri, { lookup, transport: otherwise })
    const transport = this.#transports.get(protocol)
    if (!transport) throw new Error(`${protocol} is not open`)
    return transport.flowTo({ host, port })
  }

  #onBytes(bytes: Uint8Array, flow: Flow) {
    if (this.#options.accepts?.(flow.remote) === false) return
    const parsed = parseMessage(bytes)
    if (parsed.kind === 'message') return this.#transactions.receive(parsed.message, flow)
    // RFC 3261 8.2: what is wrong is answered without remembering it; nobody answers an ACK.
    if (parsed.kind === 'garbage' || parsed.request.method === 'ACK') return
    const { request, status, reason } = parsed
    const toTag = this.#stack.random.token(10)
    flow.send(writeMessage(responseTo(request, flow.remote, status, { reason, toTag }))).catch(() => {})
  }

  #onRequest(request: SipRequest, transaction: ServerTransaction) {
    if (request.method === 'CANCEL') return this.#onCancel(request, transaction)
    if (parseNameAddr(request.headers.get('to') ?? '')?.params.has('tag'))
      return this.#onRequestInDialog(request, transaction)
    const unsupported = unsupportedIn(request)
    // RFC 3261 8.2.2.3
    if (unsupported.length > 0)
      return this.#respond(request, transaction, 420, { headers: [['Unsupported', unsupported.join(', ')]] })
    this.#onRequestOutside(request, transaction)
  }

  #onRequestInDialog(request: SipRequest, transaction: ServerTransaction) {
    const talk = this.#talks.get(keyOfIncoming(request))
    if (talk) talk.receive(request, transaction)
    // RFC 3261 12.2.2; an OPTIONS is answered all the same, or the exchange takes the line for dead.
    else this.#respond(request, transaction, request.method === 'OPTIONS' ? 200 : 481)
  }

  #onRequestOutside(request: SipRequest, transaction: ServerTransaction) {
    switch (request.method) {
      case 'INVITE':
        return this.#onInvite(request, transaction)
      case 'OPTIONS':
        // RFC 3261 11.2
        return this.#respond(request, transaction, 200, { headers: ABILITIES })
      case 'NOTIFY':
        return this.#respond(request, transaction, isHarmless(request) ? 200 : 489)
      case 'BYE':
      case 'INFO':
      case 'UPDATE':
      case 'PRACK':
        return this.#respond(request, transaction, 481)
      default:
        return this.#respond(request, transaction, 405, { headers: [['Allow', ALLOW]] })
    }
  }

  /** RFC 3261 9.2: the CANCEL is answered by itself, and the INVITE that it names with 487. */
  #onCancel(request: SipRequest, transaction: ServerTransaction) {
    const call = this.#incoming.get(branchOf(request))
    this.#respond(request, transaction, call ? 200 : 481)
    call?.cancelled()
  }

  /** RFC 3261 13.3: offered to whoever answers here; never left without a word. */
  #onInvite(request: SipRequest, transaction: ServerTransaction) {
    const call = new IncomingCall({ ...this.#parts(), line: this.#lineOf(request), request, transaction })
    const branch = branchOf(request)
    this.#incoming.set(branch, call)
    void call.ended.finally(() => this.#incoming.delete(branch))
    if (!this.#options.onCall) return call.reject()
    this.#options.onCall(call)
    call.trying()
  }

  /** The line that was dialled; a user agent without lines answers for everybody. */
  #lineOf(request: SipRequest): Line {
    const user = parseUri(request.uri)?.user ?? ''
    return this.#lines.get(user)?.line ?? new Line({ user, domain: this.local.host }, this.#stack.random)
  }

  #respond(request: SipRequest, transaction: ServerTransaction, status: number, parts: ResponseParts = {}) {
    const toTag = this.#stack.random.token(10)
    transaction.respond(responseTo(request, transaction.flow.remote, status, { toTag, ...parts }))
  }

  /** RFC 3261 13.2.2.4: an answer to an INVITE that was given up, or that a process before us has sent. */
  #onStray(response: SipResponse, flow: Flow) {
    const { headers, status } = response
    if (parseCSeq(headers.get('cseq') ?? '')?.method !== 'INVITE' || this.#talks.has(keyOfAnswer(response)))
      return
    const callId = headers.get('call-id') ?? ''
    const orphan =
      this.#orphans.get(callId) ?? (status >= 200 && status < 300 ? this.#adopt(response, flow) : null)
    orphan?.receive(response)
  }

  #adopt(response: SipResponse, flow: Flow): Orphan | null {
    const from = parseNameAddr(response.headers.get('from') ?? '')
    const user = parseUri(from?.uri ?? '')?.user ?? ''
    const known = this.#lines.get(user)
    if (!known) return null
    const handle = handleOfStray(response, flow, user)
    const orphan = new Orphan(handle, { stack: this.#stack, line: known.line, flow })
    this.#orphans.set(handle.callId, orphan)
    this.#forgetLater(handle.callId)
    return orphan
  }

  /** Answers may be repeated for as long as this. */
  #forgetLater(callId: string) {
    this.#stack.clock.after(64 * this.#stack.timings.T1, () => this.#orphans.delete(callId))
  }
}

const ABILITIES = [
  ['Allow', ALLOW],
  ['Accept', 'application/sdp, application/dtmf-relay'],
  ['Supported', SUPPORTED],
] as const

const isHarmless = (request: SipRequest) => HARMLESS_EVENTS.test(request.headers.get('event') ?? '')

const branchOf = (request: SipRequest) => topVia(request)?.params.get('branch') ?? ''

function keyOfAnswer({ headers }: SipResponse): string {
  const tag = (name: string) => parseNameAddr(headers.get(name) ?? '')?.params.get('tag') ?? ''
  return dialogKey(headers.get('call-id') ?? '', tag('from'), tag('to'))
}
