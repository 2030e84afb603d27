import { INTERFACE } from '@reveille/contract'
import type { NightListActions } from '../../actions/wakeups/night-list.ts'
import { languageOf, printed, type Printing } from '../answers/paper.ts'
import { nightListPage } from '../night/page.ts'
import { namedIds } from '../requests/named-ids.ts'
import { spanOf } from '../requests/span.ts'
import type { Routes } from '../route.ts'

export function nightListRoutes(
  { route }: Routes,
  nights: NightListActions,
  { settings, clock, outage }: Printing,
) {
  route(INTERFACE.wakeup.print, async ({ actor, query }) => {
    const zone = settings.zoneOf(actor.scope)
    const list = await nights.get(actor, {
      ids: query.id === undefined ? undefined : namedIds(query.id.toLowerCase()),
      room: query.room,
      ...spanOf(query, zone),
    })
    const { name: house } = settings.current().site
    const text = nightListPage(list, {
      house,
      by: actor.name,
      at: clock.now(),
      zone,
      unwrittenSince: outage.since,
      language: languageOf(query.language, settings),
    })
    return printed(text)
  })
}
