import { afterEach, describe, expect, it } from 'vitest'
import type { SiteFile } from '@reveille/contract'
import { minutes } from '../src/kernel/clock.ts'
import { type DeliveringHotel, openDeliveringHotel, siteWith } from './delivering-hotel.ts'
import { openPropertyHotel, type PropertyHotel } from './property-hotel.ts'
import { fails, refuses, scriptedConnector, type ScriptedConnector, took } from './scripted-connector.ts'

let hotel: DeliveringHotel | undefined
afterEach(async () => {
  await hotel?.close()
  hotel = undefined
})

function siteOf(more: object): SiteFile {
  const site = siteWith(['bar'])
  const bar = { type: 'webhook', name: 'bar', url: 'http://10.0.0.5/bar', ...more } as const
  return { ...site, inventory: { ...site.inventory, connectors: [bar] } }
}

async function open(bar: ScriptedConnector, more: object = {}) {
  hotel = await openDeliveringHotel({ bar }, { site: siteOf(more) })
  return hotel
}

type House = Pick<DeliveringHotel, 'request'>

async function charged(house: House) {
  const answer = await house.request('maid', 'POST', '/rest/isi/charge', {
    id: '10',
    quantity: 2,
    room: '101',
  })
  return answer.headers['reveille-charge'] ?? ''
}
const takeBack = async (house: House, id: string) =>
  (await house.request('boss', 'POST', `/rest/isi/charge/${id}/void`, { reason: 'Wrong room' })).json
const correct = async (house: House, id: string, quantity: number) =>
  (await house.request('boss', 'POST', `/rest/isi/charge/${id}/correct`, { reason: 'Miscounted', quantity }))
    .json
const toldTo = ({ took: all }: ScriptedConnector) =>
  all.map(({ kind, payload }) => `${kind} ${String(payload['quantity'])}`)

describe('a correction that has not been sent yet', () => {
  it('goes out before the one that corrects it', async () => {
    const bar = scriptedConnector()
    const house = await open(bar)
    const first = await charged(house)
    await house.drained()
    bar.ready = false
    const second = await correct(house, first, 1)
    const third = await correct(house, second.id, 3)
    bar.linkUp()
    await house.drained()

    expect(third.connectors).toEqual([{ name: 'bar', how: 'told' }])
    expect(toldTo(bar)).toEqual(['inventory.charged 2', 'charge.corrected 1', 'charge.corrected 3'])
  })

  it('goes out before what takes it back: the receiver is left with nothing', async () => {
    const bar = scriptedConnector()
    const house = await open(bar)
    const first = await charged(house)
    await house.drained()
    bar.ready = false
    const second = await correct(house, first, 1)
    await takeBack(house, second.id)
    bar.linkUp()
    await house.drained()

    expect(toldTo(bar)).toEqual(['inventory.charged 2', 'charge.corrected 1', 'charge.voided -1'])
  })

  it('and is refused leaves the first charge there: the desk is told when it is taken back', async () => {
    const bar = scriptedConnector()
    const house = await open(bar)
    const first = await charged(house)
    await house.drained()
    bar.script = refuses
    const second = await correct(house, first, 1)
    await house.until(async () => (await house.deliveries('?state=refused')).length === 1)

    expect((await takeBack(house, second.id)).connectors).toEqual([{ name: 'bar', how: 'desk' }])
    expect((await house.alarms('open')).map(({ kind }) => kind)).toContain('charge.take-back')
  })
})

describe('a charge that was taken back', () => {
  const everything = { destination: 'bar', since: '202601010000', force: 'true', reason: 'Lost its books' }

  it.each([
    ['is sent again together with what takes it back, to one that lost its books', true, [2, -2]],
    ['by hand is not sent again to one that lost its books', false, []],
  ])('%s', async (_, negative, quantities) => {
    const bar = scriptedConnector()
    const house = await open(bar, { format: 'xml', negative })
    const first = await charged(house)
    await house.drained()
    await takeBack(house, first)
    await house.drained()
    const before = bar.took.length
    await house.during(house.request('boss', 'POST', '/rest/delivery/replay', everything))
    await house.drained()

    expect(bar.took.slice(before).map(({ payload }) => payload['quantity'])).toEqual(quantities)
  })

  it('after it arrived, and was sent again and refused, is taken back all the same', async () => {
    const bar = scriptedConnector()
    const house = await open(bar)
    const first = await charged(house)
    await house.drained()
    bar.script = refuses
    const [one] = await house.deliveries()
    await house.request('boss', 'POST', `/rest/delivery/${one?.id}/replay`, { force: 'true', reason: 'Lost' })
    await house.until(async () => (await house.deliveries('?state=refused')).length === 1)
    bar.script = took

    expect((await takeBack(house, first)).connectors).toEqual([{ name: 'bar', how: 'told' }])
    await house.drained()
    expect(toldTo(bar)).toEqual(['inventory.charged 2', 'charge.voided -2'])
  })
})

