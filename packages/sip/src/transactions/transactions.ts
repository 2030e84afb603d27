import type { Clock, Random } from './clock.ts'
import { ClientTransaction, type ClientListener } from './client-transaction.ts'
import { hostText } from '../messages/address.ts'
import type { Flow, Protocol } from '../transport/flow.ts'
import { formatVia, parseCSeq, parseNameAddr, parseVia } from '../messages/header.ts'
import type { SipMessage, SipRequest, SipResponse } from '../messages/message.ts'
import { listOf } from '../messages/params.ts'
import { ServerTransaction } from './server-transaction.ts'
import { RFC_TIMINGS, type Timings } from './timers.ts'
import { writeMessage } from '../messages/write.ts'

export interface TransactionOptions {
  readonly clock: Clock
  readonly random: Random
  readonly timings?: Timings
  /** RFC 3261 20.41: what our requests say of the program that sends them. */
  readonly userAgent?: string
  /** A request that begins something new. */
  onRequest(request: SipRequest, transaction: ServerTransaction): void
  /** An ACK that belongs to no transaction: for a 2xx, the dialog waits for it. */
  onAck(request: SipRequest, flow: Flow): void
  /** A response that no transaction waits for: a 2xx repeated after all this time must still be acknowledged. */
  onStray(response: SipResponse, flow: Flow): void
}

/** RFC 3261 8.1.1.7: begins every branch that is unique across space and time. */
export const MAGIC_COOKIE = 'z9hG4bK'

/** Matches messages to transactions, and makes new ones. */
export class Transactions {
  readonly #options: TransactionOptions
  readonly #timings: Timings
  readonly #clients = new Map<string, ClientTransaction>()
  readonly #servers = new Map<string, ServerTransaction>()

  constructor(options: TransactionOptions) {
    this.#options = options
    this.#timings = options.timings ?? RFC_TIMINGS
  }

  /** Transactions that are not finished. */
  get size(): number {
    return this.#clients.size + this.#servers.size
  }

  receive(message: SipMessage, flow: Flow) {
    if (message.kind === 'response') this.#receiveResponse(message, flow)
    else this.#receiveRequest(message, flow)
  }

  /** A new transaction whose request is written, and not yet sent; the top Via, put on here, says which way to answer. */
  prepare(
    request: SipRequest,
    flow: Flow,
    listener: ClientListener,
    branch = this.newBranch(),
  ): ClientTransaction {
    return this.#prepare(this.#signed(withVia(request, flow, branch)), branch, flow, listener)
  }

