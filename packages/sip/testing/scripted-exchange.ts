import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { systemRandom } from '../src/transactions/clock.ts'
import type { Address } from '../src/messages/address.ts'
import { parseNameAddr, parseVia } from '../src/messages/header.ts'
import type { SipMessage, SipRequest, SipResponse } from '../src/messages/message.ts'
import { listOf } from '../src/messages/params.ts'
import { parseMessage } from '../src/messages/parse.ts'
import { responseTo, type ResponseParts } from '../src/messages/response.ts'
import { parseUri } from '../src/messages/uri.ts'
import { writeMessage } from '../src/messages/write.ts'
import { digestFields, isRightAnswer } from './digest-check.ts'

export interface ExchangeOptions {
  readonly domain: string
  /** Extensions and their passwords; nobody else may register or call. */
  readonly accounts: Readonly<Record<string, string>>
  /** Where an extension is rung that has not registered. */
  readonly phones: Address
  /** What each challenge offers, in this order; MD5 unless said. */
  readonly algorithms?: readonly string[]
  /** A nonce is good for one request. */
  readonly oneTimeNonces?: boolean
  /** Shorter registrations are refused. */
  readonly leastExpires?: number
  /** An extension that is registered may not register elsewhere before that has run out, as with `max_contacts`. */
  readonly oneContact?: boolean
  /** These methods are challenged; REGISTER and INVITE unless said. */
  readonly challenges?: readonly string[]
  /** These methods are refused with this status, or not answered at all. */
  readonly refuses?: Readonly<Record<string, number | 'silence'>>
}

/** Where an extension is reached, and for how long it said so. */
export interface Binding {
  readonly contact: string
  readonly expires: number
}

/** A registrar and a proxy that stays on the way of every call (RFC 3261 10.3, 16.11), over UDP. */
export interface ScriptedExchange {
  readonly address: Address
  readonly bindings: Map<string, Binding>
  /** Every request that came, as it came. */
  readonly requests: readonly SipRequest[]
  close(): void
}

export async function openExchange(options: ExchangeOptions): Promise<ScriptedExchange> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return new Exchange(socket, options)
}

const REALM = 'exchange'
const EXPIRES = 300

class Exchange implements ScriptedExchange {
  readonly address: Address
  readonly bindings = new Map<string, Binding>()
  readonly requests: SipRequest[] = []
  readonly #socket: Socket
  readonly #options: ExchangeOptions
  readonly #nonces = new Set<string>()
  /** Requests that were let through: one that is repeated uses no nonce a second time (RFC 3261 17.2). */
  readonly #letThrough = new Set<string>()
  /** Branches of INVITEs that were answered here: the ACK ends here too. */
  readonly #refused = new Set<string>()

  constructor(socket: Socket, options: ExchangeOptions) {
    this.#socket = socket
    this.#options = options
    this.address = { host: '127.0.0.1', port: socket.address().port }
    socket.on('message', (bytes, from) => this.#receive(bytes, from))
  }

  close() {
    this.#socket.close()
  }

  #receive(bytes: Buffer, from: RemoteInfo) {
    const parsed = parseMessage(bytes)
    if (parsed.kind !== 'message') return
    const { message } = parsed
    if (message.kind === 'response') return this.#passBack(message)
    this.requests.push(message)
    const source = { host: from.address, port: from.port }
    if (message.method === 'ACK' && this.#refused.has(branchOf(message))) return
    const refused = this.#options.refuses?.[message.method]
    if (refused === 'silence') return
    if (refused !== undefined) return this.#answer(message, source, refused)
    const refusal = this.#refusalOf(message)
    if (refusal) return this.#answer(message, source, refusal.status, refusal.parts)
    if (message.method === 'REGISTER') return this.#register(message, source)
    this.#passOn(message, source)
  }

  #answer(request: SipRequest, to: Address, status: number, parts: ResponseParts = {}) {
    if (request.method === 'INVITE') this.#refused.add(branchOf(request))
    this.#send(responseTo(request, to, status, { toTag: 'exchange', ...parts }), to)
  }

