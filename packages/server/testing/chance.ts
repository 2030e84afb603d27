/** Chance that comes out the same for the same seed, on every machine. */
export interface Chance {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number from 0 up to, not including, the limit. */
  below(limit: number): number
  between(low: number, high: number): number
  happens(part: number): boolean
  pick<Item>(of: readonly Item[]): Item
}

/** mulberry32 */
export function seededChance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    between: (low, high) => low + next() * (high - low),
    happens: (part) => next() < part,
    pick(of) {
      const item = of[below(of.length)]
      if (item === undefined) throw new Error('There is nothing to choose from')
      return item
    },
  }
}
