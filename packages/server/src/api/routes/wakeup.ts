import { INTERFACE, RESULT, WAKEUP_LISTS, type WakeupCreated, type WakeupRecord } from '@reveille/contract'
import type { Settings } from '../../actions/settings.ts'
import type { WakeupActions, WakeupListQuery, WakeupPromise } from '../../actions/wakeups/wakeups.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Outcome } from '../../hotel/wakeups/wakeup-outcome.ts'
import { Failure } from '../../kernel/failure.ts'
import { created, json, nothing } from '../answers/answer.ts'
import { cursorOf, parseCursor } from '../requests/cursor.ts'
import { wakeupRecord } from '../answers/wakeup-record.ts'
import { listAnswer, type Listing } from '../answers/list-answer.ts'
import type { CallOf, Routes } from '../route.ts'
import { spanOf } from '../requests/span.ts'
import { keysOf } from '../../kernel/record.ts'

// As many as fit into an address, and as rooms can be named at once.
const MOST_IDS = 200

const { create, list, listOf, get, overwrite, remove } = INTERFACE.wakeup

type ListCall = Pick<CallOf<typeof list>, 'actor' | 'query' | 'request'>

export function wakeupRoutes({ route, post }: Routes, wakeups: WakeupActions, settings: Settings) {
  const shown = <L>(
    which: WakeupListQuery['list'],
    reply: (rows: WakeupRecord[]) => L,
    { actor, query, request }: ListCall,
  ) => {
    const after = parseCursor(query.after)
    const filter = {
      list: which,
      room: query.room,
      ...spanOf(query, settings.zoneOf(actor.scope)),
      after: after && { scheduledAt: after.at, id: after.id },
    }
    const listing: Listing<Wakeup, WakeupRecord, L> = {
      render: (call) => wakeupRecord(call, settings),
      reply,
      cursor: (call) => cursorOf(call.scheduledAt, call.id),
    }
    return listAnswer(listing, {
      url: request.url,
      accept: undefined,
      limit: query.limit,
      pages: (limit) => wakeups.pages(actor, { ...filter, limit }),
    })
  }

  post(create, {
    act: ({ actor, body }) => wakeups.create(actor, body),
    show: (promise) => created(locationOf(promise), createdReply(promise)),
  })

  route(list, (call) => shown('all', (rows) => ({ wakeups: rows }), call))
  route(listOf, (call) => {
    const type = listNamed(call.params.type)
    return shown(type, (rows) => ({ [type]: rows }), call)
  })
  route(get, async ({ actor, params }) => json(wakeupRecord(await wakeups.get(actor, params.id), settings)))

  route(overwrite, async ({ actor, params, body }) => {
    await wakeups.overwrite(actor, idsOf(params.id), outcomeOf(body.result), body.reason ?? '')
    return nothing
  })

  route(remove, async ({ actor, params }) => {
    await wakeups.remove(actor, idsOf(params.id))
    return nothing
  })
}

function listNamed(name: string) {
  const type = WAKEUP_LISTS.find((one) => one === name)
  if (type === undefined)
    throw new Failure('thing.unknown', `There is no list ${name}; there are ${WAKEUP_LISTS.join(', ')}`)
  return type
}

function idsOf(text: string): string[] {
  const ids = [...new Set(text.split(','))]
  if (ids.length > MOST_IDS)
    throw new Failure('parameter.invalid', `At most ${MOST_IDS} calls can be named at once`)
  return ids
}

function outcomeOf(result: number): Outcome {
  const found = keysOf(RESULT).find((outcome) => RESULT[outcome] === result)
  if (!found) throw new Failure('parameter.invalid', 'result must be from 1 to 6', { field: 'result' })
  return found
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
