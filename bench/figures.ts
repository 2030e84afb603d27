/** Small arithmetic on measurements. */

export const median = (values: readonly number[]) => quantile(values, 0.5)

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export const round = (value: number, digits = 1) => Number(value.toFixed(digits))
