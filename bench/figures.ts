/** Small arithmetic on measurements. */

export const median = (values: readonly number[]) => quantile(values, 0.5)

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export const round = (value: number, digits = 1) => Number(value.toFixed(digits))

/** Of two sides that were measured. One that has answered nothing is an error: nothing can be said of it. */
export function ratio(own: number, other: number): number {
  const found = own / other
  if (Number.isFinite(found) && found > 0) return found
  throw new Error(`Nothing to compare: ${own} on our side, ${other} on the other`)
}
