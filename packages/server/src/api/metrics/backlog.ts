import { Gauge } from 'prom-client'
import type { Backlog, SystemActions } from '../../actions/site/system.ts'
import { ALARM_DETAILS } from '../../hotel/desk/alarm-kinds.ts'
import type { Clock } from '../../kernel/clock.ts'
import { freshly } from './freshly.ts'
import type { Metrics } from './metrics.ts'

const NOTHING: Backlog = { pending: 0, overdue: 0, depth: 0, ageMs: 0, uncertain: 0, alarms: new Map() }

/** What waits in the whole house; nothing of it where it is not for this node to tell. */
export function watchBacklog(
  { registry }: Metrics,
  system: Pick<SystemActions, 'backlog'>,
  clock: Clock,
  isHere: () => boolean,
) {
  let known = NOTHING
  const refresh = freshly(
    clock,
    () => system.backlog(),
    (value) => (known = value),
  )
  const gauges = (name: string, help: string, labelNames: string[], set: (one: Gauge) => void) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        if (isHere()) await refresh()
        this.reset()
        if (isHere()) set(this)
        // A zero would be left.
        else if (labelNames.length === 0) this.remove()
      },
    })
  const gauge = (name: string, help: string, value: () => number) =>
    gauges(name, help, [], (one) => one.set(value()))
  gauge('reveille_wakeups_pending', 'Wake-up calls that wait for their hour', () => known.pending)
  gauge('reveille_wakeups_overdue', 'Pending wake-up calls whose hour has passed', () => known.overdue)
  gauge('reveille_deliveries_waiting', 'Messages that wait to be delivered', () => known.depth)
  gauge('reveille_deliveries_age_seconds', 'Age of the oldest message that waits', () => known.ageMs / 1000)
  gauge('reveille_deliveries_uncertain', 'Messages that a person must decide about', () => known.uncertain)
  gauges('reveille_alarms_open', 'Alarms that nobody has acknowledged, by kind', ['kind'], (one) => {
    for (const kind of Object.keys(ALARM_DETAILS)) one.set({ kind }, known.alarms.get(kind) ?? 0)
  })
}
