import {
  SECTIONS,
  sectionsInForce,
  type SiteSections,
  type WrittenSections,
} from '../../hotel/settings/sections.ts'
import { mustBeSpoken } from '../../hotel/site/languages.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import { record } from '../../logbook/record.ts'
import { type Actor, transact } from '../actor.ts'
import { replanPending } from '../wakeups/replanning.ts'
import { read, type Settings, zoneIn } from '../settings.ts'
import { mustSeeAll } from './tenants.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly settings: Settings
  readonly clock: Clock
  /** Why SIP cannot come and go there, in words; null when it can, or does already. */
  whyNotAt(place: SipAddress): Promise<string | null>
  /** The languages that announcements are in. */
  spoken(): readonly string[]
}

type SipAddress = Pick<SiteSections['telephony'], 'bind' | 'port'>

/** The sections that are to be written over. */
export type ChangedSections = { readonly [Name in keyof WrittenSections]?: WrittenSections[Name] | undefined }

export type SiteActions = ReturnType<typeof siteActions>

/** The settings of the whole site. */
export function siteActions({ database, settings, clock, spoken, whyNotAt }: Parts) {
  /** Before anything is written: a port that is taken would leave the hotel without a telephone. */
  const mustOpen = async (changed: ChangedSections) => {
    const before = settings.current().telephony
    if (changed.telephony?.mode !== 'sip') return
    const after = sectionsInForce({ telephony: changed.telephony }).telephony
    if (before.mode === 'sip' && after.bind === before.bind && after.port === before.port) return
    const why = await whyNotAt(after)
    if (why !== null) throw new Failure('port.taken', why)
  }

  return {
    get(actor: Actor): SiteSections & { siteId: string } {
      mustSeeAll(actor)
      return settings.current()
    },

    async change(actor: Actor, edit: (before: WrittenSections) => ChangedSections): Promise<void> {
      mustSeeAll(actor)
      const now = clock.now()
      await mustOpen(edit(await database.read.site.written()))
      await transact(database, actor, now, async (stores) => {
        const before = await stores.site.written()
        const sections = edit(before)
        const language = sections.site?.language
        if (language !== before.site?.language) mustBeSpoken(language, spoken())
        const changed = SECTIONS.filter((name) => sections[name] !== undefined)
        for (const name of changed) await stores.site.saveSection(name, sections[name])
        const after = await read(stores)
        if (after.site.timezone !== sectionsInForce(before).site.timezone)
          await replanPending(stores, {
            scope: null,
            by: actor,
            now,
            zoneOf: (tenant) => zoneIn(after, tenant),
          })
        await record(stores, actor, now, {
          kind: 'site.changed',
          tenant: '',
          text: `Site settings changed: ${changed.join(', ')}`,
          detail: { sections: changed },
        })
      })
      await settings.reload()
    },
  }
}
