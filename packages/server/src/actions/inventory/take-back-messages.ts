import { type Delivery, isFor, type QueueKey, queueOf } from '../../hotel/deliveries/delivery.ts'
import type { Destination } from '../../hotel/deliveries/destination.ts'
import { postingIn } from '../../hotel/deliveries/delivery-money.ts'
import {
  CORRECT_MESSAGE,
  namesCharges,
  takeBack,
  type TakenBack,
  VOID_MESSAGE,
} from '../../hotel/deliveries/take-back.ts'
import {
  amountText,
  type ChargeFacts,
  isChargeFacts,
  soldIn,
  takenBackFacts,
} from '../../hotel/inventory/charge-facts.ts'
import { CHARGED } from '../../hotel/log/retention.ts'
import type { Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import { mendAlarms } from '../../logbook/end-alarm.ts'
import { noteRow, writeRows } from '../../logbook/notes.ts'
import { raiseAlarm } from '../../logbook/raise-alarm.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { addDelivery, type Message } from '../deliveries/new-deliveries.ts'

interface How {
  readonly by: string
  readonly reason: string
  readonly now: Instant
}

interface Told {
  readonly connectors: readonly { readonly name: string; readonly how: TakenBack }[]
  readonly queues: readonly QueueKey[]
  /** Those in which something waits no more. */
  readonly freed: readonly QueueKey[]
  /** How many are told of the charge in its place. */
  readonly reached: number
}

/** A connector, and what it was told of the charge. */
interface Place {
  readonly queue: QueueKey
  /** Undefined when it was removed since. */
  readonly destination: Destination | undefined
  readonly first: Delivery | undefined
  readonly how: TakenBack
  readonly isFreed: boolean
}

/**
 * Takes a charge back at every connector that was told of it, and tells each of the charge in its place. What was said
 * before is changed first and what is said next is numbered then, in the order of names: so nobody waits in a circle.
 */
export async function tellConnectors(
  stores: Stores,
  ids: Ids,
  first: ChargeFacts,
  instead: ChargeFacts | null,
  how: How,
): Promise<Told> {
  const reached = await stores.destinations.reachedFrom('charge', first.tenant)
  const messages = (await stores.deliveries.ofCharges([first.charge])).filter(
    ({ kind }) => kind !== VOID_MESSAGE,
  )
  const places: Place[] = []
  for (const message of messages) places.push(await withdrawn(stores, message, reached, how))
  for (const destination of reached)
    if (!messages.some((one) => isFor(one, destination)))
      places.push({ queue: queueOf(destination), destination, first: undefined, how: 'none', isFreed: false })
  places.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  const named = withGuests(messages)
  for (const place of places) await tell(stores, ids, place, named(first), instead && named(instead), how)
  for (const place of places) await askDesk(stores, ids, place, first, how)
  const had = places.filter((place) => place.first !== undefined)
  return {
    connectors: had.map((place) => ({ name: place.queue.destination, how: place.how })),
    queues: places.map(({ queue }) => queue),
    freed: places.filter(({ isFreed }) => isFreed).map(({ queue }) => queue),
    reached: reached.length,
  }
}

/** Those of the time of the charge, whoever stays in the room by now. */
const withGuests = (messages: readonly Delivery[]) => {
  const [guests] = messages.flatMap(({ payload }) =>
    isChargeFacts(payload) && payload.guests ? [payload.guests] : [],
  )
  return (facts: ChargeFacts): ChargeFacts => (guests ? { ...facts, guests } : facts)
}

const nameOf = ({ queue }: Place) => `${queue.destination}\n${queue.owner}`

async function withdrawn(
  stores: Stores,
  before: Delivery,
  reached: readonly Destination[],
  { by, reason, now }: How,
): Promise<Place> {
  const { purpose, owner, destination: name, id } = before
  const destination = reached.find((one) => isFor(before, one))
  const { how, after } = takeBack(before, destination?.settings, { by, reason })
  if (!(await stores.deliveries.update(before, after)))
    throw new Failure('charge.under-way', `The charge goes to ${name} at this moment: try again`)
  const isFreed = after.state !== before.state
  if (isFreed) {
    const text = `Charge to ${name}: ${after.note}`
    const detail = { delivery: id, destination: name, purpose }
    await writeRows(stores, [noteRow(before, { kind: 'delivery.dead', at: now, text, detail }, by)])
    await mendAlarms(stores, ['delivery.late'], id, text, now)
  }
  return { queue: { purpose, owner, destination: name }, destination, first: before, how, isFreed }
}

async function tell(
  stores: Stores,
  ids: Ids,
  { destination, how }: Place,
  first: ChargeFacts,
  instead: ChargeFacts | null,
  { by, reason, now }: How,
) {
  if (!destination) return
  const add = (kind: string, data: ChargeFacts) =>
    addDelivery(stores, ids, messageOf(kind, data), destination, now)
  if (how === 'told' && instead && namesCharges(destination.settings))
    return add(CORRECT_MESSAGE, { ...instead, previous: soldIn(first) })
  if (how === 'told') await add(VOID_MESSAGE, takenBackFacts(first, by, reason))
  if (instead) await add(CHARGED, instead)
}

const messageOf = (kind: string, data: ChargeFacts): Message => ({
  purpose: 'charge',
  kind,
  tenant: data.tenant,
  room: data.room,
  data,
})

/** The row of the log is kept for longer than charges are: it does not say what was charged. */
async function askDesk(stores: Stores, ids: Ids, place: Place, facts: ChargeFacts, { by, reason, now }: How) {
  const { first, how, queue } = place
  if (how !== 'desk' || !first) return
  const { room, tenant, charge, item, quantity, total } = facts
  const [name, posting, certain] = [queue.destination, postingIn(first.memo), first.state === 'delivered']
  const what = `${quantity} x ${item.description} (${amountText(facts)})`
  const numbered = posting === null ? '' : `, posting ${posting}`
  const task = certain
    ? `Take back by hand in ${name}: ${what} of room ${room}${numbered}`
    : `Look whether ${name} has ${what} of room ${room}${numbered}, and if so take it back there by hand`
  await raiseAlarm(
    stores,
    ids,
    {
      kind: 'charge.take-back',
      subject: first.id,
      tenant,
      room,
      text: `${task} (${by}: ${reason})`,
      detail: {
        charge,
        delivery: first.id,
        destination: name,
        item: item.id,
        quantity,
        total,
        certain,
        ...(posting === null ? {} : { posting }),
      },
    },
    now,
    { text: `A charge of room ${room} is to be taken back by hand in ${name}` },
  )
}
