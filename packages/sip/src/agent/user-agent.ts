import type { Abandoned, StoredHandle } from '../call/call-handle.ts'
import { type OwnClock, ownClock, systemClock, systemRandom } from '../transactions/clock.ts'
import { keyOfIncoming } from '../dialog/dialog.ts'
import { type Address, bareHost } from '../messages/address.ts'
import type { Accepts, Flow, Protocol, TlsMaterial } from '../transport/flow.ts'
import { lineTroubleIn } from '../call/call-end.ts'
import { IncomingCall } from '../call/incoming-call.ts'
import type { KeptLine, LineHealth } from '../lines/kept-line.ts'
import { Line, type LineOptions, type Stack } from '../lines/lines.ts'
import type { MediaPort } from '../media/media-port.ts'
import type { SipRequest } from '../messages/message.ts'
import { checkAgent, checkDial, checkHandle, checkLine } from './option-checks.ts'
import { Orphans } from '../call/orphans.ts'
import { OurLines } from '../lines/our-lines.ts'
import { type DialOptions, OutgoingCall } from '../call/outgoing-call.ts'
import { OwnAudio, streamsIn } from '../media/own-audio.ts'
import { parseMessage } from '../messages/parse.ts'
import type { Ping } from '../lines/ping.ts'
import { Reception, type InviteStanding } from './reception.ts'
import type { RegistrationState } from '../lines/registration.ts'
import type { Talk } from '../dialog/requests-in-dialog.ts'
import { TargetMemory } from '../transport/target-memory.ts'
import { responseTo } from '../messages/response.ts'
import type { ServerTransaction } from '../transactions/server-transaction.ts'
import { Sockets } from '../transport/sockets.ts'
import { tell } from '../call/tell.ts'
import { RFC_TIMINGS } from '../transactions/timers.ts'
import { Transactions } from '../transactions/transactions.ts'
import { userOf } from '../messages/uri.ts'
import type { UserAgentOptions } from './user-agent-options.ts'
import { writeMessage } from '../messages/write.ts'

export type { UserAgentOptions }

/** Opens the sockets and listens. */
export async function createUserAgent(options: UserAgentOptions): Promise<UserAgent> {
  checkAgent(options)
  const agent = new UserAgent(options)
  await agent.open()
  return agent
}

const AUDIO_PORTS = { low: 16_384, high: 32_767 }
const MOST_CALLS = 1_000
/** How long calls may take to hang up when everything is being closed. */
const FAREWELL_MS = 2_000
const PING_MS = 5_000

