import { describe, expect, test } from 'vitest'
import { testAccounts } from './conformance/accounts.ts'
import { testActivity } from './conformance/activity.ts'
import { testAlarms } from './conformance/alarms.ts'
import { testAttempts } from './conformance/attempts.ts'
import { testDestinations } from './conformance/destinations.ts'
import { testGuests } from './conformance/guests.ts'
import { hotelFor, type OpenHotel, type Section } from './conformance/hotel.ts'
import { testInventory } from './conformance/inventory.ts'
import { testLanes } from './conformance/lanes.ts'
import { testLines } from './conformance/lines.ts'
import { testMailboxes } from './conformance/mailboxes.ts'
import { testOutbox } from './conformance/outbox.ts'
import { testPrompts } from './conformance/prompts.ts'
import { testProperty } from './conformance/property.ts'
import { testReceipts } from './conformance/receipts.ts'
import { testRoomStatus } from './conformance/room-status.ts'
import { testRooms } from './conformance/rooms.ts'
import { testSeals } from './conformance/seals.ts'
import { testSecrets } from './conformance/secrets.ts'
import { testSite } from './conformance/site.ts'
import { testTransactions } from './conformance/transactions.ts'
import { testWakeups } from './conformance/wakeups.ts'
import type { Stores } from './stores.ts'

const SECTIONS: Readonly<Record<keyof Stores, Section>> = {
  accounts: testAccounts,
  activity: testActivity,
  alarms: testAlarms,
  attempts: testAttempts,
  destinations: testDestinations,
  guests: testGuests,
  inventory: testInventory,
  lanes: testLanes,
  lines: testLines,
  mailboxes: testMailboxes,
  outbox: testOutbox,
  prompts: testPrompts,
  property: testProperty,
  receipts: testReceipts,
  roomStatus: testRoomStatus,
  rooms: testRooms,
  seals: testSeals,
  secrets: testSecrets,
  site: testSite,
  wakeups: testWakeups,
}

/** One suite for both databases: what the stores promise, they promise on either. */
export function conformance(name: string, open: OpenHotel) {
  describe(`on ${name}`, () => {
    const hotel = hotelFor(open)
    const run = Object.entries(SECTIONS).map(([store, section]) => {
      describe(`the store of ${store}`, () => {
        section(hotel)
      })
      return store
    })
    describe('transactions', () => {
      testTransactions(hotel)
    })

    test('every store has its section here', () => {
      const { tables: _, ...stores } = hotel.read
      expect(run.toSorted()).toEqual(Object.keys(stores).toSorted())
    })
  })
}
