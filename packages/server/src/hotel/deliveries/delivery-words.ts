import { amountText, isChargeTold } from '../inventory/charge-facts.ts'
import { isStatusTold } from '../rooms/room-status.ts'
import type { Delivery } from './delivery.ts'

type Message = Pick<Delivery, 'payload'>

/** What a message tells, in one line and without the room: `2 × Cola 9.00 CHF`, `Clean`, or the sentence of an event. */
export function summaryOf({ payload }: Message): string {
  if (isChargeTold(payload)) return `${payload.quantity} × ${payload.item.description} ${amountText(payload)}`
  if (isStatusTold(payload)) return payload.status.description
  return typeof payload['text'] === 'string' ? payload['text'] : ''
}

/** The call that it tells of. */
export const wakeupIn = ({ payload }: Message): string | null =>
  typeof payload['wakeup'] === 'string' ? payload['wakeup'] : null

/** The same for those who may not see the names of guests. */
export const withoutGuests = ({ guests: _, ...payload }: Delivery['payload']): Delivery['payload'] => payload
