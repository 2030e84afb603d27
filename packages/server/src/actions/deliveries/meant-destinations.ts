import { inScope, NO_TENANT } from '../../hotel/accounts/tenancy.ts'
import type { Destination } from '../../hotel/deliveries/destination.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { type Actor, unknown } from '../actor.ts'

/** A tenant's own of this name and those that all share; who sees all must say whose, where several have the name. */
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
  if (scope === null && new Set(meant.map(({ tenant }) => tenant)).size > 1) throw ambiguous(name)
  return meant
}

const ambiguous = (name: string) =>
  new Failure('thing.ambiguous', `${name} exists in several tenants; name one with the parameter tenant`)
