/** A thing by the name that each house may give to one of its own. */
export interface Named {
  readonly name: string
  readonly tenant: string
}

/** The names that stand in more than one house: by itself such a name says not which is meant. */
export function inSeveralHouses(all: readonly Named[]): ReadonlySet<string> {
  const first = new Map<string, string>()
  const several = new Set<string>()
  for (const { name, tenant } of all) {
    const known = first.get(name)
    if (known === undefined) first.set(name, tenant)
    else if (known !== tenant) several.add(name)
  }
  return several
}
