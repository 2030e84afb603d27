import { isIP } from 'node:net'
import { Authorization } from './authorization.ts'
import type { Clock, Random } from '../transactions/clock.ts'
import type { Credentials } from './digest.ts'
import { type Address, bareHost, type Hop, hostText, plainAddress } from '../messages/address.ts'
import { type Flow, isSameAddress, type Protocol } from '../transport/flow.ts'
import { formatNameAddr, parseVia } from '../messages/header.ts'
import { type CallSeen, judgeRefusal, type Rights, UNDOUBTED } from './line-rights.ts'
import type { SipResponse } from '../messages/message.ts'
import type { Codec } from '../messages/codec.ts'
import { listOf } from '../messages/params.ts'
import type { Timings } from '../transactions/timers.ts'
import type { Transactions } from '../transactions/transactions.ts'
import { escapeUser, formatUri, parseUri, type SipUri, uriOf } from '../messages/uri.ts'

/** What every part of the user agent shares. */
export interface Stack {
  readonly clock: Clock
  readonly random: Random
  readonly timings: Timings
  readonly transactions: Transactions
  /** The way to the next hop, which a Route or a Request-URI names (RFC 3261 8.1.2); see `Sockets`. */
  flowTo(uri: string, protocol: Protocol, name?: string): Promise<Flow>
  /** The ways to all places behind a name, as far as they can be opened. */
  flowsTo?(uri: string, protocol: Protocol, name?: string): Promise<Flow[]>
  /** Whether this host is one of the places behind an address, as far as it was looked up. */
  isBehind?(uri: string, host: string): boolean
  /** This place was silent or out of service: for a while the others behind its name are preferred. */
  failed?(address: Address): void
}

/** An extension of the exchange that is ours. */
export interface LineOptions {
  /** How it is called here, where two exchanges have the same extension; its user unless said. */
  readonly name?: string
  /** The extension: the user of its address and of its Contact. */
  readonly user: string
  /** The name of the exchange, as its addresses have it. */
  readonly domain: string
  /** Of its addresses; `sips` goes over TLS only (RFC 3261 26.2.2, RFC 5630 5.1). `sip` unless said. */
  readonly scheme?: SipUri['scheme']
  /** The port that stands behind the domain in its addresses, where one does. */
  readonly port?: number
  /** Where its packets go; where the domain points to, unless this is set. */
  readonly exchange?: Hop
  /** All requests outside of a call pass by here first, and say so (Route, RFC 3261 8.1.2); the exchange is behind it. */
  readonly proxy?: Hop
  readonly protocol?: Protocol
  /** Shown on the handset. */
  readonly displayName?: string
  /** The name may differ from the extension. */
  readonly credentials?: Credentials
  /** Some exchanges trust our address and want no registration. */
  readonly register?: boolean
  /** How long a registration is to last; 600 s unless said. A registrar that wants more is obeyed (423). */
  readonly expiresSeconds?: number
  /**
   * What the exchange still has of this extension at our own address, but at another port, is of a process before us:
   * it goes with the first registration (RFC 3261 10.2.2). Not unless said: another phone may share the address.
   */
  readonly removesOld?: boolean
  /** Where the exchange reaches us, if not at our own address: named in Contact and session descriptions. */
  readonly publicHost?: string
  /** Who calls, for an exchange that trusts us to know (P-Asserted-Identity, RFC 3325): an address. */
  readonly assertedIdentity?: string
  /** RFC 3262: whether a 1xx may, or must, be sent so that its arrival is acknowledged. `supported` unless said. */
  readonly reliable?: 'off' | 'supported' | 'required'
  /** What it speaks, the most wanted first; PCMU and PCMA unless said. */
  readonly codecs?: readonly Codec[]
  /** Its audio comes from behind a router that translates addresses. Not unless said. */
  readonly nat?: boolean
  /** A local port of its own, for exchanges that tell lines apart by port; 0 takes any that is free. */
  readonly ownPort?: number
  /**
   * How often something is sent, so that a NAT or firewall keeps the way open (RFC 5626 4.4.1): at most 29 s for
   * UDP and 120 s for the others unless said; 0 for never.
   */
  readonly keepAliveSeconds?: number
  /**
   * Whether the audio is encrypted (SRTP, RFC 3711, with keys by RFC 4568), over TLS only. `optional`: with phones that
   * can; `required`: or not at all. Off unless said.
   */
  readonly srtp?: 'off' | 'optional' | 'required'
}

