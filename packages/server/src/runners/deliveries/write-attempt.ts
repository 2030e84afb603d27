import type { DeliveryAnswer } from '../../connectors/connector.ts'
import type { Delivery } from '../../hotel/deliveries/delivery.ts'
import type { Instant } from '../../kernel/clock.ts'
import { noteRow, writeRows } from '../../logbook/notes.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { deliverySettledNote } from './delivery-notes.ts'

/** One attempt with no flight of its own, or the answer to the last one, which was written down without any. */
export async function writeAttempt(
  stores: Stores,
  before: Delivery,
  after: Delivery,
  { status, text }: Pick<DeliveryAnswer, 'status' | 'text'>,
  now: Instant,
) {
  const { id, attempts } = after
  const { tenant, trigger } = before
  await stores.queues.answerAttempt({
    tenant,
    delivery: id,
    number: attempts,
    at: now,
    status,
    ms: 0,
    text,
    trigger,
  })
  const note = deliverySettledNote(after, { status, ms: 0 }, now)
  if (note) await writeRows(stores, [noteRow(after, note)])
}
