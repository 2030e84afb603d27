import { afterEach, expect, it } from 'vitest'
import { minutes } from '../src/kernel/clock.ts'
import { type DeliveringHotel, openDeliveringHotel, siteWith } from './delivering-hotel.ts'
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
