import type { Tenant } from '../../hotel/site/site.ts'
import { courseOf, type CourseStep, type PhoneDeed } from '../../hotel/wakeups/course.ts'
import { policyOf } from '../../hotel/wakeups/wakeup-policy.ts'
import { wakeupRules } from '../../hotel/settings/sections.ts'
import type { Actor } from '../actor.ts'
import type { Settings } from '../settings.ts'

/** A call that is thought through, by these settings over those in force. */
interface Imagined {
  readonly wakeup?: Tenant['wakeup'] | undefined
  readonly phone: readonly PhoneDeed[]
  readonly vip?: boolean | undefined
  readonly confirm?: boolean | undefined
}

export type CourseActions = ReturnType<typeof courseActions>

export function courseActions({ settings }: { readonly settings: Settings }) {
  return {
    get({ scope }: Actor, { wakeup, phone, vip = false, confirm = false }: Imagined): CourseStep[] {
      const { wakeup: site, tenants } = settings.current()
      const own = scope === null ? undefined : tenants.get(scope)?.wakeup
      return courseOf({ phone, vip, confirm }, policyOf(wakeupRules(site, own ?? {}), wakeup))
    },
  }
}
