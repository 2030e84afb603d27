import type { Alarm, AlarmNews, Telling } from '../../hotel/desk/alarm.ts'
import type { Whose } from '../../hotel/nodes/houses.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import { type AlarmNote, tellAlarm } from '../../logbook/alarm-note.ts'
import { acknowledgeAlarm, type Acknowledgement } from '../../logbook/end-alarm.ts'
import { raiseOrAdd } from '../../logbook/raise-alarm.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly reached: Reached
  readonly ids: Ids
  /** Whose desks are ours to tell. */
  whose(): Whose
}

/** Somebody has reached a guest: what becomes of the call, in the transaction that says so. */
export type Reached = (stores: Stores, alarm: Alarm, how: Acknowledgement, now: Instant) => Promise<void>

type Told = AlarmNote<'alarm.told' | 'alarm.waiting' | 'alarm.known' | 'alarm.passed-on'>

export type DeskBook = ReturnType<typeof deskBook>

/** What was told at the desk, and what became of it. */
export function deskBook({ database, clock, ids, reached, whose }: Parts) {
  /** As they are now; in the order in which everybody takes them up. */
  const each = (alarms: readonly Alarm[], work: (stores: Stores, alarm: Alarm) => Promise<unknown>) =>
    alarms.length === 0
      ? Promise.resolve()
      : database.transaction(async (stores) => {
          for (const alarm of await present(stores, alarms.map(idOf).toSorted())) await work(stores, alarm)
        })

  return {
    /** The desk must know of this, and of what is added to it. */
    raised: (news: AlarmNews): Promise<void> =>
      database.transaction((stores) => raiseOrAdd(stores, ids, news, clock.now())),

    /** Of these, the ones that are still open, as they are now. */
    open: async (ids: readonly string[]): Promise<Alarm[]> =>
      (await present(database.read, ids)).filter(({ state }) => state === 'open'),

    /** Those that are due by then. */
    due: (by: Instant, limit: number): Promise<Alarm[]> => database.read.alarms.due(by, limit, whose()),

    /** Changes those that are still open, with a row in the log. */
    change: (alarms: readonly Alarm[], change: (alarm: Alarm) => Telling, told?: Told): Promise<void> =>
      each(alarms, async (stores, alarm) => {
        if (alarm.state === 'open') await tellAlarm(stores, alarm, change(alarm), told, clock.now())
      }),

    /**
     * A key was pressed at the desk: the alarms that are still open are acknowledged. A guest was reached all the same
     * where the cause of the alarm ended while it was being told.
     */
    acknowledged: (alarms: readonly Alarm[], how: Acknowledgement): Promise<void> =>
      each(alarms, async (stores, alarm) => {
        const isOpen = alarm.state === 'open'
        if (isOpen) await acknowledgeAlarm(stores, alarm, { ...how, calls: alarm.calls + 1 }, clock.now())
        if (how.isReached && (isOpen || alarm.state === 'over'))
          await reached(stores, alarm, how, clock.now())
      }),
  }
}

const idOf = ({ id }: Alarm) => id

async function present({ alarms }: Pick<Stores, 'alarms'>, ids: readonly string[]): Promise<Alarm[]> {
  const found = []
  for (const id of ids) found.push(await alarms.get(id))
  return found.filter((alarm) => alarm !== undefined)
}
