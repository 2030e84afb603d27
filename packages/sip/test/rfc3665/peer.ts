import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { vi } from 'vitest'
import type { Address } from '../../src/messages/address.ts'
import { Headers } from '../../src/messages/headers.ts'
import type { SipMessage, SipRequest, SipResponse } from '../../src/messages/message.ts'
import { parseMessage } from '../../src/messages/parse.ts'
import { responseTo, type ResponseParts } from '../../src/messages/response.ts'
import { writeMessage } from '../../src/messages/write.ts'

/** The other end of the wire, moved by hand: it says what the test says, and keeps what was said, in order. */
export class Peer {
  readonly address: Address
  /** `> INVITE` came from us, `< 180` went to us; what is repeated word for word stands once. */
  readonly wire: string[] = []
  /** How many datagrams came, repetitions included. */
  datagrams = 0
  readonly #socket: Socket
  readonly #seen = new Set<string>()
  readonly #waiting: SipMessage[] = []
  #us: Address = { host: '', port: 0 }

  constructor(socket: Socket) {
    this.#socket = socket
    this.address = { host: '127.0.0.1', port: socket.address().port }
    socket.on('message', (bytes, { address: host, port }) => {
      this.#us = { host, port }
      this.#receive(bytes)
    })
  }

  #receive(bytes: Buffer) {
    this.datagrams += 1
    const parsed = parseMessage(bytes)
    if (this.#seen.has(bytes.toString()) || parsed.kind !== 'message') return
    this.#seen.add(bytes.toString())
    this.wire.push(`> ${wordOf(parsed.message)}`)
    this.#waiting.push(parsed.message)
  }

  #next(): Promise<SipMessage> {
    const take = () => {
      const message = this.#waiting.shift()
      if (!message) throw new Error(`Nothing has come after ${this.wire.join(', ')}`)
      return message
    }
    return vi.waitFor(take, { interval: 5, timeout: 60_000 })
  }

  /** The next message that comes must be this request. */
  async takes(method: string): Promise<SipRequest> {
    const message = await this.#next()
    if (message.kind !== 'request' || message.method !== method)
      throw new Error(`${wordOf(message)} has come, not ${method}`)
    return message
  }

  /** The next message that comes must be this answer. */
  async hears(status: number): Promise<SipResponse> {
    const message = await this.#next()
    if (message.kind !== 'response' || message.status !== status)
      throw new Error(`${wordOf(message)} has come, not ${status}`)
    return message
  }

  /** `seenAt` is where the request seemed to come from. */
  says(request: SipRequest, status: number, parts: ResponseParts = {}, seenAt = this.#us) {
    this.#send(responseTo(request, seenAt, status, { toTag: 'theirs', ...parts }))
  }

  asks(request: SipRequest, us = this.#us) {
    this.#us = us
    this.#send(request)
  }

  #send(message: SipMessage) {
    this.wire.push(`< ${wordOf(message)}`)
    this.#socket.send(writeMessage(message), this.#us.port, this.#us.host)
  }

  close() {
    this.#socket.close()
  }
}

const wordOf = (message: SipMessage) => (message.kind === 'request' ? message.method : String(message.status))

export async function openPeer(): Promise<Peer> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return new Peer(socket)
}

export interface Described {
  readonly host?: string
  readonly port?: number
  readonly version?: number
}

/** Where audio is wanted. */
export const sdp = ({ host = '192.0.2.201', port = 3_456, version = 1 }: Described = {}) =>
  Buffer.from(
    [
      'v=0',
      `o=bob 2890844527 ${version} IN IP4 ${host}`,
      's=-',
      `c=IN IP4 ${host}`,
      't=0 0',
      `m=audio ${port} RTP/AVP 0`,
      'a=rtpmap:0 PCMU/8000',
      '',
    ].join('\r\n'),
  )

export const described = (by?: Described) => ({ contentType: 'application/sdp', body: sdp(by) })

type Entries = readonly (readonly [name: string, value: string])[]

/** A request as it comes from others; its headers in the order given, the Via on top. */
export function requestOf(method: string, uri: string, entries: Entries, body = Buffer.alloc(0)): SipRequest {
  const headers = Headers.of([['Max-Forwards', '70'], ...entries])
  return { kind: 'request', method, uri, headers, body }
}

export const contactIn = ({ headers }: SipMessage) => headers.get('contact')?.replace(/^<(.*)>$/, '$1') ?? ''

let branches = 0
export const viaAt = ({ host, port }: Address) =>
  ['Via', `SIP/2.0/UDP ${host}:${port};rport;branch=z9hG4bKpeer${++branches}`] as const

/** What Bob sends within the call that this INVITE of Alice's has made. */
export function fromBob(peer: Peer, invite: SipRequest, method: string, seq: number, more: Entries = []) {
  const { headers } = invite
  return requestOf(method, contactIn(invite), [
    viaAt(peer.address),
    ['From', `${headers.get('to')};tag=theirs`],
    ['To', headers.get('from') ?? ''],
    ['Call-ID', headers.get('call-id') ?? ''],
    ['CSeq', `${seq} ${method}`],
    ...more,
  ])
}
