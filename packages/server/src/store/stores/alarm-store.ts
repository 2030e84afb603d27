import type { Kysely, Selectable } from 'kysely'
import type { Alarm, AlarmKind, AlarmState } from '../../hotel/desk/alarm.ts'
import type { Scope } from '../../hotel/accounts/tenancy.ts'
import type { RowsEnd } from '../../hotel/log/retention.ts'
import type { Whose } from '../../hotel/nodes/houses.ts'
import type { Instant } from '../../kernel/clock.ts'
import { keysOf } from '../../kernel/record.ts'
import { changed, objectFrom, toJson } from '../engine/row.ts'
import type { Dialect } from '../engine/dialect.ts'
import { ofThose } from './whose.ts'
import type { Schema } from '../engine/schema.ts'
import { following, hasWords, isOfKinds, type Order } from './list-filters.ts'

export interface AlarmFilter {
  readonly scope: Scope
  readonly states?: readonly AlarmState[] | undefined
  /** Kinds, or nouns of several. */
  readonly wanted?: readonly string[] | undefined
  readonly wakeup?: string | undefined
  /** All of them stand in the text. */
  readonly words?: readonly string[] | undefined
  readonly from?: Instant | undefined
  readonly before?: Instant | undefined
  readonly after?: { readonly raisedAt: Instant; readonly id: string } | undefined
  readonly order?: Order | undefined
  readonly limit: number
}

export function alarmStore(db: Kysely<Schema>, dialect: Dialect) {
  const all = () => db.selectFrom('alarm').selectAll()
  return {
    async get(id: string): Promise<Alarm | undefined> {
      const row = await all().where('id', '=', id).executeTakeFirst()
      return row && toAlarm(row)
    },

    /** The open alarm of this kind about this thing, if there is one. */
    async openAbout(kind: AlarmKind, subject: string): Promise<Alarm | undefined> {
      const query = all().where('subject', '=', subject).where('kind', '=', kind).where('state', '=', 'open')
      const row = await query.executeTakeFirst()
      return row && toAlarm(row)
    },

    /** The open alarms of these kinds about these things. */
    async openAboutThose(kinds: readonly AlarmKind[], subjects: readonly string[]): Promise<Alarm[]> {
      if (subjects.length === 0) return []
      const query = all().where('subject', 'in', subjects).where('kind', 'in', kinds)
      return (await query.where('state', '=', 'open').orderBy('raised_at').orderBy('id').execute()).map(
        toAlarm,
      )
    },

    /** How many of each kind are open; kinds without any are left out. */
    openByKind(): Promise<{ kind: AlarmKind; alarms: number }[]> {
      const query = db.selectFrom('alarm').where('state', '=', 'open').groupBy('kind').orderBy('kind')
      return query.select((eb) => ['kind', eb.fn.countAll<number>().as('alarms')]).execute()
    },

    /** Whether the desk is being told, or has said that it knows. */
    async isToldAbout(kind: AlarmKind, subject: string): Promise<boolean> {
      const query = all().where('subject', '=', subject).where('kind', '=', kind).where('state', '!=', 'over')
      return (await query.executeTakeFirst()) !== undefined
    },

    /** Alarms of this kind about this thing that did not end by themselves, the latest first. */
    async toldAbout(kind: AlarmKind, subject: string): Promise<Alarm[]> {
      const query = all().where('subject', '=', subject).where('kind', '=', kind).where('state', '!=', 'over')
      return (await query.orderBy('raised_at', 'desc').orderBy('id', 'desc').execute()).map(toAlarm)
    },

    /** By time, then id; or the other way round. */
    async page(filter: AlarmFilter): Promise<Alarm[]> {
      const { scope, states, after, order = 'asc', wanted = [], words = [] } = filter
      let query = all().orderBy('raised_at', order).orderBy('id', order)
      if (scope !== null) query = query.where('tenant', '=', scope)
      if (states !== undefined) query = query.where('state', 'in', states)
      if (wanted.length > 0) query = query.where(isOfKinds(wanted))
      if (words.length > 0) query = query.where(hasWords(['text'], words))
      // What an alarm about a call is about is the call.
      if (filter.wakeup !== undefined)
        query = query.where('subject', '=', filter.wakeup).where(isOfKinds(['wakeup']))
      if (filter.from !== undefined) query = query.where('raised_at', '>=', filter.from)
      if (filter.before !== undefined) query = query.where('raised_at', '<', filter.before)
      if (after)
        query = query.where((eb) =>
          eb(eb.refTuple('raised_at', 'id'), following(order), eb.tuple(after.raisedAt, after.id)),
        )
      return (await query.limit(filter.limit).execute()).map(toAlarm)
    },

    /**
     * Open ones that the desk is to be told of by now: the oldest of each tenant, then the second of each, and so on,
     * so that an unattended desk keeps no other waiting.
     */
    async due(now: Instant, limit: number, whose: Whose = null): Promise<Alarm[]> {
      const ranked = all()
        .select((eb) =>
          eb.fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('tenant').orderBy('next_at').orderBy('id'))
            .as('turn'),
        )
        .where('state', '=', 'open')
        .where('next_at', '<=', now)
        .where(ofThose(dialect, 'tenant', whose))
      const query = db.selectFrom(ranked.as('due')).selectAll().orderBy('turn').orderBy('next_at')
      return (await query.orderBy('id').limit(limit).execute()).map(toAlarm)
    },

    /** When the next open one is due. */
    async nextDue(): Promise<Instant | null> {
      const query = db.selectFrom('alarm').select((eb) => eb.fn.min('next_at').as('next'))
      return (await query.where('state', '=', 'open').executeTakeFirst())?.next ?? null
    },

    async insert(alarm: Alarm) {
      await db.insertInto('alarm').values(toRow(alarm)).execute()
    },

    /**
     * Changes an open alarm if it is still as it was read; says whether it was. What other transactions have changed
     * besides stays, and an alarm that has ended stays ended.
     */
    async update(before: Alarm, changes: Partial<AlarmChanges>): Promise<boolean> {
      const was = toRow(before)
      const set = changed(was, toRow({ ...before, ...changes }))
      if (keysOf(set).length === 0) return before.state === 'open'
      let query = db.updateTable('alarm').set(set).where('tenant', '=', was.tenant).where('id', '=', was.id)
      for (const column of keysOf(set))
        query = query.where(column, was[column] === null ? 'is' : '=', was[column])
      return (await query.where('state', '=', 'open').executeTakeFirst()).numUpdatedRows > 0n
    },

    /** Ended ones that are older, at most so many; says how many went. */
    async purge({ log, charges }: RowsEnd, limit: number): Promise<number> {
      const old = db
        .selectFrom('alarm')
        .select(['tenant', 'id'])
        .where('state', '!=', 'open')
        .where((eb) =>
          eb.or([
            eb('raised_at', '<', log),
            // It tells what was charged.
            eb.and([eb('kind', '=', 'charge.take-back'), eb('raised_at', '<', charges)]),
          ]),
        )
        .limit(limit)
      const gone = db
        .deleteFrom('alarm')
        .where((eb) => eb(eb.refTuple('tenant', 'id'), 'in', old.$asTuple('tenant', 'id')))
      return Number((await gone.executeTakeFirst()).numDeletedRows)
    },
  }
}

