import { INTERFACE } from '@reveille/contract'
import type { SiteAsPlan } from '../../../actions/site/site-as-plan.ts'
import type { SitePlan } from '../../../hotel/site/site-plan.ts'
import { json } from '../../answers/answer.ts'
import type { Routes } from '../../route.ts'

const { get, things } = INTERFACE.siteFile

/** The house as a file that would make it again. */
export function siteFileRoutes({ route }: Routes, site: SiteAsPlan, textOf: (plan: SitePlan) => string) {
  route(get, async ({ actor }) => ({
    kind: 'text',
    type: get.replyType,
    text: textOf(await site.plan(actor)),
  }))
  route(things, async ({ actor }) => json({ things: await site.things(actor) }))
}
