import { Counter, Histogram, type Registry } from 'prom-client'
import { ALARM_DETAILS } from '../../hotel/desk/alarm-kinds.ts'
import { rowOf } from '../../hotel/log/row.ts'
import { OUTCOMES } from '../../hotel/wakeups/wakeup-outcome.ts'

interface Row {
  readonly kind: string
  readonly detail: Readonly<Record<string, unknown>>
}

const isSettled = rowOf('wakeup.settled')
const isDialled = rowOf('wakeup.dialled')
const isEnded = rowOf('wakeup.ended')
const isRaised = rowOf('alarm.raised')

const RESULTS = ['answered', 'no-answer', 'busy', 'rejected', 'unreachable', 'line-trouble'] as const

/** Five seconds are in time, whatever a report says of them. */
const LATE_SECONDS = [0.25, 0.5, 1, 2, 5, 15, 60, 300, 900]

/**
 * Counts what the hotel's log tells, once its rows are sealed: each counts once, whichever node it happened at, and also
 * what an outage kept from being written at its moment.
 */
export function countHappenings(registry: Registry) {
  const settled = counter(registry, 'reveille_wakeups_settled_total', SETTLED, 'outcome', OUTCOMES)
  const calls = counter(registry, 'reveille_calls_total', CALLS, 'result', RESULTS)
  const kinds = Object.keys(ALARM_DETAILS)
  const alarms = counter(registry, 'reveille_alarms_raised_total', RAISED, 'kind', kinds)
  const lateness = new Histogram({
    name: 'reveille_call_lateness_seconds',
    help: 'How long after its moment a room was dialled',
    buckets: LATE_SECONDS,
    registers: [registry],
  })
  const count = (row: Row) => {
    if (isSettled(row)) settled.inc({ outcome: row.detail.outcome })
    else if (isDialled(row)) lateness.observe(row.detail.lateMs / 1000)
    else if (isEnded(row)) calls.inc({ result: row.detail.kind })
    else if (isRaised(row)) alarms.inc({ kind: row.detail.kind })
  }
  return (rows: readonly Row[]) => rows.forEach(count)
}

const SETTLED = 'Wake-up calls that are over, by how they ended'
const CALLS = 'Times that a room was rung, by what came of it'
const RAISED = 'Alarms that the desk was to be told of, by kind'

/** From the start there is a zero for each: the first of a kind would not be seen to increase otherwise. */
function counter(
  registry: Registry,
  name: string,
  help: string,
  label: string,
  values: readonly string[],
): Counter {
  const one = new Counter({ name, help, labelNames: [label], registers: [registry] })
  for (const value of values) one.inc({ [label]: value }, 0)
  return one
}
