import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { SystemActions } from '../actions/site/system.ts'
import type { NodeStanding } from '../hotel/nodes/node.ts'
import { CLOCK_STATES } from '../hotel/time/clock-doubt.ts'
import { ownName } from '../hotel/accounts/tenancy.ts'
import type { Clock } from '../kernel/clock.ts'
import { heardWithin } from '../kernel/within.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** What an operator watches: requests, errors, store, calls that wait, messages that wait, the event loop. */
export function createMetrics(node?: string) {
  const registry = new Registry()
  if (node !== undefined) registry.setDefaultLabels({ node })
  const registers = [registry]
  // Process memory and CPU, and nodejs_eventloop_lag_* for the delay of the event loop, each of which counts from one look to the
  // next: looking a hundred times a second, as it would unsaid, wakes an idle machine for nothing.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 250 })
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
/** A database that is away keeps no figure back: the last one known is shown. */
const PATIENCE_MS = 1_000

/** Reads anew once in a while, and leaves what is known when there is no answer. */
function freshly<T>(clock: Clock, read: () => Promise<T>, take: (value: T) => void) {
  let readAt = Number.NEGATIVE_INFINITY
  let reading = Promise.resolve()
  const look = async () => {
    const value = await heardWithin(clock, PATIENCE_MS, read()).catch(() => null)
    if (value !== null) take(value)
  }
  return () => {
    // All figures are collected at once: each waits for the one look.
    if (clock.elapsed() - readAt < FRESH_MS) return reading
    readAt = clock.elapsed()
    reading = look()
    return reading
  }
}

export function watchBacklog(
  { registry }: Metrics,
  system: SystemActions,
  clock: Clock,
  isHere: () => boolean,
) {
  let known = { pending: 0, overdue: 0, depth: 0, ageMs: 0, uncertain: 0 }
  const refresh = freshly(
    clock,
    () => system.backlog(),
    (value) => (known = value),
  )
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        if (!isHere()) return this.remove()
        await refresh()
        this.set(value())
      },
    })
  gauge('reveille_wakeups_pending', 'Wakeup calls that wait for their hour', () => known.pending)
  gauge('reveille_wakeups_overdue', 'Pending wakeup calls whose hour has passed', () => known.overdue)
  gauge('reveille_deliveries_waiting', 'Messages that wait to be delivered', () => known.depth)
  gauge('reveille_deliveries_age_seconds', 'Age of the oldest message that waits', () => known.ageMs / 1000)
  gauge('reveille_deliveries_uncertain', 'Messages that a person must decide about', () => known.uncertain)
}

/** One of several: what lives here, and whether it may act. */
export function watchNode(
  { registry }: Metrics,
  standing: () => NodeStanding | null,
  databaseAheadMs: () => number | null,
) {
  if (standing() === null) return
  const registers = [registry]
  const gauge = (name: string, help: string, value: (now: NodeStanding) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const now = standing()
        if (now) this.set(value(now))
      },
    })
  const counter = (name: string, help: string, value: (now: NodeStanding) => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        const now = standing()
        this.reset()
        if (now) this.inc(value(now))
      },
    })
  gauge('reveille_houses', 'Houses that live on this node', ({ houses }) => houses)
  gauge('reveille_beat_age_seconds', 'Since the last beat was written', ({ beatMs }) => beatMs / 1000)
  gauge(
    'reveille_clock_offset_seconds',
    "How far the clock of this node is ahead of the database's",
    () => -(databaseAheadMs() ?? 0) / 1000,
  )
  counter('reveille_takeovers_total', 'Houses that this node has taken', ({ takeovers }) => takeovers)
  counter(
    'reveille_fenced_total',
    'Transactions refused after others had declared it lost',
    ({ fenced }) => fenced,
  )
  counter(
    'reveille_permit_lost_total',
    'How often it might not act for a while, as its beats were not written',
    ({ permitsLost }) => permitsLost,
  )
}

interface WatchedOutage {
  /** Since when nothing can be written. */
  readonly since: number | null
  readonly journal: { readonly used: number; readonly size: number }
  /** Calls due before then are held back. */
  readonly heldBackUntil: number | null
  /** A restored copy that is not live. */
  readonly isQuiet: boolean
  readonly disk: { readonly free: number; readonly size: number }
}

/** Whether anything can be written, how much room is left, and whether calls are held back. */
export function watchOutage({ registry }: Metrics, outage: () => Promise<WatchedOutage>) {
  const gauge = (name: string, help: string, value: (now: WatchedOutage) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(value(await outage()))
      },
    })
  const inSeconds = (at: number | null) => (at === null ? 0 : at / 1000)
  gauge('reveille_outage', '1 while nothing can be written to the database', ({ since }) =>
    since === null ? 0 : 1,
  )
  gauge('reveille_outage_since_seconds', 'Since when, in Unix time; 0 when it can be written', ({ since }) =>
    inSeconds(since),
  )
  gauge('reveille_journal_used_bytes', 'How much of the journal is taken', ({ journal }) => journal.used)
  gauge('reveille_journal_size_bytes', 'How much the journal has room for', ({ journal }) => journal.size)
  gauge('reveille_calls_held_back_until_seconds', HELD_BACK, ({ heldBackUntil }) => inSeconds(heldBackUntil))
  gauge('reveille_quiet', '1 while this is a restored copy that is not live', ({ isQuiet }) =>
    isQuiet ? 1 : 0,
  )
  gauge('reveille_disk_free_bytes', 'Free room on the disk of the data folder', ({ disk }) => disk.free)
  gauge('reveille_disk_size_bytes', 'Size of the disk of the data folder', ({ disk }) => disk.size)
}

const HELD_BACK =
  'Calls due before then, in Unix time, are held back because another process may ring them; 0 when none are'

/** How the house's time stands to the machine's clock. */
export function watchClock({ registry }: Metrics, { clockState }: SystemActions) {
  const gauge = (name: string, help: string, labelNames: string[], set: (one: Gauge) => void) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        set(this)
      },
    })
  gauge(
    'reveille_clock_ahead_seconds',
    "How far the machine's clock is ahead of the house's time; 0 while the house goes by it",
    [],
    (one) => one.set(clockState().aheadMs / 1000),
  )
  gauge('reveille_clock_state', "1 for the state that the house's time is in", ['state'], (one) => {
    for (const state of CLOCK_STATES) one.set({ state }, state === clockState().state ? 1 : 0)
  })
}

interface WatchedQueue {
  readonly purpose: string
  readonly tenant: string
  readonly name: string
  readonly state: string
  readonly waiting: number
  readonly oldest: number | null
  readonly uncertain: number
}

/** For each destination: what waits for it, since when, and whether anything is sent at all. */
export function watchQueues(
  { registry }: Metrics,
  queues: () => Promise<readonly WatchedQueue[]>,
  states: readonly string[],
  clock: Clock,
) {
  let known: readonly WatchedQueue[] = []
  const refresh = freshly(clock, queues, (value) => (known = value))
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
  gauge(
    'reveille_destination_waiting',
    'Messages that wait to be delivered, by destination',
    [],
    (one, queue) => one.set(labels(queue), queue.waiting),
  )
  gauge('reveille_destination_age_seconds', 'Age of the oldest of them', [], (one, queue) =>
    one.set(labels(queue), queue.oldest === null ? 0 : (clock.now() - queue.oldest) / 1000),
  )
  gauge('reveille_destination_uncertain', 'Messages that a person must decide about', [], (one, queue) =>
    one.set(labels(queue), queue.uncertain),
  )
  gauge('reveille_destination_state', '1 for the state that it is in', ['state'], (one, queue) => {
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
