import { sql } from 'kysely'
import type { Instant } from '../../kernel/clock.ts'
import { SqliteConnection } from '../engine/sqlite-driver.ts'
import { SIGN_OF_LIFE } from '../stores/site-store.ts'
import { sideOf, syncFile } from './backup-file.ts'
import type { Side } from './copy.ts'

/** Only backups have it. */
const MOMENT = 'backup'

/** Writes into a backup of when it is: whatever came later, it does not know. */
export async function stamp(file: string, at: Instant): Promise<void> {
  const connection = new SqliteConnection(file, { readOnly: false })
  try {
    const { handle } = sideOf(connection)
    await handle.deleteFrom('meta').where('key', '=', MOMENT).execute()
    await handle
      .insertInto('meta')
      .values({ key: MOMENT, value: String(at) })
      .execute()
  } finally {
    connection.close()
  }
  syncFile(file)
}

/** Of when a backup is, taken out of it. A file that was copied by hand does not say: then the last that it knows counts. */
export async function takeMoment({ handle }: Side): Promise<Instant> {
  const stamped = handle.selectFrom('meta').select('value').where('key', '=', MOMENT)
  const at = Number((await stamped.executeTakeFirst())?.value ?? 0)
  await handle.deleteFrom('meta').where('key', '=', MOMENT).execute()
  return at > 0 ? at : lastKnown(handle)
}

async function lastKnown(handle: Side['handle']): Promise<Instant> {
  const row = await handle
    .selectFrom('activity')
    .select((eb) => eb.fn.max<Instant | null>('at').as('at'))
    .executeTakeFirst()
  const sign = await handle
    .selectFrom('meta')
    .select(sql<Instant | null>`max(cast(value as integer))`.as('at'))
    .where('key', 'like', `${SIGN_OF_LIFE}%`)
    .executeTakeFirst()
  return Math.max(row?.at ?? 0, sign?.at ?? 0)
}
