import { houseState } from '../../hotel/site/claim.ts'
import type { SitePlan } from '../../hotel/site/site-plan.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'
import type { Ids } from '../../kernel/ids.ts'
import { readApplied } from './place-and-prune.ts'
import { mustSeeAll } from './tenants.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly ids: Ids
}

export type SiteAsPlan = ReturnType<typeof siteAsPlan>

/** The house as a site file would describe it, and what the file that was applied last describes. */
export function siteAsPlan({ database: { read }, ids }: Parts) {
  return {
    async plan(actor: Actor): Promise<SitePlan> {
      mustSeeAll(actor)
      const rooms = await read.rooms.listCustom(null)
      const destinations = await Promise.all([
        read.destinations.list('charge', null),
        read.destinations.list('room-status', null),
      ])
      return {
        sections: await read.site.written(),
        tenants: await read.site.tenants(),
        users: await read.accounts.list(null),
        mailboxes: await read.mailboxes.list(null),
        rooms: rooms.length === 0 ? undefined : rooms,
        categories: await read.inventory.categories.list(null),
        items: await read.inventory.items.list(null),
        statusTypes: await read.roomStatus.types.list(null),
        destinations: destinations.flat(),
        lines: await read.lines.list(null),
        prompts: await read.prompts.list(null),
      }
    },

    async things(actor: Actor): Promise<string[]> {
      mustSeeAll(actor)
      const remembered = await read.site.remembered()
      // The demonstration came out of the program: no file will ever overwrite it.
      if (houseState(remembered) === 'demonstration') return []
      const { siteApplied } = remembered
      return [...readApplied(siteApplied, () => ids.secret(32)).things.keys()]
    },
  }
}
