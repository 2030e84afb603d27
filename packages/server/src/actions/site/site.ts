import { type SiteSections, SECTIONS } from '../../hotel/site/site.ts'
import type { Clock } from '../../kernel/clock.ts'
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
  readonly defaults: SiteSections
}

export type SiteActions = ReturnType<typeof siteActions>

/** The settings of the whole site. */
export function siteActions({ database, settings, clock, defaults }: Parts) {
  return {
    get(actor: Actor): SiteSections & { siteId: string } {
      mustSeeAll(actor)
      return settings.current()
    },

    async change(actor: Actor, edit: (before: SiteSections) => Partial<SiteSections>): Promise<void> {
      mustSeeAll(actor)
      const now = clock.now()
      await transact(database, actor, now, async (stores) => {
        const before = await read(stores, defaults)
        const after = edit(before)
        const changed = SECTIONS.filter((name) => name in after)
        for (const name of changed) await stores.site.saveSection(name, { ...after[name] })
        const written = await read(stores, defaults)
        if (written.site.timezone !== before.site.timezone)
          await replanPending(stores, null, (tenant) => zoneIn(written, tenant))
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
