import type { Desk } from './desk.ts'

/** Somebody says that they know. It goes once the server has stored it, without waiting for the event. */
export async function knowAlarm({ client, house }: Desk, id: string, note: string): Promise<void> {
  await client.call('alarm.acknowledge', { params: { id }, body: note === '' ? {} : { note } })
  house.alarms.store.remove(id)
}
