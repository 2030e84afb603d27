import { AcknowledgeForm, AlarmQuery, AlarmRecord } from '@reveille/contract'
import { Type } from 'typebox'
import type { AlarmActions } from '../../actions/desk/alarms.ts'
import type { Settings } from '../../actions/settings.ts'
import type { Alarm } from '../../hotel/desk/alarm.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import { json, nothing } from '../answers/answer.ts'
import { cursorOf, parseCursor } from '../requests/cursor.ts'
import { listAnswer, type Listing } from '../answers/list-answer.ts'
import type { Routes } from '../route.ts'

const Key = Type.Object({ id: Type.String({ description: 'Id of the alarm' }) })
const tag = 'Alarms'

export function alarmRoutes({ route, post }: Routes, alarms: AlarmActions, settings: Settings) {
  const listing: Listing<Alarm> = {
    key: 'alarms',
    render: (alarm) => alarmRecord(alarm, settings),
    cursor: (alarm) => cursorOf(alarm.raisedAt, alarm.id),
  }

  route({
    method: 'GET',
    url: '/rest/alarm',
    tag,
    summary: 'What the desk must know, by time',
    query: AlarmQuery,
    reply: Type.Object({ alarms: Type.Array(AlarmRecord) }),
    answer: ({ actor, query, request }) => {
      const cursor = parseCursor(query.after)
      const after = cursor && { raisedAt: cursor.at, id: cursor.id }
      return listAnswer(listing, {
        url: request.url,
        accept: undefined,
        limit: query.limit,
        pages: (limit) => alarms.pages(actor, { state: query.state, after, limit }),
      })
    },
  })

  route({
    method: 'GET',
    url: '/rest/alarm/:id',
    tag,
    summary: 'One alarm',
    params: Key,
    reply: AlarmRecord,
    answer: async ({ actor, params }) => json(alarmRecord(await alarms.get(actor, params.id), settings)),
  })

  post({
    url: '/rest/alarm/:id/acknowledge',
    tag,
    summary: 'Say that you know: the desk is told no more',
    params: Key,
    body: AcknowledgeForm,
    act: ({ actor, params, body }) => alarms.acknowledge(actor, params.id, body.note ?? ''),
    show: () => nothing,
  })
}

function alarmRecord(alarm: Alarm, settings: Settings): AlarmRecord {
  const at = (instant: number | null) =>
    instant === null ? null : formatInstant(instant, settings.zoneOf(alarm.tenant))
  return {
    id: alarm.id,
    kind: alarm.kind,
    room: alarm.room,
    wakeup: alarm.kind.startsWith('wakeup.') ? alarm.subject : null,
    text: alarm.text,
    raised: at(alarm.raisedAt) ?? '',
    state: alarm.state,
    by: alarm.endedBy,
    ended: at(alarm.endedAt),
    note: alarm.note,
    calls: alarm.calls,
    mailed: at(alarm.mailedAt),
    tenant: settings.publicTenant(alarm.tenant),
  }
}
