import { NoFields } from '@reveille/contract'
import { Type } from 'typebox'
import type { ResyncActions } from '../../../actions/property/property-resync.ts'
import { nothing } from '../../answers/answer.ts'
import type { Routes } from '../../route.ts'

export const resyncRoutes = (routes: Routes, resync: ResyncActions) =>
  routes.post({
    tag: 'Configuration',
    needs: ['administrator'],
    url: '/rest/config/connector/:key/resync',
    summary: 'Ask a property system for all of its guests, after data was lost; once a day at most',
    params: Type.Object({ key: Type.String({ description: 'The name of its connector' }) }),
    body: NoFields,
    act: ({ actor, params }) => resync.ask(actor, params.key),
    show: () => nothing,
  })
