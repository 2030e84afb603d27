import type { Alarm } from '../../hotel/desk/alarm.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import { type AlarmNote, tellAlarm, type Telling } from '../../logbook/alarm-note.ts'
import { acknowledgeAlarm, type Acknowledgement } from '../../logbook/end-alarm.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
}

type Told = AlarmNote<'alarm.told' | 'alarm.waiting'>

export type DeskBook = ReturnType<typeof deskBook>

/** What was told at the desk, and what became of it. */
export function deskBook({ database, clock }: Parts) {
  const eachOpen = (alarms: readonly Alarm[], work: (stores: Stores, alarm: Alarm) => Promise<unknown>) =>
    database.transaction(async (stores) => {
      for (const alarm of await stillOpen(stores, alarms.map(idOf))) await work(stores, alarm)
    })

  return {
    /** Of these, the ones that are still open, as they are now. */
    open: (ids: readonly string[]): Promise<Alarm[]> => stillOpen(database.read, ids),

    /** Those that are due by then. */
    due: (by: Instant, limit: number): Promise<Alarm[]> => database.read.alarms.due(by, limit),

    /** Changes those that are still open, with a row in the log. */
    change: (alarms: readonly Alarm[], change: (alarm: Alarm) => Telling, told?: Told): Promise<void> =>
      eachOpen(alarms, (stores, alarm) => tellAlarm(stores, alarm, change(alarm), told, clock.now())),

    /** A key was pressed at the desk: the alarms that are still open are acknowledged. */
    acknowledged: (alarms: readonly Alarm[], how: Acknowledgement): Promise<void> =>
      eachOpen(alarms, (stores, alarm) =>
        acknowledgeAlarm(stores, alarm, { ...how, calls: alarm.calls + 1 }, clock.now()),
      ),
  }
}

const idOf = ({ id }: Alarm) => id

async function stillOpen({ alarms }: Pick<Stores, 'alarms'>, ids: readonly string[]): Promise<Alarm[]> {
  const found = []
  for (const id of ids) found.push(await alarms.get(id))
  return found.filter((alarm) => alarm !== undefined).filter(({ state }) => state === 'open')
}
