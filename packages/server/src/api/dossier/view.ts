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
import { formatInstant, type Zone } from '../../hotel/time/local-time.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Outcome } from '../../hotel/wakeups/wakeup-outcome.ts'
import type { Instant } from '../../kernel/clock.ts'
import { logEntry } from '../routes/log.ts'
import { wakeupRecord } from '../routes/wakeup.ts'

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
      from: textOr(asked.detail['address'], null),
    },
    dialled: moment(call.dialledAt),
    settled: moment(call.settledAt),
    machineResult: codeOf(call.machineOutcome),
    overwritten: overwritings(dossier).map(({ at, ...rest }) => ({ at: formatInstant(at, zone), ...rest })),
    removed: removed && { at: formatInstant(removed.at, zone), by: removed.actor, text: removed.text },
    occurrences: dossier.occurrences.map((one) => occurrence(one, zone)),
    attempts: dossier.attempts.map((story) => attemptView(story, zone)),
    alarms: dossier.alarms.map((alarm) => alarmView(alarm, zone)),
    log: log.map(({ sealed, ...row }) => ({ ...logEntry(row, settings), sealed })),
  }
}

const codeOf = (outcome: Outcome | null) => (outcome === null ? null : RESULT[outcome])
const occurrence = ({ id, scheduledAt, outcome }: Wakeup, zone: Zone) => ({
  id,
  scheduled: formatInstant(scheduledAt, zone),
  result: codeOf(outcome) ?? NO_RESULT,
})

const textOr = <T>(value: unknown, otherwise: T) => (typeof value === 'string' ? value : otherwise)
const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null)

/** Outcomes that were set by hand. */
const overwritings = ({ log }: Dossier) =>
  log
    .filter(({ kind }) => kind === 'wakeup.overwritten')
    .map(({ at, actor, detail }) => ({
      at,
      by: actor,
      result: codeOf(detail['outcome'] as Outcome) ?? NO_RESULT,
      before: codeOf((detail['before'] ?? null) as Outcome | null),
      reason: textOr(detail['reason'], ''),
    }))

export function attemptView({ attempt, rows }: AttemptStory, zone: Zone): DossierAttempt {
  const { result, startedAt, answeredAt, endedAt } = attempt
  const dialled = rows.find(({ kind }) => kind === 'wakeup.dialled')?.detail ?? {}
  const answered = result?.kind === 'answered' ? result : null
  return {
    wakeup: attempt.wakeup,
    number: attempt.number,
    line: attempt.line,
    extension: textOr(dialled['extension'], null),
    started: formatInstant(startedAt, zone),
    lateMs: numberOrNull(dialled['lateMs']),
    progress: rows.filter(({ kind }) => kind === 'wakeup.progress').map(({ detail }) => progressOf(detail)),
    answeredMs: answeredAt === null ? null : answeredAt - startedAt,
    heardMs: answered?.heardMs ?? null,
    keys: attempt.keys,
    presses: rows.filter(({ kind }) => kind === 'wakeup.key').map(({ detail }) => pressOf(detail)),
    ended: endedAt === null ? null : formatInstant(endedAt, zone),
    endedMs: endedAt === null ? null : endedAt - startedAt,
    // One that ended without a result was cut off with the process that was at it.
    result: result?.kind ?? (endedAt === null ? null : 'interrupted'),
    status: result?.status ?? null,
    reason: result?.reason ?? '',
    cause: result?.cause ?? null,
    forwarded: result?.forwarded ?? false,
    hungUpBy: answered?.hungUpBy ?? null,
  }
}

const progressOf = ({ ms, status, reason }: Readonly<Record<string, unknown>>) => ({
  ms: numberOrNull(ms) ?? 0,
  status: numberOrNull(status) ?? 0,
  reason: textOr(reason, ''),
})

const pressOf = ({ ms, key }: Readonly<Record<string, unknown>>) => ({
  ms: numberOrNull(ms) ?? 0,
  key: textOr(key, ''),
})

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
