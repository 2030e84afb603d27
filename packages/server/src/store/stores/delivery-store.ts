import { type Kysely, type Selectable, sql, type SqlBool } from 'kysely'
import {
  type Delivery,
  type DeliveryAttempt,
  type DeliveryState,
  GIVEN_UP,
  type QueueKey,
} from '../../hotel/deliveries/delivery.ts'
import { moneyIn, postingIn } from '../../hotel/deliveries/delivery-money.ts'
import type { Purpose } from '../../hotel/deliveries/destination.ts'
import { summaryOf, wakeupIn } from '../../hotel/deliveries/delivery-words.ts'
import { VOID_MESSAGE } from '../../hotel/deliveries/take-back.ts'
import type { Scope, TenantId } from '../../hotel/accounts/tenancy.ts'
import type { Instant } from '../../kernel/clock.ts'
import { changed, toFlag, objectFrom, toJson } from '../engine/row.ts'
import type { Schema } from '../engine/schema.ts'
import { insertRows, writeTemplate } from '../engine/template.ts'
import { following, hasWords, isOfKinds, type Order } from './list-filters.ts'

/**
 * Of a charge that was taken back, what arrived is sent again only together with the message that takes it back: one
 * without the other would bill, or give back, what it should not.
 */
const isNotGone = sql<SqlBool>`(withdrawn = 0 or (state in ('delivered', 'uncertain') and exists (
  select 1 from delivery as back where back.charge = delivery.charge and back.kind = ${VOID_MESSAGE}
    and back.owner = delivery.owner and back.purpose = delivery.purpose and back.destination = delivery.destination)))`

/** As `isOverByTakeBack` has it. */
const isOver = sql<SqlBool>`(state = 'dead' and withdrawn = 1)`

/**
 * For messages named by id: keeps the databases from looking them up by state, which a hundred thousand others may share.
 * PostgreSQL did, and then held each of those against every id.
 */
const isOpen = sql<SqlBool>`coalesce(state, '') in ('waiting', 'uncertain')`

/** One doubt more of what was delivered, and is not recognized when it comes again: as `replayDelivery` has it. */
const AGAIN = sql<number>`doubts + case when state = 'delivered' and memo is not null then 1 else 0 end`

export interface DeliveryFilter {
  readonly scope: Scope
  readonly states?: readonly DeliveryState[] | undefined
  readonly destination?: string | undefined
  /** Two of one name may be of different purposes, and of different tenants. */
  readonly purpose?: Purpose | undefined
  readonly owner?: TenantId | undefined
  readonly room?: string | undefined
  /** Kinds, or nouns of several. */
  readonly wanted?: readonly string[] | undefined
  readonly wakeup?: string | undefined
  /** All of them stand in what it says, or in why it fares so. */
  readonly words?: readonly string[] | undefined
  /** At least so many. */
  readonly doubts?: number | undefined
  readonly charge?: string | undefined
  /** Only those that are not sent any more as their charge was taken back, or only all others. */
  readonly takenBack?: boolean | undefined
  readonly item?: string | undefined
  readonly quantity?: number | undefined
  readonly total?: string | undefined
  /** Who charged it, or reported the status. */
  readonly user?: string | undefined
  /** The number of a posting to a property system. */
  readonly posting?: number | undefined
  readonly from?: Instant | undefined
  readonly before?: Instant | undefined
  readonly after?: { at: Instant; id: string } | undefined
  readonly order?: Order | undefined
  readonly limit: number
}

/** What waits to be sent, and since when; and beside it what nobody sends before a person has decided. */
interface Backlog {
  readonly depth: number
  readonly oldest: Instant | null
  readonly uncertain: number
}

/** When something that failed is tried again, and how its latest attempt ended. */
export interface Tried {
  readonly next: Instant | null
  readonly last: DeliveryAttempt | null
}

/** So many of a destination in one part of the time. */
export interface AcceptedPart extends QueueKey {
  readonly part: number
  readonly accepted: number
  readonly delivered: number
}

export interface ReplayFilter {
  readonly scope: Scope
  /** The destination meant. */
  readonly queue: QueueKey
  /** Accepted from here on, and until there. */
  readonly since: Instant
  readonly until: Instant
  /** Also what arrived, or may have. */
  readonly force: boolean
}

/** A message that can be sent again. */
export type Replayable = Pick<
  Delivery,
  'id' | 'kind' | 'tenant' | 'room' | 'createdAt' | 'state' | 'purpose' | 'owner' | 'destination'
