import { formatInstant } from '../../hotel/time/local-time.ts'
import { RECEIPT_KEPT_FOR } from '../../hotel/log/receipt.ts'
import { CHARGED, PURGED, type Retention, type RowsEnd, rowsEnd } from '../../hotel/log/retention.ts'
import { LOST_SHOWN } from '../../hotel/nodes/node.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { days, type Instant, hours } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Ticking } from '../../kernel/service.ts'
import { noteRow, writeRows } from '../../logbook/notes.ts'
import type { PurgedRow } from '../../store/stores/activity-store.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'

const EVERY = hours(1)
/** Rows removed in one transaction: few enough not to hold up other transactions. */
const BATCH = 500
/** Seals are kept this much longer than any row they may belong to. */
const SEALS_KEPT_ON = days(30)

interface Parts {
  readonly database: HotelDatabase
  retention(): Retention
  readonly log: Log
}

export interface Purged {
  readonly receipts: number
  readonly sessions: number
  readonly charges: number
  readonly deliveries: number
  /** Rows of the log, those of charges not among them. */
  readonly activity: number
  readonly wakeups: number
  readonly attempts: number
  readonly alarms: number
  /** Calls that property systems asked for. */
  readonly propertyCalls: number
  readonly seals: number
}

/** Once an hour: what has been kept as long as it may be is removed, and each tenant's log says how much of it. */
export function purger({
  database,
  retention,
  log,
}: Parts): Ticking & { purge(now: Instant): Promise<Purged> } {
  const inBatches = async <T>(remove: (stores: Stores) => Promise<readonly T[]>): Promise<T[]> => {
    const gone: T[] = []
    for (;;) {
      const batch = await database.transaction(remove)
      for (const one of batch) gone.push(one)
      if (batch.length < BATCH) return gone
    }
  }
  const counted = async (remove: (stores: Stores) => Promise<number>) =>
    (await inBatches(async (stores) => Array.from({ length: await remove(stores) }))).length

  const purge = async (now: Instant): Promise<Purged> => {
    const kept = retention()
    const end = rowsEnd(kept, now)
    const receipts = await database.transaction((stores) => stores.receipts.purge(now - RECEIPT_KEPT_FOR))
    const sessions = await database.transaction((stores) => stores.sessions.purge(now))
    await database.transaction((stores) => stores.nodes.forgetLost(now - LOST_SHOWN))
    const ofCharges = await inBatches(({ activity }) => activity.purge('charge', end.charges, BATCH))
    const deliveries = await inBatches((stores) => stores.deliveries.purge(end.charges, BATCH))
    const ofLog = await inBatches(({ activity }) => activity.purge('log', end.log, BATCH))
    const gone = tallies([...ofCharges, ...ofLog], deliveries)
    // In the log of each tenant by itself: its chain must explain what is missing in it.
    const told = Array.from(gone, ([tenant, tally]) => purgedRow(tenant, tally, { kept, end }, now))
    if (told.length > 0) await database.transaction((stores) => writeRows(stores, told))
    const purged = {
      receipts,
      sessions,
      charges: sumOf(gone.values(), 'charges'),
      deliveries: sumOf(gone.values(), 'deliveries'),
      activity: sumOf(gone.values(), 'activity'),
      wakeups: await counted(({ wakeups }) => wakeups.purge(end.log, BATCH)),
      attempts: await counted(({ attempts }) => attempts.purge(end.log, BATCH)),
      alarms: await counted(({ alarms }) => alarms.purge(end, BATCH)),
      propertyCalls: await counted(({ property }) => property.purge(end.log, BATCH)),
      seals: await counted((stores) => dropSeals(stores, Math.min(end.charges, end.log) - SEALS_KEPT_ON)),
    }
    log.debug({ event: 'log.purged', ...purged }, 'What was kept as long as it may be is removed')
    return purged
  }

  return {
    name: 'purger',
    purge,
    async tick(now) {
      await purge(now)
      return now + EVERY
    },
  }
}

/** The first seals of all, whose rows are long gone. */
async function dropSeals({ seals }: Stores, before: Instant): Promise<number> {
  const page = await seals.page(0, BATCH + 1)
  const end = page.findIndex(({ at }) => at >= before)
  // The last one of all is kept: the next number comes after it.
  const old = page.slice(0, end < 0 ? -1 : end).slice(0, BATCH)
  if (old.length > 0) await seals.drop(old)
  return old.length
}

/** What was removed for a tenant. */
interface Tally {
  charges: number
  deliveries: number
  /** Rows of the log, those of charges not among them. */
  activity: number
  /** When the oldest of the charges was made. */
  since: Instant
}

function tallies(rows: readonly PurgedRow[], deliveries: readonly TenantId[]): Map<TenantId, Tally> {
  const found = new Map<TenantId, Tally>()
  const of = (tenant: TenantId) => {
    const tally = found.get(tenant) ?? { charges: 0, deliveries: 0, activity: 0, since: Infinity }
    found.set(tenant, tally)
    return tally
  }
  for (const { tenant, kind, at } of rows) {
    const tally = of(tenant)
    if (kind === CHARGED) tally.since = Math.min(tally.since, at)
    tally[kind === CHARGED ? 'charges' : 'activity'] += 1
  }
  for (const tenant of deliveries) of(tenant).deliveries += 1
  return found
}

const sumOf = (found: Iterable<Tally>, what: 'charges' | 'deliveries' | 'activity') =>
  Array.from(found).reduce((sum, tally) => sum + tally[what], 0)

interface Rules {
  readonly kept: Retention
  readonly end: RowsEnd
}

function purgedRow(tenant: TenantId, { since, ...counts }: Tally, { kept, end }: Rules, now: Instant) {
  const { charges, deliveries, activity } = counts
  const span = charges === 0 ? {} : { charged: { since: shown(since), until: shown(end.charges) } }
  const text = `Removed after their time: ${charges} charges and ${deliveries} deliveries (kept for ${kept.charges}), ${activity} log rows`
  const detail = { ...counts, ...span, before: end }
  return noteRow({ tenant, room: '' }, { kind: PURGED, at: now, text, detail })
}

const shown = (at: Instant) => formatInstant(at, 'UTC')
