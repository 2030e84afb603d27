import type { Kysely } from 'kysely'
import { accountStore } from './account-store.ts'
import { activityStore } from './activity-store.ts'
import { alarmStore } from './alarm-store.ts'
import { attemptStore } from './attempt-store.ts'
import type { Database } from './database.ts'
import type { Dialect } from './dialect.ts'
import { guestStore } from './guest-store.ts'
import { inventoryStore } from './inventory-store.ts'
import { mailboxStore } from './mailbox-store.ts'
import { destinationStore, outboxStore } from './outbox-store.ts'
import { receiptStore } from './receipt-store.ts'
import { roomStatusStore } from './room-status-store.ts'
import { roomStore } from './room-store.ts'
import type { Schema } from './schema.ts'
import { sealStore } from './seal-store.ts'
import { lineStore, promptStore, siteStore } from './site-store.ts'
import { wakeupStore } from './wakeup-store.ts'

export type Stores = ReturnType<typeof createStores>
export type HotelDatabase = Database<Stores>

/** Every store on one handle: the pool, or a transaction. */
export function createStores(db: Kysely<Schema>, dialect: Dialect) {
  return {
    accounts: accountStore(db),
    activity: activityStore(db),
    alarms: alarmStore(db),
    attempts: attemptStore(db),
    destinations: destinationStore(db),
    guests: guestStore(db),
    inventory: inventoryStore(db),
    lines: lineStore(db),
    mailboxes: mailboxStore(db, dialect),
    outbox: outboxStore(db),
    prompts: promptStore(db, dialect),
    receipts: receiptStore(db),
    roomStatus: roomStatusStore(db),
    rooms: roomStore(db),
    seals: sealStore(db),
    site: siteStore(db),
    wakeups: wakeupStore(db, dialect),
  }
}
