/** A tenant's id; empty for things that belong to no tenant. */
export type TenantId = string

export const NO_TENANT: TenantId = ''

/** Whose things may be seen: one tenant's, or everything (null). */
export type Scope = TenantId | null

export const inScope = (tenant: TenantId, scope: Scope) => scope === null || tenant === scope

/** Items, categories and status types of no tenant are shared by all; a tenant's own wins over a shared one. */
export function pickShared<T extends { tenant: TenantId }>(
  candidates: readonly T[],
  tenant: TenantId,
): T | undefined {
  return candidates.find((one) => one.tenant === tenant) ?? candidates.find((one) => one.tenant === NO_TENANT)
}

/** What was found under a key that is unique across the site, if it may be seen. */
export const ownOnly = <T extends { tenant: TenantId }>(found: T | undefined, scope: Scope): T[] =>
  found && inScope(found.tenant, scope) ? [found] : []

/**
 * What a name means that each tenant may use for a thing of its own: to those who see all, the site's own thing before
 * those of its tenants.
 */
export function meantBy<T extends { tenant: TenantId }>(found: readonly T[], scope: Scope): readonly T[] {
  const own = found.filter(({ tenant }) => tenant === (scope ?? NO_TENANT))
  return own.length > 0 ? own : found
}

/** A name as it is told apart in the whole installation: that of a tenant bears the tenant's id. */
export const ownName = (tenant: TenantId, name: string) => (tenant === NO_TENANT ? name : `${tenant}/${name}`)

/** The name as its tenant knows it. */
export const plainName = ({ tenant, name }: { tenant: TenantId; name: string }) =>
  tenant !== NO_TENANT && name.startsWith(`${tenant}/`) ? name.slice(tenant.length + 1) : name
