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
import { Type } from 'typebox'
import type { SiteActions } from '../../../actions/site/site.ts'
import { SECTIONS, type SiteSections } from '../../../hotel/site/site.ts'
import { json, nothing } from '../../answers/answer.ts'
import { changeForm, withoutSecrets, type Written } from '../config-routes.ts'
import type { Routes } from '../../route.ts'
import type { Check } from './check.ts'

const SiteForm = Type.Object(
  {
    ...changeForm([SiteSettings]).properties,
    inventory: Type.Optional(InventorySettings),
    wakeup: Type.Optional(WakeupSettings),
    telephony: Type.Optional(Type.Pick(Telephony, ['mode', 'virtual'], { additionalProperties: false })),
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

function editedSections(before: SiteSections, given: Written): Partial<SiteSections> {
  const named = SECTIONS.filter((name) => name !== 'site' && name in given)
  const own = Object.entries(given).filter(([name]) => Object.hasOwn(SiteSettings.properties, name))
  const sections: Written = Object.fromEntries(
    named.map((name) => [name, { ...before[name], ...(given[name] as Written) }]),
  )
  if (own.length > 0) sections.site = { ...before.site, ...Object.fromEntries(own) }
  return sections
}
