import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { Address } from '../../../peers/ports.ts'
import { answerOf, branchIn, fieldIn, methodIn, statusIn } from './bare-words.ts'

/** RFC 3261 17.1.1.2, 17.1.2.2: a request is repeated until it is answered, and not for ever. */
const REPEAT_MS = 500
const MOST_TIMES = 20
const RECEIVE_BYTES = 1 << 22

/** What somebody hears who is called by name: the request, and by what to answer. */
export type Listener = (request: string, answer: (status: number) => void) => void

/** Hears of calls that come, by their INVITEs. */
export type OnRung = (invite: string) => void

export async function openWire(host: string, onRung: OnRung = () => {}): Promise<Wire> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: RECEIVE_BYTES })
  socket.bind(0, host)
  await once(socket, 'listening')
  return new Wire(socket, onRung)
}

const OUTSIDE: Readonly<Record<string, number>> = { OPTIONS: 200, INVITE: 486 }

/** One socket for the requests of many calls and their answers. */
export class Wire {
  readonly here: Address
  readonly #socket: Socket
  /** By the branch of the request. */
  readonly #waiting = new Map<string, (answer: string) => void>()
  /** By the Call-ID. */
  readonly #listeners = new Map<string, Listener>()
  readonly #onRung: OnRung

  constructor(socket: Socket, onRung: OnRung) {
    const { address, port } = socket.address()
    this.#socket = socket
    this.#onRung = onRung
    this.here = { host: address, port }
    socket.on('message', (bytes, from) =>
      this.#hear(bytes.toString('latin1'), { host: from.address, port: from.port }),
    )
  }

  listen(callId: string, listener: Listener) {
    this.#listeners.set(callId, listener)
  }

  leave(callId: string) {
    this.#listeners.delete(callId)
  }

  send(text: string, to: Address) {
    this.#socket.send(text, to.port, to.host)
  }

  /** Resolves with the last answer; `each` hears that as often as it comes. */
  ask(request: string, to: Address, each: (answer: string) => void = () => {}): Promise<string> {
    return new Promise((resolve, reject) => {
      const repeat = this.#repeating(request, to, reject)
      this.#waiting.set(branchIn(request), (answer) => {
        clearInterval(repeat)
        if (statusIn(answer) < 200) return
        each(answer)
        resolve(answer)
      })
      this.send(request, to)
    })
  }

  #repeating(request: string, to: Address, fail: (error: Error) => void) {
    let left = MOST_TIMES
    const repeat = setInterval(() => {
      if (left-- > 0) return this.send(request, to)
      clearInterval(repeat)
      fail(new Error(`Nobody answers a ${methodIn(request)}`))
    }, REPEAT_MS)
    return repeat
  }

  close() {
    this.#socket.close()
  }

  #hear(text: string, from: Address) {
    if (text.startsWith('SIP/2.0')) return this.#waiting.get(branchIn(text))?.(text)
    const answer = (status: number) => this.send(answerOf(text, status), from)
    const listener = this.#listeners.get(fieldIn('Call-ID', text))
    if (listener) listener(text, answer)
    else this.#outside(text, answer)
  }

  /** RFC 3261 11.2, 12.2.2: the exchange is there, whoever is rung is busy, and no other call is known. */
  #outside(text: string, answer: (status: number) => void) {
    const method = methodIn(text)
    if (method === 'INVITE') this.#onRung(text)
    if (method !== 'ACK') answer(OUTSIDE[method] ?? 481)
  }
}
