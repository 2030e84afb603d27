import {
  type Clearance,
  type ClearanceFate,
  clearedNote,
  factOf,
  handedOver,
} from '../../hotel/deliveries/clearance.ts'
import { isEvent } from '../../hotel/deliveries/events.ts'
import { type Delivery, deliverySubject, isFor, queueOf } from '../../hotel/deliveries/delivery.ts'
import { moneyIn } from '../../hotel/deliveries/delivery-money.ts'
import { isOfTakeBack, wentToAnother } from '../../hotel/deliveries/take-back.ts'
import { type DestinationKey, isFias, type WrittenDestination } from '../../hotel/deliveries/destination.ts'
import type { Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import { howMany } from '../../kernel/how-many.ts'
import type { Ids } from '../../kernel/ids.ts'
import { acknowledgeAll } from '../../logbook/end-alarm.ts'
import { tellOfEnded } from '../../logbook/take-back-to-desk.ts'
import { mendUndecided } from '../../logbook/undecided-charges.ts'
import { writeRows } from '../../logbook/notes.ts'
import { record } from '../../logbook/record.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { type Actor, transact } from '../actor.ts'

/** So many in one transaction: everybody else's work goes on between them. */
const AT_ONCE = 500
/** With fewer left than this, the next is the last: it has room for what comes meanwhile. */
const FEW = AT_ONCE / 2

/** What was cleared: all of them, those that may have arrived, and those that the other destination had already. */
export interface Cleared {
  readonly cleared: number
  readonly uncertain: number
  readonly known: number
}

const NOTHING: Cleared = { cleared: 0, uncertain: 0, known: 0 }

export interface ClearingJob {
  readonly database: HotelDatabase
  readonly ids: Ids
  readonly actor: Actor
  readonly from: DestinationKey
  /** Who takes them over; without it they are dropped. */
  readonly to: WrittenDestination | undefined
  readonly how: Clearance
  /** What the other destination is told besides. */
  readonly events: readonly string[]
  now(): Instant
  /** Messages were written for the other destination. */
  added(): void
  /** In the transaction of the last ones. */
  ended(stores: Stores, now: Instant): Promise<void>
}

/**
 * Takes all that waits away from a destination to which nothing is sent any more, some at a time; the last of them in one
 * transaction with what comes after. Cut short, it is simply asked for again: what was done stays done.
 */
export async function clearAll(job: ClearingJob): Promise<Cleared> {
  const subjects = new Set<string>()
  for (let done = NOTHING; ;) {
    const before = done
    const isLast = !(await hasMany(job))
    const step = async (stores: Stores) => {
      const now = job.now()
      const sum = await clearSome(stores, job, before, subjects, now)
      if (isLast) await endClearing(stores, job, sum, subjects, now)
      return sum
    }
    done = await (isLast
      ? transact(job.database, job.actor, job.now(), step)
      : job.database.transaction(step))
    if (job.to) job.added()
    if (isLast) return done
  }
}

const hasMany = async ({ database, from }: ClearingJob) =>
  (await database.read.deliveries.unsettled(queueOf(from), FEW)).length === FEW

async function clearSome(
  stores: Stores,
  job: ClearingJob,
  before: Cleared,
  subjects: Set<string>,
  now: Instant,
): Promise<Cleared> {
  await stores.destinations.lock(job.from)
  const some = await stores.deliveries.unsettled(queueOf(job.from), AT_ONCE)
  const known = job.to ? await knownTo(stores, job.to, some) : new Set<string>()
  const isKnown = ({ id }: Delivery) => known.has(id)
  const isUnwanted = (one: Delivery) =>
    (isEvent(one) && !job.events.includes(one.kind)) || (job.to !== undefined && isOfTakeBack(one))
  const passed = some.filter((one) => !isKnown(one) && !isUnwanted(one))
  await handOver(stores, job, passed, now)
  // Before any of them has ended: whether a charge may have been sent would not show any more.
  for (const one of some) {
    const to = isUnwanted(one) ? undefined : job.how.to
    await tellOfEnded(stores, job.ids, one, { by: job.actor.name, reason: job.how.reason, to }, now)
  }
  await end(stores, job, passed, 'passed on', now)
  await end(stores, job, some.filter(isKnown), 'known', now)
  await end(
    stores,
    job,
    some.filter((one) => isUnwanted(one) && !isKnown(one)),
    'unwanted',
    now,
  )
  const uncertain = some.filter(({ state }) => state === 'uncertain')
  for (const one of uncertain) subjects.add(deliverySubject(one))
  return {
    cleared: before.cleared + some.length,
    uncertain: before.uncertain + uncertain.length,
    known: before.known + known.size,
  }
}

/** A destination that was there when it happened was told of it then: nothing is billed twice by handing over. */
async function knownTo({ deliveries }: Stores, to: WrittenDestination, some: readonly Delivery[]) {
  const charges = some.flatMap((one) => moneyIn(one).charge ?? [])
  const told = (await deliveries.ofCharges(charges)).filter((one) => isFor(one, to))
  const others = some.filter((one) => moneyIn(one).charge === null).map(({ createdAt }) => createdAt)
  if (others.length > 0)
    told.push(...(await deliveries.toldBetween(queueOf(to), Math.min(...others), Math.max(...others))))
  const facts = new Set(told.filter((one) => !wentToAnother(one, isFias(to.config))).map(factOf))
  const isTold = (one: Delivery) => facts.has(factOf(one))
  return new Set(some.filter(isTold).map(({ id }) => id))
}

async function handOver(stores: Stores, { to, ids }: ClearingJob, some: readonly Delivery[], now: Instant) {
  if (!to || some.length === 0) return
  const last = await stores.destinations.takeSequence(to, some.length)
  const first = last - some.length + 1
  await stores.deliveries.insertAll(
    some.map((one, n) => handedOver(one, queueOf(to), { id: ids.uuid(), sequence: first + n }, now)),
  )
}

async function end(
  stores: Stores,
  { actor, how, from }: ClearingJob,
  some: readonly Delivery[],
  fate: ClearanceFate,
  now: Instant,
) {
  const { as, to, reason } = how
  const isPassedOn = to !== undefined && fate === 'passed on'
  await stores.deliveries.end(
    some.map(({ id }) => id),
    clearedNote(how, fate),
  )
  const { name: actorName, source } = actor
  await writeRows(
    stores,
    some.map(({ id, tenant, room, state }) => ({
      kind: 'delivery.ruled',
      at: now,
      tenant,
      room,
      actor: actorName,
      source,
      wakeup: null,
      text: `Delivery to ${from.name}: ${isPassedOn ? `handed over to ${to}` : 'dropped'} by hand`,
      detail: {
        delivery: id,
        destination: from.name,
        was: state,
        as: isPassedOn ? as : 'drop',
        reason,
        ...(isPassedOn ? { to } : {}),
      },
    })),
  )
  for (const { id } of some.filter(({ told }) => told))
    await acknowledgeAll(stores, actor, ['delivery.late'], id, now)
  const rooms = new Map(
    some.filter(({ state }) => state === 'uncertain').map((one) => [`${one.tenant}/${one.room}`, one]),
  )
  for (const { tenant, room } of rooms.values()) await mendUndecided(stores, { tenant, number: room }, now)
}

async function endClearing(
  stores: Stores,
  job: ClearingJob,
  done: Cleared,
  subjects: ReadonlySet<string>,
  now: Instant,
) {
  const { actor, from, how } = job
  if (await stores.deliveries.isWaitingFor(queueOf(from)))
    throw new Failure(
      'delivery.changed',
      `More has come for ${from.name}, or is on its way, at this moment: ask again`,
    )
  for (const subject of subjects) await acknowledgeAll(stores, actor, ['delivery.uncertain'], subject, now)
  const { as, to, reason } = how
  await record(stores, actor, now, {
    kind: 'delivery.cleared',
    tenant: from.tenant,
    text: `${howMany(done.cleared, 'message')} to ${from.name} ${to === undefined ? 'dropped' : `handed over to ${to}`} by hand`,
    detail: {
      destination: from.name,
      purpose: from.purpose,
      as,
      ...(to === undefined ? {} : { to }),
      reason,
      ...done,
    },
  })
  await job.ended(stores, now)
}