/** What may change of an alarm. */
type AlarmChanges = Omit<Alarm, 'id' | 'tenant' | 'kind' | 'subject' | 'raisedAt'>

const toAlarm = (row: Selectable<Schema['alarm']>): Alarm => ({
  id: row.id,
  tenant: row.tenant,
  kind: row.kind,
  subject: row.subject,
  room: row.room,
  text: row.text,
  detail: objectFrom(row.detail),
  raisedAt: row.raised_at,
  state: row.state,
  endedBy: row.ended_by,
  endedAt: row.ended_at,
  note: row.note,
  nextAt: row.next_at,
  step: row.step,
  stepAt: row.step_at,
  stepCalls: row.step_calls,
  known: row.known,
  knownAt: row.known_at,
  calls: row.calls,
  mails: row.mails,
  mailedAt: row.mailed_at,
  posts: row.posts,
  postedAt: row.posted_at,
})

const toRow = (alarm: Alarm) => ({
  id: alarm.id,
  tenant: alarm.tenant,
  kind: alarm.kind,
  subject: alarm.subject,
  room: alarm.room,
  text: alarm.text,
  detail: toJson(alarm.detail),
  raised_at: alarm.raisedAt,
  state: alarm.state,
  ended_by: alarm.endedBy,
  ended_at: alarm.endedAt,
  note: alarm.note,
  next_at: alarm.nextAt,
  step: alarm.step,
  step_at: alarm.stepAt,
  step_calls: alarm.stepCalls,
  known: alarm.known,
  known_at: alarm.knownAt,
  calls: alarm.calls,
  mails: alarm.mails,
  mailed_at: alarm.mailedAt,
  posts: alarm.posts,
  posted_at: alarm.postedAt,
})
