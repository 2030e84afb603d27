import { type BodyOf, INTERFACE, SiteRecord } from '@reveille/contract'
import type { ChangedSections, SiteActions } from '../../../actions/site/site.ts'
import { SECTIONS, type SiteSections, type WrittenSections } from '../../../hotel/settings/sections.ts'
import { json, nothing } from '../../answers/answer.ts'
import { shownAs } from '../../answers/shown-as.ts'
import type { Routes } from '../../route.ts'
import { telephonyWrittenOver, wakeupWrittenOver } from '../../../hotel/settings/changes.ts'
import { mustBringSecrets, shownSettings } from '../../../hotel/settings/secrets.ts'
import type { Check } from './check.ts'

type SiteChange = BodyOf<typeof INTERFACE.site.change>

export function siteRoutes({ route }: Routes, site: SiteActions, check: Check) {
  const { get, change } = INTERFACE.site
  route(get, ({ actor }) => json(shownSite(site.get(actor))))
  route(change, async ({ actor, body }) => {
    await site.change(actor, (before) => {
      const after = editedSections(before, body)
      check({ email: before.email ?? {}, ...given(after) })
      if (before.email && after.email)
        mustBringSecrets('The mail server', before.email, after.email, body.email ?? {})
      if (before.network && after.network)
        mustBringSecrets('The proxy', before.network, after.network, body.network ?? {})
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
  return shownAs(SiteRecord, { id: siteId, ...sections.site, ...Object.fromEntries(others) })
}

function editedSections(before: WrittenSections, given: SiteChange): ChangedSections {
  const {
    inventory,
    wakeup,
    telephony,
    network,
    retention,
    license,
    api,
    email,
    limits,
    metrics,
    reports,
    passwords,
    console,
    ...site
  } = given
  return {
    site: Object.keys(site).length > 0 ? { ...before.site, ...site } : undefined,
    inventory: inventory && { ...before.inventory, ...inventory },
    wakeup: wakeup && wakeupWrittenOver(before.wakeup, wakeup),
    telephony: telephony && telephonyWrittenOver(before.telephony, telephony),
    network: network && { ...before.network, ...network },
    retention: retention && { ...before.retention, ...retention },
    license: license && { ...before.license, ...license },
    api: api && { ...before.api, ...api },
    email: email && { ...before.email, ...email },
    limits: limits && { ...before.limits, ...limits },
    metrics: metrics && { ...before.metrics, ...metrics },
    reports: reports && { ...before.reports, ...reports },
    passwords: passwords && { ...before.passwords, ...passwords },
    console: console && { ...before.console, ...console },
  }
}

/** Only the sections that are changed. */
const given = (sections: ChangedSections) =>
  Object.fromEntries(Object.entries(sections).filter(([, section]) => section !== undefined))