/** A posting that was booked and not answered: nobody knows. */
async function unanswered() {
  const house = await openPropertyHotel({})
  house.pms.behave({ posting: 'close' })
  await house.linked()
  const id = await charged(house)
  await house.booked(1)
  house.pms.behave({ posting: 'answer' })
  await house.until(() => !house.pms.isAlive)
  await house.linked()
  return { house, id }
}

const answer = ({ pms }: PropertyHotel, status: string) =>
  pms.sendWhenAlive({
    id: 'PA',
    fields: Object.entries({ RN: '101', 'P#': '1', AS: status, DA: '261114', TI: '200000' }),
  })

describe('a correction that waits', () => {
  const overTo = (house: DeliveringHotel, to: string) =>
    house.during(
      house.request('boss', 'POST', '/rest/config/connector/bar/clear', {
        reason: 'Gone',
        as: 'handover',
        to,
      }),
    )
  const addPub = (house: House) =>
    house.request('boss', 'POST', '/rest/config/connector', {
      name: 'pub',
      type: 'webhook',
      url: 'http://10.0.0.5/pub',
      format: 'xml',
    })

  it('is a charge like another to the one that takes over', async () => {
    const [bar, pub] = [scriptedConnector({ script: fails }), scriptedConnector()]
    hotel = await openDeliveringHotel({ bar, pub }, { site: siteOf({}) })
    const house = hotel
    const first = await charged(house)
    await house.until(async () => ((await house.deliveries())[0]?.attempts ?? 0) >= 2)
    await correct(house, first, 1)
    await addPub(house)
    await overTo(house, 'pub')
    await house.drained()

    expect(toldTo(pub)).toEqual(['inventory.charged 1'])
  })

  it('is known to the one that takes over, if it was told of it in its own words', async () => {
    const [bar, pub] = [scriptedConnector({ script: fails }), scriptedConnector()]
    hotel = await openDeliveringHotel({ bar, pub }, { site: siteOf({}) })
    const house = hotel
    await addPub(house)
    const first = await charged(house)
    await house.until(async () => (await house.deliveries('?destination=bar'))[0]?.attempts === 2)
    await correct(house, first, 1)
    const before = await house.deliveries('?destination=pub')
    await overTo(house, 'pub')

    expect(await house.deliveries('?destination=pub')).toHaveLength(before.length)
  })

  it('is not sent as a second charge when the format has no word for it: the desk is told', async () => {
    const bar = scriptedConnector()
    const house = await open(bar)
    const first = await charged(house)
    await house.drained()
    bar.ready = false
    await correct(house, first, 1)
    await house.request('boss', 'PUT', '/rest/config/connector/bar', { format: 'xml' })
    bar.linkUp()
    await house.until(async () => (await house.deliveries('?state=refused')).length === 1)

    expect(toldTo(bar)).toEqual(['inventory.charged 2'])
    expect((await house.alarms('open')).map(({ text }) => text).join()).toContain('no word for a correction')
  })
})

describe('an answer that comes when somebody has decided', () => {
  it('and wants the posting once more: it is not sent, as its charge was taken back', async () => {
    const { house, id } = await unanswered()
    expect((await takeBack(house, id)).connectors).toEqual([{ name: 'pms', how: 'desk' }])
    answer(house, 'RY')
    await house.until(async () => (await house.deliveries('?state=dead')).length === 1)
    await house.pass(minutes(10))

    expect(house.pms.folio.bookings).toHaveLength(1)
  })

  it.each([
    ['drop', 'OK', 'delivery.doubled', 'is there after all'],
    ['delivered', 'NG', 'delivery.refused', 'was refused after all'],
  ])('that it is %s, and says %s: the desk is told (%s)', async (as, status, kind, words) => {
    const { house } = await unanswered()
    const [one] = await house.deliveries()
    const settled = await house.request('boss', 'POST', `/rest/delivery/${one?.id}/settle`, {
      as,
      reason: 'Looked',
    })
    expect(settled.status).toBe(200)
    answer(house, status)
    const told = async () =>
      (await house.alarms()).filter((alarm) => alarm.kind === kind && alarm.state === 'open')
    await house.until(async () => (await told()).length === 1)

    expect((await told())[0]?.text).toContain(words)
  })
})
