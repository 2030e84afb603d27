import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, describe, expect, it } from 'vitest'
import { days, hours, minutes } from '../src/kernel/clock.ts'
import { SQLITE_FILE } from '../src/store/engine/sqlite.ts'
import { type DeliveringHotel, openDeliveringHotel, siteWith } from './delivering-hotel.ts'
import { doubts, fails, refuses, scriptedConnector } from './scripted-connector.ts'

let hotel: DeliveringHotel | undefined
afterEach(async () => {
  await hotel?.close()
  hotel = undefined
})

/** One connector takes every charge, one refuses them, of one nobody can tell, and one is dead. */
async function open() {
  const connectors = {
    bar: scriptedConnector(),
    gym: scriptedConnector({ script: refuses }),
    spa: scriptedConnector({ script: doubts }),
    pool: scriptedConnector({ script: fails }),
  }
  const site = { ...siteWith(Object.keys(connectors)), retention: { charges: '2d', log: '6d' } }
  hotel = await openDeliveringHotel(connectors, { site, idleStepMs: minutes(30) })
  return hotel
}

const chargeOnce = (house: DeliveringHotel, key: string) =>
  house.request(
    'maid',
    'POST',
    '/rest/isi/charge',
    { id: '10', quantity: 2, room: '101' },
    {
      'idempotency-key': key,
    },
  )

const states = async (house: DeliveringHotel) =>
  Object.fromEntries((await house.deliveries()).map(({ destination, state }) => [destination, state]))

const inventory = async (house: DeliveringHotel) =>
  (await house.request('boss', 'GET', '/rest/report/inventory')).json

/** Every row that is kept anywhere, as one text; what is for sale, and what has not arrived, is no bill. */
function keptRows({ folder }: DeliveringHotel): string {
  const database = new DatabaseSync(path.join(folder, SQLITE_FILE), { readOnly: true })
  const tables = database.prepare(`select name from sqlite_master where type = 'table'`).all() as {
    name: string
  }[]
  const kept = tables
    .map(({ name }) => name)
    .filter((name) => !['item', 'category', 'meta', 'delivery'].includes(name))
    .map((name) => JSON.stringify(database.prepare(`select * from "${name}"`).all()))
  database.close()
  return kept.join('\n')
}

describe('what is known of a charge', () => {
  it('is removed after its time, but for what waits and what is uncertain, and the log says so', async () => {
    const house = await open()
    const charged = house.clock.now()
    expect((await chargeOnce(house, 'first')).status).toBe(200)
    const refused = await house.request('maid', 'POST', '/rest/isi/charge', {
      id: '10',
      quantity: 6,
      room: '101',
    })
    expect(refused.status).toBe(422)
    await house.until(async () => (await states(house)).spa === 'uncertain', hours(1))
    expect(keptRows(house)).toContain('9.00')

    await house.pass(days(2) - hours(1))
    expect((await inventory(house)).totals).toMatchObject({ charges: 1, total: '9.00' })
    expect(await states(house)).toEqual({
      bar: 'delivered',
      gym: 'refused',
      spa: 'uncertain',
      pool: 'waiting',
    })
    expect(await house.log('log.purged')).toEqual([])

    await house.pass(hours(3))
    expect(await inventory(house)).toEqual({
      report: [],
      totals: {
        charges: 0,
        quantity: 0,
        total: '0',
        voids: 0,
        voided: '0',
        net: '0',
        voidedQuantity: 0,
        netQuantity: 0,
        currencies: [],
        connectors: [],
      },
    })
    expect(await states(house)).toEqual({ spa: 'uncertain', pool: 'waiting' })
    const purged = await house.log('log.purged')
    expect(purged[0]?.text).toMatch(
      /^Removed after their time: 1 charges and 2 deliveries \(kept for 2d\), \d+ log rows$/,
    )
    expect(purged[0]?.detail).toMatchObject({
      charges: 1,
      deliveries: 2,
      charged: { since: '2026-11-14T19:00:00+00:00' },
      before: { charges: charged + hours(1) },
    })
    const kept = keptRows(house)
    expect(['9.00', '4.50', 'Cola'].filter((bill) => kept.includes(bill))).toEqual([])
  })

  it('that was held up is removed once it is settled', async () => {
    const house = await open()
    await chargeOnce(house, 'second')
    await house.until(async () => (await states(house)).spa === 'uncertain', hours(1))
    await house.pass(days(2) + hours(1))
    const [held] = await house.deliveries('?state=uncertain')
    const settle = { as: 'delivered', reason: 'it is on the folio' }
    await house.request('boss', 'POST', `/rest/delivery/${held?.id}/settle`, settle)
    await house.pass(hours(2))

    expect(await states(house)).toEqual({ pool: 'waiting' })
  })
})
