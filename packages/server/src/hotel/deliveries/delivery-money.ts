import { isChargeFacts } from '../inventory/charge-facts.ts'
import type { Delivery } from './delivery.ts'

interface DeliveryMoney {
  readonly charge: string | null
  readonly item: string | null
  readonly quantity: number | null
  readonly total: string | null
  readonly currency: string | null
  /** Who charged it, or reported the status. */
  readonly user: string | null
}

/** What a message tells of money; null of all but the user, where it tells of none. */
export function moneyIn({ payload }: Pick<Delivery, 'payload'>): DeliveryMoney {
  const user = typeof payload['user'] === 'string' ? payload['user'] : null
  if (!isChargeFacts(payload))
    return { charge: null, item: null, quantity: null, total: null, currency: null, user }
  const { charge, item, quantity, total, currency = '' } = payload
  return { charge, item: item.id, quantity, total, currency, user }
}

/** The number under which a property system was given a charge; null for what is posted to no property system. */
export const postingIn = (memo: Readonly<Record<string, unknown>> | null): number | null => {
  const number = memo?.['number']
  return typeof number === 'number' ? number : null
}
