import { expect, it } from 'vitest'
import { toInstant } from '../src/hotel/time/local-time.ts'
import { hours, minutes, seconds } from '../src/kernel/clock.ts'
import { openPropertyHotel } from './property-hotel.ts'

it('a posting that shall be tried again (RY) is, by the retry list of the connector and by nothing else', async () => {
  const hotel = await openPropertyHotel({
    system: { behaviour: { status: 'RY' } },
    connector: { retry: ['2s', '90s', '40s'] },
  })
  await hotel.charge('101')
  const moment = (text?: string | null) => toInstant((text ?? '').slice(0, 19), 'Europe/Zurich')
  for (const [index, planned] of [2, 90, 40, 40].entries()) {
    await hotel.until(async () => (await hotel.deliveries())[0]?.attempts === index + 1, minutes(10))
    const [one] = await hotel.deliveries()
    const wait = moment(one?.next) - moment(one?.last?.at)
    // Up to a fifth is added by chance, and both are told in whole seconds.
    expect([index, wait >= seconds(planned - 1), wait <= seconds(planned * 1.2 + 1)]).toEqual([
      index,
      true,
      true,
    ])
  }
  const sent = hotel.pms.received.filter((record) => record.id === 'PS')
  expect(sent).toHaveLength(4)
  expect(sent.every((posting) => JSON.stringify(posting) === JSON.stringify(sent[0]))).toBe(true)
  expect(hotel.pms.violations).toEqual([])
})

it('a posting that a long night audit has put off again and again is on the folio as soon as that is over', async () => {
  const hotel = await openPropertyHotel()
  await hotel.linked()
  hotel.pms.folio.isNightAudit = true
  await hotel.charge('101')
  await hotel.until(async () => (await hotel.deliveries())[0]?.attempts === 4, hours(2))
  const before = hotel.clock.now()
  // A property system that audits is no trouble of the desk's.
  expect(await hotel.alarms()).toEqual([])
  hotel.pms.endNightAudit()
  await hotel.settled(minutes(1))

  expect(hotel.clock.now() - before).toBeLessThan(minutes(1))
  expect(hotel.pms.folio.bookings).toHaveLength(1)
  expect(hotel.pms.violations).toEqual([])
})

it('a charge whose total is nothing is delivered without a posting, and the next one is posted', async () => {
  const items = [
    { id: '10', description: 'Cola', category: '1', price: '4.50' },
    { id: '11', description: 'Water', category: '1', price: '0.00' },
  ]
  const hotel = await openPropertyHotel({ items, connector: { mode: 'direct' } })
  await hotel.charge('101', 2, '11')
  await hotel.charge('101', 2, '10')
  await hotel.settled()

  expect((await hotel.deliveries()).map(({ state, last }) => [state, last?.text])).toEqual([
    ['delivered', 'Nothing to post: the total is 0.00'],
    ['delivered', 'OK'],
  ])
  expect(hotel.pms.folio.bookings).toMatchObject([{ room: '101', amount: '900' }])
  expect(hotel.pms.violations).toEqual([])
})

it('a total in a currency of three decimals is posted with all of them', async () => {
  const items = [{ id: '10', description: 'Cola', category: '1', price: '1.500' }]
  const hotel = await openPropertyHotel({ items, connector: { mode: 'direct', decimals: 3 } })
  await hotel.charge('101', 3, '10')
  await hotel.settled()

  expect(hotel.pms.folio.bookings).toMatchObject([{ room: '101', amount: '4500' }])
})
