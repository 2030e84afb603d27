import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { propertyCallActions } from '../src/actions/property/property-calls.ts'
import { propertyGuestActions } from '../src/actions/property/property-guests.ts'
import { loadSettings } from '../src/actions/settings.ts'
import type { GuestNews } from '../src/hotel/property/property.ts'
import { systemIds } from '../src/kernel/ids.ts'
import { silentLog } from '../src/kernel/log.ts'
import type { HotelDatabase, Stores } from '../src/store/stores/stores.ts'
import { type Hotel, openHotel } from './hotel.ts'
import { useDatabases } from './test-databases.ts'

/** What others do while a piece of news is being written down; only PostgreSQL has several writers at once. */

const PMS = { name: 'pms', tenant: '' }
const FACTS = { reservation: '1', shared: null, name: 'Ada', language: null, vip: null, departs: null }
const ARRIVAL: GuestNews = { kind: 'check-in', resync: false, ...FACTS, room: '101' }
const MOVE: GuestNews = { kind: 'change', from: '101', sharedBefore: null, ...FACTS, room: '105' }

const { newDatabase } = useDatabases()
let hotel: Hotel
let client: Client
beforeEach(async () => {
  const databaseUrl = await newDatabase()
  hotel = await openHotel({ databaseUrl })
  client = new Client({ connectionString: databaseUrl })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await hotel.close()
})

const withStores = (wrap: (stores: Stores) => Stores): HotelDatabase => {
  const { database } = hotel.app
  return { ...database, transaction: (work) => database.transaction((stores) => work(wrap(stores))) }
}

/** What was found, and by then something has happened to it: once. */
function onceFound<Args extends unknown[], Found>(meddle: () => Promise<unknown>) {
  let isDone = false
  return (find: (...args: Args) => Promise<Found>) =>
    async (...args: Args): Promise<Found> => {
      const found = await find(...args)
      if (!isDone) {
        isDone = true
        await meddle()
      }
      return found
    }
}

const ringer = { asked: () => {}, changed: () => {} }
const guestsOn = (database: HotelDatabase) =>
  propertyGuestActions({ database, clock: hotel.clock, ids: systemIds(), ringer, log: silentLog })

const wake = async (room: string) =>
  (await hotel.request('desk', 'POST', '/rest/wakeup', { room, time: '0700' })).json.id as string

/** As if the property system had asked for this call. */
const asked = (wakeup: string) => ({
  id: 'asked',
  system: 'pms',
  tenant: '',
  room: '101',
  date: '261115',
  time: '070000',
  wakeup,
  askedAt: 1,
  state: 'open' as const,
  word: null,
  toldAt: null,
  announcedFor: null,
})

it('a call that comes to its end while it is being cleared is not taken out of the lists', async () => {
  const id = await wake('101')
  const after = onceFound<[string, string], Awaited<ReturnType<Stores['wakeups']['pendingOfRoom']>>>(() =>
    hotel.request('desk', 'PUT', `/rest/wakeup/${id}`, { result: 1 }),
  )
  const database = withStores((stores) => ({
    ...stores,
    wakeups: { ...stores.wakeups, pendingOfRoom: after(stores.wakeups.pendingOfRoom) },
  }))
  const calls = propertyCallActions({
    database,
    settings: await loadSettings(database),
    clock: hotel.clock,
    ids: systemIds(),
    ringer,
    rush: { after: () => Promise.resolve(null) },
  })
  const moment = { day: '20261115', time: '07:00:00' }
  await calls.heard(PMS, { kind: 'clear', room: '101', date: '261115', time: '070000', moment })
  expect((await hotel.app.database.read.wakeups.get(id))?.outcome).toBe('complete')
})

it('a guest whom the desk moves while a resync ends is checked out from where they are, with the calls', async () => {
  const guests = guestsOn(hotel.app.database)
  await guests.heard(PMS, ARRIVAL)
  await guests.heard(PMS, { ...ARRIVAL, room: '102', reservation: '2', name: 'Bob' })
  await wake('101')
  const after = onceFound<[string], Awaited<ReturnType<Stores['guests']['ofSystem']>>>(() =>
    hotel.request('desk', 'POST', '/rest/mailbox/101/move', { to: '105' }),
  )
  const late = guestsOn(
    withStores((stores) => ({
      ...stores,
      guests: { ...stores.guests, ofSystem: after(stores.guests.ofSystem) },
    })),
  )
  await late.resync(PMS, 'begun')
  await late.heard(PMS, { ...ARRIVAL, resync: true, room: '102', reservation: '2', name: 'Bob' })
  await late.resync(PMS, 'done')
  const { guests: kept, wakeups } = hotel.app.database.read
  expect((await kept.ofSystem('pms')).map(({ name }) => name)).toEqual(['Bob'])
  expect(await wakeups.pendingOfRoom('', '105')).toEqual([])
})

it('a call that is told of while its guest moves is not told of again', async () => {
  await guestsOn(hotel.app.database).heard(PMS, ARRIVAL)
  const call = asked(await wake('101'))
  const { database } = hotel.app
  await database.transaction(({ property }) => property.insert(call))
  let telling: Promise<unknown> = Promise.resolve()
  const after = onceFound<[string, string], Awaited<ReturnType<Stores['property']['untoldOfRoom']>>>(
    async () => {
      const seen = { isOver: false }
      telling = database
        .transaction(({ property }) => property.advance(call, { state: 'told', word: 'complete', toldAt: 2 }))
        .finally(() => (seen.isOver = true))
      while (!seen.isOver && !(await isSomebodyWaiting()));
    },
  )
  const moving = guestsOn(
    withStores((stores) => ({
      ...stores,
      property: { ...stores.property, untoldOfRoom: after(stores.property.untoldOfRoom) },
    })),
  )
  await moving.heard(PMS, MOVE)
  await telling
  expect(await database.read.property.untoldOfRoom('pms', '105')).toEqual([])
  expect(await database.read.property.toldByKey('pms', { ...call, room: '105' })).toMatchObject({ toldAt: 2 })
})

const isSomebodyWaiting = async () =>
  (
    await client.query(
      'select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
    )
  ).rows.length > 0
