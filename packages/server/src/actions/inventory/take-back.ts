import { inScope } from '../../hotel/accounts/tenancy.ts'
import type { QueueKey } from '../../hotel/deliveries/delivery.ts'
import { whyNotPostable } from '../../hotel/deliveries/postable.ts'
import type { TakenBack } from '../../hotel/deliveries/take-back.ts'
import { isOverMax, newCharge, overMax } from '../../hotel/inventory/charge.ts'
import {
  chargeFacts,
  type ChargeFacts,
  takenBackFacts,
  withQuantity,
} from '../../hotel/inventory/charge-facts.ts'
import type { Fact } from '../../hotel/log/details.ts'
import { CHARGED, VOIDED } from '../../hotel/log/retention.ts'
import { rowOf } from '../../hotel/log/row.ts'
import type { Instant } from '../../kernel/clock.ts'
import { Failure, isFailure } from '../../kernel/failure.ts'
import { record } from '../../logbook/record.ts'
import type { Activity } from '../../store/stores/activity-store.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { type Actor, transact, unknown } from '../actor.ts'
import { type ChargeParts, moneyOf, soldThing } from './charges.ts'
import { tellConnectors } from './take-back-messages.ts'

export interface TakenBackAnswer {
  readonly connectors: readonly { readonly name: string; readonly how: TakenBack }[]
}

/** What a charge should have been: what is left out stays. */
export interface Correction {
  readonly id?: string | undefined
  readonly quantity?: number | undefined
  readonly reason: string
}

type ChargedRow = Activity & Fact<typeof CHARGED>
/** With the colour of its category, for the report. */
type Instead = { readonly facts: ChargeFacts; readonly color: string }

export type TakeBackActions = ReturnType<typeof takeBackActions>

/** Charges are taken back, or others put in their place: in one transaction with whatever tells of it. */
export function takeBackActions({ database, settings, clock, ids, deliverer, canWrite }: ChargeParts) {
  const takenBack = async <T>(
    actor: Actor,
    id: string,
    reason: string,
    work: (deed: Deed) => Promise<T>,
  ): Promise<T> => {
    const now = clock.now()
    let queues: readonly QueueKey[] = []
    let freed: readonly QueueKey[] = []
    const answer = await transact(database, actor, now, async (stores) => {
      const first = await standingCharge(stores, actor, id)
      const tell = async (instead: Instead | null) => {
        const how = { by: actor.name, reason, now }
        const told = await tellConnectors(stores, ids, first.detail, instead?.facts ?? null, how)
        queues = told.queues
        freed = told.freed
        await recordVoid(stores, actor, first, reason, told.connectors, now)
        if (instead) await recordInstead(stores, actor, instead, told.reached, now)
        return { connectors: told.connectors }
      }
      return work({ stores, first, tell, now })
    }).catch(backAlready)
    // One that is not to be sent any more may have held up its room.
    for (const queue of freed) deliverer.hurried(queue)
    deliverer.added(queues)
    return answer
  }

  return {
    void: (actor: Actor, id: string, { reason }: { reason: string }): Promise<TakenBackAnswer> =>
      takenBack(actor, id, reason, ({ tell }) => tell(null)),

    correct: (actor: Actor, id: string, asked: Correction): Promise<TakenBackAnswer & { id: string }> =>
      takenBack(actor, id, asked.reason, async ({ stores, first, tell, now }) => {
        const { facts, color } = isSameItem(first, asked)
          ? await sameItem(stores, first, asked)
          : await otherItem(stores, first, asked, settings.current().inventory, now)
        const connectors = await stores.destinations.reachedFrom('charge', first.tenant)
        const unpostable = whyNotPostable(facts, connectors, canWrite)
        if (unpostable) throw unpostable
        const own = { charge: ids.uuid(), user: actor.name, corrects: id, reason: asked.reason }
        return { ...(await tell({ facts: { ...facts, ...own }, color })), id: own.charge }
      }),
  }
}

/** Somebody else took it back at the same moment, and was the first. */
function backAlready(error: unknown): never {
  if (isFailure(error) && error.code === 'thing.exists')
    throw new Failure('charge.taken-back', 'This charge was taken back already, at this moment', {}, error)
  throw error
}

interface Deed {
  readonly stores: Stores
  readonly first: ChargedRow
  readonly now: Instant
  tell(instead: Instead | null): Promise<TakenBackAnswer>
}

const isCharged = rowOf(CHARGED)
const isVoided = rowOf(VOIDED)

async function standingCharge(stores: Stores, actor: Actor, id: string): Promise<ChargedRow> {
  const rows = (await stores.activity.ofCharge(id)).filter(({ tenant }) => inScope(tenant, actor.scope))
  const first = rows.find(isCharged)
  if (!first) throw unknown('Charge', id)
  const back = rows.find(isVoided)
  if (!back) return first
  const { reason } = back.detail
  throw new Failure('charge.taken-back', `This charge was taken back already, by ${back.actor}: ${reason}`)
}

const isSameItem = ({ detail }: ChargedRow, { id }: Correction) => id === undefined || id === detail.item.id

/** At the price of then, also when the item is another by now, or gone. */
async function sameItem(stores: Stores, first: ChargedRow, { quantity }: Correction): Promise<Instead> {
  const { item, color, connectors: _, address: _address, written: _written, ...facts } = first.detail
  if (quantity === undefined || quantity === facts.quantity)
    throw new Failure('charge.unchanged', 'Nothing would be corrected: give another item or quantity')
  for (const known of await stores.inventory.items.find(item.id, first.tenant))
    if (isOverMax(known, quantity)) throw overMax(known, quantity)
  const corrected = withQuantity({ ...facts, item }, quantity)
  if (!corrected) throw new Failure('charge.too-large', 'The total of this charge is too large')
  return { facts: corrected, color }
}

async function otherItem(
  stores: Stores,
  first: ChargedRow,
  { id = '', quantity = first.detail.quantity }: Correction,
  site: { readonly currency: string; readonly taxRate: string },
  at: Instant,
): Promise<Instead> {
  const { tenant, detail } = first
  const { item, category } = await soldThing(stores, id, tenant)
  if (isOverMax(item, quantity)) throw overMax(item, quantity)
  const { room, reference = '' } = detail
  const what = { item, category, quantity, ...moneyOf(item, site) }
  const charge = newCharge({ ...what, room, tenant, reference, id: detail.charge, user: detail.user, at })
  return { facts: chargeFacts(charge), color: category.color }
}

const recordVoid = (
  stores: Stores,
  actor: Actor,
  { tenant, room, detail }: ChargedRow,
  reason: string,
  connectors: TakenBackAnswer['connectors'],
  now: Instant,
) => {
  const { color, connectors: _, address: _address, written: _written, ...facts } = detail
  const text = `${detail.quantity} x ${detail.item.description} taken back: ${reason}`
  const told = { ...takenBackFacts(facts, actor.name, reason), reason, color, connectors }
  return record(stores, actor, now, { kind: VOIDED, tenant, room, text, detail: told })
}

const recordInstead = (
  stores: Stores,
  actor: Actor,
  { facts, color }: Instead,
  connectors: number,
  now: Instant,
) =>
  record(stores, actor, now, {
    kind: CHARGED,
    tenant: facts.tenant,
    room: facts.room,
    text: `${facts.quantity} x ${facts.item.description} charged instead`,
    detail: { ...facts, color, connectors },
  })
