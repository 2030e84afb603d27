import { INTERFACE } from '@reveille/contract'
import type { SessionListActions } from '../../../actions/accounts/session-list.ts'
import type { Settings } from '../../../actions/settings.ts'
import { nothing } from '../../answers/answer.ts'
import { sessionRecord } from '../../answers/session-answer.ts'
import { shortList } from '../../answers/short-list.ts'
import type { Routes } from '../../route.ts'

const { list, remove, removeAll } = INTERFACE.openSession

/** Who has signed in where, for those who look after accounts. */
export function openSessionRoutes({ route }: Routes, sessions: SessionListActions, settings: Settings) {
  route(list, async (call) => {
    const rows = (await sessions.list(call.actor)).map((one) => sessionRecord(one, settings))
    return shortList(rows, (shown) => ({ sessions: shown }), call)
  })

  route(remove, async ({ actor, params }) => {
    await sessions.end(actor, params.id)
    return nothing
  })

  route(removeAll, async ({ actor, query }) => {
    await sessions.endAll(actor, query.account)
    return nothing
  })
}
