import { INTERFACE, SiteRecord } from '@reveille/contract'
import type { SiteActions } from '../../../actions/site/site.ts'
import { SECTIONS, sectionsInForce, type SiteSections } from '../../../hotel/settings/sections.ts'
import { nothing } from '../../answers/answer.ts'
import { shownAs } from '../../answers/shown-as.ts'
import { stillAsSeen, tagged } from '../../answers/tag.ts'
import type { Routes } from '../../route.ts'
import { takesAway } from '../../../hotel/settings/changes.ts'
import { mustBringSecrets, placesOfSecrets, shownSettings } from '../../../hotel/settings/secrets.ts'
import { changedSections } from './changed-settings.ts'
import type { Check } from './check.ts'

export function siteRoutes({ route }: Routes, site: SiteActions, check: Check) {
  const { get, change } = INTERFACE.site
  route(get, ({ actor }) => tagged(shownSite(site.get(actor))))
  route(change, async ({ actor, body, request }) => {
    const { siteId } = site.get(actor)
    const asSeen = stillAsSeen(request)
    await site.change(actor, (before) => {
      asSeen(shownSite({ siteId, ...sectionsInForce(before) }))
      const after = changedSections(before, body)
      // What is left cannot do without what was to be taken away.
      const code = takesAway(body) ? 'rule.refused' : 'parameter.invalid'
      check({ email: before.email ?? {}, ...after }, code)
      if (before.email && after.email)
        mustBringSecrets('The mail server', before.email, after.email, body.email ?? {}, 'email')
      if (before.network && after.network)
        mustBringSecrets('The network', before.network, after.network, body.network ?? {}, 'network')
      return after
    })
    return nothing
  })
}

/** The settings of the section `site` stand at the top, the other sections under their names. */
function shownSite({ siteId, ...sections }: SiteSections & { siteId: string }): SiteRecord {
  const others = SECTIONS.filter((name) => name !== 'site').map((name) => [
    name,
    shownSettings({ ...sections[name] }),
  ])
  return shownAs(SiteRecord, {
    id: siteId,
    ...sections.site,
    ...Object.fromEntries(others),
    secretsSet: placesOfSecrets(sections),
  })
}
