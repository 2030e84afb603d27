import { INTERFACE, SiteRecord, SiteSettings } from '@reveille/contract'
import type { SiteActions } from '../../../actions/site/site.ts'
import { SECTIONS, type SiteSections } from '../../../hotel/site/site.ts'
import { json, nothing } from '../../answers/answer.ts'
import { shownAs } from '../../answers/shown-as.ts'
import type { Routes } from '../../route.ts'
import { withoutSecrets, type Written } from '../config-routes.ts'
import type { Check } from './check.ts'

export function siteRoutes({ route }: Routes, site: SiteActions, check: Check) {
  const { get, change } = INTERFACE.site
  route(get, ({ actor }) => json(shownSite(site.get(actor))))
  route(change, async ({ actor, body }) => {
    await site.change(actor, (before) => {
      const after = editedSections(before, body)
      check(after)
      return after
    })
    return nothing
  })
}

/** The settings of the section `site` stand at the top, the other sections under their names. */
function shownSite({ siteId, ...sections }: SiteSections & { siteId: string }): SiteRecord {
  const others = SECTIONS.filter((name) => name !== 'site').map((name) => [
    name,
    withoutSecrets({ ...sections[name] }),
  ])
  return shownAs(SiteRecord, { id: siteId, ...sections.site, ...Object.fromEntries(others) })
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
