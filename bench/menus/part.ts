import type { Chance } from '../../packages/server/testing/chance.ts'
import type { Check, Table } from '../report.ts'

/** What one part of the bench found. */
export interface Part {
  readonly counted: string
  readonly tables: readonly Table[]
  readonly checks: readonly Check[]
}

export interface PartOptions {
  readonly isQuick: boolean
  /** The smallest size; only the part that is tried knows it. */
  readonly isSmoke: boolean
  readonly chance: Chance
}

/** Everything is done, so much of it at once. */
export async function together<Item>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item, at: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at]
      if (item !== undefined) await work(item, at)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

export const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)
