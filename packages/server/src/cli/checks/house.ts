import { sql } from 'kysely'
import { read } from '../../actions/settings.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Side } from '../../store/files/copy.ts'
import { MIGRATION_TABLE } from '../../store/engine/migrations/index.ts'
import { createStores, type Stores } from '../../store/stores/stores.ts'
import type { NamedZone } from './zone.ts'

/** `schema 0002-calls, 80 rooms, ...`; the house's time zones are added to the list. */
export async function describeHouse({ handle, dialect }: Side, now: Instant, zones: NamedZone[]) {
  const stores = createStores(handle, dialect)
  zones.push(...(await zonesOf(stores)))
  const facts = await countsOf(handle)
  const { pending } = await stores.wakeups.countPending(now)
  const { depth } = await stores.deliveries.backlog()
  return [
    `schema ${facts?.schema}`,
    `${facts?.rooms} rooms`,
    `${(await stores.accounts.list(null)).length} accounts`,
    `${pending} pending wake-up calls`,
    `${depth} messages to deliver`,
    `${facts?.log} log entries`,
  ].join(', ')
}

async function zonesOf(stores: Stores): Promise<NamedZone[]> {
  const { site, tenants } = await read(stores)
  const own = [...tenants.values()].flatMap(({ name, timezone }) =>
    timezone === null ? [] : [{ of: name, zone: timezone }],
  )
  return [{ of: 'the site', zone: site.timezone }, ...own]
}

async function countsOf(handle: Side['handle']) {
  const { rows } = await sql<{ schema: string; rooms: number; log: number }>`
    select (select max(name) from ${sql.table(MIGRATION_TABLE)}) as schema,
      (select count(*) from mailbox) as rooms, (select count(*) from activity) as log`.execute(handle)
  return rows[0]
}
