import type { Selectable } from 'kysely'
import { isWeekday } from '../../hotel/time/local-time.ts'
import type { SeriesDays, Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { toFlag } from '../engine/row.ts'
import type { Schema } from '../engine/schema.ts'

export function toWakeup(row: Selectable<Schema['wakeup']>): Wakeup {
  const { scheduledAt, wall, zone, days, until, skipped } = daysIn(row)
  // One literal without `...` has its shape from the start.
  return {
    id: row.id,
    tenant: row.tenant,
    room: row.room,
    list: row.list,
    state: row.state,
    outcome: row.outcome,
    machineOutcome: row.machine_outcome,
    proof: row.proof,
    scheduledAt,
    wall,
    zone,
    days,
    until,
    skipped,
    series: row.series,
    confirm: row.confirm === 1,
    prompt: row.prompt,
    attempts: row.attempts,
    snoozes: row.snoozes,
    askedBy: row.asked_by,
    actor: row.actor,
    source: row.source,
    createdAt: row.created_at,
    settledAt: row.settled_at,
    dueAt: row.due_at,
    nextAt: row.next_at,
    dials: row.dials,
    tries: row.tries,
    lineTroubles: row.line_troubles,
    dialledAt: row.dialled_at,
    lastOutcome: row.last_outcome,
    occurrence: row.occurrence,
    follows: row.follows,
  }
}

type DayColumns = 'scheduled_at' | 'wall' | 'zone' | 'days' | 'until' | 'skipped'

/** When it rings, on one day or on many. */
export const daysIn = (row: Pick<Selectable<Schema['wakeup']>, DayColumns>): SeriesDays => ({
  scheduledAt: row.scheduled_at,
  wall: row.wall,
  zone: row.zone,
  days: row.days === '' ? [] : row.days.split(',').filter(isWeekday),
  until: row.until,
  skipped: row.skipped === '' ? [] : row.skipped.split(','),
})

export const toRow = (call: Wakeup) => ({
  id: call.id,
  tenant: call.tenant,
  room: call.room,
  list: call.list,
  state: call.state,
  outcome: call.outcome,
  machine_outcome: call.machineOutcome,
  proof: call.proof,
  scheduled_at: call.scheduledAt,
  wall: call.wall,
  zone: call.zone,
  days: call.days.join(','),
  until: call.until,
  skipped: call.skipped.join(','),
  series: call.series,
  confirm: toFlag(call.confirm),
  prompt: call.prompt,
  attempts: call.attempts,
  snoozes: call.snoozes,
  asked_by: call.askedBy,
  actor: call.actor,
  source: call.source,
  created_at: call.createdAt,
  settled_at: call.settledAt,
  due_at: call.dueAt,
  next_at: call.nextAt,
  dials: call.dials,
  tries: call.tries,
  line_troubles: call.lineTroubles,
  dialled_at: call.dialledAt,
  last_outcome: call.lastOutcome,
  occurrence: call.occurrence,
  follows: call.follows,
})

/** Claimed by no process. */
export const FREE = { lease: null, lease_until: null }

/** The row of a changed call: a change ends any claim. */
export const changeOf = (call: Wakeup) => ({ ...toRow(call), ...FREE })
