import type { Alarm } from '../../hotel/desk/alarm.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
}

/** What happened to an alarm, for the log. */
export interface Happened {
  readonly kind: 'alarm.told' | 'alarm.waiting' | 'alarm.acknowledged'
  readonly text: string
  readonly detail: Readonly<Record<string, unknown>>
}

export type DeskBook = ReturnType<typeof deskBook>

/** What was told at the desk, and what became of it. */
export function deskBook({ database, clock }: Parts) {
  return {
    /** Of these, the ones that are still open, as they are now. */
    open: (ids: readonly string[]): Promise<Alarm[]> => stillOpen(database.read, ids),

    /** Those that are due by then. */
    due: (by: Instant, limit: number): Promise<Alarm[]> => database.read.alarms.due(by, limit),

    /** Changes those that are still open, with a row in the log. */
    change: (alarms: readonly Alarm[], change: (alarm: Alarm) => Alarm, happened?: Happened): Promise<void> =>
      database.transaction(async (stores) => {
        const ids = alarms.map(({ id }) => id)
        for (const alarm of await stillOpen(stores, ids)) {
          const isStillOpen = await stores.alarms.update(alarm, change(alarm))
          if (isStillOpen && happened) await stores.activity.add(rowOf(alarm, happened, clock.now()))
        }
      }),
  }
}

async function stillOpen({ alarms }: Pick<Stores, 'alarms'>, ids: readonly string[]): Promise<Alarm[]> {
  const found = []
  for (const id of ids) found.push(await alarms.get(id))
  return found.filter((alarm) => alarm?.state === 'open') as Alarm[]
}

const rowOf = (alarm: Alarm, { kind, text, detail }: Happened, at: Instant) => ({
  at,
  tenant: alarm.tenant,
  kind,
  room: alarm.room,
  actor: 'system',
  source: 'system' as const,
  wakeup: alarm.kind.startsWith('wakeup.') ? alarm.subject : null,
  text,
  detail: { alarm: alarm.id, ...detail },
})
