import type { Thing } from './fields.ts'

const tenantOf = ({ tenant }: Thing): readonly string[] => (typeof tenant === 'string' ? [tenant] : [])

/**
 * Whose thing a key means that nothing more is said of: the house's own before one of a tenant. Undefined where that
 * leaves several, and of what belongs to nobody.
 */
export function ownerOf(all: readonly Thing[], field: string, key: string): string | undefined {
  const owners = all.filter((one) => String(one[field]) === key).flatMap(tenantOf)
  if (owners.includes('')) return ''
  return owners.length === 1 ? owners[0] : undefined
}
