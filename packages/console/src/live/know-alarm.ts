import type { Desk } from './desk.ts'

/** As many as the server takes at once. */
const MOST = 200

/** Somebody says that they know. They go once the server has stored it, without waiting for the event. */
export async function knowAlarms(
  { client, house }: Desk,
  ids: readonly string[],
  note: string,
): Promise<void> {
  for (let at = 0; at < ids.length; at += MOST) {
    const some = ids.slice(at, at + MOST)
    await client.call('alarm.acknowledgeAll', { body: { ids: some, ...(note === '' ? {} : { note }) } })
    // Those that were over by then are gone as well.
    for (const id of some) house.alarms.store.remove(id)
  }
}
