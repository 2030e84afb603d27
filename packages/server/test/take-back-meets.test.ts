import type { SiteFile } from '@reveille/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { minutes } from '../src/kernel/clock.ts'
import { type DeliveringHotel, openDeliveringHotel, siteWith } from './delivering-hotel.ts'
import { openPropertyHotel } from './property-hotel.ts'
import {
  doubts,
  fails,
  refuses,
  scriptedConnector,
  type ScriptedConnector,
  took,
} from './scripted-connector.ts'

/** What is taken back meets what else can happen to a message. */

let hotel: DeliveringHotel | undefined
afterEach(async () => {
  await hotel?.close()
  hotel = undefined
})

function siteOf(connectors: Record<string, object>): SiteFile {
  const site = siteWith(Object.keys(connectors))
  const all = Object.entries(connectors).map(([name, more]) => ({
    type: 'webhook' as const,
    name,
    url: `http://10.0.0.5/${name}`,
    ...more,
  }))
  return { ...site, inventory: { ...site.inventory, connectors: all } }
}

async function open(connectors: Record<string, ScriptedConnector>, how: Record<string, object> = {}) {
  const all = Object.fromEntries(Object.keys(connectors).map((name) => [name, how[name] ?? {}]))
  hotel = await openDeliveringHotel(connectors, { site: siteOf(all) })
  return hotel
}

interface House {
  request: DeliveringHotel['request']
}
const charged = async (house: House, room = '101', quantity = 2) =>
  (await house.request('maid', 'POST', '/rest/isi/charge', { id: '10', quantity, room })).headers[
    'reveille-charge'
  ] ?? ''
const takeBack = (house: House, id: string) =>
  house.request('boss', 'POST', `/rest/isi/charge/${id}/void`, { reason: 'Wrong room' })
const correct = (house: House, id: string, quantity: number) =>
  house.request('boss', 'POST', `/rest/isi/charge/${id}/correct`, { reason: 'Counted anew', quantity })
const handOver = (house: DeliveringHotel, to: string) =>
  house.during(
    house.request('boss', 'POST', '/rest/config/connector/bar/clear', { reason: 'x', as: 'handover', to }),
  )
const toldTo = ({ took: all }: ScriptedConnector) =>
  all.map(({ kind, payload }) => `${kind} ${String(payload['quantity'])}`)

/** A posting whose link broke before the answer; the link is up again since. */
async function uncertain() {
  const house = await openPropertyHotel()
  house.pms.behave({ posting: 'close' })
  await house.linked()
  const id = await charged(house)
  await house.booked(1)
  house.pms.behave({ posting: 'answer' })
  await house.until(() => !house.pms.isAlive)
  await house.linked()
  const answer = (status: string) =>
    house.pms.sendWhenAlive({
      id: 'PA',
      fields: Object.entries({ RN: '101', 'P#': '1', AS: status, DA: '261114', TI: '200000' }),
    })
  return { house, id, answer }
}

describe('a correction that has not left yet', () => {
  it('does not leave the first charge standing when it is corrected itself', async () => {
    const bar = scriptedConnector()
    const house = await open({ bar })
    const first = await charged(house)
    await house.drained()
    bar.ready = false
    const second = await correct(house, first, 1)
    await correct(house, second.json.id, 3)
    bar.linkUp()
    await house.drained()
    expect(toldTo(bar)).not.toEqual(['inventory.charged 2', 'inventory.charged 3'])
  })

  it('does not leave the first charge standing when it is taken back', async () => {
    const bar = scriptedConnector()
    const house = await open({ bar })
    const first = await charged(house)
    await house.drained()
    bar.ready = false
    const second = await correct(house, first, 1)
    await takeBack(house, second.json.id)
    bar.linkUp()
    await house.drained()
    expect(toldTo(bar)).not.toEqual(['inventory.charged 2'])
  })
})