export const nameOf = ({ name, user }: LineOptions) => name ?? user

/** Control characters would end a header, and halves of a character have no UTF-8. */
const NEVER_DIALLED = /[\p{Cc}\p{Cs}<>"]/u

/** Not half an address, nor one of another kind (`101@pbx`, `tel:101`): escaped, they would ring another phone. */
const isNumber = (dialled: string) => dialled.trim() !== '' && !/[@:]/.test(dialled)

/** A line, and what has been learnt about it. */
export class Line {
  readonly options: LineOptions
  readonly protocol: Protocol
  readonly authorization: Authorization
  /** How the exchange sees us, when a NAT changes our address (RFC 3581). */
  #learnt: Address | null = null
  #rights: Rights = UNDOUBTED
  #exchange: Address | null = null

  constructor(options: LineOptions, random: Random) {
    this.options = options
    this.protocol = options.protocol ?? 'UDP'
    this.authorization = new Authorization(options.credentials ?? null, random, options.domain)
  }

  /** `sip:101@pbx.example`; what is an address already is left alone; null if it cannot be dialled. */
  addressOf(dialled: string): string | null {
    if (NEVER_DIALLED.test(dialled)) return null
    const uri = parseUri(dialled)
    // RFC 3261 19.1: a sips address goes over TLS or not at all.
    if (uri?.scheme === 'sips' && this.protocol !== 'TLS') return null
    if (uri) return dialled.trim()
    return isNumber(dialled) ? this.#within(dialled) : null
  }

  get #scheme(): SipUri['scheme'] {
    return this.options.scheme ?? 'sip'
  }

  /** RFC 3261 10.2: the address of record. */
  get ownAddress(): string {
    return this.#within(this.options.user)
  }

  #within(user: string): string {
    const { domain, port = null } = this.options
    return formatUri({ ...uriOf(escapeUser(user), hostText(domain), port), scheme: this.#scheme })
  }

  /** RFC 3261 10.2: the domain, without a user; a registrar behind a proxy has to be named, or it is not found. */
  get registrarUri(): string {
    const { domain, port, exchange, proxy } = this.options
    const registrar = (proxy && exchange) ?? { host: domain, ...(port === undefined ? {} : { port }) }
    return serverUri(registrar, [], this.#scheme)
  }

  /** RFC 3261 8.1.2, 20.34: the proxy as a loose route, for requests outside of a dialog. */
  get routes(): readonly string[] {
    const { proxy } = this.options
    if (!proxy) return []
    return [`<${serverUri(proxy, [...said(this.protocol, this.#scheme), ['lr', null]], this.#scheme)}>`]
  }

  /** Where requests outside of a dialog are sent to. */
  async flow(stack: Stack): Promise<Flow> {
    const flow = await stack.flowTo(serverUri(this.#nextHop), this.protocol, this.#certified)
    this.#exchange = flow.remote
    return flow
  }

  /** All the places that they may have been sent to (RFC 3263 4.3). */
  async flows(stack: Stack): Promise<Flow[]> {
    if (!stack.flowsTo) return [await this.flow(stack)]
    return stack.flowsTo(serverUri(this.#nextHop), this.protocol, this.#certified)
  }

  /** Where the exchange is given in numbers, it proves itself by the name of its domain (RFC 5922 4). */
  get #certified(): string | undefined {
    const { domain } = this.options
    return isIP(bareHost(this.#nextHop.host)) && !isIP(bareHost(domain)) ? domain : undefined
  }

  /**
   * RFC 3263 4.3: this way has failed a request. The next one, where there is one that was not `tried` for it; what was
   * tried is added there.
   */
  async failOver(stack: Stack, { remote }: Flow, tried: Set<string>): Promise<Flow | null> {
    stack.failed?.(remote)
    tried.add(placeName(remote))
    const next = await this.flow(stack).catch(() => null)
    return next && !tried.has(placeName(next.remote)) ? next : null
  }

  get #nextHop(): Hop {
    const { proxy, exchange, domain, port } = this.options
    return proxy ?? exchange ?? { host: domain, ...(port === undefined ? {} : { port }) }
  }

  /** Before anything was sent there, its address has to be asked for. */
  async findExchange(stack: Stack) {
    if (!this.#exchange) await this.flow(stack).catch(() => null)
  }

  /** Whether this came from where our own requests go: from the very address, or at least from the machine. */
  isOf({ remote }: Flow, exactly: boolean): boolean {
    const { host, port } = this.#exchange ?? { host: null, port: null }
    return host === remote.host && (!exactly || port === remote.port)
  }

  /**
   * Whether this came from the exchange: from where our own requests go, or from another place behind its name. Of anybody
   * else's word on who calls nothing can be believed.
   */
  isFromExchange(stack: Stack, flow: Flow): boolean {
    const { host } = flow.remote
    return this.isOf(flow, false) || (stack.isBehind?.(serverUri(this.#nextHop), host) ?? false)
  }

  /** Whether the requests of both go to the same place. */
  isBeside(other: Line): boolean {
    const [own, its] = [this.#exchange, other.#exchange]
    return this.protocol === other.protocol && own !== null && its !== null && isSameAddress(own, its)
  }

  /** Whose audio is to be expected in a call by this way, besides where the description says. */
  soundFrom({ remote }: Flow): { readonly exchange: string; readonly nat: boolean } {
    return { exchange: remote.host, nat: this.options.nat ?? false }
  }

  /** What of it a session description says. */
  get speaks(): Pick<LineOptions, 'codecs'> {
    const { codecs } = this.options
    return codecs === undefined ? {} : { codecs }
  }

  /** Learns from a call that was not answered: true when it was the line that was refused, not the room. */
  isRefusedBy(call: CallSeen): boolean {
    const { rights, isLineRefused } = judgeRefusal(this.#rights, call)
    this.#rights = rights
    return isLineRefused
  }

  /** A phone answered, so the exchange still lets this line call. */
  letThrough() {
    this.#rights = UNDOUBTED
  }

  fromHeader(tag: string): string {
    const { displayName = '' } = this.options
    return formatNameAddr({ display: displayName, uri: this.ownAddress, params: new Map([['tag', tag]]) })
  }

  contactUri({ local, protocol }: Flow, scheme = this.#scheme): string {
    const { publicHost } = this.options
    const { host, port } = publicHost === undefined ? (this.#learnt ?? local) : { ...local, host: publicHost }
    const params = new Map(said(protocol, scheme))
    const uri = uriOf(escapeUser(this.options.user), hostText(host), port, params)
    return formatUri({ ...uri, scheme })
  }

  /** RFC 3261 8.1.1.8, 12.1.1: where the other side, or the way to it, is addressed by sips, so are we. */
  contact(flow: Flow, ...towards: readonly string[]): string {
    const isSecure = flow.protocol === 'TLS' && towards.some((uri) => /^<?sips:/i.test(uri))
    return `<${this.contactUri(flow, isSecure ? 'sips' : this.#scheme)}>`
  }

  /** RFC 3581 4: true when the exchange sees us elsewhere than our Contact says. */
  learnFrom(response: SipResponse, flow: Flow): boolean {
    const seen = seenAs(response)
    // Where we are told how we are reached, we know better.
    if (!seen || flow.reliable || this.options.publicHost !== undefined) return false
    const before = this.#learnt ?? flow.local
    if (seen.host === before.host && seen.port === before.port) return false
    this.#learnt = seen
    return true
  }
}

const placeName = ({ host, port }: Address) => `${host} ${port}`

type UriParam = readonly [string, string | null]

const serverUri = ({ host, port }: Hop, params: readonly UriParam[] = [], scheme: SipUri['scheme'] = 'sip') =>
  formatUri({ ...uriOf(null, hostText(host), port ?? null, new Map(params)), scheme })

/** RFC 3261 26.2.2: sips says it already, and transport=tls beside it is no longer written. */
const said = (protocol: Protocol, scheme: SipUri['scheme']): readonly UriParam[] =>
  protocol === 'UDP' || scheme === 'sips' ? [] : [['transport', protocol.toLowerCase()]]

/** RFC 3581 4; where only the port is told, the address was right. */
function seenAs(response: SipResponse): Address | null {
  const via = parseVia(listOf(response.headers.all('via'))?.[0] ?? '')
  const [host, port] = [
    via?.params.get('received') ?? via?.host,
    Number(via?.params.get('rport') ?? via?.port),
  ]
  return host && port > 0 && port < 65_536 ? plainAddress({ host, port }) : null
}
