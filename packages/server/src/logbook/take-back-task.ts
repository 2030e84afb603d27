import type { Delivery } from '../hotel/deliveries/delivery.ts'
import type { ChargeFacts } from '../hotel/inventory/charge-facts.ts'
import type { Instant } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Stores } from '../store/stores/stores.ts'
import { mendAlarms } from './end-alarm.ts'
import { raiseAlarm } from './raise-alarm.ts'

interface TakeBackTask {
  readonly about: Delivery
  readonly facts: ChargeFacts
  readonly posting: number | null
  /** Whether the charge is known to be there. */
  readonly certain: boolean
  readonly text: string
  /** What is to be booked in its place, besides. */
  readonly instead?: Delivery | null
  readonly todo: 'taken back' | 'booked'
}

/** The row of the log is kept for longer than charges are: it does not say what was charged. */
export async function raiseTakeBack(
  stores: Stores,
  ids: Ids,
  { about, facts, posting, certain, text, instead = null, todo }: TakeBackTask,
  now: Instant,
): Promise<void> {
  const { id, destination } = about
  const { room, tenant, charge, item, quantity, total } = facts
  const sold = { charge, item: item.id, description: item.description, quantity, total }
  const there = posting === null ? {} : { posting }
  const detail = {
    ...sold,
    ...there,
    delivery: id,
    destination,
    certain,
    ...(instead && { instead: instead.id }),
  }
  const news = { kind: 'charge.take-back', subject: id, tenant, room, text, detail } as const
  const row = `A charge of room ${room} is to be ${todo} by hand in ${destination}`
  // What the desk was asked of this message before is not so any more.
  await mendAlarms(stores, ['charge.take-back'], id, 'The desk is asked anew', now)
  await raiseAlarm(stores, ids, news, now, { text: row })
}