>

export function deliveryStore(db: Kysely<Schema>) {
  const ofQueue = ({ purpose, owner, destination }: QueueKey) =>
    db
      .selectFrom('delivery')
      .select('id')
      .where('owner', '=', owner)
      .where('purpose', '=', purpose)
      .where('destination', '=', destination)
      .limit(1)

  const undelivered = () =>
    db
      .selectFrom('delivery')
      .select(({ fn }) => [
        fn.countAll<number>().filterWhere('state', '<>', 'uncertain').as('depth'),
        fn.min<number | null>('created_at').filterWhere('state', '<>', 'uncertain').as('oldest'),
        fn.countAll<number>().filterWhere('state', '=', 'uncertain').as('uncertain'),
      ])
      .where('state', 'in', ['waiting', 'sending', 'uncertain'])

  return {
    async get(id: string): Promise<Delivery | undefined> {
      const row = await db.selectFrom('delivery').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toDelivery(row)
    },

    async insertAll(deliveries: readonly Delivery[]) {
      await insertRows(db, 'delivery', deliveries.map(toRow))
    },

    async insert(delivery: Delivery) {
      await writeTemplate(db, 'delivery.insert', toRow(delivery), (row) =>
        db.insertInto('delivery').values(row),
      )
    },

    /** Decides about one that is still as it was read: says whether it was. */
    async update(before: Delivery, after: Delivery): Promise<boolean> {
      const done = await db
        .updateTable('delivery')
        // The state always: a decision may change nothing, and SQL knows no update of nothing.
        .set({ state: after.state, ...changed(toRow(before), toRow(after)) })
        .where('tenant', '=', before.tenant)
        .where('id', '=', before.id)
        .where('state', '=', before.state)
        .where('attempts', '=', before.attempts)
        .where('withdrawn', '=', toFlag(before.withdrawn))
        .executeTakeFirst()
      return done.numUpdatedRows > 0n
    },

    /** By time of acceptance, then id; or the other way round. */
    async page(filter: DeliveryFilter): Promise<Delivery[]> {
      const { after, order = 'asc', states, wanted = [], words = [] } = filter
      let query = db.selectFrom('delivery').selectAll().orderBy('created_at', order).orderBy('id', order)
      if (filter.scope !== null) query = query.where('tenant', '=', filter.scope)
      if (states !== undefined) query = query.where('state', 'in', states)
      if (filter.destination !== undefined) query = query.where('destination', '=', filter.destination)
      for (const [column, value] of ofOneQueue(filter))
        if (value !== undefined)
          query = query.where(sql<SqlBool>`coalesce(${sql.ref(column)}, '') = ${value}`)
      if (filter.room !== undefined) query = query.where('room', '=', filter.room)
      if (wanted.length > 0) query = query.where(isOfKinds(wanted))
      if (words.length > 0) query = query.where(hasWords(['summary', 'note'], words))
      // The first of these is what the index of doubts is of.
      if (filter.doubts !== undefined && filter.doubts > 0)
        query = query.where(sql<SqlBool>`doubts > 0`).where('doubts', '>=', filter.doubts)
      if (filter.takenBack !== undefined)
        query = query.where((eb) => (filter.takenBack === true ? isOver : eb.not(isOver)))
      for (const [column, value] of soughtIn(filter))
        if (value !== undefined) query = query.where(column, '=', value)
      if (filter.from !== undefined) query = query.where('created_at', '>=', filter.from)
      if (filter.before !== undefined) query = query.where('created_at', '<', filter.before)
      if (after)
        query = query.where((eb) =>
          eb(eb.refTuple('created_at', 'id'), following(order), eb.tuple(after.at, after.id)),
        )
      return (await query.limit(filter.limit).execute()).map(toDelivery)
    },

    /** Everything that destinations were told about these charges, in the order of acceptance. */
    async ofCharges(ids: readonly string[]): Promise<Delivery[]> {
      if (ids.length === 0) return []
      const query = db.selectFrom('delivery').selectAll().where('charge', 'in', ids)
      return (await query.orderBy('created_at').orderBy('id').execute()).map(toDelivery)
    },

    async attempts({ tenant, id }: Pick<Delivery, 'tenant' | 'id'>): Promise<DeliveryAttempt[]> {
      const query = db
        .selectFrom('delivery_attempt')
        .select(['at', 'status', 'ms', 'text', 'actor as trigger'])
      const ofDelivery = query.where('tenant', '=', tenant).where('delivery', '=', id)
      return ofDelivery.orderBy('number').execute()
    },

    async backlog(): Promise<Backlog> {
      return undelivered().executeTakeFirstOrThrow()
    },

    /** The same for each destination that has any. */
    async backlogs(): Promise<(QueueKey & Backlog)[]> {
      return undelivered()
        .select(['purpose', 'owner', 'destination'])
        .groupBy(['purpose', 'destination', 'owner'])
        .orderBy('purpose')
        .orderBy('destination')
        .orderBy('owner')
        .execute()
    },

    /** How many messages for a destination are in each state that is not the good end: read from its index alone. */
    async counts({
      purpose,
      owner,
      destination,
    }: QueueKey): Promise<{ state: DeliveryState; count: number }[]> {
      return db
        .selectFrom('delivery')
        .select('state')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('owner', '=', owner)
        .where('purpose', '=', purpose)
        .where('destination', '=', destination)
        .where('state', 'in', ['waiting', 'sending', 'uncertain', 'refused', 'dead'])
        .groupBy('state')
        .execute()
    },

    /** Of those that are not sent any more, how many tell of a charge that was taken back. */
    async takenBack({ purpose, owner, destination }: QueueKey): Promise<number> {
      const { count } = await db
        .selectFrom('delivery')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('owner', '=', owner)
        .where('purpose', '=', purpose)
        .where('destination', '=', destination)
        .where('state', '=', 'dead')
        .where(isOver)
        .executeTakeFirstOrThrow()
      return count
    },

    /** What was accepted since then, counted in equal parts of the time. */
    async accepted(since: Instant, partMs: number): Promise<AcceptedPart[]> {
      // Whole numbers in both databases: the quotient of two is cut.
      const part = sql<number>`(created_at - ${sql.lit(since)}) / ${sql.lit(partMs)}`
      return db
        .selectFrom('delivery')
        .select(['purpose', 'owner', 'destination', part.as('part')])
        .select(({ fn }) => [
          fn.countAll<number>().as('accepted'),
          fn.countAll<number>().filterWhere('state', '=', 'delivered').as('delivered'),
        ])
        .where('created_at', '>=', since)
        .groupBy(['purpose', 'owner', 'destination', part])
        .execute()
    },

    /** When the latest that arrived at a destination did; null while none has. */
    async lastDelivered({ purpose, owner, destination }: QueueKey): Promise<Instant | null> {
      const latest = await db
        .selectFrom('delivery')
        .select(['tenant', 'id', 'created_at'])
        .where('owner', '=', owner)
        .where('purpose', '=', purpose)
        .where('destination', '=', destination)
        .where('state', '=', 'delivered')
        .orderBy('sequence', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (!latest) return null
      const sent = db.selectFrom('delivery_attempt').select('at').where('tenant', '=', latest.tenant)
      const last = sent.where('delivery', '=', latest.id).orderBy('number', 'desc').limit(1)
      return (await last.executeTakeFirst())?.at ?? latest.created_at
    },

    /** Of what was tried and waits for a destination: when the first is tried again, and how the latest attempt ended. */
    async tried({ purpose, owner, destination }: QueueKey, scope: Scope): Promise<Tried> {
      const all = db
        .selectFrom('delivery')
        .where('owner', '=', owner)
        .where('purpose', '=', purpose)
        .where('destination', '=', destination)
        .where('state', '=', 'waiting')
        .where('attempts', '>', 0)
      const waiting = scope === null ? all : all.where('delivery.tenant', '=', scope)
      const { next } = await waiting
        .select(({ fn }) => fn.min<number | null>('next_at').as('next'))
        .executeTakeFirstOrThrow()
      const attempts = waiting.innerJoin('delivery_attempt as attempt', (join) =>
        join.onRef('attempt.tenant', '=', 'delivery.tenant').onRef('attempt.delivery', '=', 'delivery.id'),
      )
      const last = await attempts
        .select(['attempt.at', 'status', 'ms', 'text', 'actor as trigger'])
        .orderBy('attempt.at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return { next, last: last ?? null }
    },

    /** Charges that nobody can tell to have arrived, by time of acceptance: of one room, or all. */
    async undecided(room?: { readonly tenant: TenantId; readonly number: string }): Promise<Delivery[]> {
      let query = db
        .selectFrom('delivery')
        .selectAll()
        .where('state', '=', 'uncertain')
        .where('purpose', '=', 'charge')
      if (room) query = query.where('tenant', '=', room.tenant).where('room', '=', room.number)
      return (await query.orderBy('created_at').orderBy('id').execute()).map(toDelivery)
    },

    /** Charges that may be there twice, accepted since then: of one room, or all. */
    async doubled(
      since: Instant,
      room?: { readonly tenant: TenantId; readonly number: string },
    ): Promise<Delivery[]> {
      let query = db
        .selectFrom('delivery')
        .selectAll()
        // The first of these is what the index of doubts is of. Without a memo the receiver leaves out what comes twice.
        .where(sql<SqlBool>`doubts > 0`)
        .where('created_at', '>=', since)
        .where('state', '=', 'delivered')
        .where('purpose', '=', 'charge')
        .where('memo', 'is not', null)
      if (room) query = query.where('tenant', '=', room.tenant).where('room', '=', room.number)
      return (await query.orderBy('created_at').orderBy('id').execute()).map(toDelivery)
    },

    /** Whether a destination has a message in this state, of all tenants or of one. */
    async has(queue: QueueKey, state: DeliveryState, tenant?: TenantId): Promise<boolean> {
      const query = ofQueue(queue).where('state', '=', state)
      const found = tenant === undefined ? query : query.where('tenant', '=', tenant)
      return (await found.executeTakeFirst()) !== undefined
    },

    /** What destinations refused, or was given up, in the order of acceptance. */
    async replayable(
      filter: ReplayFilter,
      after: Replayable | undefined,
      limit: number,
    ): Promise<Replayable[]> {
      const { scope, queue, since, until, force } = filter
      let query = db
        .selectFrom('delivery')
        .select(['id', 'kind', 'tenant', 'room', 'created_at as createdAt', 'state'])
        .select(['purpose', 'owner', 'destination'])
        .where('created_at', '>=', since)
        .where(isNotGone)
        .where('created_at', '<=', until)
        .where('owner', '=', queue.owner)
        .where('purpose', '=', queue.purpose)
        .where('destination', '=', queue.destination)
        .where((eb) =>
          eb.or([
            eb('state', 'in', force ? ['refused', 'delivered', 'uncertain'] : ['refused']),
            eb.and([eb('state', '=', 'dead'), eb('note', '=', GIVEN_UP)]),
          ]),
        )
      if (scope !== null) query = query.where('tenant', '=', scope)
      if (after)
        query = query.where((eb) =>
          eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(after.createdAt, after.id)),
        )
      return query.orderBy('created_at').orderBy('id').limit(limit).execute()
    },

    /** Due at once; says which of them nobody had decided about meanwhile. */
    async replay(some: readonly Replayable[], by: string, now: Instant): Promise<Replayable[]> {
      const replayed = new Set<string>()
      for (const state of new Set(some.map((one) => one.state))) {
        const ids = some.filter((one) => one.state === state).map(({ id }) => id)
        const query = db
          .updateTable('delivery')
          .set({ state: 'waiting', next_at: now, triggered_by: by, note: '', told: 0, doubts: AGAIN })
          .where('id', 'in', ids)
          .where('state', '=', state)
          .where((eb) => eb.or([eb('state', '<>', 'dead'), eb('note', '=', GIVEN_UP)]))
          .where(isNotGone)
        for (const { id } of await query.returning('id').execute()) replayed.add(id)
      }
      return some.filter(({ id }) => replayed.has(id))
    },

    /** What a destination has not taken and nobody has decided about, in its order; not what is being sent. */
    async unsettled({ purpose, owner, destination }: QueueKey, limit: number): Promise<Delivery[]> {
      // State by state: each is in order in the index, however many there are, and both together are not.
      const inState = (state: DeliveryState) =>
        db
          .selectFrom('delivery')
          .selectAll()
          .where('owner', '=', owner)
          .where('purpose', '=', purpose)
          .where('destination', '=', destination)
          .where('state', '=', state)
          .orderBy('sequence')
          .limit(limit)
          .execute()
      const found = [...(await inState('waiting')), ...(await inState('uncertain'))].map(toDelivery)
      return found.toSorted((a, b) => a.sequence - b.sequence).slice(0, limit)
    },

    /** All that a destination was told of facts of this time, whatever became of it. */
    async toldBetween({ purpose, owner, destination }: QueueKey, from: Instant, to: Instant) {
      // Found by the time alone: by the destination, SQLite would read all that it ever was told.
      const ofTime = db.selectFrom('delivery').selectAll().where('created_at', '>=', from)
      const rows = await ofTime.where('created_at', '<=', to).execute()
      const isTold = (row: (typeof rows)[number]) =>
        row.owner === owner && row.purpose === purpose && row.destination === destination
      return rows.filter(isTold).map(toDelivery)
    },

    /** They are not sent any more, for one reason. */
    async end(ids: readonly string[], note: string) {
      if (ids.length === 0) return
      const query = db.updateTable('delivery').set({ state: 'dead', note }).where('id', 'in', ids)
      await query.where(isOpen).execute()
    },

    async isWaitingFor(queue: QueueKey): Promise<boolean> {
      const query = ofQueue(queue).where('state', 'in', ['waiting', 'sending', 'uncertain'])
      return (await query.executeTakeFirst()) !== undefined
    },

    /** Removes finished messages that are older, at most so many; says whose went. */
    async purge(before: Instant, limit: number): Promise<TenantId[]> {
      const old = db
        .selectFrom('delivery')
        .select(['tenant', 'id'])
        .where('state', 'in', ['delivered', 'refused', 'dead'])
        .where('created_at', '<', before)
        .limit(limit)
      // By what went, and not by asking twice: the second answer could be another.
      const gone = await db
        .deleteFrom('delivery')
        .where((eb) => eb(eb.refTuple('tenant', 'id'), 'in', old.$asTuple('tenant', 'id')))
        .returning(['tenant', 'id'])
        .execute()
      await removeAttempts(db, gone)
      return gone.map(({ tenant }) => tenant)
    },
  }
}

/** Not looked up by them: the index of the queues has no order of acceptance, and each page would be sorted anew. */
const ofOneQueue = ({ purpose, owner }: DeliveryFilter) =>
  [
    ['purpose', purpose],
    ['owner', owner],
  ] as const

const soughtIn = ({ charge, item, quantity, total, user, posting, wakeup }: DeliveryFilter) =>
  [
    ['charge', charge],
    ['item', item],
    ['quantity', quantity],
    ['total', total],
    ['done_by', user],
    ['posting', posting],
    ['wakeup', wakeup],
  ] as const

async function removeAttempts(db: Kysely<Schema>, gone: readonly { tenant: string; id: string }[]) {
  if (gone.length === 0) return
  const tenants = [...new Set(gone.map(({ tenant }) => tenant))]
  const ids = gone.map(({ id }) => id)
  const ofTenants = db.deleteFrom('delivery_attempt').where('tenant', 'in', tenants)
  await ofTenants.where('delivery', 'in', ids).execute()
}

export const toDelivery = (row: Selectable<Schema['delivery']>): Delivery => ({
  id: row.id,
  purpose: row.purpose,
  owner: row.owner,
  destination: row.destination,
  tenant: row.tenant,
  kind: row.kind,
  room: row.room,
  sequence: row.sequence,
  state: row.state,
  attempts: row.attempts,
  nextAt: row.next_at,
  createdAt: row.created_at,
  payload: objectFrom(row.payload),
  memo: row.memo === null ? null : objectFrom(row.memo),
  quick: row.quick,
  doubts: row.doubts,
  trigger: row.triggered_by,
  note: row.note,
  told: row.told === 1,
  withdrawn: row.withdrawn === 1,
})

const toRow = (delivery: Delivery) => ({
  id: delivery.id,
  purpose: delivery.purpose,
  owner: delivery.owner,
  destination: delivery.destination,
  tenant: delivery.tenant,
  kind: delivery.kind,
  room: delivery.room,
  sequence: delivery.sequence,
  state: delivery.state,
  attempts: delivery.attempts,
  next_at: delivery.nextAt,
  created_at: delivery.createdAt,
  payload: toJson(delivery.payload),
  memo: delivery.memo && toJson(delivery.memo),
  quick: delivery.quick,
  doubts: delivery.doubts,
  triggered_by: delivery.trigger,
  note: delivery.note,
  told: toFlag(delivery.told),
  withdrawn: toFlag(delivery.withdrawn),
  ...columnsOf(delivery),
  posting: postingIn(delivery.memo),
})

/** What is written into columns of its own, so that a message is found by it. */
function columnsOf(delivery: Delivery) {
  const { user, currency: _, ...money } = moneyIn(delivery)
  return { ...money, done_by: user, summary: summaryOf(delivery), wakeup: wakeupIn(delivery) }
}
