import { inScope, NO_TENANT, pickShared, type TenantId } from '../../hotel/accounts/tenancy.ts'
import type { Destination, Purpose } from '../../hotel/deliveries/destination.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { type Actor, unknown } from '../actor.ts'

/** Which destination somebody means: without more than its name, that has to say it. */
export interface MeantDestination {
  readonly destination: string
  readonly purpose?: Purpose | undefined
  /** The tenant whose own it is; none for one that all share. */
  readonly owner?: TenantId | undefined
}

interface Finding {
  readonly destinations: Pick<Stores['destinations'], 'find'>
}

const PURPOSES = ['charge', 'room-status'] as const

/** Each destination has a queue of its own, and one of them is meant: a tenant's own before the one that all share. */
export async function theMeant(
  { destinations }: Finding,
  { scope }: Actor,
  { destination: name, purpose, owner }: MeantDestination,
): Promise<Destination> {
  const named: Destination[] = []
  for (const wanted of purpose === undefined ? PURPOSES : [purpose]) {
    const found = (await destinations.find(wanted, name, null)).filter(
      ({ tenant }) =>
        (tenant === NO_TENANT || inScope(tenant, scope)) && (owner === undefined || tenant === owner),
    )
    const own = scope === null ? undefined : pickShared(found, scope)
    named.push(...(own ? [own] : found))
  }
  const [one, ...others] = named
  if (!one) throw unknown('Destination', name)
  if (others.length > 0) throw ambiguous(name)
  return one
}

const ambiguous = (name: string) =>
  new Failure('thing.ambiguous', `Several are called ${name}: say which with owner and purpose`)
