import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import type { Address } from '../src/messages/address.ts'
import { Framer } from '../src/transport/framer.ts'
import { parseVia } from '../src/messages/header.ts'
import type { SipMessage, SipRequest, SipResponse } from '../src/messages/message.ts'
import { listOf } from '../src/messages/params.ts'
import { parseMessage } from '../src/messages/parse.ts'
import { responseTo, type ResponseParts } from '../src/messages/response.ts'
import { writeMessage } from '../src/messages/write.ts'

/** A message, and the connection that it came by. */
export interface Heard<Message extends SipMessage = SipMessage> {
  readonly message: Message
  readonly socket: Socket
}

/** An exchange over TCP that does nothing by itself: a test says each word, and on which connection. */
export class BareExchange {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #heard: Heard[] = []
  readonly #waiting = new Set<() => void>()

  static async open(): Promise<BareExchange> {
    const server = createServer()
    const exchange = new BareExchange(server)
    server.on('connection', (socket) => exchange.#listenTo(socket)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return exchange
  }

  private constructor(server: Server) {
    this.#server = server
  }

  get address(): Address {
    return { host: '127.0.0.1', port: (this.#server.address() as { port: number }).port }
  }

  /** A connection of ours. */
  async connectTo({ host, port }: Address): Promise<Socket> {
    const socket = connect(port, host)
    await once(socket, 'connect')
    this.#listenTo(socket)
    return socket
  }

  /** The first request of this method that came and was not asked for yet, or that comes. */
  request = async (method: string) =>
    (await this.#next(
      ({ message }) => message.kind === 'request' && message.method === method,
    )) as Heard<SipRequest>

  /** The same for an answer to this method. */
  answer = async (method: string, status: number) =>
    (await this.#next(
      ({ message }) =>
        message.kind === 'response' &&
        message.status === status &&
        message.headers.get('cseq')?.endsWith(` ${method}`) === true,
    )) as Heard<SipResponse>

  say(socket: Socket, message: SipMessage) {
    socket.write(writeMessage(message))
  }

  reply({ message, socket }: Heard<SipRequest>, status: number, parts: ResponseParts = {}) {
    this.say(socket, this.replyTo(message, status, parts))
  }

  replyTo(request: SipRequest, status: number, parts: ResponseParts = {}): SipResponse {
    const contact = `<sip:101@127.0.0.1:${this.address.port};transport=tcp>`
    return responseTo(request, this.address, status, { toTag: 'exchange', contact, ...parts })
  }

  /** Every connection there is now goes down; the other side has seen so when this resolves. */
  async cut() {
    const gone = [...this.#sockets].map((socket) => once(socket, 'close'))
    for (const socket of this.#sockets) socket.end()
    await Promise.all(gone)
  }

  async close() {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #listenTo(socket: Socket) {
    this.#sockets.add(socket)
    socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket))
    const framer = new Framer((bytes) => {
      const parsed = parseMessage(bytes)
      if (parsed.kind !== 'message') throw new Error('Something malformed was sent')
      this.#heard.push({ message: parsed.message, socket })
      for (const wake of this.#waiting) wake()
      this.#waiting.clear()
    })
    socket.on('data', (chunk) => void framer.push(chunk))
  }

  async #next(isMeant: (heard: Heard) => boolean): Promise<Heard> {
    for (;;) {
      const at = this.#heard.findIndex(isMeant)
      const [found] = at < 0 ? [] : this.#heard.splice(at, 1)
      if (found) return found
      await new Promise<void>((resolve) => void this.#waiting.add(resolve))
    }
  }
}

/** Where answers to this go when its connection is gone (RFC 3261 18.2.2). */
export function sentBy({ headers }: SipRequest): Address {
  const via = parseVia(listOf(headers.all('via'))?.[0] ?? '')
  return { host: via?.host ?? '', port: via?.port ?? 0 }
}
