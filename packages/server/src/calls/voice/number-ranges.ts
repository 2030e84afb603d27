/** Numbers as a phrase book writes them: `0,21-23`. */

const RANGES = /^\d{1,2}(-\d{1,2})?(,\d{1,2}(-\d{1,2})?)*$/

export const areRanges = (text: string): boolean => RANGES.test(text)

export function numbersIn(ranges: string): number[] {
  return ranges.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  })
}

/** Left out, they are all numbers. */
export const isAmong = (n: number, ranges: string | undefined): boolean =>
  ranges === undefined || ranges.split(',').some((range) => isWithin(n, range))

function isWithin(n: number, range: string): boolean {
  const [first = 0, last = first] = range.split('-').map(Number)
  return n >= first && n <= last
}

export type ByNumber = Readonly<Record<string, string>>

/** What is written for this very number, otherwise for the first range that it lies in. */
export const writtenFor = (n: number, texts: ByNumber): string | undefined =>
  texts[n] ?? Object.entries(texts).find(([ranges]) => isAmong(n, ranges))?.[1]

/** Every number that something is written for, in order. */
export const numbersWritten = (texts: ByNumber): number[] =>
  [...new Set(Object.keys(texts).flatMap(numbersIn))].toSorted((a, b) => a - b)
