import {
  Api,
  Email,
  InventorySettings,
  License,
  Limits,
  Network,
  Retention,
  SiteSettings,
  Telephony,
  WakeupSettings,
} from '@reveille/contract'
import { type Static, Type } from 'typebox'
import type { ChangedSections, SiteActions } from '../../../actions/site/site.ts'
import { SECTIONS, type SiteSections, type WrittenSections } from '../../../hotel/settings/sections.ts'
import { json, nothing } from '../../answers/answer.ts'
import { withoutSecrets, type Written } from '../config-routes.ts'
import type { Routes } from '../../route.ts'
import type { Check } from './check.ts'

const SiteForm = Type.Object(
  {
    ...SiteSettings.properties,
    inventory: Type.Optional(InventorySettings),
    wakeup: Type.Optional(WakeupSettings),
    telephony: Type.Optional(Type.Omit(Telephony, ['lines'], { additionalProperties: false })),
    network: Type.Optional(Network),
    retention: Type.Optional(Retention),
    license: Type.Optional(License),
    api: Type.Optional(Api),
    email: Type.Optional(Email),
    limits: Type.Optional(Limits),
  },
  { additionalProperties: false },
)

export function siteRoutes({ route }: Routes, site: SiteActions, check: Check) {
  const shared = { tag: 'Configuration', needs: ['administrator'], url: '/rest/config/site' } as const
  route({
    ...shared,
    method: 'GET',
    summary: 'The settings of the site',
    reply: Type.Record(Type.String(), Type.Unknown()),
    answer: ({ actor }) => json(shownSite(site.get(actor))),
  })
  route({
    ...shared,
    method: 'PUT',
    summary: 'Change the settings given; a section is changed field by field',
    body: SiteForm,
    answer: async ({ actor, body }) => {
      await site.change(actor, (before) => {
        const after = editedSections(before, body)
        check(after)
        return after
      })
      return nothing
    },
  })
}

/** The settings of the section `site` stand at the top, the other sections under their names. */
function shownSite({ siteId, ...sections }: SiteSections & { siteId: string }): Written {
  const others = SECTIONS.filter((name) => name !== 'site').map((name) => [
    name,
    withoutSecrets({ ...sections[name] }),
  ])
  return { id: siteId, ...sections.site, ...Object.fromEntries(others) }
}

function editedSections(before: WrittenSections, given: Static<typeof SiteForm>): ChangedSections {
  const { inventory, wakeup, telephony, network, retention, license, api, email, limits, ...site } = given
  return {
    site: Object.keys(site).length > 0 ? { ...before.site, ...site } : undefined,
    inventory: inventory && { ...before.inventory, ...inventory },
    wakeup: wakeup && { ...before.wakeup, ...wakeup },
    telephony: telephony && { ...before.telephony, ...telephony },
    network: network && { ...before.network, ...network },
    retention: retention && { ...before.retention, ...retention },
    license: license && { ...before.license, ...license },
    api: api && { ...before.api, ...api },
    email: email && { ...before.email, ...email },
    limits: limits && { ...before.limits, ...limits },
  }
}
