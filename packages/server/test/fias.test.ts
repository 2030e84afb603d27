import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SiteFile } from '@reveille/contract'
import { openPms, type PmsOptions, type ScriptedPms } from '@reveille/fias/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { createLog } from '../src/kernel/log.ts'
import { type Hotel, openHotel, SITE } from './hotel.ts'

const GUESTS = {
  '101': [{ reservation: '1', name: 'Ada' }],
  '102': [{ reservation: '2', name: 'Bob' }],
}

let pms: ScriptedPms | undefined
let hotel: Hotel | undefined
let log = ''
let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'reveille-test-'))
})
afterEach(async () => {
  await hotel?.close()
  await pms?.close()
  hotel = undefined
  pms = undefined
  log = ''
  rmSync(folder, { recursive: true })
})

const openedPms = async (options: PmsOptions = {}) => (pms = await openPms({ guests: GUESTS, ...options }))

const siteOf = ({ address }: ScriptedPms, more: object, allow: string[]): SiteFile => ({
  ...SITE,
  inventory: {
    ...SITE.inventory,
    connectors: [{ name: 'pms', type: 'fias', ...address, articles: { '10': '1450' }, ...more }],
  },
  roomStatus: { ...SITE.roomStatus, servers: [] },
  network: { allow },
})

async function openedHotel(system: ScriptedPms, more: object = {}, allow = ['127.0.0.1']) {
  hotel = await openHotel({
    folder,
    connectorFor: 'network',
    site: siteOf(system, more, allow),
    log: createLog('info', { write: (line) => void (log += line) }),
  })
  await hotel.open()
  return hotel
}

const soon = (isSo: () => boolean | Promise<boolean>) => vi.waitUntil(isSo, { timeout: 15_000, interval: 5 })

const logged = (words: string) => soon(() => log.includes(words))

/** Lets seconds pass until the link is up: what it tries again, it tries by the clock of the hotel. */
const found = ({ clock }: Hotel, system: ScriptedPms) =>
  soon(() => {
    if (system.connections === 0) clock.advance(seconds(1))
    return system.isAlive
  })

/** The first retry is after a second, more or less. */
async function linkedAgain({ clock }: Hotel, system: ScriptedPms) {
  await logged('link to the property system is down')
  clock.advance(seconds(1.2))
  await soon(() => system.isAlive)
}

const charge = async ({ request }: Hotel, room: string, quantity = 1, id = '10') => {
  const { status, text } = await request('maid', 'POST', '/rest/isi/charge', { id, quantity, room })
  if (status !== 200) throw new Error(text)
}

const deliveries = async ({ request }: Hotel) =>
  (await request('boss', 'GET', '/rest/delivery')).json.deliveries as {
    room: string
    state: string
    attempts: number
    last: { text: string } | null
  }[]

const settled = (house: Hotel) =>
  soon(async () => (await deliveries(house)).every(({ state }) => state !== 'waiting' && state !== 'sending'))

const alarms = async ({ request }: Hotel) =>
  (await request('boss', 'GET', '/rest/alarm')).json.alarms as { kind: string; text: string }[]

describe('charges', () => {
  it('are on the folio once and in order, as articles', async () => {
    const system = await openedPms()
    const house = await openedHotel(system)
    await charge(house, '101', 2)
    await charge(house, '102', 1, '11')
    await charge(house, '101', 120, '11')
    await soon(() => system.folio.bookings.length === 3)
    await settled(house)

    const [first, second, third] = system.folio.bookings
    expect(first).toMatchObject({
      room: '101',
      number: '1',
      date: '261114',
      time: '200000',
      articles: [{ article: '1450', count: '2' }],
      amount: null,
      text: 'Cola',
      itemText: '2 Cola',
    })
    expect(second).toMatchObject({ room: '102', number: '2', articles: [{ article: '11', count: '1' }] })
    expect(third).toMatchObject({
      room: '101',
      number: '3',
      articles: [
        { article: '11', count: '99' },
        { article: '11', count: '21' },
      ],
    })
    expect(system.folio.bookings).toHaveLength(3)
    expect(system.violations).toEqual([])
    expect((await deliveries(house)).map(({ state }) => state)).toEqual([
      'delivered',
      'delivered',
      'delivered',
    ])
  })

  it('are on the folio as exact totals, on their outlet', async () => {
    const system = await openedPms()
    const house = await openedHotel(system, { mode: 'direct', outlets: { '1': '100' } })
    await charge(house, '101', 5)
    await charge(house, '101', 1_000_000, '11')
    await soon(() => system.folio.bookings.length === 2)

    expect(system.folio.bookings).toMatchObject([
      { number: '1', amount: '2250', outlet: '100', articles: [] },
      { number: '2', amount: '320000000', outlet: null, articles: [] },
    ])
    expect(system.violations).toEqual([])
  })

  it('wait in order while the property system is away, the desk hears of it, and none counts as tried', async () => {
    const before = await openedPms()
    const house = await openedHotel(before)
    await charge(house, '101')
    await soon(() => before.folio.bookings.length === 1)
    await settled(house)
    const { port } = before.address
    await before.close()
    await logged('link to the property system is down')
    for (const room of ['102', '101', '102', '101']) await charge(house, room)
    await soon(async () => {
      house.clock.advance(minutes(1))
      return (await alarms(house)).some(({ kind }) => kind === 'delivery.failing')
    })
    const after = await openedPms({ port })
    await found(house, after)
    await soon(() => after.folio.bookings.length === 4)
    await settled(house)

    expect(after.folio.bookings.map(({ room, number }) => [room, number])).toEqual([
      ['102', '2'],
      ['101', '3'],
      ['102', '4'],
      ['101', '5'],
    ])
    // When it happened, and not when it could be told.
    expect(new Set(after.folio.bookings.map(({ time }) => time))).toEqual(new Set(['200000']))
    expect(new Set((await deliveries(house)).map(({ attempts }) => attempts))).toEqual(new Set([1]))
    expect(after.violations).toEqual([])
  })

  it('that are refused are told to the desk, and hold up nothing', async () => {
    const system = await openedPms()
    const house = await openedHotel(system)
    await charge(house, '103')
    await charge(house, '101')
    await soon(() => system.folio.bookings.length === 1)
    await settled(house)

    expect((await deliveries(house)).find(({ room }) => room === '103')).toMatchObject({
      state: 'refused',
      last: { text: 'NG: No guest was found in the room: INVALID ROOM' },
    })
    expect(await alarms(house)).toEqual([
      expect.objectContaining({
        kind: 'delivery.refused',
        text: 'A charge of room 103 was refused by pms: No guest was found in the room: INVALID ROOM',
      }),
    ])
  })
})

