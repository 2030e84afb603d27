import { afterEach, describe, expect, it } from 'vitest'
import type { Delivery } from '../src/hotel/deliveries/delivery.ts'
import { hours, minutes } from '../src/kernel/clock.ts'
import { type DeliveringHotel, openDeliveringHotel, siteWith } from './delivering-hotel.ts'
import { EAST, NEW_YORK } from './hotel.ts'
import { useDatabases } from './test-databases.ts'
import { rowsAtOnce } from './rows-at-once.ts'
import { doubts, scriptedConnector, type ScriptedConnector, took } from './scripted-connector.ts'

const { newDatabase } = useDatabases()

let hotel: DeliveringHotel | undefined
afterEach(async () => {
  await hotel?.close()
  hotel = undefined
})

const propertySystem = () => {
  let number = 1732
  return scriptedConnector({ atOnce: 1, script: doubts, memoFor: () => ({ posting: ++number }) })
}

async function open(connectors: Record<string, ScriptedConnector>, databaseUrl: string | null = null) {
  const site = siteWith(Object.keys(connectors), { onUncertain: 'hold' })
  hotel = await openDeliveringHotel(connectors, { site, databaseUrl })
  return hotel
}

const undecided = (house: DeliveringHotel) => house.deliveries('?state=uncertain')

/** Charged in these rooms, and not answered. */
async function charged(house: DeliveringHotel, rooms: readonly string[]) {
  const before = (await undecided(house)).length
  for (const room of rooms) await house.charge(room)
  await house.until(async () => (await undecided(house)).length === before + rooms.length)
}

/** As after a restore: so many more like the first that is undecided. */
async function manyMore(house: DeliveringHotel, count: number) {
  const { read } = house.app.database
  const [first] = await read.deliveries.undecided()
  if (!first) throw new Error('There is none to go by')
  const more = Array.from({ length: count }, (_, n): Delivery => {
    const [id, room] = [`00000000-0000-7000-8000-${String(n).padStart(12, '0')}`, String(101 + (n % 30))]
    return { ...first, id, room, sequence: 10 + n, memo: { posting: 5_000 + n } }
  })
  await house.app.database.transaction(({ deliveries }) => deliveries.insertAll(more))
}

const ask = (house: DeliveringHotel, fields: Record<string, string>) =>
  house.request('boss', 'POST', '/rest/delivery/settle', {
    destination: 'pms',
    reason: 'I looked at the folios',
    ...fields,
  })

