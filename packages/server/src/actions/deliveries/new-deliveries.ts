import { type Delivery, type QueueKey, queueOf, UNSENT } from '../../hotel/deliveries/delivery.ts'
import type { DestinationKey, Purpose } from '../../hotel/deliveries/destination.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Stores } from '../../store/stores/stores.ts'

/** Something that destinations are to be told. */
export interface Message {
  readonly purpose: Purpose
  readonly kind: string
  readonly tenant: TenantId
  readonly room: string
  readonly data: Readonly<Record<string, unknown>>
}

/** The runner that sends, as seen by the actions that give it work. */
export interface Deliverer {
  /** Messages were written into these queues, and are durable by now. */
  added(queues: readonly QueueKey[]): void
  /** An operator wants a waiting message to this destination sent at once. */
  hurried(queue: Pick<QueueKey, 'owner' | 'destination'>): void
}

/** Writes one row per destination, beside the fact; returns the queues. Sending is the runner's work. */
export async function addDeliveries(
  stores: Stores,
  ids: Ids,
  message: Message,
  now: Instant,
): Promise<readonly QueueKey[]> {
  const [queues = []] = await addManyDeliveries(stores, ids, [message], now)
  return queues
}

/** The same of many messages of one purpose, in their order: returns the queues of each. */
export async function addManyDeliveries(
  stores: Stores,
  ids: Ids,
  messages: readonly Message[],
  now: Instant,
): Promise<readonly (readonly QueueKey[])[]> {
  const reached = await reachedBy(stores, messages)
  const destinations = new Map([...reached.values()].flat().map((one) => [keyOf(one), one]))
  // In the order of their names, as those who tell one thing lock them: nobody waits for somebody who waits for them.
  for (const key of [...destinations.keys()].toSorted()) {
    const destination = destinations.get(key)
    if (!destination) continue
    const told = messages.filter(({ tenant }) => reached.get(tenant)?.some((one) => keyOf(one) === key))
    const first = (await stores.destinations.takeSequence(destination, told.length)) - told.length + 1
    const queue = queueOf(destination)
    await stores.deliveries.insertAll(
      told.map((message, at) => newDelivery(ids, message, queue, first + at, now)),
    )
  }
  return messages.map(({ tenant }) => (reached.get(tenant) ?? []).map(queueOf))
}

/** Those that each tenant's messages go to. */
async function reachedBy({ destinations }: Stores, messages: readonly Message[]) {
  const reached = new Map<TenantId, readonly DestinationKey[]>()
  for (const { tenant, purpose } of messages)
    if (!reached.has(tenant)) reached.set(tenant, await destinations.reachedFrom(purpose, tenant))
  return reached
}

/** By which they are in the order of `reachedFrom`. */
const keyOf = ({ name, tenant }: DestinationKey) => `${name}\0${tenant}`

/** Several are to be told in the order of their names, as `reachedFrom` has them: each stays locked until the end. */
export async function addDelivery(
  stores: Stores,
  ids: Ids,
  message: Message,
  destination: DestinationKey,
  now: Instant,
  ended: Pick<Delivery, 'state' | 'note'> = UNSENT,
): Promise<Delivery> {
  const sequence = await stores.destinations.takeSequence(destination)
  const { state, note } = ended
  const added = { ...newDelivery(ids, message, queueOf(destination), sequence, now), state, note }
  await stores.deliveries.insert(added)
  return added
}

function newDelivery(ids: Ids, message: Message, queue: QueueKey, sequence: number, now: Instant): Delivery {
  return {
    id: ids.uuid(),
    ...queue,
    tenant: message.tenant,
    kind: message.kind,
    room: message.room,
    sequence,
    nextAt: now,
    createdAt: now,
    payload: message.data,
    ...UNSENT,
  }
}
