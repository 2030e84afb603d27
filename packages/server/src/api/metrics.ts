import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { SystemActions } from '../actions/site/system.ts'
import { ownName } from '../hotel/accounts/tenancy.ts'
import type { Clock } from '../kernel/clock.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** What an operator watches: requests, errors, store, calls that wait, messages that wait, the event loop. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  // Process memory and CPU, and nodejs_eventloop_lag_* for the delay of the event loop.
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'reveille_requests_total',
    help: 'Requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'reveille_request_seconds',
    help: 'How long requests took',
    labelNames: ['method'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  })
  const errors = new Counter({
    name: 'reveille_errors_total',
    help: 'Requests that failed through no fault of the client',
    registers,
  })
  const store = new Histogram({
    name: 'reveille_store_seconds',
    help: 'How long the database took, by kind of work',
    labelNames: ['kind'],
    buckets: [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  })
  const deliveries = new Counter({
    name: 'reveille_deliveries_total',
    help: 'Attempts to deliver, by destination and by what came of them',
    labelNames: ['purpose', 'destination', 'result'],
    registers,
  })
  return {
    registry,
    delivery(purpose: string, destination: string, result: string) {
      deliveries.inc({ purpose, destination, result })
    },
    request(method: string, route: string, status: number, seconds: number) {
      requests.inc({ method, route, status })
      duration.observe({ method }, seconds)
      if (status >= 500) errors.inc()
    },
    store: (kind: 'read' | 'transaction', ms: number) => store.observe({ kind }, ms / 1000),
  }
}

/** Counting a million rows takes a moment: however often it is asked for, it is done once in a while. */
const FRESH_MS = 5_000

export function watchBacklog({ registry }: Metrics, system: SystemActions, clock: Clock) {
  let known = { pending: 0, overdue: 0, depth: 0, ageMs: 0 }
  let readAt = Number.NEGATIVE_INFINITY
  const refresh = async () => {
    if (clock.elapsed() - readAt < FRESH_MS) return
    known = await system.backlog()
    readAt = clock.elapsed()
  }
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        await refresh()
        this.set(value())
      },
    })
  gauge('reveille_wakeups_pending', 'Wakeup calls that wait for their hour', () => known.pending)
  gauge('reveille_wakeups_overdue', 'Pending wakeup calls whose hour has passed', () => known.overdue)
  gauge('reveille_deliveries_waiting', 'Messages that wait to be delivered', () => known.depth)
  gauge('reveille_deliveries_age_seconds', 'Age of the oldest message that waits', () => known.ageMs / 1000)
}

interface WatchedQueue {
  readonly purpose: string
  readonly tenant: string
  readonly name: string
  readonly state: string
  readonly waiting: number
  readonly oldest: number | null
}

/** For each destination: what waits for it, since when, and whether anything is sent at all. */
export function watchQueues(
  { registry }: Metrics,
  queues: () => Promise<readonly WatchedQueue[]>,
  states: readonly string[],
  clock: Clock,
) {
  let known: readonly WatchedQueue[] = []
  let readAt = Number.NEGATIVE_INFINITY
  const refresh = async () => {
    if (clock.elapsed() - readAt < FRESH_MS) return
    known = await queues()
    readAt = clock.elapsed()
  }
  const gauge = (
    name: string,
    help: string,
    more: string[],
    set: (one: Gauge, queue: WatchedQueue) => void,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: ['purpose', 'destination', ...more],
      registers: [registry],
      async collect() {
        await refresh()
        this.reset()
        for (const queue of known) set(this, queue)
      },
    })
  const labels = ({ purpose, tenant, name }: WatchedQueue) => ({
    purpose,
    destination: ownName(tenant, name),
  })
  gauge('reveille_destination_waiting', 'Messages that have not arrived, by destination', [], (one, queue) =>
    one.set(labels(queue), queue.waiting),
  )
  gauge('reveille_destination_age_seconds', 'Age of the oldest of them', [], (one, queue) =>
    one.set(labels(queue), queue.oldest === null ? 0 : (clock.now() - queue.oldest) / 1000),
  )
  gauge('reveille_destination_state', '1 for the state that its queue is in', ['state'], (one, queue) => {
    for (const state of states) one.set({ ...labels(queue), state }, state === queue.state ? 1 : 0)
  })
}

export function measureRequests(app: FastifyInstance, metrics: Metrics) {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.request(request.method, route, reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
}