export class UserAgent {
  readonly #options: UserAgentOptions
  readonly #clock: OwnClock
  readonly #stack: Stack
  readonly #transactions: Transactions
  readonly #sockets: Sockets
  readonly #lines = new OurLines()
  readonly #talks = new Map<string, Talk>()
  readonly #dialogs = {
    add: (key: string, talk: Talk) => void this.#talks.set(key, talk),
    remove: (key: string) => void this.#talks.delete(key),
  }
  readonly #outgoing = new Set<OutgoingCall>()
  readonly #reception: Reception
  readonly #orphans: Orphans
  readonly #media: MediaPort
  readonly #ownAudio: OwnAudio | null
  #tls: TlsMaterial | undefined
  readonly #memory: TargetMemory
  #closed: Promise<void> | undefined

  constructor(options: UserAgentOptions) {
    const { random = systemRandom, timings = RFC_TIMINGS, clock = systemClock } = options
    const { media = audioOf(options), userAgent } = options
    this.#options = options
    this.#tls = options.tls
    this.#clock = ownClock(clock)
    this.#media = media
    this.#memory = new TargetMemory(() => this.#clock.now())
    this.#ownAudio = media instanceof OwnAudio ? media : null
    this.#transactions = new Transactions({
      clock: this.#clock,
      random,
      timings,
      ...(userAgent === undefined ? {} : { userAgent }),
      onRequest: (request, transaction) => this.#reception.receive(request, transaction),
      onAck: (request) => this.#talks.get(keyOfIncoming(request))?.onAck(request),
      onStray: (response, flow) => this.#orphans.hear(response, flow),
    })
    this.#sockets = this.#socketsAt(options.bind, options.protocols ?? ['UDP'])
    this.#stack = this.#stackOver(this.#sockets, { clock: this.#clock, random, timings })
    this.#reception = new Reception({
      random,
      talks: this.#talks,
      contactFor: (request) => this.#contactFor(request),
      standing: (request, flow) => this.#standing(request, flow),
      hasRoom: () => this.#hasRoom(),
      isMerged: (request) => this.#transactions.isMerged(request),
      callOf: (request, transaction) => this.#incoming(request, transaction),
      onCall: options.onCall,
    })
    this.#orphans = new Orphans({
      stack: this.#stack,
      talks: this.#talks,
      lineAt: (user, flow) => this.#lines.atExchange(user, flow),
      socketsAt: (local, protocol) => this.#socketsAt(local, [protocol]),
    })
  }

  async open() {
    await this.#sockets.open()
    try {
      await this.#ownAudio?.open()
    } catch (error) {
      await this.#sockets.close()
      throw error
    }
  }

  #socketsAt(bind: Address, protocols: readonly Protocol[]): Sockets {
    const { lookup, resolveSrv, random = systemRandom } = this.#options
    const accepts = this.#accepts()
    const tls = this.#tls
    const onBytes = (bytes: Uint8Array, flow: Flow) => this.#onBytes(bytes, flow)
    const more = { ...(tls ? { tls } : {}), ...(accepts ? { accepts } : {}), ...(lookup ? { lookup } : {}) }
    const srv = resolveSrv ? { resolveSrv } : {}
    const chance = (below: number) => random.integer(0, below)
    const watch = {
      onOpened: (flow: Flow) => this.#lines.all().forEach((kept) => kept.connected(flow)),
      onClosed: (flow: Flow) => this.#outgoing.forEach((call) => call.lost(flow)),
    }
    return new Sockets({ bind, protocols, onBytes, watch, memory: this.#memory, chance, ...more, ...srv })
  }

  #accepts(): Accepts | undefined {
    const { accepts = () => true, strangers = 'answer' } = this.#options
    if (strangers === 'answer') return this.#options.accepts
    return (from) => accepts(from) && this.#memory.knows(from.host)
  }

  #stackOver(sockets: Sockets, shared: Pick<Stack, 'clock' | 'random' | 'timings'>): Stack {
    const failed = (address: Address) => this.#memory.failed(address)
    return {
      ...shared,
      transactions: this.#transactions,
      failed,
      isBehind: (uri, host) => this.#memory.isBehind(uri, host),
      flowTo: (...way) => sockets.flowTo(...way),
      flowsTo: (...way) => sockets.flowsTo(...way),
    }
  }

  /** Where we are reached; of the first protocol. */
  get local(): Address {
    return this.#sockets.local
  }

  /** Where we are reached over TLS; null where it is not open. */
  async secureAddress(): Promise<Address | null> {
    return this.#sockets.localOf('TLS')
  }

  /** Opens TLS beside the others, with these certificates; or has those of connections from now on be these. */
  async secure(tls: TlsMaterial): Promise<void> {
    this.#tls = tls
    await this.#sockets.secure(tls)
  }

  /** Closes TLS, once no line wants it any more. */
  async unsecure(): Promise<void> {
    await this.#sockets.unsecure()
  }

  /** Calls that are up or on their way. */
  get calls(): number {
    return this.#outgoing.size + this.#reception.size
  }

  /** Transactions and calls that are not finished. */
  get unfinished(): number {
    return this.#transactions.size + this.#talks.size + this.calls
  }

  /** Each line, and how it is. */
  lines(): readonly LineHealth[] {
    return this.#lines.all().map(({ health }) => health)
  }

  /** Registers it too, unless it wants none. */
  addLine(options: LineOptions): void {
    checkLine(options)
    const { ownPort, name = options.user, protocol = 'UDP' } = options
    const bind = { host: this.#options.bind.host, port: ownPort ?? 0 }
    const sockets = ownPort === undefined ? this.#sockets : this.#socketsAt(bind, [protocol])
    const stack = this.#stackOver(sockets, this.#stack)
    const onRegistration = (state: RegistrationState, why: string) =>
      void tell(() => this.#options.onRegistration?.(name, state, why))
    this.#lines.add({ options, stack, sockets, onRegistration })
    // Whom we have never looked for is a stranger, though it may ring this line before we have anything to say to it.
    const { strangers, onCall } = this.#options
    if (strangers === 'ignore' || onCall) void this.#lines.get(name).line.findExchange(stack)
  }

  async removeLine(name: string): Promise<void> {
    const kept = this.#lines.take(name)
    await kept?.stop()
    if (kept && kept.sockets !== this.#sockets) await kept.sockets.close()
  }

  /** Asks the exchange of a line whether it is there (OPTIONS); waits a few seconds at most. */
  async ping(line: string, waitMs = PING_MS): Promise<Ping> {
    const kept = this.#lines.get(line)
    const answer = await kept.ping(waitMs)
    if ('isLate' in answer && answer.isLate) this.#faltered(kept)
    return answer
  }

  /** It may have been started anew unnoticed, and know nothing of what was there before. */
  #faltered({ line }: KeptLine) {
    const there = this.#lines.all().filter((kept) => kept.line === line || kept.line.isBeside(line))
    for (const kept of there) {
      kept.exchangeIsBack()
      for (const call of this.#outgoing) if (call.isOn(kept.line)) call.exchangeFaltered()
    }
  }

  /** The exchange of a line does not answer: of phones that ring there, it is not known whether they still do. */
  exchangeIsAway(name: string): void {
    const { line } = this.#lines.get(name)
    for (const call of this.#outgoing) if (call.isOn(line)) call.exchangeIsAway()
  }

  /** The exchange of a line was away and is back: it may have lost its registration and its calls. */
  exchangeIsBack(name: string): void {
    const kept = this.#lines.get(name)
    kept.exchangeIsBack()
    for (const call of this.#outgoing) if (call.isOn(kept.line)) call.exchangeIsBack()
  }

  /** Makes a call; its `ended` resolves with how it ended. */
  dial(name: string, options: DialOptions): OutgoingCall {
    const { call, ready } = this.#outgoingCall(name, options)
    void ready.then(() => call.send())
    return call
  }

  /**
   * A call that is ready to go: way, audio port, request and handle are there, and `send()` puts it on the
   * wire. The handle may be stored before. One that cannot be made ready has ended when this resolves.
   */
  async prepare(name: string, options: DialOptions): Promise<OutgoingCall> {
    const { call, ready } = this.#outgoingCall(name, options)
    await ready
    return call
  }

  #outgoingCall(name: string, options: DialOptions): { call: OutgoingCall; ready: Promise<void> } {
    checkDial(options)
    const kept = this.#lines.get(name)
    const { line, stack } = kept
    const call = new OutgoingCall({ stack, line, media: this.#media, dialogs: this.#dialogs, options })
    void kept.watch(call.ended, lineTroubleIn)
    const hasRoom = this.#hasRoom()
    this.#outgoing.add(call)
    void call.ended.finally(() => this.#outgoing.delete(call))
    if (!hasRoom) call.giveUp('Too many calls at once')
    return { call, ready: hasRoom ? call.prepare() : Promise.resolve() }
  }

  #contactFor(request: SipRequest): string | null {
    for (const call of this.#outgoing) {
      const contact = call.contactFor(request)
      if (contact !== null) return contact
    }
    return null
  }

  /** How many calls it carries at once, both ways. */
  get mostCalls(): number {
    const { media, mostCalls = media ? Infinity : MOST_CALLS, audioPorts = AUDIO_PORTS } = this.#options
    return media ? mostCalls : Math.min(mostCalls, streamsIn(audioPorts))
  }

  #hasRoom(): boolean {
    return this.calls < this.mostCalls
  }

  /** Cancels or hangs up what another process has begun and not ended. */
  async abandon(handle: StoredHandle): Promise<Abandoned> {
    checkHandle(handle)
    return this.#orphans.abandon(handle, this.#lines.get(handle.line))
  }

  /** Hangs up, unregisters, and lets the sockets go; abruptly, it leaves that to the next process. */
  close({ abruptly = false } = {}): Promise<void> {
    // Once closed, no call ends any more: a second goodbye would hang.
    return (this.#closed ??= this.#close(abruptly))
  }

  async #close(abruptly: boolean) {
    if (!abruptly) await this.#sayGoodBye()
    for (const kept of this.#lines.all()) kept.drop()
    this.#clock.close()
    this.#transactions.close()
    const own = this.#lines.all().map(({ sockets }) => sockets)
    await Promise.all([...own, this.#sockets, this.#orphans].map((one) => one.close()))
    await this.#ownAudio?.close()
  }

  async #sayGoodBye() {
    const calls = [...this.#outgoing, ...this.#reception.calls]
    await this.#within(FAREWELL_MS, Promise.allSettled(calls.map((call) => call.hangUp())))
    for (const call of calls) call.giveUp('Closed')
    await Promise.all(calls.map((call) => call.ended))
    await Promise.all(this.#lines.all().map((kept) => this.removeLine(kept.name)))
  }

  #within(ms: number, done: Promise<unknown>): Promise<unknown> {
    return new Promise((resolve) => {
      const timer = this.#clock.after(ms, () => resolve(null))
      void done.finally(() => {
        timer.cancel()
        resolve(null)
      })
    })
  }

  #onBytes(bytes: Uint8Array, flow: Flow) {
    const parsed = parseMessage(bytes)
    if (parsed.kind === 'message') return this.#transactions.receive(parsed.message, flow)
    // RFC 3261 8.2: malformed requests are answered statelessly; an ACK has no answer.
    if (parsed.kind === 'garbage' || parsed.request.method === 'ACK') return
    const { request, status, reason } = parsed
    const toTag = this.#stack.random.token(10)
    flow.send(writeMessage(responseTo(request, flow.remote, status, { reason, toTag }))).catch(() => {})
  }

  get #takesAnyNumber(): boolean {
    return this.#options.anyNumber ?? this.#lines.all().length === 0
  }

  /** Without lines there is no exchange to be told from others. */
  #standing(request: SipRequest, flow: Flow): InviteStanding {
    const isAlone = this.#lines.all().length === 0
    if (!isAlone && !this.#lines.areOf(flow)) return 'stranger'
    const isKnown = this.#lines.calledBy(request, flow, this.#takesAnyNumber) !== null
    return isKnown || (isAlone && this.#takesAnyNumber) ? 'ours' : 'not found'
  }

  /** For the line that was dialled, or for a number of its own. */
  #incoming(request: SipRequest, transaction: ServerTransaction): IncomingCall {
    const kept = this.#lines.calledBy(request, transaction.flow, this.#takesAnyNumber)
    const user = userOf(request.uri)
    const line = kept?.line ?? new Line({ user, domain: this.local.host }, this.#stack.random)
    const stack = kept?.stack ?? this.#stack
    const [media, dialogs] = [this.#media, this.#dialogs]
    const call = new IncomingCall({ stack, line, media, dialogs, request, transaction })
    void kept?.watch(call.ended, () => null)
    return call
  }
}

function audioOf(options: UserAgentOptions): OwnAudio {
  const { audioPorts = AUDIO_PORTS, bind, mostCalls = MOST_CALLS, onAudioFault, onAudioLate } = options
  return new OwnAudio({
    host: bareHost(bind.host),
    ports: audioPorts,
    streams: mostCalls,
    ...(onAudioFault ? { onFault: onAudioFault } : {}),
    ...(onAudioLate ? { onLate: onAudioLate } : {}),
  })
}
