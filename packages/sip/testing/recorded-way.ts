import type { Random } from '../src/transactions/clock.ts'
import type { Flow, Protocol } from '../src/transport/flow.ts'
import type { SipMessage, SipRequest, SipResponse } from '../src/messages/message.ts'
import { parseMessage } from '../src/messages/parse.ts'
import { responseTo, type ResponseParts } from '../src/messages/response.ts'

/** A way to nowhere that keeps what was sent on it. */
export interface RecordedWay {
  readonly flow: Flow
  readonly sent: SipMessage[]
  /** Nothing comes through until it is mended. */
  isBroken: boolean
  /** The last request of a method, or a failure that says which there were. */
  last(method: string): SipRequest
  requests(method: string): SipRequest[]
}

export function recordedWay(
  remote = { host: '192.0.2.2', port: 5060 },
  protocol: Protocol = 'UDP',
): RecordedWay {
  const sent: SipMessage[] = []
  const requests = (method: string) =>
    sent.filter((one): one is SipRequest => one.kind === 'request' && one.method === method)
  const flow: Flow = {
    protocol,
    reliable: protocol !== 'UDP',
    local: { host: '192.0.2.1', port: 5060 },
    remote,
    send(bytes) {
      if (way.isBroken) return Promise.reject(new Error('The connection is closed'))
      const parsed = parseMessage(bytes)
      if (parsed.kind !== 'message') throw new Error('Something malformed was sent')
      sent.push(parsed.message)
      return Promise.resolve()
    },
  }
  const way: RecordedWay = {
    flow,
    sent,
    isBroken: false,
    requests,
    last(method) {
      const request = requests(method).at(-1)
      if (!request) throw new Error(`No ${method} was sent`)
      return request
    },
  }
  return way
}

/** The answer of the other side to what we sent. */
export const answered = (request: SipRequest, status: number, parts: ResponseParts = {}): SipResponse =>
  responseTo(request, { host: '192.0.2.1', port: 5060 }, status, { toTag: 'theirs', ...parts })

/** Chance without surprises: tokens count up, numbers are the lowest. */
export function countingRandom(): Random {
  let tokens = 0
  return { token: (length) => String(++tokens).padStart(length, 'x'), integer: (low) => low }
}

/** Lets everything happen that waits only for promises. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
