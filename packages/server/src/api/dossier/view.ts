import {
  type Dossier as DossierReply,
  type DossierAlarm,
  type DossierAttempt,
  NO_RESULT,
  RESULT,
  SOURCE,
} from '@reveille/contract'
import type { AttemptStory, Dossier } from '../../actions/wakeups/dossier.ts'
import type { Settings } from '../../actions/settings.ts'
import type { Alarm } from '../../hotel/desk/alarm.ts'
import type { Alteration } from '../../hotel/log/proof.ts'
import { rowOf } from '../../hotel/log/row.ts'
import { formatInstant, type Zone } from '../../hotel/time/local-time.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Outcome } from '../../hotel/wakeups/wakeup-outcome.ts'
import type { Instant } from '../../kernel/clock.ts'
import { logEntry } from '../answers/log-entry.ts'
import { wakeupRecord } from '../answers/wakeup-record.ts'

/** A dossier as JSON. */
export function dossierReply(dossier: Dossier, settings: Settings): DossierReply {
  const { call, asked, removed, log } = dossier
  const zone = settings.zoneOf(call.tenant)
  const moment = (at: Instant | null) => (at === null ? null : formatInstant(at, zone))
  return {
    record: wakeupRecord(call, settings),
    asked: asked && {
      at: formatInstant(asked.at, zone),
      by: asked.actor,
      source: SOURCE[asked.source],
      from: asked.detail.address ?? null,
    },
    dialled: moment(call.dialledAt),
    settled: moment(call.settledAt),
    machineResult: codeOf(call.machineOutcome),
    overwritten: overwritings(dossier).map(({ at, ...rest }) => ({ at: formatInstant(at, zone), ...rest })),
    removed: removed && { at: formatInstant(removed.at, zone), by: removed.actor, text: removed.text },
    occurrences: dossier.occurrences.map((one) => occurrence(one, zone)),
    attempts: dossier.attempts.map((story) => attemptView(story, zone)),
    alarms: dossier.alarms.map((alarm) => alarmView(alarm, zone)),
    log: log.map(({ sealed, isAltered, ...row }) => ({
      ...logEntry(row, settings),
      sealed,
      altered: isAltered,
    })),
    alterations: dossier.alterations.map((one) => ({ ...one, ...alterationWords(one, zone) })),
    removedRows: dossier.removedRows,
  }
}

/** Moments are kept in milliseconds: they are told as any other moment. */
export function alterationWords({ of, field, shown, logged }: Alteration, zone: Zone) {
  const words = (value: string | null) =>
    value !== null && MOMENTS.has(field) && /^\d+$/.test(value) ? formatInstant(Number(value), zone) : value
  return { of: of === 'call' ? of : `attempt ${of}`, field, shown: words(shown), logged: words(logged) }
}

const MOMENTS = new Set([
  'asked for',
  'created',
  'scheduled',
  'settled',
  'first rung',
  'started',
  'answered',
  'ended',
])

const codeOf = (outcome: Outcome | null) => (outcome === null ? null : RESULT[outcome])
const occurrence = ({ id, scheduledAt, outcome }: Wakeup, zone: Zone) => ({
  id,
  scheduled: formatInstant(scheduledAt, zone),
  result: codeOf(outcome) ?? NO_RESULT,
})

/** Outcomes that were set by hand. */
const overwritings = ({ log }: Dossier) =>
  log.filter(rowOf('wakeup.overwritten')).map(({ at, actor, detail }) => ({
    at,
    by: actor,
    result: RESULT[detail.outcome],
    before: codeOf(detail.before),
    reason: detail.reason ?? '',
  }))

const NOT_KNOWN = 'It is not known whether the phone rang'

export function attemptView({ attempt, rows }: AttemptStory, zone: Zone): DossierAttempt {
  const { startedAt, answeredAt, endedAt } = attempt
  const result = attempt.result === 'unreadable' ? null : attempt.result
  const [dialled] = rows.filter(rowOf('wakeup.dialled'))
  const [picked] = rows.filter(rowOf('wakeup.answered'))
  const [ended] = rows.filter(rowOf('wakeup.ended'))
  const answered = result?.kind === 'answered' ? result : null
  const isUnknown = endedAt !== null && dialled === undefined
  return {
    wakeup: attempt.wakeup,
    number: attempt.number,
    line: attempt.line,
    extension: dialled?.detail.extension ?? null,
    started: formatInstant(startedAt, zone),
    lateMs: dialled?.detail.lateMs ?? null,
    progress: rows
      .filter(rowOf('wakeup.progress'))
      .map(({ detail: { ms, status, reason } }) => ({ ms, status, reason })),
    answeredMs: answeredAt === null ? null : (picked?.detail.ms ?? answeredAt - startedAt),
    heardMs: answered?.heardMs ?? null,
    keys: attempt.keys,
    presses: rows.filter(rowOf('wakeup.key')).map(({ detail: { ms, key } }) => ({ ms, key })),
    ended: endedAt === null ? null : formatInstant(endedAt, zone),
    endedMs: endedAt === null ? null : (ended?.detail.ms ?? endedAt - startedAt),
    result: result?.kind ?? withoutResult(attempt),
    status: result?.status ?? null,
    reason: result?.reason ?? (isUnknown ? NOT_KNOWN : ''),
    cause: result?.cause ?? null,
    rang: answered !== null || (result?.kind !== 'answered' && result?.rang === true),
    forwarded: result?.forwarded ?? false,
    answeredBy: ended?.detail.answeredBy ?? null,
    machineSigns: [...(ended?.detail.machineSigns ?? [])],
    hungUpBy: answered?.hungUpBy ?? null,
  }
}

/** An attempt ends without a result when the process that made it dies. */
function withoutResult({ result, endedAt }: AttemptStory['attempt']): string | null {
  if (result === 'unreadable') return result
  return endedAt === null ? null : 'interrupted'
}

const alarmView = (alarm: Alarm, zone: Zone): DossierAlarm => ({
  id: alarm.id,
  kind: alarm.kind,
  text: alarm.text,
  raised: formatInstant(alarm.raisedAt, zone),
  calls: alarm.calls,
  mails: alarm.mails,
  state: alarm.state,
  endedBy: alarm.endedBy,
  ended: alarm.endedAt === null ? null : formatInstant(alarm.endedAt, zone),
  note: alarm.note,
})
