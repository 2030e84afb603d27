import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { countHappenings } from './happenings.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** Gauges that are named as counters are: what they count is told under the same name without the ending. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

let ofProcess: Registry | undefined

/**
 * Process memory and CPU, and nodejs_eventloop_lag_* for the delay of the event loop. A process watches itself once, and for
 * as long as it lives: what watches the garbage collector cannot be stopped, and would keep every house that was closed.
 */
function processMetrics(): Registry {
  if (ofProcess) return ofProcess
  ofProcess = new Registry()
  // Each counts from one look to the next: looking a hundred times a second, as it would unsaid, wakes an idle machine
  // for nothing.
  collectDefaultMetrics({ register: ofProcess, eventLoopMonitoringPrecision: 250 })
  for (const name of MISNAMED) ofProcess.removeSingleMetric(name)
  return ofProcess
}

function watchProcess(registry: Registry): void {
  const known = processMetrics()
  for (const { name } of known.getMetricsAsArray()) {
    const metric = known.getSingleMetric(name)
    if (metric) registry.registerMetric(metric)
  }
}

/** What an operator watches: requests, errors, store, what became of calls and messages, the event loop. */
export function createMetrics({ version, node }: { version: string; node: string | undefined }) {
  const registry = new Registry()
  if (node !== undefined) registry.setDefaultLabels({ node })
  const registers = [registry]
  watchProcess(registry)
  new Gauge({
    name: 'reveille_build_info',
    help: '1, with the version as a label',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  const deliveries = new Counter({
    name: 'reveille_deliveries_total',
    help: 'Attempts to deliver, by destination and by what came of them',
    labelNames: ['purpose', 'destination', 'result'],
    registers,
  })
  const late = new Counter({
    name: 'reveille_late_answers_total',
    help: 'Phones that were answered at a node that had lost the house by then',
    registers,
  })
  return {
    registry,
    lateAnswer: () => late.inc(),
    delivery(purpose: string, destination: string, result: string) {
      deliveries.inc({ purpose, destination, result })
    },
    happened: countHappenings(registry),
    request: timeRequests(registry),
    store: timeStore(registry),
  }
}

function timeRequests(registry: Registry) {
  const registers = [registry]
  const requests = new Counter({
    name: 'reveille_requests_total',
    help: 'Requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'reveille_request_duration_seconds',
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
  return (method: string, route: string, status: number, seconds: number) => {
    requests.inc({ method, route, status })
    duration.observe({ method }, seconds)
    if (status >= 500) errors.inc()
  }
}

function timeStore(registry: Registry) {
  const store = new Histogram({
    name: 'reveille_store_duration_seconds',
    help: 'How long the database took, by kind of work',
    labelNames: ['kind'],
    buckets: [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  })
  return (kind: 'read' | 'transaction', ms: number) => store.observe({ kind }, ms / 1000)
}

export function measureRequests(app: FastifyInstance, metrics: Metrics) {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.request(request.method, route, reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
}
