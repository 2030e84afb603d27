import { formatInstant } from '../../hotel/time/local-time.ts'
import { RECEIPT_KEPT_FOR } from '../../hotel/log/receipt.ts'
import {
  CHARGE_KINDS,
  CHARGED,
  PURGED,
  type Retention,
  type RowsEnd,
  rowsEnd,
} from '../../hotel/log/retention.ts'
import { ANCHOR, anchorText, chainStart } from '../../hotel/log/seal.ts'
import { NO_TENANT } from '../../hotel/accounts/tenancy.ts'
import { days, type Instant, hours } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Ticking } from '../../kernel/service.ts'
import { ITSELF, record } from '../../logbook/record.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'

const EVERY = hours(1)
/** Rows removed in one transaction: few enough that nobody waits for it. */
const BATCH = 500
/** Seals are kept for so much longer than the last row that they may stand for. */
const SEALS_KEPT_ON = days(30)

interface Parts {
  readonly database: HotelDatabase
  retention(): Retention
  readonly log: Log
}

export interface Purged {
  readonly receipts: number
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

/** Once an hour: what has been kept as long as it may be is removed, and the log says how much. */
export function purger({
  database,
  retention,
  log,
}: Parts): Ticking & { purge(now: Instant): Promise<Purged> } {
  const batched = async (remove: (stores: Stores) => Promise<number>) => {
    let total = 0
    for (;;) {
      const removed = await database.transaction(remove)
      total += removed
      if (removed < BATCH) return total
    }
  }

  const purge = async (now: Instant): Promise<Purged> => {
    const kept = retention()
    const end = rowsEnd(kept, now)
    const [oldest] = await database.read.activity.page({ ...HOUSE, before: end.charges })
    const purged = {
      receipts: await database.transaction((stores) => stores.receipts.purge(now - RECEIPT_KEPT_FOR)),
      charges: await batched(({ activity }) => activity.purge(end.charges, { only: [CHARGED] }, BATCH)),
      deliveries: await batched(({ deliveries }) => deliveries.purge(end.charges, BATCH)),
      activity:
        (await batched(({ activity }) => activity.purge(end.charges, { only: CHARGE_KINDS }, BATCH))) +
        (await batched(({ activity }) => activity.purge(end.log, { except: CHARGE_KINDS }, BATCH))),
      wakeups: await batched(({ wakeups }) => wakeups.purge(end.log, BATCH)),
      attempts: await batched(({ attempts }) => attempts.purge(end.log, BATCH)),
      alarms: await batched(({ alarms }) => alarms.purge(end.log, BATCH)),
      propertyCalls: await batched(({ property }) => property.purge(end.log, BATCH)),
      seals: await batched((stores) => dropSeals(stores, Math.min(end.charges, end.log) - SEALS_KEPT_ON)),
    }
    if (purged.charges + purged.deliveries + purged.activity > 0)
      await tell(database, { purged, kept, end, since: oldest?.at ?? null }, now)
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

/** The beginning of the chain, whose rows are long gone; where it begins from then on is remembered. */
async function dropSeals({ seals, site }: Stores, before: Instant): Promise<number> {
  const page = await seals.page(chainStart(await site.remembered()).number, BATCH + 1)
  const end = page.findIndex(({ at }) => at >= before)
  // The last one of all is kept: the next row is bound to it.
  const old = page.slice(0, end < 0 ? -1 : end).slice(0, BATCH)
  const last = old.at(-1)
  if (!last) return 0
  await seals.drop(last.number)
  await site.remember(ANCHOR, anchorText(last))
  return old.length
}

/** All charges of the house, the oldest first. */
const HOUSE = { scope: null, kind: CHARGED, limit: 1 } as const

interface Told {
  readonly purged: Purged
  readonly kept: Retention
  readonly end: RowsEnd
  /** When the oldest charge of those that went was made. */
  readonly since: Instant | null
}

async function tell(database: HotelDatabase, { purged, kept, end, since }: Told, now: Instant) {
  const { charges, deliveries, activity } = purged
  const span = since === null ? {} : { charged: { since: shown(since), until: shown(end.charges) } }
  await database.transaction((stores) =>
    record(stores, ITSELF, now, {
      kind: PURGED,
      tenant: NO_TENANT,
      text: `Removed after their time: ${charges} charges and ${deliveries} deliveries (kept for ${kept.charges}), ${activity} log rows`,
      detail: { ...purged, ...span, before: end },
    }),
  )
}

const shown = (at: Instant) => formatInstant(at, 'UTC')
