import type { Kysely, Selectable } from 'kysely'
import type { CallKey, PropertyCall } from '../../hotel/property/property.ts'
import type { Ending } from '../../hotel/property/property-call.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Outcome } from '../../hotel/wakeups/wakeup-outcome.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Schema } from '../engine/schema.ts'

type Progress = Pick<PropertyCall, 'state' | 'word' | 'toldAt'>

/** The calls that property systems asked for. */
export function propertyStore(db: Kysely<Schema>, dialect: Dialect) {
  const all = () => db.selectFrom('property_call').selectAll()
  const byKey = (system: string, { room, date, time }: CallKey) =>
    all()
      .where('system', '=', system)
      .where('room', '=', room)
      .where('date', '=', date)
      .where('time', '=', time)

  return {
    async insert(call: PropertyCall) {
      await db.insertInto('property_call').values(toRow(call)).execute()
    },

    async update(call: PropertyCall) {
      await db
        .updateTable('property_call')
        .set(toRow(call))
        .where('tenant', '=', call.tenant)
        .where('id', '=', call.id)
        .execute()
    },

    /**
     * How far it has come with its last word, unless it has come farther meanwhile: says whether. Whatever else has
     * changed stays.
     */
    async advance(before: PropertyCall, { state, word, toldAt }: Progress): Promise<boolean> {
      const done = await db
        .updateTable('property_call')
        .set({ state, word, told_at: toldAt })
        .where('tenant', '=', before.tenant)
        .where('id', '=', before.id)
        .where('state', '=', before.state)
        .executeTakeFirst()
      return done.numUpdatedRows > 0n
    },

    /** Another call rings in place of this one. */
    async passOn({ tenant, id }: Pick<Wakeup, 'tenant' | 'id'>, to: string) {
      await db
        .updateTable('property_call')
        .set({ wakeup: to })
        .where('tenant', '=', tenant)
        .where('wakeup', '=', id)
        .where('state', '=', 'open')
        .execute()
    },

    async remove({ tenant, id }: Pick<PropertyCall, 'tenant' | 'id'>) {
      await db.deleteFrom('property_call').where('tenant', '=', tenant).where('id', '=', id).execute()
    },

    /** Nothing is told of this call. */
    async letGo({ tenant, id }: Pick<Wakeup, 'tenant' | 'id'>) {
      const open = db.deleteFrom('property_call').where('state', '=', 'open')
      await open.where('tenant', '=', tenant).where('wakeup', '=', id).execute()
    },

    /** The latest that it was told of, by that key. */
    async toldByKey(system: string, key: CallKey): Promise<PropertyCall | undefined> {
      const told = byKey(system, key).where('state', '=', 'told').orderBy('told_at', 'desc')
      const row = await told.orderBy('id').executeTakeFirst()
      return row && toPropertyCall(row)
    },

    /** Those of a room that the system has not been told of, over or not; nobody changes them until the transaction ends. */
    async untoldOfRoom(system: string, room: string): Promise<PropertyCall[]> {
      const untold = all().where('state', 'in', ['open', 'due']).where('system', '=', system)
      const held = dialect.hold(untold.where('room', '=', room).orderBy('asked_at').orderBy('id'))
      return (await held.execute()).map(toPropertyCall)
    },

    /** Open ones whose call is over, with how it ended, or is gone (null); all, or those of certain calls. */
    async ended(wakeups: readonly string[] | null): Promise<EndedCall[]> {
      const open = db
        .selectFrom('property_call as asked')
        .leftJoin('wakeup', (join) =>
          join.onRef('wakeup.tenant', '=', 'asked.tenant').onRef('wakeup.id', '=', 'asked.wakeup'),
        )
        .selectAll('asked')
        .select(['wakeup.id as found', 'wakeup.outcome', 'wakeup.settled_at'])
        .where('asked.state', '=', 'open')
        .where((eb) => eb.or([eb('wakeup.id', 'is', null), eb('wakeup.state', '=', 'done')]))
      const some =
        wakeups === null ? open : open.where(dialect.oneOf('asked.wakeup', JSON.stringify(wakeups)))
      return (await some.orderBy('asked.asked_at').orderBy('asked.id').execute()).map(toEnded)
    },

    /** What property systems are to be told, oldest first; an operator may have decided anew while there was no link. */
    async due(): Promise<PropertyCall[]> {
      const due = db
        .selectFrom('property_call as asked')
        .leftJoin('wakeup', (join) =>
          join
            .onRef('wakeup.tenant', '=', 'asked.tenant')
            .onRef('wakeup.id', '=', 'asked.wakeup')
            .on('wakeup.state', '=', 'done'),
        )
        .selectAll('asked')
        .select('wakeup.outcome')
        .where('asked.state', '=', 'due')
      const rows = await due.orderBy('asked.asked_at').orderBy('asked.id').execute()
      return rows.map((row) => toPropertyCall({ ...row, word: row.outcome ?? row.word }))
    },

    /** Those that were told before, or asked for before and never to be told; at most so many, says how many went. */
    async purge(before: Instant, limit: number): Promise<number> {
      const old = db
        .selectFrom('property_call')
        .select(['tenant', 'id'])
        .where('asked_at', '<', before)
        .where((eb) =>
          eb.or([
            eb('told_at', '<', before),
            // Of a system that is gone, nobody finds out that a call is over: it goes after the call.
            eb.and([
              eb('state', '!=', 'told'),
              eb.not(
                eb.exists(
                  eb
                    .selectFrom('wakeup')
                    .select('wakeup.id')
                    .whereRef('wakeup.tenant', '=', 'property_call.tenant')
                    .whereRef('wakeup.id', '=', 'property_call.wakeup'),
                ),
              ),
            ]),
          ]),
        )
        .orderBy('asked_at')
        .limit(limit)
      const gone = db
        .deleteFrom('property_call')
        .where((eb) => eb(eb.refTuple('tenant', 'id'), 'in', old.$asTuple('tenant', 'id')))
      return Number((await gone.executeTakeFirst()).numDeletedRows)
    },
  }
}

export interface EndedCall {
  readonly call: PropertyCall
  readonly ending: Ending | null
}

type EndedRow = Selectable<Schema['property_call']> & {
  readonly found: string | null
  readonly outcome: Outcome | null
  readonly settled_at: number | null
}

const toEnded = (row: EndedRow): EndedCall => ({
  call: toPropertyCall(row),
  ending: row.found === null ? null : { outcome: row.outcome, settledAt: row.settled_at },
})

export const toPropertyCall = (row: Selectable<Schema['property_call']>): PropertyCall => ({
  id: row.id,
  system: row.system,
  tenant: row.tenant,
  room: row.room,
  date: row.date,
  time: row.time,
  wakeup: row.wakeup,
  askedAt: row.asked_at,
  state: row.state,
  word: row.word,
  toldAt: row.told_at,
  announcedFor: row.announced_for,
})

const toRow = (call: PropertyCall) => ({
  id: call.id,
  system: call.system,
  tenant: call.tenant,
  room: call.room,
  date: call.date,
  time: call.time,
  wakeup: call.wakeup,
  asked_at: call.askedAt,
  state: call.state,
  word: call.word,
  told_at: call.toldAt,
  announced_for: call.announcedFor,
})
