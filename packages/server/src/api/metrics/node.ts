import { Counter, Gauge } from 'prom-client'
import type { NodeStanding } from '../../hotel/nodes/node.ts'
import type { Metrics } from './metrics.ts'

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
