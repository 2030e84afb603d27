import { inScope, type Scope } from '../../hotel/accounts/tenancy.ts'
import { type Delivery, type DeliveryState, isFor } from '../../hotel/deliveries/delivery.ts'
import { postingIn } from '../../hotel/deliveries/delivery-money.ts'
import { awaySince, type QueueView } from '../../hotel/deliveries/queue.ts'
import { type TakenBack, VOID_MESSAGE } from '../../hotel/deliveries/take-back.ts'
import type { Fact } from '../../hotel/log/details.ts'
import { CHARGED, VOIDED } from '../../hotel/log/retention.ts'
import { rowOf } from '../../hotel/log/row.ts'
import { type Clock, hours, type Instant } from '../../kernel/clock.ts'
import type { Activity, ActivityFilter } from '../../store/stores/activity-store.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import { type Actor, unknown } from '../actor.ts'
import { type Page, pages } from '../pages.ts'

export type ChargeListQuery = Pick<ActivityFilter, 'room' | 'actor' | 'from' | 'before' | 'after'> & Page

/** A charge, or what takes one back, as the log keeps it. */
export type ChargeRow = Activity & Fact<typeof CHARGED | typeof VOIDED>

interface ConnectorAnswer {
  readonly name: string
  readonly state: DeliveryState | Exclude<TakenBack, 'told'>
  readonly posting: number | null
  readonly note: string
  /** Of one that waits: since when nothing gets to the connector. */
  readonly since: Instant | null
}

export interface ChargeStory {
  readonly row: ChargeRow
  readonly isTakenBack: boolean
  readonly connectors: readonly ConnectorAnswer[]
}

/** Whoever charges sees what was charged lately; those who look after the books see all. */
const SEEN_BY_STAFF = hours(24)
const SEES_ALL: ReadonlySet<string> = new Set(['administrator', 'correct', 'review'])

export type ChargeListActions = ReturnType<typeof chargeListActions>

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  /** How each destination fares. */
  queues(scope: Scope): Promise<readonly QueueView[]>
}

/** Read from the log, where charges stand as long as they are kept; how connectors fare they say themselves. */
export function chargeListActions({ database, clock, queues }: Parts) {
  const seenSince = ({ permissions }: Actor): Instant =>
    permissions.some((one) => SEES_ALL.has(one)) ? 0 : clock.now() - SEEN_BY_STAFF

  /** Asked only where something waits; of a node that does not answer nothing is known, and charges are told all the same. */
  const faring = (messages: readonly Delivery[], scope: Scope): Promise<readonly QueueView[]> =>
    messages.some(({ state }) => state === 'waiting') ? queues(scope).catch(() => []) : Promise.resolve([])

  const told = async (rows: readonly ChargeRow[], scope: Scope): Promise<ChargeStory[]> => {
    const ids = [...new Set(rows.map(({ detail }) => detail.charge))]
    const { activity, deliveries } = database.read
    const [messages, takenBack] = [await deliveries.ofCharges(ids), await activity.takenBack(ids)]
    const answers = answersOf(messages, await faring(messages, scope))
    return rows.map((row) => storyOf(row, answers, takenBack.has(row.detail.charge)))
  }

  return {
    async *pages(actor: Actor, query: ChargeListQuery): AsyncGenerator<ChargeStory[]> {
      const from = Math.max(query.from ?? 0, seenSince(actor))
      const read = (limit: number, last: Activity | undefined) =>
        database.read.activity.page({
          ...query,
          from,
          kinds: [CHARGED, VOIDED],
          scope: actor.scope,
          limit,
          after: last ?? query.after,
        })
      for await (const page of pages(query, read)) yield told(page.filter(isOfCharge), actor.scope)
    },

    async get(actor: Actor, id: string): Promise<ChargeStory> {
      const rows = (await database.read.activity.ofCharge(id)).filter(isCharged)
      const seen = rows.filter(({ tenant, at }) => inScope(tenant, actor.scope) && at >= seenSince(actor))
      const [story] = await told(seen, actor.scope)
      if (!story) throw unknown('Charge', id)
      return story
    },
  }
}

const isCharged = rowOf(CHARGED)
const isVoided = rowOf(VOIDED)
const isOfCharge = (row: Activity): row is ChargeRow => isCharged(row) || isVoided(row)

/** A message, and what its connector says to it. */
interface Answered {
  readonly message: Delivery
  readonly answer: ConnectorAnswer
}

const answersOf = (messages: readonly Delivery[], queues: readonly QueueView[]): Answered[] =>
  messages.map((message) => ({ message, answer: answerIn(message, queues) }))

function storyOf(row: ChargeRow, answers: readonly Answered[], isTakenBack: boolean): ChargeStory {
  const { charge } = row.detail
  const isOfVoid = row.kind === VOIDED
  const about = answers.filter(
    ({ message: { payload, kind } }) => payload['charge'] === charge && (kind === VOID_MESSAGE) === isOfVoid,
  )
  return { row, isTakenBack, connectors: [...about.map(({ answer }) => answer), ...doneOtherwise(row)] }
}

function answerIn(message: Delivery, queues: readonly QueueView[]): ConnectorAnswer {
  const { destination: name, state, memo, note } = message
  const queue = queues.find((one) => isFor(message, one))
  const since = state === 'waiting' && queue !== undefined ? awaySince(queue) : null
  return { name, state, posting: postingIn(memo), note, since }
}

/** Where nothing was sent to take it back. */
const doneOtherwise = (row: ChargeRow): ConnectorAnswer[] =>
  row.kind === VOIDED
    ? row.detail.connectors.flatMap(({ name, how }) =>
        how === 'told' ? [] : [{ name, state: how, posting: null, note: '', since: null }],
      )
    : []
