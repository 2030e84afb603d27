import type { NewRow, Note } from '../hotel/log/row.ts'
import type { Stores } from '../store/stores/stores.ts'
import { ITSELF } from './record.ts'
import { tellEvents } from './tell-events.ts'

/** Whose row a note becomes. */
export interface Concerned {
  readonly tenant: string
  readonly room: string
  readonly wakeup?: string | null
}

/** The row that a note becomes. Its actor is the system, unless a person set it off. */
export const noteRow = (
  { tenant, room, wakeup = null }: Concerned,
  note: Note,
  actor: string = ITSELF.name,
): NewRow => ({ ...note, tenant, room, wakeup, actor, source: ITSELF.source })

/** In their order. */
export async function writeRows(stores: Stores, rows: readonly NewRow[]): Promise<void> {
  await stores.activity.addAll(rows)
  await tellEvents(stores, rows)
}
