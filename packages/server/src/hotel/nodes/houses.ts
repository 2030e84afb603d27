import { NO_TENANT, type TenantId } from '../accounts/tenancy.ts'
import type { Home, Node } from './node.ts'

/** Everything that lives together on one node: a tenant's calls, lines, queues, links and desk. */
export type House = string

/** Who seals the log and purges it has a home like any house. */
export const LOG_HOUSE: House = '@log'
/** What belongs to no tenant. */
export const COMMON_HOUSE: House = NO_TENANT

/**
 * The houses of an installation. Lines of no tenant serve all tenants, and two nodes cannot share them: where there is
 * such a line, all tenants are one house.
 */
export function housesOf(
  tenants: readonly TenantId[],
  lines: readonly { readonly tenant: TenantId }[],
): House[] {
  const isOne = lines.length === 0 || lines.some(({ tenant }) => tenant === NO_TENANT)
  return [LOG_HOUSE, COMMON_HOUSE, ...(isOne ? [] : tenants.filter((tenant) => tenant !== NO_TENANT))]
}

/** Where a tenant's things live. */
export const houseOf = (tenant: TenantId, houses: ReadonlySet<House>): House =>
  houses.has(tenant) ? tenant : COMMON_HOUSE

/** The tenants whose houses are meant; null: all of them. */
export type Whose = readonly TenantId[] | null

export const livesAmong = (tenant: TenantId, whose: Whose) => whose === null || whose.includes(tenant)

/** Who lives where, as a configuration has it. */
export interface Arrangement {
  readonly houses: readonly House[]
  readonly tenants: readonly TenantId[]
  /** Two of the same print are the same. */
  readonly print: string
}

/** The tenants that belong into each house. */
export function tenantsByHouse({ houses, tenants }: Arrangement): Map<House, TenantId[]> {
  const byHouse = new Map<House, TenantId[]>(houses.map((house) => [house, []]))
  const known = new Set(houses)
  for (const tenant of [NO_TENANT, ...tenants]) byHouse.get(houseOf(tenant, known))?.push(tenant)
  return byHouse
}

/** Null where all the tenants that there are live here. */
export const whoseOf = (here: ReadonlySet<TenantId>, { tenants }: Pick<Arrangement, 'tenants'>): Whose =>
  [NO_TENANT, ...tenants].every((tenant) => here.has(tenant)) ? null : [...here]

/**
 * Whether a node may take what it has not: nobody has anything by another arrangement, in which the same tenant may live
 * in another house.
 */
export const areAgreed = (
  print: string,
  lease: string,
  nodes: readonly Node[],
  homes: readonly Home[],
): boolean => {
  const owners = new Set(homes.map((home) => home.lease))
  const others = nodes.filter(
    (node) => node.lease !== lease && node.state !== 'lost' && owners.has(node.lease),
  )
  return others.every(({ arranged }) => arranged === print)
}

/** How many houses a node has at most while others could have them. */
export const housesFor = (houses: number, nodes: number) => Math.ceil(houses / Math.max(1, nodes))

/**
 * What an owner hands over next, so that nodes that joined get their share; null when nothing need move. The log goes
 * first: no line and no link moves with it.
 */
export function toHandOver(
  homes: readonly Home[],
  lease: string,
  up: number,
  isQuiet: (house: House) => boolean,
) {
  const own = homes.filter((home) => home.lease === lease)
  if (own.length <= housesFor(homes.length, up)) return null
  const quiet = own.filter(({ house }) => isQuiet(house))
  return (quiet.find(({ house }) => house === LOG_HOUSE) ?? quiet[0])?.house ?? null
}
