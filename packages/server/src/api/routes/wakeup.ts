import { INTERFACE, RESULT, WAKEUP_LISTS, type WakeupRecord, WholeWakeup } from '@reveille/contract'
import type { Settings } from '../../actions/settings.ts'
import type { WakeupActions, WakeupListQuery } from '../../actions/wakeups/wakeups.ts'
import type { WholeCall } from '../../actions/wakeups/whole-calls.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Outcome } from '../../hotel/wakeups/wakeup-outcome.ts'
import { Failure } from '../../kernel/failure.ts'
import { json, nothing } from '../answers/answer.ts'
import { createdAnswer, rescheduledAnswer, restoredAnswer, skippedReply } from '../answers/wakeup-answers.ts'
import { cursorOf, parseCursor } from '../requests/cursor.ts'
import { namedIds } from '../requests/named-ids.ts'
import { wakeupRecord, wholeWakeup } from '../answers/wakeup-record.ts'
import { listAnswer, type Listing } from '../answers/list-answer.ts'
import type { CallOf, Routes } from '../route.ts'
import { spanOf } from '../requests/span.ts'
import { keysOf } from '../../kernel/record.ts'

const { create, list, listOf, get, overwrite, remove, reschedule, restore, skip } = INTERFACE.wakeup

/** Every field of a record that may be there. */
const COLUMNS = keysOf(WholeWakeup.properties)

type ListCall = Pick<CallOf<typeof listOf>, 'actor' | 'query' | 'request'>

export function wakeupRoutes({ route, post }: Routes, wakeups: WakeupActions, settings: Settings) {
  const filterOf = (which: WakeupListQuery['list'], { actor, query }: ListCall): WakeupListQuery => {
    const after = parseCursor(query.after)
    return {
      list: which,
      room: query.room,
      ...spanOf(query, settings.zoneOf(actor.scope)),
      after: after && { scheduledAt: after.at, id: after.id },
    }
  }
  const csv = () => settings.current().reports

  post(create, {
    act: ({ actor, body }) => wakeups.create(actor, body),
    show: createdAnswer,
  })

  const all: Listing<WholeCall, WholeWakeup, { wakeups: WholeWakeup[] }> = {
    columns: COLUMNS,
    render: (one) => wholeWakeup(one, settings),
    reply: (rows) => ({ wakeups: rows }),
    cursor: ({ call }) => cursorOf(call.scheduledAt, call.id),
  }
  route(list, (call) => {
    const { actor, query, request } = call
    const filter = filterOf('all', call)
    const ids = query.id === undefined ? undefined : namedIds(query.id.toLowerCase())
    return listAnswer(all, {
      url: request.url,
      accept: request.headers.accept,
      csv: csv(),
      limit: query.limit,
      pages: (limit) => wakeups.whole(actor, { ...filter, limit }, ids),
    })
  })

  // A path of the contract with existing clients: JSON, whatever `Accept` says, and no field more than it knows.
  route(listOf, (call) => {
    const type = listNamed(call.params.type)
    const filter = filterOf(type, call)
    const listing: Listing<Wakeup, WakeupRecord, Partial<Record<typeof type, WakeupRecord[]>>> = {
      render: (one) => wakeupRecord(one, settings),
      reply: (rows) => ({ [type]: rows }),
      cursor: ({ scheduledAt, id }) => cursorOf(scheduledAt, id),
    }
    return listAnswer(listing, {
      url: call.request.url,
      accept: undefined,
      csv: csv(),
      limit: call.query.limit,
      pages: (limit) => wakeups.pages(call.actor, { ...filter, limit }),
    })
  })
  route(get, async ({ actor, params }) => json(wholeWakeup(await wakeups.get(actor, params.id), settings)))

  route(overwrite, async ({ actor, params, body }) => {
    await wakeups.overwrite(actor, namedIds(params.id), outcomeOf(body.result), body.reason ?? '')
    return nothing
  })

  post(reschedule, {
    act: ({ actor, params, body }) => wakeups.reschedule(actor, namedIds(params.id), body),
    show: rescheduledAnswer,
  })

  post(restore, {
    act: ({ actor, params }) => wakeups.restore(actor, namedIds(params.id)),
    show: restoredAnswer,
  })

  post(skip, {
    act: ({ actor, params, body }) => wakeups.skip(actor, namedIds(params.id), body.date),
    show: (skipped) => json(skippedReply(skipped)),
  })

  route(remove, async ({ actor, params }) => {
    await wakeups.remove(actor, namedIds(params.id))
    return nothing
  })
}

function listNamed(name: string) {
  const type = WAKEUP_LISTS.find((one) => one === name)
  if (type === undefined)
    throw new Failure('thing.unknown', `There is no list ${name}; there are ${WAKEUP_LISTS.join(', ')}`)
  return type
}

function outcomeOf(result: number): Outcome {
  const found = keysOf(RESULT).find((outcome) => RESULT[outcome] === result)
  if (!found) throw new Failure('parameter.invalid', 'result must be from 1 to 6', { field: 'result' })
  return found
}
