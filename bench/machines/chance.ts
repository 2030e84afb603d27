/** Chance that comes out the same for the same seed (mulberry32). */
export interface Chance {
  /** From 0 up to, not including, 1. */
  next(): number
  between(low: number, high: number): number
  happens(part: number): boolean
  oneOf<Item>(items: readonly Item[]): Item
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    happens: (part) => next() < part,
    oneOf(items) {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('There is nothing to choose from')
      return item
    },
  }
}
