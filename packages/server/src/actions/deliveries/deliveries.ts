import {
  type Delivery,
  type DeliveryAttempt,
  isFor,
  queueOf,
  replayDelivery,
  type Ruling,
  ruleOn,
} from '../../hotel/deliveries/delivery.ts'
import { type DestinationState, idleQueue, type QueueView, stateAt } from '../../hotel/deliveries/queue.ts'
import { maySeeGuests } from '../../hotel/accounts/account.ts'
import { inScope, type Scope } from '../../hotel/accounts/tenancy.ts'
import { withoutGuests } from '../../hotel/deliveries/delivery-words.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Destination } from '../../hotel/deliveries/destination.ts'
import type { DeliveryFilter, Tried } from '../../store/stores/delivery-store.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { type Happening, record } from '../../logbook/record.ts'
import { tellOfEnded } from '../../logbook/take-back-to-desk.ts'
import { mendUndecided } from '../../logbook/undecided-charges.ts'
import { type Actor, transact, unknown } from '../actor.ts'
import type { Deliverer } from './new-deliveries.ts'
import { type Page, searchedPages } from '../pages.ts'
import { acknowledgeLast, aboutIt, ruledText } from './rulings.ts'
import { ruleAll, type RuledAll, type RulingOrder } from './rule-all.ts'
import { replayAll, type Replayed, type ReplayOrder } from './replay-all.ts'

export type DeliveryListQuery = Omit<DeliveryFilter, 'scope' | 'limit'> & Page

export interface DeliveryStory {
  readonly delivery: Delivery
  readonly attempts: readonly DeliveryAttempt[]
}

export type DeliveryActions = ReturnType<typeof deliveryActions>

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly ids: Ids
  readonly deliverer: Deliverer
  /** How each destination fares. */
  queues(scope: Scope): Promise<readonly QueueView[]>
  /** Why nothing is sent to any of them: a restored copy. Null where the house is live. */
  whyQuiet(): string | null
}

export interface QueueStory extends Omit<QueueView, 'state' | 'disabledWhy'>, Tried {
  /** Why nothing is sent, where that has a reason besides its failures. */
  readonly why: string
  readonly state: DestinationState
  readonly waiting: number
  readonly oldest: Instant | null
  /** What nobody sends before a person has decided. */
  readonly uncertain: number
}

export function deliveryActions({ database, clock, ids, deliverer, queues, whyQuiet }: Parts) {
  const told = async (actor: Actor, delivery: Delivery): Promise<DeliveryStory> => ({
    delivery: maySeeGuests(actor) ? delivery : { ...delivery, payload: withoutGuests(delivery.payload) },
    attempts: delivery.attempts === 0 ? [] : await database.read.deliveries.attempts(delivery),
  })
  /** While a queue is paused, nothing goes before it is tried, whatever its messages wait for. */
  const triedOf = async (one: Destination, queue: QueueView, scope: Scope): Promise<Tried> => {
    const { state, failingSince, probeAt } = queue
    if (state === 'disabled' || failingSince === null) return { next: null, last: null }
    const { next, last } = await database.read.deliveries.tried(queueOf(one), scope)
    return { next: probeAt ?? next, last }
  }
  const visible = (delivery: Delivery | undefined, actor: Actor, id: string) => {
    if (!delivery || !inScope(delivery.tenant, actor.scope)) throw unknown('Delivery', id)
    return delivery
  }

  return {
    async *pages(actor: Actor, query: DeliveryListQuery): AsyncGenerator<DeliveryStory[]> {
      const read = (limit: number, last: Delivery | undefined, span: object) =>
        database.read.deliveries.page({
          ...query,
          ...span,
          scope: actor.scope,
          limit,
          after: last ? { at: last.createdAt, id: last.id } : query.after,
        })
      for await (const page of searchedPages(query, clock.now(), read))
        yield Promise.all(page.map((one) => told(actor, one)))
    },

    async get(actor: Actor, id: string): Promise<DeliveryStory> {
      return told(actor, visible(await database.read.deliveries.get(id), actor, id))
    },

    /** How each destination fares, and what waits for it. */
    async queues(actor: Actor): Promise<QueueStory[]> {
      const { destinations, deliveries } = database.read
      const backlogs = await deliveries.backlogs()
      const running = await queues(actor.scope)
      const all = [
        ...(await destinations.list('charge', actor.scope)),
        ...(await destinations.list('room-status', actor.scope)),
      ]
      return Promise.all(all.map(storyOf))

      async function storyOf(one: Destination): Promise<QueueStory> {
        const of = backlogs.find((backlog) => isFor(backlog, one))
        const queue = running.find((view) => isFor(queueOf(view), one)) ?? idleQueue(one)
        const { depth: waiting, oldest, uncertain } = of ?? NONE
        const { disabledWhy, ...view } = queue
        const why = disabledWhy || (whyQuiet() ?? '')
        const state = stateAt(queue, clock.now())
        const tried = await triedOf(one, queue, actor.scope)
        return { ...view, ...tried, state, why, waiting, oldest, uncertain }
      }
    },

    /** An operator has it sent again. */
    replay(actor: Actor, id: string, how: { force: boolean; reason: string }): Promise<void> {
      const replayed = (before: Delivery, now: Instant) =>
        replayDelivery(before, { ...how, by: actor.name }, now)
      return decide(actor, id, replayed, (one) => ({
        kind: 'delivery.replayed',
        text: `Delivery to ${one.destination} is sent again by hand`,
        detail: { ...aboutIt(one), ...how },
      }))
    },

    /** An operator decides about one that may have arrived, or stops one that waits. */
    rule(actor: Actor, id: string, how: { as: Ruling; reason: string }): Promise<void> {
      const ruled = (before: Delivery, now: Instant) => ruleOn(before, { ...how, by: actor.name }, now)
      return decide(
        actor,
        id,
        ruled,
        (one) => ruledText(one, how),
        async (stores, one, now) => {
          if (how.as !== 'drop') return
          await tellOfEnded(stores, ids, one, { by: actor.name, reason: how.reason }, now)
        },
      )
    },

    /** An operator decides about all that may have arrived at a destination. */
    ruleAll: (actor: Actor, order: RulingOrder): Promise<RuledAll> =>
      ruleAll({ database, clock, ids, deliverer }, actor, order),

    /** An operator has everything sent again that a destination refused, or more by force, since a moment. */
    replayAll: (actor: Actor, order: ReplayOrder): Promise<Replayed> =>
      replayAll({ database, clock, deliverer }, actor, order),
  }

  async function decide<K extends 'delivery.replayed' | 'delivery.ruled'>(
    actor: Actor,
    id: string,
    decision: (before: Delivery, now: Instant) => Delivery,
    said: (before: Delivery) => Pick<Happening<K>, 'kind' | 'text' | 'detail'>,
    besides?: (stores: Stores, before: Delivery, now: Instant) => Promise<void>,
  ): Promise<void> {
    const now = clock.now()
    const hurried = await transact(database, actor, now, async (stores) => {
      const before = visible(await stores.deliveries.get(id), actor, id)
      if (!(await stores.deliveries.update(before, decision(before, now))))
        throw new Failure('delivery.changed', 'This delivery has changed at this moment: look at it again')
      const { tenant, room } = before
      await record(stores, actor, now, { ...said(before), tenant, room })
      await acknowledgeLast(stores, actor, before, now)
      await besides?.(stores, before, now)
      await mendUndecided(stores, { tenant, number: room }, now)
      return before
    })
    deliverer.hurried(hurried)
  }
}

const NONE = { depth: 0, oldest: null, uncertain: 0 } as const