describe.each(['SQLite', 'PostgreSQL'])('what is undecided for a destination, on %s', (name) => {
  const databaseUrl = async () => (name === 'SQLite' ? null : newDatabase())

  it('is decided about at once, some at a time, each with its row; the alarms end with the last', async () => {
    const pms = propertySystem()
    const house = await open({ pms }, await databaseUrl())
    await charged(house, ['101'])
    await manyMore(house, 1_100)
    await house.request('boss', 'POST', '/rest/mailbox/101/checkin', {})
    await house.request('boss', 'POST', '/rest/mailbox/101/checkout', {})
    const open1 = (await house.alarms('open')).map(({ kind }) => kind)
    expect(open1.toSorted()).toEqual(['delivery.check-out', 'delivery.uncertain'])

    const counted = await ask(house, { as: 'delivered', dryRun: 'true' })
    expect(counted.json).toEqual({ error: 0, description: 'OK', settled: 1_101, left: 0 })
    expect(await house.log('delivery.ruled')).toEqual([])
    expect((await house.app.database.read.deliveries.backlog()).uncertain).toBe(1_101)

    const sizes = rowsAtOnce(house.app.database)
    const answer = await house.during(ask(house, { as: 'delivered' }))
    expect([answer.status, answer.json]).toEqual([200, counted.json])
    expect(sizes).toEqual([500, 500, 101])
    expect((await house.app.database.read.deliveries.backlog()).uncertain).toBe(0)
    expect(await house.alarms('open')).toEqual([])
    expect((await house.alarms('acknowledged')).map(({ kind, by }) => [kind, by])).toEqual([
      ['delivery.uncertain', 'boss'],
    ])
    const rows = await house.app.database.read.activity.page({
      scope: null,
      kinds: ['delivery.ruled'],
      limit: 2_000,
    })
    expect(new Set(rows.map(({ detail }) => detail['delivery'])).size).toBe(1_101)
    expect((await ask(house, { as: 'delivered' })).json).toMatchObject({ settled: 0 })
  })

  it('leaves the same row as one that is decided about alone', async () => {
    const house = await open({ pms: propertySystem() }, await databaseUrl())
    await charged(house, ['101', '102'])
    const [alone] = await undecided(house)
    const how = { as: 'drop', reason: 'I looked at the folios' }
    await house.request('boss', 'POST', `/rest/delivery/${alone?.id}/settle`, how)
    expect((await house.alarms('open')).map(({ kind }) => kind)).toEqual(['delivery.uncertain'])
    expect((await ask(house, how)).json).toMatchObject({ settled: 1 })

    const [first, second] = await house.log('delivery.ruled')
    const { delivery: _, ...detail } = first?.detail ?? {}
    expect(second).toMatchObject({ text: first?.text, actor: 'boss', room: '102' })
    expect(second?.detail).toEqual({ ...detail, delivery: expect.any(String) })
    expect(await house.alarms('open')).toEqual([])
    const dropped = await house.deliveries('?state=dead')
    expect(new Set(dropped.map(({ note }) => note))).toEqual(
      new Set(['Dropped by boss: I looked at the folios']),
    )
  })

  it('is meant by its time, its kind and its doubts, where these are given', async () => {
    const house = await open({ pms: propertySystem() }, await databaseUrl())
    await charged(house, ['101'])
    await house.pass(hours(2))
    await charged(house, ['102'])
    const count = async (fields: Record<string, string>) =>
      (await ask(house, { as: 'drop', dryRun: 'true', ...fields })).json.settled
    // The first was charged at eight in the evening, the second after ten.
    expect(await count({})).toBe(2)
    expect(await count({ since: '202611142100' })).toBe(1)
    expect(await count({ until: '202611142100' })).toBe(1)
    expect(await count({ since: '202611142100', until: '202611142101' })).toBe(0)
    expect(await count({ kind: 'inventory.charged' })).toBe(2)
    expect(await count({ kind: 'charge.voided' })).toBe(0)
    expect(await count({ doubts: '1' })).toBe(2)
    expect(await count({ doubts: '2' })).toBe(0)

    expect((await ask(house, { as: 'drop', until: '202611142100' })).json.settled).toBe(1)
    expect((await undecided(house)).map(({ room }) => room)).toEqual(['102'])
  })

  it('is that of one queue: of a tenant that has a destination of the name of a shared one, of either', async () => {
    const house = await open({ pms: propertySystem() }, await databaseUrl())
    const other = { name: 'pms', type: 'fias', host: '10.0.0.6', port: 5010, onUncertain: 'hold' }
    await house.request('boss', 'POST', '/rest/config/connector', { ...other, tenant: NEW_YORK })
    await house.charge('101')
    await house.charge('500')
    await house.until(async () => (await undecided(house)).length === 3)
    const { id: site } = (await house.request('boss', 'GET', '/rest/config/site')).json
    const left = async () => (await undecided(house)).map(({ room, owner }) => [room, owner])
    const settle = async (query: string, fields: Record<string, string> = {}) =>
      (
        await house.request('boss', 'POST', `/rest/delivery/settle${query}`, {
          destination: 'pms',
          as: 'drop',
          reason: 'I looked at the folios',
          ...fields,
        })
      ).json.settled
    const since = { destination: 'pms', since: '202601010000', force: 'true', reason: 'Lost', dryRun: 'true' }
    const again = async (query: string, fields: Record<string, string> = {}) =>
      (await house.request('boss', 'POST', `/rest/delivery/replay${query}`, { ...since, ...fields })).json
        .replayed

    const ofTenant = `?tenant=${NEW_YORK}`
    expect(await again(ofTenant)).toBe(1)
    expect(await again(ofTenant, { owner: site })).toBe(1)
    expect(await again('', { owner: site })).toBe(2)
    expect(await settle('', { owner: site, dryRun: 'true' })).toBe(2)
    // Its own first, and no other.
    expect(await settle(ofTenant)).toBe(1)
    expect(await left()).toEqual([
      ['101', ''],
      ['500', ''],
    ])
    expect(await settle(ofTenant, { owner: site, purpose: 'charge' })).toBe(1)
    expect(await left()).toEqual([['101', '']])
    expect(await settle('', { owner: site })).toBe(1)
    const nowhere = { destination: 'pms', as: 'drop', reason: 'x', owner: EAST }
    expect((await house.request('boss', 'POST', '/rest/delivery/settle', nowhere)).status).toBe(404)
    const nobody = { ...nowhere, owner: 'nobody' }
    expect((await house.request('boss', 'POST', '/rest/delivery/settle', nobody)).json).toMatchObject({
      code: 'thing.unknown',
      field: 'owner',
    })
  })
})

describe('what is undecided and to be sent again', () => {
  it('goes to a property system only if somebody says that it may bill twice', async () => {
    const pms = propertySystem()
    const house = await open({ pms })
    await charged(house, ['101', '102'])
    pms.script = took
    const refused = await ask(house, { as: 'resend' })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('2 that may have arrived would be billed again')
    expect((await undecided(house)).length).toBe(2)

    expect((await ask(house, { as: 'resend', billTwice: 'true' })).json).toMatchObject({ settled: 2 })
    await house.until(() => pms.took.length === 2)
    expect((await house.deliveries('?doubts=1')).map(({ state }) => state)).toEqual([
      'delivered',
      'delivered',
    ])
  })

  it('leaves out a charge that was taken back since, and says so', async () => {
    const pms = propertySystem()
    const house = await open({ pms })
    await charged(house, ['101', '102'])
    const [first] = await undecided(house)
    const back = await house.request('boss', 'POST', `/rest/isi/charge/${first?.charge}/void`, {
      reason: 'Wrong room',
    })
    expect(back.status).toBe(200)
    pms.script = took
    const fields = { as: 'resend', billTwice: 'true' }
    const counts = { error: 0, description: 'OK', settled: 1, left: 1 }

    expect((await ask(house, { ...fields, dryRun: 'true' })).json).toEqual(counts)
    expect((await ask(house, fields)).json).toEqual(counts)
    await house.until(() => pms.took.length === 1, minutes(5))
    expect((await undecided(house)).map(({ id }) => id)).toEqual([first?.id])
  })
})
