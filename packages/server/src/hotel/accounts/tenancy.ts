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
