import type { Kysely } from 'kysely'
import type { Safe } from '../../kernel/safe.ts'
import { accountStore } from './account-store.ts'
import { activityStore } from './activity-store.ts'
import { alarmStore } from './alarm-store.ts'
import { announcedCalls } from './announced-calls.ts'
import { attemptStore } from './attempt-store.ts'
import type { Database } from '../engine/database.ts'
import type { Dialect } from '../engine/dialect.ts'
import { errandStore } from './errand-store.ts'
import { homeStore } from './home-store.ts'
import { guestStore } from './guest-store.ts'
import { inventoryStore } from './inventory-store.ts'
import { queueStore } from './queue-store.ts'
import { languageStore } from './language-store.ts'
import { lineStore } from './line-store.ts'
import { mailboxStore } from './mailbox-store.ts'
import { nodeStore } from './node-store.ts'
import { deliveryStore } from './delivery-store.ts'
import { destinationStore } from './destination-store.ts'
import { phraseStore } from './phrase-store.ts'
import { promptStore } from './prompt-store.ts'
import { propertyStore } from './property-store.ts'
import { receiptStore } from './receipt-store.ts'
import { restoredStore } from './restored-store.ts'
import { roomMarkStore } from './room-mark-store.ts'
import { roomStatusStore } from './room-status-store.ts'
import { roomStore } from './room-store.ts'
import type { Schema } from '../engine/schema.ts'
import { pinStore } from './pin-store.ts'
import { sealStore } from './seal-store.ts'
import { configColumn } from './encrypted-config.ts'
import { secretStore } from './secret-store.ts'
import { sessionStore } from './session-store.ts'
import { siteStore } from './site-store.ts'
import { waitStore } from './wait-store.ts'
import { wakeupStore } from './wakeup-store.ts'

export type Stores = ReturnType<typeof createStores>
export type HotelDatabase = Database<Stores>

/** Every store on one handle: the pool, or a transaction. Secrets lie in the safe, if there is one. */
export function createStores(db: Kysely<Schema>, dialect: Dialect, safe?: Safe) {
  const column = configColumn(safe)
  return {
    accounts: accountStore(db, dialect),
    activity: activityStore(db),
    alarms: alarmStore(db, dialect),
    announced: announcedCalls(db, dialect),
    attempts: attemptStore(db, dialect),
    destinations: destinationStore(db, column),
    errands: errandStore(db, dialect),
    guests: guestStore(db, dialect),
    homes: homeStore(db, dialect),
    inventory: inventoryStore(db),
    queues: queueStore(db, dialect),
    languages: languageStore(db),
    lines: lineStore(db, column),
    mailboxes: mailboxStore(db, dialect),
    deliveries: deliveryStore(db),
    nodes: nodeStore(db, dialect),
    phrases: phraseStore(db),
    prompts: promptStore(db, dialect),
    property: propertyStore(db, dialect),
    receipts: receiptStore(db, dialect),
    restored: restoredStore(db),
    roomMarks: roomMarkStore(db),
    roomStatus: roomStatusStore(db, dialect),
    rooms: roomStore(db, dialect),
    pins: pinStore(db),
    seals: sealStore(db),
    secrets: secretStore(db, safe),
    sessions: sessionStore(db, dialect),
    site: siteStore(db, column),
    waits: waitStore(db),
    wakeups: wakeupStore(db, dialect),
  }
}
