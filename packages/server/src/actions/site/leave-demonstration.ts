import type { Ids } from '../../kernel/ids.ts'
import type { Actor } from '../actor.ts'
import type { Passwords } from '../accounts/passwords.ts'
import type { ResourceParts } from '../resource.ts'
import { leaveRoom } from '../rooms/leaving.ts'
import type { Ringer } from '../wakeups/wakeups.ts'
import { removeCall } from '../wakeups/remove-call.ts'
import { siteFileActions } from './apply-site-file.ts'

interface Parts extends ResourceParts {
  readonly ids: Ids
  readonly passwords: Passwords
  readonly ringer: Ringer
  spoken(): readonly string[]
  /** What goes out, and where to, is another from now on. */
  destinationsChanged?(): void
}

const MOST_CALLS = 100_000

/** Guests leave, calls are cancelled, and then everything goes that the demonstration has brought. */
export function leaveDemonstration(parts: Parts) {
  const { database, ids, clock, ringer } = parts
  const files = siteFileActions(parts)

  const letGo = (actor: Actor) => {
    const now = clock.now()
    const why = { kind: 'wakeup.deleted', text: 'Wake-up call deleted with the demonstration' } as const
    return database.transaction(async (stores) => {
      for (const { tenant, number } of await stores.mailboxes.list(null)) {
        const guests = await stores.guests.ofRoom(tenant, number)
        if (guests.length > 0) await leaveRoom({ stores, ids, actor, now }, { tenant, number }, guests)
      }
      const removed: string[] = []
      for (const call of await stores.wakeups.page({ list: 'pending', scope: null, limit: MOST_CALLS }))
        removed.push(...(await removeCall(stores, actor, call, now, why)))
      return removed
    })
  }

  return async (actor: Actor): Promise<void> => {
    ringer.changed(await letGo(actor))
    await files.emptyDemonstration(actor)
    parts.destinationsChanged?.()
  }
}
