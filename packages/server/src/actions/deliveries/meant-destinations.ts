import { inScope, NO_TENANT } from '../../hotel/accounts/tenancy.ts'
import type { Destination } from '../../hotel/deliveries/destination.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { type Actor, unknown } from '../actor.ts'

/** A tenant's own of this name and those that all share; for those who see all, any. */
export async function meantIn(
  { destinations }: Stores,
  { scope }: Actor,
  name: string,
): Promise<Destination[]> {
  const all = [
    ...(await destinations.find('charge', name, null)),
    ...(await destinations.find('room-status', name, null)),
  ]
  const meant = all.filter(({ tenant }) => tenant === NO_TENANT || inScope(tenant, scope))
  if (meant.length === 0) throw unknown('Destination', name)
  return meant
}
