import { afterEach, expect, it } from 'vitest'
import { minutes } from '../src/kernel/clock.ts'
import { type DeliveringHotel, openDeliveringHotel, siteWith } from './delivering-hotel.ts'
import { NEW_YORK } from './hotel.ts'
import { doubts, scriptedConnector, took } from './scripted-connector.ts'

let hotel: DeliveringHotel | undefined
afterEach(async () => {
  await hotel?.close()
  hotel = undefined
})

/** Somebody else is the first to write, after the list was read and before anything is decided. */
function beforeNextTransaction(house: DeliveringHotel, deed: () => Promise<unknown>) {
  const { database } = house.app
  const transaction = database.transaction.bind(database)
  database.transaction = async (work) => {
    database.transaction = transaction
    await deed()
    return transaction(work)
  }
}

it('a charge that is taken back while all are decided about is not posted again', async () => {
  const pms = scriptedConnector({ atOnce: 1, script: doubts, memoFor: () => ({ posting: 1733 }) })
  hotel = await openDeliveringHotel({ pms }, { site: siteWith(['pms'], { onUncertain: 'hold' }) })
  const house = hotel
  await house.charge('101')
  await house.until(async () => (await house.deliveries('?state=uncertain')).length === 1)
  const [first] = await house.deliveries('?state=uncertain')
  pms.script = took

  beforeNextTransaction(house, async () => {
    const back = await house.request('boss', 'POST', `/rest/isi/charge/${first?.charge}/void`, {
      reason: 'Wrong room',
    })
    expect(back.json).toMatchObject({ connectors: [{ name: 'pms', how: 'desk' }] })
  })
  const answer = await house.request('boss', 'POST', '/rest/delivery/settle', {
    destination: 'pms',
    as: 'resend',
    billTwice: 'true',
    reason: 'The folios do not have them',
  })
  await house.pass(minutes(5))
  expect(pms.took).toEqual([])
  expect(answer.json).toMatchObject({ settled: 0 })
})

it('who sees all hotels says whose property system is meant, where two have the name', async () => {
  const pms = scriptedConnector({ atOnce: 1, script: doubts, memoFor: () => ({ posting: 1733 }) })
  hotel = await openDeliveringHotel({ pms }, { site: siteWith(['pms'], { onUncertain: 'hold' }) })
  const house = hotel
  await house.charge('101')
  await house.until(async () => (await house.deliveries('?state=uncertain')).length === 1)
  const other = { name: 'pms', type: 'fias', host: '10.0.0.6', port: 5010, tenant: NEW_YORK }
  expect((await house.request('boss', 'POST', '/rest/config/connector', other)).status).toBe(201)

  for (const [route, how] of [
    ['settle', { as: 'delivered', reason: 'I looked' }],
    ['replay', { since: '202611010000' }],
  ] as const) {
    const all = { destination: 'pms', ...how }
    const refused = await house.request('boss', 'POST', `/rest/delivery/${route}`, all)
    expect([refused.status, refused.json['description']]).toEqual([
      409,
      'Several are called pms: say which with owner and purpose',
    ])
  }
  const named = await house.request('boss', 'POST', `/rest/delivery/settle?tenant=${NEW_YORK}`, {
    destination: 'pms',
    as: 'delivered',
    reason: 'I looked',
  })
  expect([named.status, named.json['settled']]).toEqual([200, 0])
})
