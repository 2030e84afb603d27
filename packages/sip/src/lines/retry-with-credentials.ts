import { type Challenged, isChallenge } from './authorization.ts'
import type { ClientListener, ClientTransaction } from '../transactions/client-transaction.ts'
import type { Flow } from '../transport/flow.ts'
import { parseCSeq } from '../messages/header.ts'
import type { SipRequest, SipResponse } from '../messages/message.ts'
import type { Transactions } from '../transactions/transactions.ts'

/** Hears of all tries as one request; `sent` is the try that was answered. */
export interface AuthorizedListener {
  /** Every answer as it comes, challenges included. */
  onHeard?(response: SipResponse): void
  onResponse(response: SipResponse, sent: SipRequest): void
  onTimeout(): void
  onTransportFailure(error: unknown): void
  /** Each time it goes out, the first included. */
  onSent?(transaction: ClientTransaction): void
  /** Each time that the socket has taken it. */
  onTaken?(): void
  /** Asked as the last thing before it is sent, each time. */
  mayLeave?(): boolean
}

export interface Sending {
  readonly transactions: Transactions
  readonly flow: Flow
  readonly challenged: Challenged
  /** The branch of the n-th try, if another process must be able to work it out. */
  readonly branch?: (time: number) => string
  /** Whether another try is still wished for. */
  readonly wanted?: () => boolean
}

/** A request that is written and waits to be sent. */
export interface Unsent {
  readonly transaction: ClientTransaction
  send(): void
}

/**
 * RFC 3261 8.1.3.5: sends a request, and after a 401 or 407 again with credentials: a new number and branch, the same
 * Call-ID and tags.
 */
export function sendAuthorized(request: SipRequest, sending: Sending, listener: AuthorizedListener) {
  prepareAuthorized(request, sending, listener).send()
}

/** The same, up to the moment at which it is sent. */
export function prepareAuthorized(
  request: SipRequest,
  sending: Sending,
  listener: AuthorizedListener,
  time = 1,
): Unsent {
  const { transactions, flow, challenged, branch, wanted = () => true } = sending
  const own: ClientListener = {
    onResponse(response) {
      listener.onHeard?.(response)
      if (wanted() && challenged.accepts(response))
        return prepareAuthorized(challenged.sign(renumbered(request)), sending, listener, time + 1).send()
      // RFC 3261 21.1.1: a 100 comes from the next hop, before the credentials are checked.
      if (response.status > 100 && !isChallenge(response.status)) challenged.letThrough()
      listener.onResponse(response, transaction.request)
    },
    onTimeout: () => listener.onTimeout(),
    onTransportFailure: (error) => listener.onTransportFailure(error),
    onTaken: () => listener.onTaken?.(),
    mayLeave: () => listener.mayLeave?.() ?? true,
  }
  const transaction = transactions.prepare(request, flow, own, branch?.(time))
  const send = () => {
    transaction.start()
    listener.onSent?.(transaction)
  }
  return { transaction, send }
}

/** RFC 3261 8.1.3.5: a request that is sent anew has the next number. */
export function renumbered(request: SipRequest): SipRequest {
  const { number, method } = parseCSeq(request.headers.get('cseq') ?? '') ?? {
    number: 0,
    method: request.method,
  }
  return { ...request, headers: request.headers.clone().set('CSeq', `${number + 1} ${method}`) }
}

/** A nonce is good for one Request-URI. */
export function withoutCredentials(request: SipRequest): SipRequest {
  const headers = request.headers.clone().delete('via').delete('authorization').delete('proxy-authorization')
  return { ...request, headers }
}
