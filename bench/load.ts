// The load generator, in a process of its own so that it does not share a core's time with the one who measures.
import autocannon, { type Request } from 'autocannon'
import { wakeupForm } from './hotel.ts'

/** One round of load on one server. */
export interface LoadJob {
  readonly url: string
  readonly authorization: string
  readonly connections: number
  readonly seconds: number
  readonly request: 'list' | 'create'
  /** The number of the first call to create: no two requests ask for the same. */
  readonly first: number
}

export interface LoadResult {
  readonly answered: number
  /** Answers other than 2xx, broken connections and requests without an answer. */
  readonly failed: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

async function fire(job: LoadJob): Promise<LoadResult> {
  const { url, connections, seconds: duration } = job
  const result = await autocannon({ url, connections, duration, requests: [requestOf(job)] })
  return {
    answered: result['2xx'],
    failed: result.non2xx + result.errors + result.timeouts,
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  }
}

function requestOf({ authorization, request, first }: LoadJob): Request {
  if (request === 'list')
    return { method: 'GET', path: '/rest/wakeup/list/pending', headers: { authorization } }
  let number = first
  return {
    method: 'POST',
    path: '/rest/wakeup',
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    setupRequest: (next) => ({ ...next, body: wakeupForm(number++) }),
  }
}

process.on('message', (job: LoadJob) => void fire(job).then((result) => process.send?.(result)))
