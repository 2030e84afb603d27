import { guestSystemOf, namedGuest, whyNotTheirs } from '../../hotel/deliveries/charged-guests.ts'
import type { Delivery } from '../../hotel/deliveries/delivery.ts'
import type { Destination } from '../../hotel/deliveries/destination.ts'
import { VOID_MESSAGE } from '../../hotel/deliveries/take-back.ts'
import { isChargeTold } from '../../hotel/inventory/charge-facts.ts'
import type { Stores } from '../../store/stores/stores.ts'

/** Why a message is not sent to a property system, as others are in its room by now; null where it may be. */
export async function whyNotPosted({ guests: store }: Stores, destination: Destination, one: Delivery) {
  const { tenant, room, payload } = one
  if (destination.settings.type !== 'fias' || !isChargeTold(payload)) return null
  const [{ guests }, system] = [payload, guestSystemOf(destination)]
  if (one.kind !== VOID_MESSAGE && (!guests || namedGuest(guests, system))) return null
  return whyNotTheirs(one, guests, await store.ofRoom(tenant, room), system)
}
