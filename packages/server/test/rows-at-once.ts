import type { HotelDatabase } from '../src/store/stores/stores.ts'

/** How many rows of the log each transaction writes at once. */
export function rowsAtOnce(database: HotelDatabase): number[] {
  const sizes: number[] = []
  const transaction = database.transaction.bind(database)
  database.transaction = (work) =>
    transaction((stores) => {
      const addAll: typeof stores.activity.addAll = (rows) => {
        sizes.push(rows.length)
        return stores.activity.addAll(rows)
      }
      return work({ ...stores, activity: { ...stores.activity, addAll } })
    })
  return sizes
}
