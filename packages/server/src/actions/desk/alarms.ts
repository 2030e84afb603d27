import type { Alarm } from '../../hotel/desk/alarm.ts'
import { inScope } from '../../hotel/accounts/tenancy.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { AlarmFilter } from '../../store/stores/alarm-store.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import { acknowledgeAlarm, personally } from '../../logbook/end-alarm.ts'
import { type Actor, transact, unknown } from '../actor.ts'
import { type Page, pages } from '../pages.ts'

export type AlarmListQuery = Omit<AlarmFilter, 'scope' | 'limit'> & Page

export type AlarmActions = ReturnType<typeof alarmActions>

/** The desk's alarms, and who has acknowledged them. */
export function alarmActions({ database, clock }: { database: HotelDatabase; clock: Clock }) {
  const visible = (alarm: Alarm | undefined, actor: Actor, id: string) => {
    if (!alarm || !inScope(alarm.tenant, actor.scope)) throw unknown('Alarm', id)
    return alarm
  }

  return {
    pages: (actor: Actor, query: AlarmListQuery): AsyncGenerator<Alarm[]> =>
      pages(query, (limit, last: Alarm | undefined) =>
        database.read.alarms.page({ ...query, scope: actor.scope, limit, after: last ?? query.after }),
      ),

    async get(actor: Actor, id: string): Promise<Alarm> {
      return visible(await database.read.alarms.get(id), actor, id)
    },

    /** An operator acknowledges it by name: the desk is told no more. */
    acknowledge(actor: Actor, id: string, note: string): Promise<void> {
      const now = clock.now()
      return transact(database, actor, now, async (stores) => {
        const alarm = visible(await stores.alarms.get(id), actor, id)
        if (alarm.state !== 'open')
          throw new Failure('state.conflict', `The alarm is no longer open: ${alarm.endedBy ?? 'it is over'}`)
        if (!(await acknowledgeAlarm(stores, alarm, { ...personally(actor), note }, now)))
          throw new Failure('state.conflict', 'The alarm is no longer open: it was ended at this moment')
      })
    },
  }
}
