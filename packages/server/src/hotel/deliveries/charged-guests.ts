import { ownName } from '../accounts/tenancy.ts'
import type { ChargeTold } from '../inventory/charge-facts.ts'
import type { Guest } from '../rooms/stay.ts'
import { BY_HAND, type Delivery } from './delivery.ts'
import type { Destination } from './destination.ts'
import { VOID_MESSAGE } from './take-back.ts'

/** Those who stayed in a room when something was charged to it; undefined where nobody was known to. */
export type ChargedGuests = ChargeTold['guests']
type Here = readonly Pick<Guest, 'id' | 'reservation'>[]

/** By which a property system's guests are known; null where none are taken from it. */
export const guestSystemOf = ({
  tenant,
  name,
  settings,
}: Pick<Destination, 'tenant' | 'name' | 'settings'>) =>
  settings.type === 'fias' && settings.guests ? ownName(tenant, name) : null

/** The one whom a posting names by the reservation: of a room that guests share nobody knows whose it is. */
export function namedGuest(guests: ChargedGuests = [], system: string | null) {
  const [guest, ...others] = guests
  return guest && others.length === 0 && guest.system === system && guest.reservation !== ''
    ? guest
    : undefined
}

/** Whether a posting to the room would go to those who were charged, and to nobody else. */
export function isStillTheirs(guests: ChargedGuests = [], here: Here, system: string | null): boolean {
  const isHere = ({ id }: { readonly id: string }) => here.some((guest) => guest.id === id)
  const named = namedGuest(guests, system)
  if (named) return here.some(({ id, reservation }) => id === named.id && reservation === named.reservation)
  return guests.length > 0 && guests.length === here.length && guests.every(isHere)
}

/**
 * Why what waited is not posted to a room that others are in by now; null where it may be. A charge that names its guest
 * is safe: the property system finds nobody else by the reservation. Money is given back to nobody but a guest who is there.
 */
export function whyNotTheirs(
  { kind, doubts }: Pick<Delivery, 'kind' | 'doubts'>,
  guests: ChargedGuests,
  here: Here,
  system: string | null,
): string | null {
  if (kind === VOID_MESSAGE)
    return isStillTheirs(guests, here, system)
      ? null
      : 'Those who were charged are not in the room any more: take it back there by hand'
  if (!guests || namedGuest(guests, system)) return null
  const areOthers = here.length > 0 && !here.some(({ id }) => guests.some((guest) => guest.id === id))
  if (!areOthers) return null
  const perhaps = doubts > 0 ? ', if it is not there already' : ''
  return `${BY_HAND}${perhaps}: others are in the room than those who were charged`
}
