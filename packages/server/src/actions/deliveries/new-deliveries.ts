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
): Promise<QueueKey[]> {
  const destinations = await stores.destinations.reachedFrom(message.purpose, message.tenant)
  for (const destination of destinations) await addDelivery(stores, ids, message, destination, now)
  return destinations.map(queueOf)
}

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
