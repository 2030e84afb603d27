import path from 'node:path'
import type { SiteFile, WakeupRecord } from '@reveille/contract'
import { describe, expect, it } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { addExample, EXAMPLE } from '../testing/own-languages.ts'
import {
  openFolder,
  openPropertyHotel,
  openSystem,
  type PropertyHotel,
  type PropertyOptions,
} from './property-hotel.ts'
import { openStage } from './stage.ts'

/** A hotel that hears of guests. Ada is in 101 and Bob in 102; it is the evening of 14 November, eight o'clock. */
async function openHouse(site: Partial<SiteFile> = {}, options: PropertyOptions = {}) {
  const telephony = {
    mode: 'virtual',
    virtual: { default: 'answer', rooms: { '104': 'no-answer' } },
  } as const
  const connector = { wakeups: true, guests: true }
  const house = await openPropertyHotel({ ...options, site: { telephony, ...site }, connector })
  await house.linked()
  // It has told of all its guests when the link came up for the first time.
  await house.until(async () => (await inRoom(house, '102')).length === 1)
  return house
}

const inRoom = async ({ app }: PropertyHotel, room: string) =>
  (await app.database.read.guests.ofRoom('', room)).map(({ name }) => name).toSorted()

const calls = async ({ request }: PropertyHotel) =>
  (await request('boss', 'GET', '/rest/wakeup/list')).json.wakeups as WakeupRecord[]

async function wake({ request }: PropertyHotel, room: string, time: string) {
  const answer = await request('desk', 'POST', '/rest/wakeup', { room, time })
  return answer.json.id as string
}

/** The property system asks for a call; here when this is over. */
async function askedFor(house: PropertyHotel, room: string, time: string) {
  house.pms.askWakeup({ room, date: '261114', time })
  await house.until(async () => (await calls(house)).some((call) => call.room === room))
}

const told = ({ pms }: PropertyHotel) =>
  pms.received
    .filter(({ id }) => ['WA', 'WC', 'WR'].includes(id))
    .map(({ id, fields }) => [id, ...fields.map(([name, value]) => name + value)].join('|'))

const roomsOfCalls = async (house: PropertyHotel) =>
  (await calls(house)).map(({ room, status }) => [room, status])

