import { INTERFACE } from '@reveille/contract'
import type { ResyncActions } from '../../../actions/property/property-resync.ts'
import { nothing } from '../../answers/answer.ts'
import type { Routes } from '../../route.ts'

export const resyncRoutes = (routes: Routes, resync: ResyncActions) =>
  routes.post(INTERFACE.connector.resync, {
    act: ({ actor, params }) => resync.ask(actor, params.key),
    show: () => nothing,
  })
