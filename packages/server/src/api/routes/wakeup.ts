import {
  NO_RESULT,
  RESULT,
  SOURCE,
  STATUS,
  WakeupCreated,
  WakeupForm,
  WakeupQuery,
  WakeupRecord,
  WakeupUpdate,
} from '@reveille/contract'
import { Type } from 'typebox'
import type { Settings } from '../../actions/settings.ts'
import type { WakeupActions, WakeupListQuery, WakeupPromise } from '../../actions/wakeups/wakeups.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import { isDaily, isRepeating, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Outcome } from '../../hotel/wakeups/wakeup-outcome.ts'
import { Failure } from '../../kernel/failure.ts'
import { created, json, nothing } from '../answers/answer.ts'
import { cursorOf, parseCursor } from '../requests/cursor.ts'
import { listAnswer, type Listing } from '../answers/list-answer.ts'
import type { Call, Routes } from '../route.ts'
import { spanOf } from '../requests/span.ts'

const LISTS = ['pending', 'answered', 'failed', 'today'] as const
// As many as fit into an address, and as rooms can be named at once.
const MOST_IDS = 200

type ListCall = Pick<Call<unknown, WakeupQuery, unknown>, 'actor' | 'query' | 'request'>

const IdParams = Type.Object({
  id: Type.String({ description: 'Id of the call; PUT and DELETE also take several, parted by commas' }),
})
const ListParams = Type.Object({ type: Type.String({ description: LISTS.join(', ') }) })

export function wakeupRoutes({ route, post }: Routes, wakeups: WakeupActions, settings: Settings) {
  const listing = (key: string): Listing<Wakeup> => ({
    key,
    render: (call) => wakeupRecord(call, settings),
    cursor: (call) => cursorOf(call.scheduledAt, call.id),
  })

  post({
    url: '/rest/wakeup',
    tag: 'Wakeup calls',
    summary: 'Ask for a wakeup call',
    status: 201,
    body: WakeupForm,
    reply: WakeupCreated,
    act: ({ actor, body }) => wakeups.create(actor, body),
    show: (promise) => created(locationOf(promise), createdReply(promise)),
  })

  const list = (key: string, which: WakeupListQuery['list'], { actor, query, request }: ListCall) => {
    const span = spanOf(query, settings.zoneOf(actor.scope))
    const after = parseCursor(query.after)
    const cursor = after && { scheduledAt: after.at, id: after.id }
    return listAnswer(listing(key), {
      url: request.url,
      accept: undefined,
      limit: query.limit,
      pages: (limit) =>
        wakeups.pages(actor, { list: which, room: query.room, ...span, after: cursor, limit }),
    })
  }
  route({
    method: 'GET',
    url: '/rest/wakeup/list',
    tag: 'Wakeup calls',
    summary: 'All calls, by time',
    query: WakeupQuery,
    reply: Type.Object({ wakeups: Type.Array(WakeupRecord) }),
    answer: (call) => list('wakeups', 'all', call),
  })
  route({
    method: 'GET',
    url: '/rest/wakeup/list/:type',
    tag: 'Wakeup calls',
    summary: `The calls of one list, under the key of its name: ${LISTS.join(', ')}`,
    params: ListParams,
    query: WakeupQuery,
    reply: Type.Partial(
      Type.Object(Object.fromEntries(LISTS.map((type) => [type, Type.Array(WakeupRecord)]))),
    ),
    answer: (call) => {
      const type = LISTS.find((one) => one === call.params.type)
      if (type === undefined)
        throw new Failure(
          'thing.unknown',
          `There is no list ${call.params.type}; there are ${LISTS.join(', ')}`,
        )
      return list(type, type, call)
    },
  })

  route({
    method: 'GET',
    url: '/rest/wakeup/:id',
    tag: 'Wakeup calls',
    summary: 'One call',
    params: IdParams,
    reply: WakeupRecord,
    answer: async ({ actor, params }) => json(wakeupRecord(await wakeups.get(actor, params.id), settings)),
  })

  route({
    method: 'PUT',
    url: '/rest/wakeup/:id',
    tag: 'Wakeup calls',
    summary: 'Set the result of a call by hand',
    params: IdParams,
    body: WakeupUpdate,
    answer: async ({ actor, params, body }) => {
      await wakeups.overwrite(actor, idsOf(params.id), outcomeOf(body.result), body.reason ?? '')
      return nothing
    },
  })

  route({
    method: 'DELETE',
    url: '/rest/wakeup/:id',
    tag: 'Wakeup calls',
    summary: 'Delete a call; a repeating one ends',
    params: IdParams,
    answer: async ({ actor, params }) => {
      await wakeups.remove(actor, idsOf(params.id))
      return nothing
    },
  })
}

function idsOf(text: string): string[] {
  const ids = [...new Set(text.split(','))]
  if (ids.length > MOST_IDS)
    throw new Failure('parameter.invalid', `At most ${MOST_IDS} calls can be named at once`)
  return ids
}

function outcomeOf(result: number): Outcome {
  const found = Object.entries(RESULT).find(([, code]) => code === result)
  if (!found) throw new Failure('parameter.invalid', 'result must be from 1 to 6', { field: 'result' })
  return found[0] as Outcome
}

const locationOf = ({ calls }: WakeupPromise) =>
  calls.length === 1 ? `/rest/wakeup/${calls[0]?.id}` : '/rest/wakeup/list/pending'

function createdReply({ calls, tomorrow, forecast }: WakeupPromise): WakeupCreated {
  const [first] = calls
  const what = calls.length === 1 ? 'Wakeup call created' : `${calls.length} wakeup calls created`
  return {
    error: 0,
    description: `${what}${forTomorrow(calls.length, tomorrow)}`,
    id: calls.map((call) => call.id).join(','),
    scheduled: first?.scheduled ?? '',
    ...(calls.length > 1 ? { calls: [...calls] } : {}),
    ...(forecast ? { forecast } : {}),
  }
}

function forTomorrow(calls: number, tomorrow: number): string {
  if (tomorrow === 0) return ''
  const which = tomorrow === calls ? '' : `, ${tomorrow} of them`
  return `${which} for tomorrow, because the time has passed today`
}

export function wakeupRecord(call: Wakeup, settings: Settings): WakeupRecord {
  const record: WakeupRecord = {
    id: call.id,
    room: call.room,
    scheduled: formatInstant(call.scheduledAt, call.zone),
    created: formatInstant(call.createdAt, call.zone),
    daily: isDaily(call),
    actor: call.actor,
    attempts: call.attempts,
    snoozes: call.snoozes,
    prompt: call.prompt,
    result: call.outcome === null ? NO_RESULT : RESULT[call.outcome],
    source: SOURCE[call.source],
    status: STATUS[call.state],
    tenant: settings.publicTenant(call.tenant),
  }
  if (isRepeating(call) && !record.daily) record.days = call.days.join(',')
  if (call.until !== null) record.until = call.until
  if (call.confirm) record.confirm = true
  if (call.series !== null) record.series = call.series
  return record
}