describe('a guest of the property system', () => {
  it('is known here with language and name, and is woken with both', async () => {
    const stage = openStage()
    const house = await openHouse({}, { stage })
    house.pms.checkIn('105', {
      reservation: '5',
      name: 'Frau Meier',
      language: 'GE',
      vip: true,
      departure: '261116',
    })
    await house.until(async () => (await inRoom(house, '105')).length === 1)
    expect(await house.log('guest.checked-in')).toContainEqual(
      expect.objectContaining({
        room: '105',
        actor: 'pms',
        detail: { name: 'Frau Meier', language: 'de', vip: true, reservation: '5', departs: '20261116' },
      }),
    )
    const before = stage.voice.spoken.length
    await wake(house, '105', '2005')
    await house.until(async () => (await calls(house))[0]?.result === 1, minutes(10))
    const spoken = stage.voice.spoken.slice(before)
    expect(new Set(spoken.map(({ language }) => language))).toEqual(new Set(['de']))
    expect(spoken.map(({ words }) => words)).toContainEqual(expect.arrayContaining([{ text: 'Frau Meier' }]))
    expect(house.pms.violations).toEqual([])
  })

  it('who speaks a language that the hotel has added is woken in it; one whose language nobody has, in the site', async () => {
    const [stage, folder] = [openStage(), openFolder()]
    addExample(path.join(folder, 'languages'))
    const house = await openHouse({}, { stage, folder })
    house.pms.checkIn('105', { reservation: '5', name: 'Ana', language: 'PT' })
    house.pms.checkIn('106', { reservation: '6', name: 'Yuki', language: 'JA' })
    await house.until(async () => (await inRoom(house, '106')).length === 1)
    const before = stage.voice.spoken.length
    await wake(house, '105', '2005')
    await house.until(async () => (await calls(house))[0]?.result === 1, minutes(10))
    const woken = stage.voice.spoken.slice(before)
    expect(new Set(woken.map(({ language }) => language))).toEqual(new Set([EXAMPLE]))
    await wake(house, '106', '2030')
    await house.until(async () => (await calls(house)).every(({ result }) => result === 1), minutes(30))
    const others = stage.voice.spoken.slice(before + woken.length)
    expect(new Set(others.map(({ language }) => language))).toEqual(new Set(['en']))
  })

  it('whose language changes half a minute before a call hears it in the new one', async () => {
    const stage = openStage()
    const house = await openHouse({}, { stage })
    await wake(house, '101', '2005')
    await house.pass(minutes(4.5))
    expect(stage.voice.spoken.at(-1)?.language).toBe('en')
    const before = stage.voice.spoken.length
    house.pms.send({
      id: 'GC',
      fields: Object.entries({ RN: '101', 'G#': '1', GN: 'Ada', GL: 'FR', GS: 'N' }),
    })
    await house.until(async () => (await calls(house))[0]?.result === 1, minutes(2))
    expect(new Set(stage.voice.spoken.slice(before).map(({ language }) => language))).toEqual(new Set(['fr']))
    expect(await house.log('wakeup.dialled')).toHaveLength(1)
  })

  it('who becomes a VIP is left to the desk where VIPs are', async () => {
    const house = await openHouse({ wakeup: { vipMethod: 'manual' } })
    await wake(house, '101', '2005')
    await wake(house, '102', '2005')
    await house.pass(minutes(4.5))
    house.pms.send({ id: 'GC', fields: Object.entries({ RN: '101', 'G#': '1', GV: '1', GS: 'N' }) })
    await house.pass(minutes(3))
    expect((await house.log('wakeup.dialled')).map(({ room }) => room)).toEqual(['102'])
  })

  it('who leaves takes the calls of the room away, and the property system hears no word of its own', async () => {
    const house = await openHouse()
    await askedFor(house, '101', '201000')
    await wake(house, '101', '2020')
    await wake(house, '102', '2020')
    house.pms.checkOut('101', '1')
    await house.until(async () => (await calls(house)).length === 1)
    expect(await roomsOfCalls(house)).toEqual([['102', 0]])
    expect(await inRoom(house, '101')).toEqual([])
    await house.pass(minutes(40))
    expect(told(house)).toEqual([])
    expect(house.pms.violations).toEqual([])
  })

  it('who leaves another behind leaves the calls as well', async () => {
    const house = await openHouse()
    house.pms.checkIn('101', { reservation: '9', name: 'Eve' })
    await wake(house, '101', '2005')
    await house.until(async () => (await inRoom(house, '101')).length === 2)
    house.pms.checkOut('101', '1')
    await house.until(async () => (await inRoom(house, '101')).length === 1)
    expect(await inRoom(house, '101')).toEqual(['Eve'])
    await house.until(async () => (await calls(house))[0]?.result === 1, minutes(10))
  })

  it('who leaves while the telephone rings ends the ringing', async () => {
    const house = await openHouse()
    house.pms.checkIn('104', { reservation: '4', name: 'Gil' })
    await askedFor(house, '104', '200200')
    await house.until(async () => (await calls(house))[0]?.status === 1, minutes(5))
    house.pms.checkOut('104', '4')
    await house.until(async () => (await house.log('wakeup.ended')).length === 1, seconds(5))
    expect(await calls(house)).toEqual([])
    await house.pass(minutes(30))
    expect([await house.log('wakeup.dialled'), told(house)]).toMatchObject([[{ room: '104' }], []])
  })

  it('who checks out at the desk is gone, and the property system is told of the call it had asked for', async () => {
    const house = await openHouse()
    await askedFor(house, '101', '201000')
    expect((await house.request('desk', 'POST', '/rest/mailbox/101/checkout')).status).toBe(200)
    await house.until(() => told(house).length === 1, seconds(5))
    expect(told(house)).toEqual(['WC|RN101|DA261114|TI201000'])
    expect(await inRoom(house, '101')).toEqual([])
  })

  it('can be charged where vacant rooms are refused, and nobody else can', async () => {
    const house = await openHouse()
    await house.request('boss', 'PUT', '/rest/config/site', { inventory: '{"refuseVacant": true}' })
    const charge = (room: string) =>
      house.request('maid', 'POST', '/rest/isi/charge', { id: '10', quantity: 1, room })
    expect([(await charge('101')).status, (await charge('103')).status]).toEqual([200, 422])
    house.pms.checkIn('103', { reservation: '3', name: 'Eve' })
    house.pms.checkOut('101', '1')
    await house.until(async () => (await inRoom(house, '101')).length === 0)
    expect([(await charge('101')).status, (await charge('103')).status]).toEqual([422, 200])
  })
})

