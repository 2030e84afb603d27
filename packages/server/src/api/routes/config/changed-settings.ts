import { type BodyOf, type INTERFACE, StoredSections, StoredWakeupSettings } from '@reveille/contract'
import type { WakeupSettings } from '@reveille/contract'
import { settingsWrittenOver, withProxyCredentials } from '../../../hotel/settings/changes.ts'
import { withKeptSecrets } from '../../../hotel/settings/secrets.ts'
import { SECTIONS, type WrittenSections } from '../../../hotel/settings/sections.ts'
import { Failure } from '../../../kernel/failure.ts'
import { checked } from '../../requests/validation.ts'
import type { Written } from '../config-routes.ts'

type SiteChange = BodyOf<typeof INTERFACE.site.change>

/** The sections that are changed, each as a whole: a change must not leave one incomplete. */
export function changedSections(before: WrittenSections, given: SiteChange): WrittenSections {
  const changes = bySection(given)
  if (changes['telephony'] && !before.telephony && !('mode' in changes['telephony']))
    throw new Failure('parameter.invalid', 'telephony.mode is missing: sip or virtual; there is none yet')
  const changed = SECTIONS.flatMap((name) => {
    const change = changes[name]
    return change ? [[name, settingsWrittenOver(before[name] ?? {}, change)] as const] : []
  })
  const { wakeup, ...others } = checked(StoredSections, Object.fromEntries(changed))
  return wakeup ? { ...others, wakeup: withKeptSecrets(before.wakeup, wakeup) } : others
}

/** The settings of the section `site` stand at the top, the other sections under their names. */
function bySection(given: SiteChange): Partial<Record<string, Written>> {
  const { name, company, timezone, language, network, ...sections } = given
  const site = Object.entries({ name, company, timezone, language }).filter(
    ([, value]) => value !== undefined,
  )
  return {
    ...sections,
    ...(network ? { network: withProxyCredentials(network) } : {}),
    ...(site.length > 0 ? { site: Object.fromEntries(site) } : {}),
  }
}

export const changedWakeup = (before: WakeupSettings | null, given: object): WakeupSettings =>
  withKeptSecrets(before ?? {}, checked(StoredWakeupSettings, settingsWrittenOver(before ?? {}, given)))
