import { queueOf } from '../../hotel/deliveries/delivery.ts'
import type { Destination } from '../../hotel/deliveries/destination.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import { howMany } from '../../kernel/how-many.ts'
import { Failure } from '../../kernel/failure.ts'
import { record } from '../../logbook/record.ts'
import type { ReplayFilter, Replayable } from '../../store/stores/delivery-store.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { type Actor, transact } from '../actor.ts'
import { type MeantDestination, theMeant } from './meant-destination.ts'
import type { Deliverer } from './new-deliveries.ts'
import { acknowledgeMany } from './rulings.ts'

/** What shall be sent again: what was refused or given up, and by force also what arrived, or may have. */
export interface ReplayOrder extends MeantDestination {
  readonly since: Instant
  readonly force: boolean
  readonly reason: string
  /** A property system cannot recognise a posting that comes twice: whoever has them made again must say that they know. */
  readonly billTwice: boolean
  /** Only count. */
  readonly dryRun: boolean
}

/** How many, and of them those that had arrived, or may have. */
export interface Replayed {
  readonly replayed: number
  readonly delivered: number
  readonly uncertain: number
}

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly deliverer: Deliverer
}

/** So many in one transaction: everybody else's work goes on between them. */
const AT_ONCE = 500

/** In the order of acceptance, some at a time; the last in one transaction with the row of the log. */
export async function replayAll(parts: Parts, actor: Actor, order: ReplayOrder): Promise<Replayed> {
  const { database, clock, deliverer } = parts
  const meant = await theMeant(database.read, actor, order)
  await mustMayReplay(database.read, actor, order, meant)
  const filter = { ...filterOf(actor, order, meant), until: clock.now() }
  if (order.dryRun) return countAll(database.read, filter)
  let sum = NOTHING
  for (let after: Replayable | undefined; ;) {
    const page = await database.read.deliveries.replayable(filter, after, AT_ONCE)
    const isLast = page.length < AT_ONCE
    const [before, now] = [sum, clock.now()]
    const step = async (stores: Stores): Promise<Replayed> => {
      const again = await stores.deliveries.replay(page, actor.name, now)
      await acknowledgeMany(stores, actor, again, now)
      const done = added(before, again)
      if (isLast) await note(stores, actor, order, meant, done, now)
      return done
    }
    sum = await (isLast ? transact(database, actor, now, step) : database.transaction(step))
    deliverer.hurried(queueOf(meant))
    if (isLast) return sum
    after = page.at(-1)
  }
}

const NOTHING: Replayed = { replayed: 0, delivered: 0, uncertain: 0 }

const added = (sum: Replayed, more: readonly Replayable[]): Replayed => ({
  replayed: sum.replayed + more.length,
  delivered: sum.delivered + more.filter(({ state }) => state === 'delivered').length,
  uncertain: sum.uncertain + more.filter(({ state }) => state === 'uncertain').length,
})

async function countAll({ deliveries }: Stores, filter: ReplayFilter): Promise<Replayed> {
  let sum = NOTHING
  for (let after: Replayable | undefined; ;) {
    const page = await deliveries.replayable(filter, after, AT_ONCE)
    sum = added(sum, page)
    if (page.length < AT_ONCE) return sum
    after = page.at(-1)
  }
}

const filterOf = ({ scope }: Actor, { since, force }: ReplayOrder, meant: Destination) => ({
  scope,
  queue: queueOf(meant),
  since,
  force,
})

/** Money is not sent twice by a slip: with a reason, and to a property system only by someone who knows what it does. */
async function mustMayReplay(stores: Stores, actor: Actor, order: ReplayOrder, meant: Destination) {
  if (!order.force) return
  if (order.reason === '') throw new Failure('parameter.invalid', 'reason is missing beside force')
  if (meant.settings.type !== 'fias' || order.billTwice || order.dryRun) return
  const { delivered, uncertain } = await countAll(stores, {
    ...filterOf(actor, order, meant),
    until: Number.MAX_SAFE_INTEGER,
  })
  throw new Failure(
    'delivery.perhaps-there',
    `${order.destination} is a property system, which does not recognise a posting that comes twice: ${delivered + uncertain} that arrived or may have would be billed again. If the folios are empty, give billTwice=true`,
  )
}

const note = (
  stores: Stores,
  actor: Actor,
  order: ReplayOrder,
  { tenant }: Destination,
  done: Replayed,
  now: Instant,
) => {
  const { destination, since, force, reason } = order
  const { replayed, delivered, uncertain } = done
  const forced = force ? { force, reason, delivered, uncertain } : {}
  return record(stores, actor, now, {
    kind: 'delivery.replayed',
    tenant: actor.scope ?? tenant,
    text: `${howMany(replayed, 'delivery', 'deliveries')} to ${destination} ${replayed === 1 ? 'is' : 'are'} sent again by hand`,
    detail: { destination, since, replayed, ...forced },
  })
}
