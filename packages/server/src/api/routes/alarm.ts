import { ALARM_STATES, type AlarmRecord, INTERFACE } from '@reveille/contract'
import type { AlarmActions } from '../../actions/desk/alarms.ts'
import type { Settings } from '../../actions/settings.ts'
import type { WholeAlarm } from '../../actions/desk/whole-alarms.ts'
import { aboutOf, alarmLevel } from '../../hotel/desk/alarm-about.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { json, nothing } from '../answers/answer.ts'
import { resultOf } from '../answers/wakeup-record.ts'
import { cursorOf, parseCursor } from '../requests/cursor.ts'
import { listAnswer, type Listing } from '../answers/list-answer.ts'
import type { Routes } from '../route.ts'
import { namedIn, searchOf } from '../requests/list-query.ts'
import { spanOf } from '../requests/span.ts'

const { list, get, acknowledge, acknowledgeAll } = INTERFACE.alarm

export function alarmRoutes({ route, post }: Routes, alarms: AlarmActions, settings: Settings) {
  const listing: Listing<WholeAlarm, AlarmRecord, { alarms: AlarmRecord[] }> = {
    render: (whole) => alarmRecord(whole, settings),
    reply: (rows) => ({ alarms: rows }),
    cursor: ({ alarm }) => cursorOf(alarm.raisedAt, alarm.id),
  }

  route(list, ({ actor, query, request }) => {
    const cursor = parseCursor(query.after)
    const after = cursor && { raisedAt: cursor.at, id: cursor.id }
    const span = spanOf(query, settings.zoneOf(actor.scope))
    const filter = { states: namedIn(ALARM_STATES, query.state), ...searchOf(query), ...span, after }
    return listAnswer(listing, {
      url: request.url,
      accept: undefined,
      csv: settings.current().reports,
      limit: query.limit,
      pages: (limit) => alarms.pages(actor, { ...filter, limit }),
    })
  })

  route(get, async ({ actor, params }) => json(alarmRecord(await alarms.get(actor, params.id), settings)))

  post(acknowledge, {
    act: ({ actor, params, body }) => alarms.acknowledge(actor, params.id, body.note ?? ''),
    show: () => nothing,
  })

  post(acknowledgeAll, {
    act: ({ actor, body }) => alarms.acknowledgeAll(actor, body.ids, body.note ?? ''),
    show: ({ acknowledged, ended }) =>
      json({
        error: 0,
        description: `Acknowledged ${acknowledged.length} alarms`,
        acknowledged: [...acknowledged],
        ended: [...ended],
      }),
  })
}

function alarmRecord({ alarm, call, again }: WholeAlarm, settings: Settings): AlarmRecord {
  const at = (instant: number | null) =>
    instant === null ? null : formatInstant(instant, settings.zoneOf(alarm.tenant))
  return {
    id: alarm.id,
    kind: alarm.kind,
    level: alarmLevel(alarm.kind),
    about: { ...aboutOf(alarm) },
    detail: { ...alarm.detail },
    room: alarm.room,
    wakeup: alarm.kind.startsWith('wakeup.') ? alarm.subject : null,
    text: alarm.text,
    raised: at(alarm.raisedAt) ?? '',
    state: alarm.state,
    by: alarm.endedBy,
    ended: at(alarm.endedAt),
    note: alarm.note,
    known: at(alarm.knownAt),
    step: alarm.step,
    calls: alarm.calls,
    mailed: at(alarm.mailedAt),
    tenant: settings.publicTenant(alarm.tenant),
    ...(call === null ? {} : { result: resultOf(call.outcome) }),
    ...(again === null ? {} : { again: againOf(again) }),
  }
}

const againOf = ({ id, scheduledAt, zone, outcome }: Wakeup) => ({
  id,
  scheduled: formatInstant(scheduledAt, zone),
  result: resultOf(outcome),
})
