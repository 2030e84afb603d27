/** Every way to choose one value for each field: `{ a: [1, 2], b: [3] }` makes `{ a: 1, b: 3 }` and `{ a: 2, b: 3 }`. */
export function combinations<T extends object>(choices: { readonly [K in keyof T]: readonly T[K][] }): T[] {
  let found: Partial<T>[] = [{}]
  for (const name of Object.keys(choices) as (keyof T)[])
    found = found.flatMap((one) => choices[name].map((value) => ({ ...one, [name]: value })))
  return found as T[]
}

/** Whether a field passes a filter that may be left out. */
export const passes = <V>(value: V, wanted: V | undefined) => wanted === undefined || value === wanted

/** A list that is sorted, from its end where that is asked for. */
export const ordered = <T>(sorted: readonly T[], { order }: { order?: 'asc' | 'desc' | undefined }) =>
  order === 'desc' ? sorted.toReversed() : sorted

/** Whether an instant lies in a span whose ends may be left open. */
export const within = (
  at: number,
  { from, before }: { from?: number | undefined; before?: number | undefined },
) => at >= (from ?? Number.NEGATIVE_INFINITY) && at < (before ?? Number.POSITIVE_INFINITY)
