import type { Stores } from '../store/stores/stores.ts'

/** Rows of the log are written in one go, after everything else. */
export async function withOneLog(stores: Stores, work: (gathering: Stores) => Promise<void>) {
  const rows: Parameters<Stores['activity']['add']>[0][] = []
  const add = (...more: typeof rows) => Promise.resolve(void rows.push(...more))
  const activity = { ...stores.activity, add, addAll: (more: readonly (typeof rows)[0][]) => add(...more) }
  await work({ ...stores, activity })
  await stores.activity.addAll(rows)
}