describe('a posting that is not answered', () => {
  it('is sent once more as it was, by the same number, date and time', async () => {
    const system = await openedPms({ conduct: { posting: 'close' } })
    const house = await openedHotel(system)
    await charge(house, '101')
    await soon(() => system.folio.bookings.length === 1)
    system.behave({ posting: 'answer' })
    // What the clocks of the hotel show now is no matter of a posting that was made before.
    const moved = await house.request('boss', 'PUT', '/rest/config/site', { timezone: 'Asia/Tokyo' })
    expect(moved.status).toBe(200)
    await linkedAgain(house, system)
    await soon(() => {
      if (system.folio.bookings.length === 1) house.clock.advance(seconds(1))
      return system.folio.bookings.length === 2
    })
    await settled(house)

    const sent = system.received.filter(({ id }) => id === 'PS')
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
    expect(system.folio.duplicates).toHaveLength(1)
  })

  it('because we stop is sent once more by the next process, and the numbers go on', async () => {
    const system = await openedPms({ conduct: { posting: 'silence' } })
    const first = await openedHotel(system)
    await charge(first, '101')
    await soon(() => system.folio.bookings.length === 1)
    const state = { isClosed: false }
    const closed = first.close().then(() => (state.isClosed = true))
    await soon(() => {
      first.clock.advance(seconds(1))
      return state.isClosed
    })
    await closed
    system.behave({ posting: 'answer' })
    const second = await openedHotel(system)
    await soon(() => {
      if (system.folio.bookings.length === 1) second.clock.advance(seconds(1))
      return system.folio.bookings.length === 2
    })
    await charge(second, '102')
    await soon(() => system.folio.bookings.length === 3)

    expect(system.folio.bookings.map(({ number, isDuplicate }) => [number, isDuplicate])).toEqual([
      ['1', false],
      ['1', true],
      ['2', false],
    ])
    expect(system.violations).toEqual([])
  })

  it('is not sent again if the answer comes late', async () => {
    const system = await openedPms({ conduct: { posting: 'close' } })
    const house = await openedHotel(system)
    await charge(house, '101')
    await soon(() => system.folio.bookings.length === 1)
    system.behave({ posting: 'answer' })
    const late = { RN: '101', 'P#': '1', AS: 'OK' }
    system.sendWhenAlive({ id: 'PA', fields: Object.entries(late) })
    await linkedAgain(house, system)
    await logged('answered late')
    await soon(async () => {
      house.clock.advance(seconds(1))
      return (await deliveries(house)).every(({ state }) => state === 'delivered')
    })

    expect((await deliveries(house))[0]?.last?.text).toBe('OK (answered late)')
    expect(system.folio.bookings).toHaveLength(1)
  })
})

describe('a property system on this machine', () => {
  it('is reached only if the site names it, from the moment it does', async () => {
    const system = await openedPms()
    const house = await openedHotel(system, {}, [])
    await charge(house, '101')
    await soon(async () => {
      house.clock.advance(minutes(1))
      return (await alarms(house)).some(({ kind }) => kind === 'delivery.failing')
    })
    expect(system.connections).toBe(0)
    expect(log).toContain('127.0.0.1 is this machine itself')

    await house.request('boss', 'PUT', '/rest/config/site', {
      network: JSON.stringify({ allow: ['127.0.0.1'] }),
    })
    await found(house, system)
    await soon(() => system.folio.bookings.length === 1)
  })

  it('is not linked to while it is disabled', async () => {
    const system = await openedPms()
    const house = await openedHotel(system, { disabled: true })
    await charge(house, '101')
    house.clock.advance(minutes(1))
    await house.request('boss', 'PUT', '/rest/config/connector/pms', { disabled: false })
    await soon(() => system.folio.bookings.length === 1)

    expect(system.connections).toBe(1)
  })
})
