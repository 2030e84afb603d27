import { mustBeSpoken } from '../../hotel/site/languages.ts'
import type { Tenant } from '../../hotel/site/site.ts'
import { type ClockFace, wakeupWords, type Word } from '../../hotel/wakeups/announcement.ts'
import { courseOf, type CourseStep, type PhoneDeed } from '../../hotel/wakeups/course.ts'
import { offeredKeys } from '../../hotel/wakeups/offered-keys.ts'
import { policyOf, type WakeupPolicy } from '../../hotel/wakeups/wakeup-policy.ts'
import { wakeupRules } from '../../hotel/settings/sections.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Actor } from '../actor.ts'
import { pace } from '../pace.ts'
import type { Settings } from '../settings.ts'

/** A call that is thought through, by these settings over those in force. */
interface Imagined {
  readonly wakeup?: Tenant['wakeup'] | undefined
  readonly confirm?: boolean | undefined
}

interface ImaginedCourse extends Imagined {
  readonly phone: readonly PhoneDeed[]
  readonly vip?: boolean | undefined
}

interface ImaginedGreeting extends Imagined {
  readonly time: ClockFace
  readonly language?: string | undefined
}

export type CourseActions = ReturnType<typeof courseActions>

interface Parts {
  readonly settings: Settings
  readonly clock: Clock
  /** The languages that announcements are in. */
  spoken(): readonly string[]
  /** PCMU of what a telephone plays. */
  say(words: readonly Word[], language: string): Promise<Uint8Array>
  /** A file of it that any player opens. */
  playable(pcmu: Uint8Array): Uint8Array
}

/** A name that is no phrase takes a synthesiser, and that a core. */
const GREETINGS_A_SECOND = 2

export function courseActions({ settings, clock, spoken, say, playable }: Parts) {
  const mayHear = pace(clock, GREETINGS_A_SECOND)
  const policyFor = ({ scope }: Actor, wakeup: Imagined['wakeup']): WakeupPolicy => {
    const { wakeup: site, tenants } = settings.current()
    const own = scope === null ? undefined : tenants.get(scope)?.wakeup
    return policyOf(wakeupRules(site, own ?? {}), wakeup)
  }
  return {
    get(actor: Actor, { wakeup, phone, vip = false, confirm = false }: ImaginedCourse): CourseStep[] {
      return courseOf({ phone, vip, confirm }, policyFor(actor, wakeup))
    },

    /** What is heard when such a call is answered for the first time, as a WAV file. */
    async greeting(actor: Actor, imagined: ImaginedGreeting): Promise<Uint8Array> {
      const { site } = settings.current()
      const { wakeup, confirm = false, time, language = site.language } = imagined
      mustBeSpoken(language, spoken())
      mayHear(actor.name)
      const keys = offeredKeys({ snoozes: 0, confirm }, policyFor(actor, wakeup))
      return playable(await say(wakeupWords({ ...time, ...keys, hotelName: site.name }), language))
    },
  }
}