  #send(message: SipMessage, { host, port }: Address) {
    this.#socket.send(writeMessage(message), port, host)
  }

  /** RFC 3261 22: who has not shown that he knows the password is asked for it; who does not know it is sent away. */
  #refusalOf(request: SipRequest): { status: number; parts?: ResponseParts } | null {
    const { challenges = ['REGISTER', 'INVITE'], accounts } = this.#options
    const key = `${request.method} ${branchOf(request)}`
    if (!challenges.includes(request.method) || this.#letThrough.has(key)) return null
    const user = parseUri(parseNameAddr(request.headers.get('from') ?? '')?.uri ?? '')?.user ?? ''
    const password = accounts[user]
    if (password === undefined) return { status: 403 }
    const own = request.method === 'REGISTER'
    const given = request.headers.get(own ? 'authorization' : 'proxy-authorization') ?? ''
    const nonce = digestFields(given).get('nonce') ?? ''
    if (this.#takes(nonce) && isRightAnswer(given, request.method, password)) {
      this.#letThrough.add(key)
      return null
    }
    return { status: own ? 401 : 407, parts: { headers: this.#challenge(own) } }
  }

  #takes(nonce: string): boolean {
    return this.#options.oneTimeNonces ? this.#nonces.delete(nonce) : this.#nonces.has(nonce)
  }

  #challenge(own: boolean) {
    const { algorithms = ['MD5'] } = this.#options
    const name = own ? 'WWW-Authenticate' : 'Proxy-Authenticate'
    return algorithms.map((algorithm) => {
      const nonce = systemRandom.token(24)
      this.#nonces.add(nonce)
      return [name, `Digest realm="${REALM}", nonce="${nonce}", qop="auth", algorithm=${algorithm}`] as const
    })
  }

  /** RFC 3261 10.3 */
  #register(request: SipRequest, from: Address) {
    const { leastExpires = 0 } = this.#options
    const user = parseUri(parseNameAddr(request.headers.get('to') ?? '')?.uri ?? '')?.user ?? ''
    const expires = Number(request.headers.get('expires') ?? EXPIRES)
    if (expires > 0 && expires < leastExpires)
      return this.#answer(request, from, 423, { headers: [['Min-Expires', String(leastExpires)]] })
    const [first, ...others] = listOf(request.headers.all('contact')) ?? []
    const contact = parseNameAddr(first ?? '')?.uri ?? ''
    const known = this.bindings.get(user)?.contact ?? contact
    // RFC 3261 10.2.3: without a Contact it is asked what there is.
    if (first === undefined) return this.#answer(request, from, 200, { headers: [['Contact', `<${known}>`]] })
    const isReplaced = others.includes(`<${known}>;expires=0`)
    if (this.#options.oneContact && known !== contact && !isReplaced) return this.#answer(request, from, 403)
    if (expires === 0) this.bindings.delete(user)
    else this.bindings.set(user, { contact, expires })
    this.#answer(request, from, 200, { headers: [['Contact', `<${contact}>;expires=${expires}`]] })
  }

  /** RFC 3261 16.6, 16.11: without memory, so the branch is made of the one it came with. */
  #passOn(request: SipRequest, from: Address) {
    const routes = listOf(request.headers.all('route')) ?? []
    const { host, port } = this.address
    const headers = request.headers.clone().delete('route').delete('via')
    for (const route of routes.slice(1).toReversed()) headers.prepend('Route', route)
    const [top = '', ...others] = responseTo(request, from, 100).headers.all('via')
    for (const via of [top, ...others].toReversed()) headers.prepend('Via', via)
    headers.prepend('Via', `SIP/2.0/UDP ${host}:${port};branch=${branchOf(request)}.1`)
    if (request.method === 'INVITE') headers.prepend('Record-Route', `<sip:${host}:${port};lr>`)
    const uri = this.#targetOf(request.uri)
    this.#send({ ...request, headers, uri }, this.#hopOf(uri))
  }

  /** RFC 3261 16.5: an extension that has registered is rung where it said. */
  #targetOf(uri: string): string {
    const { user, host } = parseUri(uri) ?? { user: null, host: '' }
    return (host === this.#options.domain && this.bindings.get(user ?? '')?.contact) || uri
  }

  #hopOf(uri: string): Address {
    const { host, port } = parseUri(uri) ?? { host: '', port: null }
    return host === this.#options.domain ? this.#options.phones : { host, port: port ?? 5060 }
  }

  /** RFC 3261 16.7, 18.2.2: our Via is taken off, and the next one says where to. */
  #passBack(response: SipResponse) {
    const [, ...vias] = listOf(response.headers.all('via')) ?? []
    const next = parseVia(vias[0] ?? '')
    if (!next) return
    const headers = response.headers.clone().delete('via')
    for (const via of vias.toReversed()) headers.prepend('Via', via)
    const host = next.params.get('received') ?? next.host
    this.#send({ ...response, headers }, { host, port: Number(next.params.get('rport') ?? next.port) })
  }
}

const branchOf = ({ headers }: SipRequest) =>
  parseVia(listOf(headers.all('via'))?.[0] ?? '')?.params.get('branch') ?? ''
