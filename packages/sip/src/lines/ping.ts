import { sendAuthorized } from './retry-with-credentials.ts'
import type { ClientTransaction } from '../transactions/client-transaction.ts'
import type { Flow } from '../transport/flow.ts'
import { Headers } from '../messages/headers.ts'
import type { Line, Stack } from './lines.ts'
import { NO_BODY, type SipRequest } from '../messages/message.ts'
import { EXCHANGE_SILENT } from '../transactions/timers.ts'

/** What the exchange said when it was asked whether it is there, and how long that took. */
export type Ping = { readonly status: number; readonly ms: number } | { readonly failure: string }

/** RFC 3261 11: asks the exchange what it can do, with our credentials if it wants them. Any answer is a sign of life. */
export async function ping(line: Line, stack: Stack, waitMs: number): Promise<Ping> {
  const { clock } = stack
  const start = clock.now()
  try {
    const status = await askEach(line, stack, waitMs)
    return status === null ? { failure: EXCHANGE_SILENT } : { status, ms: clock.now() - start }
  } catch (error) {
    return { failure: String(error) }
  }
}

/** RFC 3263 4.3: an exchange is there when one of its places is. */
async function askEach(line: Line, stack: Stack, waitMs: number): Promise<number | null> {
  const tried = new Set<string>()
  for (let flow: Flow | null = await line.flow(stack); flow;) {
    const status = await ask(line, stack, flow, waitMs)
    if (status !== null && status !== 503) return status
    const next: Flow | null = await line.failOver(stack, flow, tried)
    if (!next) return status
    flow = next
  }
  return null
}

/** The final status; null when there is none in time. */
function ask(line: Line, stack: Stack, flow: Flow, waitMs: number): Promise<number | null> {
  let transaction: ClientTransaction | undefined
  return new Promise<number | null>((resolve, reject) => {
    const tooLate = stack.clock.after(waitMs, () => {
      transaction?.terminate()
      resolve(null)
    })
    const settle = (end: () => void) => {
      tooLate.cancel()
      end()
    }
    sendAuthorized(
      optionsOf(line, stack, flow),
      { transactions: stack.transactions, flow, challenged: line.authorization.begin() },
      {
        onSent: (sent) => (transaction = sent),
        onResponse: ({ status }) => void (status >= 200 && settle(() => resolve(status))),
        onTimeout: () => settle(() => resolve(null)),
        onTransportFailure: (error) => settle(() => reject(error)),
      },
    )
  })
}

function optionsOf(line: Line, { random }: Stack, flow: Flow): SipRequest {
  const uri = line.registrarUri
  const headers = Headers.of([
    ...line.routes.map((route) => ['Route', route] as const),
    ['Max-Forwards', '70'],
    ['From', line.fromHeader(random.token(10))],
    ['To', `<${uri}>`],
    ['Call-ID', random.token(24)],
    ['CSeq', '1 OPTIONS'],
    ['Contact', line.contact(flow)],
    ['Accept', 'application/sdp'],
  ])
  return { kind: 'request', method: 'OPTIONS', uri, headers, body: NO_BODY }
}
