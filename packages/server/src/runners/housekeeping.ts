import { parseDuration } from '../hotel/duration.ts'
import { RECEIPT_KEPT_FOR } from '../hotel/receipt.ts'
import { type Instant, hours } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Ticking } from '../kernel/service.ts'
import type { HotelDatabase, Stores } from '../store/stores.ts'

const CHARGE_KINDS = ['inventory.charged', 'inventory.refused']
const EVERY = hours(1)
/** Rows removed in one transaction: few enough that nobody waits for it. */
const BATCH = 500

interface Parts {
  readonly database: HotelDatabase
  retention(): { readonly charges: string; readonly log: string }
  readonly log: Log
}

export interface Purged {
  readonly receipts: number
  readonly charges: number
  readonly deliveries: number
  readonly activity: number
}

/** Once an hour: what has been kept as long as it may be is removed, and the log says how much. */
export function housekeeping({
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
    const { charges, log: others } = retention()
    const chargesEnd = now - (parseDuration(charges) ?? 0)
    const othersEnd = now - (parseDuration(others) ?? 0)
    const purged = {
      receipts: await database.transaction((stores) => stores.receipts.purge(now - RECEIPT_KEPT_FOR)),
      charges: await batched((stores) => stores.activity.purge(chargesEnd, { only: CHARGE_KINDS }, BATCH)),
      deliveries: await batched((stores) => stores.outbox.purge(chargesEnd, BATCH)),
      activity: await batched((stores) => stores.activity.purge(othersEnd, { except: CHARGE_KINDS }, BATCH)),
    }
    if (purged.charges + purged.deliveries + purged.activity > 0) await tell(database, purged, now)
    log.debug(purged, 'Housekeeping done')
    return purged
  }

  return {
    name: 'housekeeping',
    purge,
    async tick(now) {
      await purge(now)
      return now + EVERY
    },
  }
}

async function tell(database: HotelDatabase, purged: Purged, now: Instant) {
  await database.transaction((stores) =>
    stores.activity.add({
      at: now,
      tenant: '',
      kind: 'log.purged',
      room: '',
      actor: 'system',
      source: 'system',
      wakeup: null,
      text: `Removed after their time: ${purged.charges} charges, ${purged.deliveries} deliveries, ${purged.activity} log rows`,
      detail: { ...purged },
    }),
  )
}
