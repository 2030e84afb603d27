import { sendAuthorized } from '../lines/retry-with-credentials.ts'
import { type Dialog, requestWithin } from './dialog.ts'
import type { Flow } from '../transport/flow.ts'
import { parseCSeq, parseNameAddr } from '../messages/header.ts'
import type { Line, Stack } from '../lines/lines.ts'
import type { SipRequest, SipResponse } from '../messages/message.ts'

/** What is needed to send something in a call. */
export interface Way {
  readonly stack: Stack
  readonly line: Line
  readonly flow: Flow
}

export const numberOf = (message: SipRequest | SipResponse) =>
  parseCSeq(message.headers.get('cseq') ?? '')?.number ?? 0

/** RFC 3261 8.1.2, 12.2.1.1: to the nearest proxy, else to the target; over the known flow if neither resolves. */
export async function flowFor({ stack, flow }: Way, { routeSet, remoteTarget }: Dialog): Promise<Flow> {
  const route = routeSet[0] === undefined ? null : parseNameAddr(routeSet[0])
  return stack.flowTo(route?.uri ?? remoteTarget, flow.protocol).catch(() => flow)
}

export const contactWithin = ({ line, flow }: Way, { routeSet, remoteTarget }: Dialog) =>
  line.contact(flow, remoteTarget, ...routeSet.slice(0, 1))

/** RFC 3261 13.2.2.4: the number and the credentials of the INVITE, a branch of its own. */
export async function acknowledge(way: Way, dialog: Dialog, invite: SipRequest) {
  const { request } = requestWithin({ ...dialog, localSeq: numberOf(invite) }, 'ACK')
  for (const name of ['Authorization', 'Proxy-Authorization'])
    for (const value of invite.headers.all(name)) request.headers.append(name, value)
  way.stack.transactions.acknowledge(request, await flowFor(way, dialog))
}

/** RFC 3261 15.1.1: hangs up; resolves with the status, or null without an answer. */
export async function sendBye(way: Way, dialog: Dialog): Promise<number | null> {
  const { request } = requestWithin(dialog, 'BYE')
  const flow = await flowFor(way, dialog)
  const { transactions } = way.stack
  return new Promise((resolve) => {
    const none = () => resolve(null)
    sendAuthorized(
      request,
      { transactions, flow, challenged: way.line.authorization.begin() },
      {
        onResponse: ({ status }) => void (status >= 200 && resolve(status)),
        onTimeout: none,
        onTransportFailure: none,
      },
    )
  })
}