describe('a guest who moves', () => {
  it('into an empty room is woken there, and the property system hears of it under the new room', async () => {
    const house = await openHouse()
    await askedFor(house, '101', '200500')
    house.pms.move('101', '105', '1')
    await house.until(async () => (await inRoom(house, '105')).length === 1)
    expect(await roomsOfCalls(house)).toEqual([['105', 0]])
    await house.until(() => told(house).length === 1, minutes(10))
    expect(told(house)).toEqual(['WA|RN105|DA261114|TI200500|ASOK'])
    expect((await house.log('wakeup.dialled')).map(({ room }) => room)).toEqual(['105'])
    expect(await house.alarms()).toEqual([])
  })

  it('while the telephone rings is rung in the new room next', async () => {
    const house = await openHouse()
    house.pms.checkIn('104', { reservation: '4', name: 'Gil' })
    await askedFor(house, '104', '200200')
    await house.until(async () => (await calls(house))[0]?.status === 1, minutes(5))
    house.pms.move('104', '105', '4')
    await house.until(() => told(house).length === 1, minutes(2))
    expect(told(house)).toEqual(['WA|RN105|DA261114|TI200200|ASOK'])
    expect((await house.log('wakeup.dialled')).map(({ room }) => room)).toEqual(['104', '105'])
    expect(await calls(house)).toMatchObject([{ room: '105', result: 1, attempts: 1 }])
  })

  it('away from a sharer leaves the calls with the room, and the desk is told', async () => {
    const house = await openHouse()
    house.pms.checkIn('101', { reservation: '9', name: 'Eve' })
    await askedFor(house, '101', '200500')
    house.pms.move('101', '105', '1')
    await house.until(async () => (await house.alarms()).length === 1)
    expect(await house.alarms()).toMatchObject([
      {
        kind: 'wakeup.left-behind',
        room: '101',
        text: expect.stringMatching(/^Ada moved from room 101 to 105\. /),
      },
    ])
    await house.until(() => told(house).length === 1, minutes(10))
    expect(told(house)).toEqual(['WA|RN101|DA261114|TI200500|ASOK'])
  })

  it('of all who share a room, one after the other, takes the calls along with the last', async () => {
    const house = await openHouse()
    house.pms.checkIn('101', { reservation: '9', name: 'Eve' })
    await askedFor(house, '101', '200500')
    house.pms.move('101', '105', '1')
    house.pms.move('101', '105', '9')
    await house.until(async () => (await roomsOfCalls(house))[0]?.[0] === '105')
    expect((await house.alarms()).map(({ kind, state }) => [kind, state])).toEqual([])
    await house.until(() => told(house).length === 1, minutes(10))
    expect(told(house)).toEqual(['WA|RN105|DA261114|TI200500|ASOK'])
    expect(house.pms.violations).toEqual([])
  })

  it('to somebody else gives the calls up: the desk and the property system are told', async () => {
    const house = await openHouse()
    await askedFor(house, '101', '200500')
    house.pms.move('101', '102', '1')
    await house.until(() => told(house).length === 1, seconds(5))
    expect(told(house)).toEqual(['WC|RN101|DA261114|TI200500'])
    expect(await inRoom(house, '102')).toEqual(['Ada', 'Bob'])
    expect(await house.alarms()).toMatchObject([
      {
        kind: 'wakeup.left-behind',
        text: expect.stringContaining('The wake-up call of 2026-11-14 at 20:05 is cancelled'),
      },
    ])
    await house.pass(minutes(10))
    expect(await house.log('wakeup.dialled')).toEqual([])
  })
})

const record = (id: string, fields: Record<string, string> = {}) => ({ id, fields: Object.entries(fields) })
const began = record('DS', { DA: '261114', TI: '200000' })
const over = record('DE', { DA: '261114', TI: '200000' })
const ada = record('GI', { RN: '101', 'G#': '1', GN: 'Ada', GS: 'N', SF: '' })

describe('a resync', () => {
  it('ends the stay of a guest who is not told of, with the calls of the room', async () => {
    const house = await openHouse()
    await wake(house, '101', '2020')
    await wake(house, '102', '2020')
    house.pms.send(began, ada, over)
    await house.until(async () => (await calls(house)).length === 1)
    expect([await inRoom(house, '101'), await inRoom(house, '102')]).toEqual([['Ada'], []])
    expect(await roomsOfCalls(house)).toEqual([['101', 0]])
  })

  it('that the end of the link breaks off removes nobody', async () => {
    const house = await openHouse()
    house.pms.send(began, ada)
    house.pms.cut()
    await house.until(() => house.lines.some((line) => line.includes('nobody is removed')))
    await house.linked()
    house.pms.send(over)
    await house.pass(seconds(5))
    expect([await inRoom(house, '101'), await inRoom(house, '102')]).toEqual([['Ada'], ['Bob']])
  })

  it('that comes byte by byte and shuffled is understood', async () => {
    const house = await openHouse({}, { system: { behaviour: { bytes: 'one by one', shuffles: true } } })
    house.pms.checkIn('105', { reservation: '5', name: 'Eve' })
    house.pms.move('101', '103', '1')
    await house.until(async () => (await inRoom(house, '103')).length === 1)
    house.pms.beginResync()
    house.pms.endResync()
    await house.pass(seconds(5))
    const rooms = []
    for (const room of ['101', '102', '103', '105']) rooms.push(await inRoom(house, room))
    expect(rooms).toEqual([[], ['Bob'], ['Ada'], ['Eve']])
  })
})

describe('over a restart', () => {
  it('guests are remembered, and what was missed is made good by what is told next', async () => {
    const stage = openStage()
    const [pms, folder] = [await openSystem(stage), openFolder()]
    const before = await openHouse({}, { stage, pms, folder })
    await wake(before, '101', '2020')
    await before.close()
    // Nobody hears of these two.
    pms.folio.checkIn('105', { reservation: '1', name: 'Ada' })
    pms.folio.checkOut('101', '1')
    const house = await openHouse({}, { stage, pms, folder })
    expect([await inRoom(house, '101'), await inRoom(house, '102')]).toEqual([['Ada'], ['Bob']])
    pms.move('105', '103', '1')
    await house.until(async () => (await inRoom(house, '103')).length === 1)
    expect([await inRoom(house, '101'), await roomsOfCalls(house)]).toEqual([[], [['103', 0]]])
  })
})
