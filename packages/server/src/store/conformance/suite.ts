import { describe, expect, test } from 'vitest'
import { testAccounts } from './accounts.ts'
import { testActivity } from './activity.ts'
import { testAlarms } from './alarms.ts'
import { testAnnounced } from './announced.ts'
import { testAttempts } from './attempts.ts'
import { testDestinations } from './destinations.ts'
import { testErrands } from './errands.ts'
import { testGuests } from './guests.ts'
import { testHomes } from './homes.ts'
import { hotelFor, type OpenHotel, type Section } from './hotel.ts'
import { testInventory } from './inventory.ts'
import { testQueues } from './queues.ts'
import { testLanguages } from './languages.ts'
import { testLines } from './lines.ts'
import { testMailboxes } from './mailboxes.ts'
import { testDeliveries } from './deliveries.ts'
import { testNodes } from './nodes.ts'
import { testPhrases } from './phrases.ts'
import { testPrompts } from './prompts.ts'
import { testProperty } from './property.ts'
import { testReceipts } from './receipts.ts'
import { testRestored } from './restored.ts'
import { testRoomMarks } from './room-marks.ts'
import { testRoomStatus } from './room-status.ts'
import { testRooms } from './rooms.ts'
import { testPins } from './pins.ts'
import { testSeals } from './seals.ts'
import { testSecrets } from './secrets.ts'
import { testSessions } from './sessions.ts'
import { testSite } from './site.ts'
import { testTransactions } from './transactions.ts'
import { testWaits } from './waits.ts'
import { testWakeups } from './wakeups.ts'
import type { Stores } from '../stores/stores.ts'

const SECTIONS: Readonly<Record<keyof Stores, Section>> = {
  accounts: testAccounts,
  activity: testActivity,
  alarms: testAlarms,
  announced: testAnnounced,
  attempts: testAttempts,
  destinations: testDestinations,
  errands: testErrands,
  guests: testGuests,
  homes: testHomes,
  inventory: testInventory,
  queues: testQueues,
  languages: testLanguages,
  lines: testLines,
  mailboxes: testMailboxes,
  deliveries: testDeliveries,
  nodes: testNodes,
  phrases: testPhrases,
  prompts: testPrompts,
  property: testProperty,
  receipts: testReceipts,
  restored: testRestored,
  roomMarks: testRoomMarks,
  roomStatus: testRoomStatus,
  rooms: testRooms,
  pins: testPins,
  seals: testSeals,
  secrets: testSecrets,
  sessions: testSessions,
  site: testSite,
  waits: testWaits,
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