  /** RFC 3261 13.2.2.4: the ACK to a 2xx is a request by itself, and has no answer. */
  acknowledge(ack: SipRequest, flow: Flow) {
    flow.send(writeMessage(this.#signed(withVia(ack, flow, this.newBranch())))).catch(() => {})
  }

  #signed(request: SipRequest): SipRequest {
    const { userAgent } = this.#options
    if (userAgent !== undefined) request.headers.set('User-Agent', userAgent)
    return request
  }

  newBranch(): string {
    return `${MAGIC_COOKIE}${this.#options.random.token(16)}`
  }

  /**
   * RFC 3261 9.1: a CANCEL has the branch of what it cancels, and a transaction of its own; several, where it is not known
   * at which of several places that is.
   */
  cancel(request: SipRequest, flow: Flow, listener: ClientListener): ClientTransaction {
    const transaction = this.#prepare(request, branchOf(request) ?? '', flow, listener)
    transaction.start()
    return transaction
  }

  /**
   * RFC 3261 8.2.2.2: a request in progress has arrived again by another path. Each line of ours is a phone by
   * itself, so the same call to another line is a new call.
   */
  isMerged(request: SipRequest): boolean {
    return [...this.#servers.values()].some((one) => one.request !== request && isSame(one.request, request))
  }

  close() {
    for (const transaction of [...this.#clients.values(), ...this.#servers.values()]) transaction.terminate()
  }

  #prepare(request: SipRequest, branch: string, flow: Flow, listener: ClientListener): ClientTransaction {
    const usual = `${branch} ${request.method}`
    const key = this.#clients.has(usual) ? keyAt(usual, flow) : usual
    const { clock } = this.#options
    const transaction = new ClientTransaction(
      { request, flow, clock, timings: this.#timings, listener },
      () => this.#clients.delete(key),
    )
    this.#clients.set(key, transaction)
    return transaction
  }

  /** RFC 3261 17.1.3: by the branch of the top Via and the method of the CSeq. */
  #receiveResponse(response: SipResponse, flow: Flow) {
    // RFC 3261 8.1.3.3: more than our own Via means that it went astray.
    if (listOf(response.headers.all('via'))?.length !== 1) return
    const method = parseCSeq(response.headers.get('cseq') ?? '')?.method ?? ''
    const key = `${branchOf(response) ?? ''} ${method}`
    const transaction = this.#clients.get(keyAt(key, flow)) ?? this.#clients.get(key)
    if (transaction) transaction.receive(response)
    else this.#options.onStray(response, flow)
  }

  #receiveRequest(request: SipRequest, flow: Flow) {
    const known = this.#servers.get(serverKey(request))
    if (known) return known.receive(request)
    if (request.method === 'ACK') return this.#options.onAck(request, flow)
    const key = serverKey(request)
    const { clock } = this.#options
    const transaction = new ServerTransaction({ request, flow, clock, timings: this.#timings }, () =>
      this.#servers.delete(key),
    )
    this.#servers.set(key, transaction)
    this.#options.onRequest(request, transaction)
  }
}

/** For another transaction with the same branch, at another place. */
const keyAt = (key: string, { remote: { host, port } }: Flow) => `${key} ${host} ${port}`

function isSame(one: SipRequest, other: SipRequest): boolean {
  const told = (name: string) => one.headers.get(name) === other.headers.get(name)
  return one.uri === other.uri && told('call-id') && told('cseq') && fromTag(one) === fromTag(other)
}

const fromTag = ({ headers }: SipRequest) => parseNameAddr(headers.get('from') ?? '')?.params.get('tag')

const withVia = (request: SipRequest, flow: Flow, branch: string): SipRequest => ({
  ...request,
  headers: request.headers.clone().prepend('Via', viaOf(flow, branch)),
})

/** RFC 3581 3; not for a connection, whose answers would be led to its own port when it is gone (RFC 3261 18.2.2). */
const askingForPort = (protocol: Protocol) => (protocol === 'UDP' ? [['rport', null] as const] : [])

export const viaOf = ({ protocol, local }: Pick<Flow, 'protocol' | 'local'>, branch: string) =>
  formatVia({
    transport: protocol,
    host: hostText(local.host),
    port: local.port,
    params: new Map<string, string | null>([['branch', branch], ...askingForPort(protocol)]),
  })

export function topVia(message: SipMessage) {
  return parseVia(listOf(message.headers.all('via'))?.[0] ?? '')
}

const branchOf = (message: SipMessage) => topVia(message)?.params.get('branch')

/**
 * RFC 3261 17.2.3: by branch, sent-by and method, where an ACK belongs to its INVITE; requests of RFC 2543 have no
 * unique branch and are told apart by what they say.
 */
function serverKey(request: SipRequest): string {
  const via = topVia(request)
  const branch = via?.params.get('branch') ?? ''
  const method = request.method === 'ACK' ? 'INVITE' : request.method
  const sentBy = `${via?.host.toLowerCase()}:${via?.port ?? ''}`
  // The cookie alone is not unique (RFC 4475 3.2.1).
  if (branch.startsWith(MAGIC_COOKIE) && branch !== MAGIC_COOKIE) return [branch, sentBy, method].join(' ')
  const { headers, uri } = request
  const number = parseCSeq(headers.get('cseq') ?? '')?.number
  return [uri, headers.get('from'), headers.get('call-id'), number, sentBy, method].join(' ')
}
