import type { Alarm } from '../../hotel/desk/alarm.ts'
import { inScope } from '../../hotel/accounts/tenancy.ts'
import { isWanted as isOfKind } from '../../hotel/log/event.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { AlarmFilter } from '../../store/stores/alarm-store.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { type Acknowledgement, acknowledgeAlarm, personally } from '../../logbook/end-alarm.ts'
import { type Actor, transact, unknown } from '../actor.ts'
import { type Page, searchedPages } from '../pages.ts'
import { type WholeAlarm, wholeAlarms } from './whole-alarms.ts'

export type AlarmListQuery = Omit<AlarmFilter, 'scope' | 'limit'> & Page

export type AlarmActions = ReturnType<typeof alarmActions>

/** What is known of alarms while the database takes nothing. */
export interface RememberedAlarms {
  shown(): readonly Alarm[]
  unwritten(): readonly Alarm[]
  acknowledge(alarm: Alarm, how: Acknowledgement): boolean
  idOf(id: string): string
}

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly outage: { readonly since: Instant | null }
  readonly remembered: RememberedAlarms
}

/** The desk's alarms, and who has acknowledged them. */
export function alarmActions({ database, clock, outage, remembered }: Parts) {
  const visible = (alarm: Alarm | undefined, actor: Actor, id: string) => {
    if (!alarm || !inScope(alarm.tenant, actor.scope)) throw unknown('Alarm', id)
    return alarm
  }
  const asRemembered = (id: string) => remembered.shown().find((alarm) => alarm.id === id)
  /** Those that cannot be written yet are the latest. */
  const page = async (filter: AlarmFilter): Promise<Alarm[]> => {
    const written = await database.read.alarms.page(filter)
    const late = remembered.unwritten().filter(isWanted(filter))
    const rows = written.map((alarm) => asRemembered(alarm.id) ?? alarm)
    if (filter.order === 'desc') return [...late.toReversed(), ...rows].slice(0, filter.limit)
    return written.length < filter.limit ? [...rows, ...late].slice(0, filter.limit) : rows
  }
  const find = async (actor: Actor, id: string): Promise<Alarm> => {
    const own = remembered.idOf(id)
    return visible(asRemembered(own) ?? (await database.read.alarms.get(own)), actor, id)
  }
  const acknowledgement = (actor: Actor, note: string) => ({ ...personally(actor), note })
  const isKnownNow = async (stores: Stores, actor: Actor, alarm: Alarm, note: string, now: Instant) =>
    alarm.state === 'open' && acknowledgeAlarm(stores, alarm, acknowledgement(actor, note), now)
  const allInOutage = async (actor: Actor, ids: readonly string[], note: string) => {
    const alarms = await Promise.all(ids.map((id) => find(actor, id)))
    return parted(
      ids,
      alarms.map((alarm) => remembered.acknowledge(alarm, acknowledgement(actor, note))),
    )
  }
  const allInBook = (actor: Actor, ids: readonly string[], note: string, now: Instant) =>
    transact(database, actor, now, async (stores) => {
      const were: boolean[] = []
      for (const id of ids) {
        const alarm = visible(await stores.alarms.get(remembered.idOf(id)), actor, id)
        were.push(await isKnownNow(stores, actor, alarm, note, now))
      }
      return parted(ids, were)
    })

  return {
    /** With how what each tells of stands now. */
    async *pages(actor: Actor, query: AlarmListQuery): AsyncGenerator<WholeAlarm[]> {
      const found = searchedPages(query, clock.now(), (limit, last: Alarm | undefined, span) =>
        page({ ...query, ...span, scope: actor.scope, limit, after: last ?? query.after }),
      )
      for await (const alarms of found) yield await wholeAlarms(database.read, alarms)
    },

    async get(actor: Actor, id: string): Promise<WholeAlarm> {
      const alarm = await find(actor, id)
      const [whole] = await wholeAlarms(database.read, [alarm])
      return whole ?? { alarm, call: null, again: null }
    },

    /** An operator acknowledges it by name: the desk is told no more. */
    async acknowledge(actor: Actor, id: string, note: string): Promise<void> {
      const how = acknowledgement(actor, note)
      if (outage.since !== null) {
        const alarm = await find(actor, id)
        if (!remembered.acknowledge(alarm, how)) throw ended(alarm)
        return
      }
      const now = clock.now()
      await transact(database, actor, now, async (stores) => {
        const alarm = visible(await stores.alarms.get(remembered.idOf(id)), actor, id)
        if (alarm.state !== 'open') throw ended(alarm)
        if (!(await acknowledgeAlarm(stores, alarm, how, now)))
          throw new Failure('alarm.over', 'The alarm is no longer open: it was ended at this moment')
      })
    },

    /** Of many at once some may have ended since they were seen: these stay as they are. */
    acknowledgeAll(actor: Actor, ids: readonly string[], note: string): Promise<AcknowledgedAlarms> {
      // In one order everywhere: who changes the same alarms at once never waits for the other in a circle.
      const each = [...new Set(ids)].toSorted()
      return outage.since === null
        ? allInBook(actor, each, note, clock.now())
        : allInOutage(actor, each, note)
    },
  }
}

/** Which of many were still open. */
interface AcknowledgedAlarms {
  readonly acknowledged: readonly string[]
  readonly ended: readonly string[]
}

const parted = (ids: readonly string[], were: readonly boolean[]): AcknowledgedAlarms => ({
  acknowledged: ids.filter((_, at) => were[at] === true),
  ended: ids.filter((_, at) => were[at] !== true),
})

const ended = ({ endedBy }: Alarm) =>
  new Failure('alarm.over', `The alarm is no longer open: ${endedBy ?? 'it is over'}`)

const isWanted =
  (filter: AlarmFilter) =>
  (alarm: Alarm): boolean => {
    const { scope, states, from = alarm.raisedAt, before = Number.POSITIVE_INFINITY, wakeup } = filter
    return (
      inScope(alarm.tenant, scope) &&
      (states === undefined || states.includes(alarm.state)) &&
      isOfKind(alarm.kind, filter.wanted ?? []) &&
      (wakeup === undefined || (alarm.subject === wakeup && isOfKind(alarm.kind, ['wakeup']))) &&
      (filter.words ?? []).every((word) => alarm.text.toLowerCase().includes(word.toLowerCase())) &&
      alarm.raisedAt >= from &&
      alarm.raisedAt < before &&
      isAfter(alarm, filter)
    )
  }

const isAfter = ({ raisedAt, id }: Alarm, { after, order }: AlarmFilter): boolean => {
  if (!after || raisedAt === after.raisedAt)
    return !after || (order === 'desc' ? id < after.id : id > after.id)
  return order === 'desc' ? raisedAt < after.raisedAt : raisedAt > after.raisedAt
}
