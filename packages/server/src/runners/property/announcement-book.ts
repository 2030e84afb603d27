import { plainName } from '../../hotel/accounts/tenancy.ts'
import type { CallKey, PropertyCall, PropertySystem } from '../../hotel/property/property.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import { noteRow, writeRows } from '../../logbook/notes.ts'
import type { UnannouncedCall } from '../../store/stores/announced-calls.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import { toldNote } from './property-book.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly ids: Ids
}

export type AnnouncementBook = ReturnType<typeof announcementBook>

/** Which calls made here property systems know, and by what. */
export function announcementBook({ database, ids }: Parts) {
  return {
    unannounced: (system: PropertySystem, wakeups: readonly string[] | null): Promise<UnannouncedCall[]> =>
      database.read.announced.missing(system, wakeups),

    /** The series has moved on because that day is over: the property system hears how it ended. Says whether it was so. */
    handOver: (known: PropertyCall, { series }: UnannouncedCall): Promise<boolean> =>
      database.transaction(async (stores) => {
        const day = series ? await stores.announced.dayOf(known) : undefined
        if (day === undefined) return false
        await stores.property.update({ ...known, wakeup: day })
        return true
      }),

    /** The record has left. */
    withdrawn: (known: PropertyCall, now: Instant): Promise<void> =>
      database.transaction(async (stores) => {
        const gone = { ...known, word: 'taken back' } as const
        await stores.property.advance(known, { ...gone, state: 'told', toldAt: now })
        await writeRows(stores, [noteRow(gone, toldNote(gone, now))])
      }),

    /** The record has left: from now on it is a call like those that the system asks for. */
    announced: (system: string, call: UnannouncedCall, key: CallKey, now: Instant): Promise<void> =>
      database.transaction(async (stores) => {
        const { tenant, id: wakeup, scheduledAt } = call
        const progress = { askedAt: now, state: 'open', word: null, toldAt: null } as const
        const known = {
          id: ids.uuid(),
          system,
          tenant,
          wakeup,
          announcedFor: scheduledAt,
          ...key,
          ...progress,
        }
        await stores.property.insert(known)
        const text = `${plainName({ tenant, name: system })} was told of the wake-up call`
        const detail = { ...key, call: known.id, system }
        await writeRows(stores, [noteRow(known, { kind: 'property.announced', at: now, text, detail })])
      }),
  }
}
