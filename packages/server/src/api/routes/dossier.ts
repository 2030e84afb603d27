import { INTERFACE } from '@reveille/contract'
import type { DossierActions } from '../../actions/wakeups/dossier.ts'
import { prefersToJson } from '../answers/accept.ts'
import { json } from '../answers/answer.ts'
import { dossierPage } from '../dossier/page.ts'
import { languageOf, printed, type Printing } from '../answers/paper.ts'
import { dossierReply } from '../dossier/view.ts'
import type { Routes } from '../route.ts'

export function dossierRoutes(
  { route }: Routes,
  dossiers: DossierActions,
  { settings, clock, outage }: Printing,
) {
  route(INTERFACE.wakeup.dossier, async ({ actor, params, query, request }) => {
    const dossier = await dossiers.get(actor, params.id)
    if (!prefersToJson(request.headers.accept, 'text/html')) return json(dossierReply(dossier, settings))
    const text = dossierPage(dossier, {
      by: actor.name,
      at: clock.now(),
      settings,
      unwrittenSince: outage.since,
      language: languageOf(query.language, settings),
    })
    return printed(text)
  })
}
