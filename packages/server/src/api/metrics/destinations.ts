import { Gauge } from 'prom-client'
import { ownName } from '../../hotel/accounts/tenancy.ts'
import type { Clock } from '../../kernel/clock.ts'
import { freshly } from './freshly.ts'
import type { Metrics } from './metrics.ts'

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

interface WatchedLink {
  readonly tenant: string
  readonly name: string
  readonly link: { readonly isUp: boolean } | null
}

/** For each property system that a link leads to: whether it is up. */
export const watchLinks = ({ registry }: Metrics, queues: () => readonly WatchedLink[]): Gauge =>
  new Gauge({
    name: 'reveille_link_up',
    help: '1 while the link to the property system is up',
    labelNames: ['destination'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { tenant, name, link } of queues())
        if (link) this.set({ destination: ownName(tenant, name) }, link.isUp ? 1 : 0)
    },
  })
