import { sendAuthorized } from './retry-with-credentials.ts'
import type { ClientTransaction } from '../transactions/client-transaction.ts'
import type { Flow } from '../transport/flow.ts'
import { Headers } from '../messages/headers.ts'
import type { Line, Stack } from './lines.ts'
import { NO_BODY, type SipRequest } from '../messages/message.ts'
import { EXCHANGE_SILENT } from '../transactions/timers.ts'

/** What the exchange said when it was asked whether it is there, and how long that took. */
export type Ping = (Answered & { readonly ms: number }) | { readonly failure: string }

interface Answered {
  readonly status: number
  /** It had to be asked several times: for a moment nobody was there, or the network is bad. */
  readonly isLate: boolean
}

type Said = Answered | { readonly failure: string }

/** RFC 3261 17.1.2.2: by then a request over UDP has been sent three times. */
const LATE_T1S = 3

/** RFC 3261 11: asks the exchange what it can do, with our credentials if it wants them. Any answer is a sign of life. */
export async function ping(line: Line, stack: Stack, waitMs: number): Promise<Ping> {
  const { clock } = stack
  const start = clock.now()
  try {
    const said = await askEach(line, stack, waitMs)
    return 'failure' in said ? said : { ...said, ms: clock.now() - start }
  } catch (error) {
    return { failure: String(error) }
  }
}

/** RFC 3263 4.3: an exchange is there when one of its places is. */
async function askEach(line: Line, stack: Stack, waitMs: number): Promise<Said> {
  const tried = new Set<string>()
  for (let flow = await line.flow(stack); ;) {
    const said = await ask(line, stack, flow, waitMs)
    if ('status' in said && said.status !== 503) return said
    const next = await line.failOver(stack, flow, tried)
    if (!next) return said
    flow = next
  }
}

/** The final status, or why there is none in time. */
function ask(line: Line, stack: Stack, flow: Flow, waitMs: number): Promise<Said> {
  let transaction: ClientTransaction | undefined
  const start = stack.clock.now()
  const isLate = () => stack.clock.now() - start >= LATE_T1S * stack.timings.T1
  return new Promise((resolve) => {
    const tooLate = stack.clock.after(waitMs, () => {
      transaction?.terminate()
      resolve({ failure: EXCHANGE_SILENT })
    })
    const settle = (said: Said) => {
      tooLate.cancel()
      resolve(said)
    }
    sendAuthorized(
      optionsOf(line, stack, flow),
      { transactions: stack.transactions, flow, challenged: line.authorization.begin() },
      {
        onSent: (sent) => (transaction = sent),
        onResponse: ({ status }) => void (status >= 200 && settle({ status, isLate: isLate() })),
        onTimeout: () => settle({ failure: EXCHANGE_SILENT }),
        onTransportFailure: (error) => settle({ failure: String(error) }),
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
