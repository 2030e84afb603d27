import { type Delivery, mayBeRuled, queueOf, ruleOn, type Ruling } from '../../hotel/deliveries/delivery.ts'
import type { Destination } from '../../hotel/deliveries/destination.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import { writeRows } from '../../logbook/notes.ts'
import { rowBy } from '../../logbook/record.ts'
import { tellOfEnded } from '../../logbook/take-back-to-desk.ts'
import type { DeliveryFilter } from '../../store/stores/delivery-store.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { type Actor, transact } from '../actor.ts'
import { type MeantDestination, theMeant } from './meant-destination.ts'
import type { Deliverer } from './new-deliveries.ts'
import { acknowledgeMany, ruledText } from './rulings.ts'

/** What is decided about all that may have arrived at a destination, and which of them are meant. */
export interface RulingOrder extends MeantDestination, Pick<DeliveryFilter, 'from' | 'before' | 'doubts'> {
  readonly kind?: string | undefined
  readonly as: Ruling
  readonly reason: string
  /** A property system cannot recognise a posting that comes twice: whoever has them made again must say that they know. */
  readonly billTwice: boolean
  /** Only count. */
  readonly dryRun: boolean
}

/** How many were decided about, and how many were not, as their charge was taken back. */
export interface RuledAll {
  readonly settled: number
  readonly left: number
}

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly ids: Ids
  readonly deliverer: Deliverer
}

/** So many in one transaction: everybody else's work goes on between them. */
const AT_ONCE = 500

/** In the order of acceptance, some at a time. Cut short, it is simply asked for again: what was done stays done. */
export async function ruleAll(parts: Parts, actor: Actor, order: RulingOrder): Promise<RuledAll> {
  const { database, clock, ids, deliverer } = parts
  const meant = await theMeant(database.read, actor, order)
  // What comes into doubt from now on was not meant.
  const filter = filterOf(actor, { ...order, before: order.before ?? clock.now() + 1 }, meant)
  if (order.dryRun) return countAll(database.read, filter, order)
  await mustMayResend(database.read, filter, order, meant)
  let sum: RuledAll = { settled: 0, left: 0 }
  for (let after: Delivery | undefined; ;) {
    const page = await pageAfter(database.read, filter, after)
    const isLast = page.length < AT_ONCE
    const [before, now] = [sum, clock.now()]
    const step = async (stores: Stores) =>
      added(before, await ruleOnSome(stores, ids, actor, order, page, now))
    sum = await (isLast ? transact(database, actor, now, step) : database.transaction(step))
    deliverer.hurried(queueOf(meant))
    if (isLast) return sum
    after = page.at(-1)
  }
}

const filterOf = (
  { scope }: Actor,
  { from, before, kind, doubts }: RulingOrder,
  meant: Destination,
): DeliveryFilter => ({
  scope,
  states: ['uncertain'],
  ...queueOf(meant),
  from,
  before,
  wanted: kind === undefined ? undefined : [kind],
  doubts,
  limit: AT_ONCE,
})

const pageAfter = ({ deliveries }: Stores, filter: DeliveryFilter, last: Delivery | undefined) =>
  deliveries.page({ ...filter, after: last && { at: last.createdAt, id: last.id } })

const added = (a: RuledAll, b: RuledAll): RuledAll => ({
  settled: a.settled + b.settled,
  left: a.left + b.left,
})

async function countAll(stores: Stores, filter: DeliveryFilter, { as }: RulingOrder): Promise<RuledAll> {
  let sum: RuledAll = { settled: 0, left: 0 }
  for (let after: Delivery | undefined; ;) {
    const page = await pageAfter(stores, filter, after)
    const settled = page.filter((one) => mayBeRuled(one, as)).length
    sum = added(sum, { settled, left: page.length - settled })
    if (page.length < AT_ONCE) return sum
    after = page.at(-1)
  }
}

/** Money is not sent twice by a slip. */
async function mustMayResend(
  stores: Stores,
  filter: DeliveryFilter,
  order: RulingOrder,
  { settings }: Destination,
) {
  if (order.as !== 'resend' || order.billTwice || settings.type !== 'fias') return
  const { settled } = await countAll(stores, filter, order)
  if (settled === 0) return
  throw new Failure(
    'delivery.perhaps-there',
    `${order.destination} is a property system, which does not recognise a posting that comes twice: ${settled} that may have arrived would be billed again. If the folios do not have them, give billTwice=true`,
  )
}

/** Those that were answered, or decided about, meanwhile are left out. */
async function ruleOnSome(
  stores: Stores,
  ids: Ids,
  actor: Actor,
  order: RulingOrder,
  page: readonly Delivery[],
  now: Instant,
): Promise<RuledAll> {
  const how = { as: order.as, reason: order.reason, by: actor.name }
  const open = page.filter((one) => mayBeRuled(one, order.as))
  const ruled: Delivery[] = []
  for (const one of open) if (await stores.deliveries.update(one, ruleOn(one, how, now))) ruled.push(one)
  await writeRows(
    stores,
    ruled.map((one) => {
      const { tenant, room } = one
      return rowBy(actor, now, { ...ruledText(one, order), tenant, room })
    }),
  )
  if (order.as === 'drop') for (const one of ruled) await tellOfEnded(stores, ids, one, how, now)
  await acknowledgeMany(stores, actor, ruled, now)
  return { settled: ruled.length, left: page.length - open.length }
}