describe('what was taken back', () => {
  it('is not given back a second time by whoever sends all again', async () => {
    const bar = scriptedConnector()
    const house = await open({ bar }, { bar: { format: 'xml', negative: true } })
    const id = await charged(house)
    await house.drained()
    await takeBack(house, id)
    await house.drained()
    const all = { destination: 'bar', since: '202601010000', force: 'true', reason: 'Lost' }
    await house.request('boss', 'POST', '/rest/delivery/replay', all)
    await house.drained()
    expect(toldTo(bar).slice(2)).not.toEqual(['charge.voided -2'])
  })

  it('is told to a receiver that took it once and refused it the second time', async () => {
    const bar = scriptedConnector()
    const house = await open({ bar })
    const id = await charged(house)
    await house.drained()
    bar.script = refuses
    const [one] = await house.deliveries()
    await house.request('boss', 'POST', `/rest/delivery/${one?.id}/replay`, { force: 'true', reason: 'x' })
    await house.until(async () => (await house.deliveries('?state=refused')).length === 1)
    bar.script = took
    expect((await takeBack(house, id)).json.connectors).not.toEqual([{ name: 'bar', how: 'none' }])
  })

  it('is not handed over as a charge', async () => {
    const pms = scriptedConnector({ atOnce: 1, script: doubts, memoFor: () => ({ number: 1 }) })
    const pub = scriptedConnector()
    const site = siteWith(['bar'], { onUncertain: 'hold' })
    hotel = await openDeliveringHotel({ bar: pms, pub }, { site })
    const id = await charged(hotel)
    await hotel.until(async () => (await hotel?.deliveries('?state=uncertain'))?.length === 1)
    await takeBack(hotel, id)
    const added = { name: 'pub', type: 'webhook', url: 'http://10.0.0.5/pub', format: 'xml' }
    await hotel.request('boss', 'POST', '/rest/config/connector', added)
    await handOver(hotel, 'pub')
    await hotel.drained()
    expect(toldTo(pub)).toEqual([])
  })

  it('is not posted again when the property system asks for it late', async () => {
    const { house, id, answer } = await uncertain()
    await takeBack(house, id)
    answer('RY')
    await house.pass(minutes(10))
    expect(house.pms.folio.bookings).toHaveLength(1)
  })

  it('and charged anew is not handed over to one that has both', async () => {
    const [bar, pub] = [scriptedConnector({ script: fails }), scriptedConnector()]
    const house = await open({ bar, pub }, { pub: { format: 'xml' } })
    const id = await charged(house)
    await house.until(
      async () =>
        ((await house.deliveries('?destination=bar&state=waiting'))[0]?.attempts ?? 0) > 1 &&
        pub.took.length === 1,
    )
    expect((await correct(house, id, 1)).status).toBe(201)
    await handOver(house, 'pub')
    await house.drained()
    expect(toldTo(pub)).toEqual(['inventory.charged 2', 'inventory.charged 1'])
  })

  it('is told as what it is when the property system will not have it', async () => {
    const house = await openPropertyHotel({ connector: { mode: 'direct', negative: true } })
    const id = await charged(house)
    await house.settled()
    house.pms.behave({ posting: 'silence' })
    await takeBack(house, id)
    await house.until(async () => (await house.deliveries('?state=uncertain')).length === 1)
    const [alarm] = await house.alarms()
    expect(alarm?.text).not.toMatch(/^A charge of room 101 may or may not have reached/)
  })
})

describe('an answer that comes after a person has decided', () => {
  it('is told to the desk where it says otherwise', async () => {
    const { house, answer } = await uncertain()
    const [one] = await house.deliveries()
    const drop = { as: 'drop', reason: 'Not on the folio' }
    await house.request('boss', 'POST', `/rest/delivery/${one?.id}/settle`, drop)
    answer('OK')
    await house.pass(minutes(2))
    expect((await house.alarms()).filter(({ state }) => state === 'open')).toHaveLength(1)
  })
})

describe('a charge', () => {
  it('does not wait behind an event that its receiver will not take', async () => {
    const bar = scriptedConnector({
      script: (one, n) => (one.kind.startsWith('alarm') ? fails(one, n) : took(one, n)),
    })
    const pool = scriptedConnector({ script: refuses })
    const house = await open({ bar, pool }, { bar: { events: ['alarm.raised'] } })
    await charged(house, '101', 1)
    await house.until(async () =>
      (await house.deliveries('?destination=bar')).some(({ kind }) => kind === 'alarm.raised'),
    )
    await house.pass(minutes(1))
    await charged(house, '101', 3)
    await house.pass(1_000)
    expect(toldTo(bar)).toEqual(['inventory.charged 1', 'inventory.charged 3'])
  })
})
