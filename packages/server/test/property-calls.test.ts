import type { SiteFile, WakeupRecord } from '@reveille/contract'
import type { ScriptedPms } from '@reveille/fias/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { freePorts, HERE } from '../../../peers/ports.ts'
import { openBarePhones } from './bare-phones.ts'
import { NEW_YORK } from './hotel.ts'
import { useDatabases } from './test-databases.ts'
import {
  openFolder,
  openPropertyHotel,
  openSystem,
  type PropertyHotel,
  type PropertyOptions,
} from './property-hotel.ts'
import { openStage } from './stage.ts'

type Behaviours = Record<string, 'answer' | 'busy' | 'no-answer' | 'reject' | 'snooze'>

const siteWith = (rooms: Behaviours, wakeup: NonNullable<SiteFile['wakeup']> = {}): Partial<SiteFile> => ({
  telephony: { mode: 'virtual', virtual: { default: 'answer', rooms } },
  wakeup: { attempts: 2, retryDelay: '1m', ...wakeup },
})

/** A hotel whose property system asks for calls; it is the evening of 14 November, eight o'clock. */
async function openHouse(
  rooms: Behaviours = {},
  wakeup: NonNullable<SiteFile['wakeup']> = {},
  options: PropertyOptions = {},
) {
  const connector = { wakeups: true, ...options.connector }
  const house = await openPropertyHotel({ ...options, site: siteWith(rooms, wakeup), connector })
  await house.linked()
  return house
}

const key = (room: string, time: string, date = '261114') => ({ room, date, time })

const calls = async ({ request }: PropertyHotel) =>
  (await request('boss', 'GET', '/rest/wakeup/list')).json.wakeups as WakeupRecord[]

/** Asks for a call, and waits until it is here; gives its id. */
async function asked(house: PropertyHotel, room: string, time: string) {
  house.pms.askWakeup(key(room, time))
  await house.until(async () => (await calls(house)).some((call) => call.room === room))
  return (await calls(house)).find((call) => call.room === room)?.id ?? ''
}

const sent = ({ received }: ScriptedPms) =>
  received
    .filter(({ id }) => id === 'WA' || id === 'WC' || id === 'WR')
    .map(({ id, fields }) => [id, ...fields.map(([name, value]) => name + value)].join('|'))

const answered = (house: PropertyHotel, count = 1, mostMs = minutes(30)) =>
  house.until(() => sent(house.pms).length >= count, mostMs)

const told = async (house: PropertyHotel) => (await house.log('property.told')).map(({ text }) => text)

describe('a call that the property system asks for', () => {
  it('rings at its second, and is answered with the very date and time of the request', async () => {
    const house = await openHouse()
    const id = await asked(house, '101', '200537')
    expect((await calls(house))[0]).toMatchObject({
      room: '101',
      scheduled: '2026-11-14T20:05:37+01:00',
      source: 4,
      actor: 'pms',
    })
    await answered(house)
    expect(sent(house.pms)).toEqual(['WA|RN101|DA261114|TI200537|ASOK'])
    expect(house.pms.violations).toEqual([])
    expect(await told(house)).toEqual(['pms was told of the wake-up call: complete'])
    const dossier = await house.request('desk', 'GET', `/rest/wakeup/${id}/dossier`)
    expect(dossier.text).toContain('pms was told of the wake-up call')
  })

  it('without seconds in its time is answered without them', async () => {
    const house = await openHouse()
    await asked(house, '101', '2001')
    await answered(house)
    expect(sent(house.pms)).toEqual(['WA|RN101|DA261114|TI2001|ASOK'])
  })

  it.each([
    ['no-answer', 'NR'],
    ['busy', 'BY'],
    ['reject', 'UR'],
  ] as const)(
    'and ends as %s is answered once, as %s, when nobody at the desk has done anything',
    async (does, word) => {
      const house = await openHouse({ '101': does })
      const id = await asked(house, '101', '200100')
      await house.until(async () => (await calls(house))[0]?.status === 2, minutes(10))
      const endedAt = house.clock.now()
      expect(await house.alarms()).toMatchObject([{ kind: 'wakeup.failed', wakeup: id }])
      await house.pass(minutes(14))
      expect(sent(house.pms)).toEqual([])
      await answered(house)
      expect(house.clock.now() - endedAt).toBeGreaterThanOrEqual(minutes(15))
      expect(house.clock.now() - endedAt).toBeLessThan(minutes(15) + seconds(10))
      await house.pass(minutes(5))
      expect(sent(house.pms)).toEqual([`WA|RN101|DA261114|TI200100|AS${word}`])
      expect(house.pms.violations).toEqual([])
    },
  )

  it('and that somebody at the desk takes note of is answered at once', async () => {
    const house = await openHouse({ '101': 'no-answer' })
    await asked(house, '101', '200100')
    await house.until(async () => (await house.alarms()).length === 1, minutes(10))
    const [alarm] = await house.alarms()
    await house.request('desk', 'POST', `/rest/alarm/${alarm?.id}/acknowledge`)
    await answered(house, 1, seconds(5))
    expect(sent(house.pms)).toEqual(['WA|RN101|DA261114|TI200100|ASNR'])
  })

  it('and that an operator has done by hand is answered as that', async () => {
    const house = await openHouse({ '101': 'no-answer' })
    const id = await asked(house, '101', '200100')
    await house.until(async () => (await house.alarms()).length === 1, minutes(10))
    await house.request('desk', 'PUT', `/rest/wakeup/${id}`, { result: 1, reason: 'at the door' })
    await answered(house, 1, seconds(5))
    await house.request('desk', 'PUT', `/rest/wakeup/${id}`, { result: 2 })
    await house.pass(minutes(20))
    expect(sent(house.pms)).toEqual(['WA|RN101|DA261114|TI200100|ASOK'])
  })

  it('and that the guest snoozes is answered when it is over', async () => {
    const house = await openHouse({ '101': 'snooze' }, { snooze: { limit: 1, delay: '5m' } })
    await asked(house, '101', '200100')
    await house.until(async () => (await house.log('wakeup.snoozed')).length === 1, minutes(10))
    await house.pass(minutes(4))
    expect(sent(house.pms)).toEqual([])
    await answered(house)
    expect(sent(house.pms)).toEqual(['WA|RN101|DA261114|TI200100|ASOK'])
  })

  it('twice is one call, and has one answer', async () => {
    const house = await openHouse()
    await asked(house, '101', '200100')
    house.pms.send({ id: 'WR', fields: Object.entries({ RN: '101', DA: '261114', TI: '200100' }) })
    await house.pass(seconds(1))
    expect(await calls(house)).toHaveLength(1)
    await answered(house)
    await house.pass(minutes(20))
    expect(sent(house.pms)).toEqual(['WA|RN101|DA261114|TI200100|ASOK'])
    expect(house.pms.violations).toEqual([])
  })

  it('and that somebody has asked for here is the same call', async () => {
    const house = await openHouse()
    const here = await house.request('desk', 'POST', '/rest/wakeup', { room: '101', time: '2001' })
    const id = await asked(house, '101', '200100')
    await house.until(async () => (await house.log('property.asked')).length === 1)
    expect(id).toBe(here.json.id)
    expect(await calls(house)).toHaveLength(1)
    await answered(house)
    expect(sent(house.pms)).toEqual(['WA|RN101|DA261114|TI200100|ASOK'])
  })

  it.each(['200000', '195959', '195030'])(
    'for now, or a little while ago (%s), rings at once',
    async (time) => {
      const house = await openHouse()
      await asked(house, '101', time)
      await answered(house, 1, seconds(40))
      expect(sent(house.pms)).toEqual([`WA|RN101|DA261114|TI${time}|ASOK`])
    },
  )

  it('once more after it was told is told again, and nobody is rung twice', async () => {
    const house = await openHouse()
    await asked(house, '101', '200100')
    await answered(house)
    house.pms.askWakeup(key('101', '200100'))
    await answered(house, 2)
    expect(sent(house.pms)).toEqual(Array(2).fill('WA|RN101|DA261114|TI200100|ASOK'))
    expect(await house.log('wakeup.dialled')).toHaveLength(1)
    expect(house.pms.violations).toEqual([])
  })

  it.each([
    ['of a room that does not exist', '999', '261115', '070000', 'there is no such room'],
    ['whose time is long over', '101', '261114', '070000', 'its time is over'],
    ['on a day that does not exist', '101', '261131', '070000', 'there is no such date or time'],
    ['at a time that does not exist', '101', '261115', '250000', 'there is no such date or time'],
    ['of a room that several tenants have', '110', '261115', '070000', 'several tenants'],
  ])('%s is refused at once, and the desk is told', async (_, room, date, time, why) => {
    const house = await openHouse()
    house.pms.askWakeup({ room, date, time })
    await answered(house, 1, seconds(5))
    expect(sent(house.pms)).toEqual([`WA|RN${room}|DA${date}|TI${time}|ASUR`])
    expect(await calls(house)).toEqual([])
    const [alarm] = await house.alarms()
    expect(alarm).toMatchObject({ kind: 'property.refused', room })
    expect(alarm?.text).toContain(`pms asked for a wake-up call of room ${room}`)
    expect(alarm?.text).toContain(why)
    expect(house.pms.violations).toEqual([])
  })
})

describe('a property system of a tenant', () => {
  it('asks for calls in its own rooms, by the clock that is there', async () => {
    const house = await openHouse({}, {}, { connector: { tenant: NEW_YORK } })
    house.pms.askWakeup(key('101', '201000'))
    house.pms.askWakeup(key('500', '141000'))
    await answered(house, 2)
    expect(sent(house.pms)).toEqual(['WA|RN101|DA261114|TI201000|ASUR', 'WA|RN500|DA261114|TI141000|ASOK'])
    expect(await calls(house)).toMatchObject([{ room: '500', scheduled: '2026-11-14T14:10:00-05:00' }])
    const seen = (await house.request('nyboss', 'GET', '/rest/log?kind=property')).json.log as unknown[]
    expect(seen).toHaveLength(4)
  })
})

describe('a property system that no calls are exchanged with', () => {
  it('asks for them in vain', async () => {
    const house = await openHouse({}, {}, { connector: { wakeups: false, guests: true } })
    house.pms.send({ id: 'WR', fields: Object.entries({ RN: '101', DA: '261114', TI: '200100' }) })
    await house.pass(minutes(2))
    expect(await calls(house)).toEqual([])
    expect(sent(house.pms)).toEqual([])
  })
})

describe('a call that is taken back', () => {
  it('by the property system rings no more, and is not answered', async () => {
    const house = await openHouse()
    const id = await asked(house, '101', '200100')
    house.pms.clearWakeup('101', '261114', '200100')
    await house.until(async () => (await calls(house)).length === 0)
    const [row] = await house.log('wakeup.cancelled')
    expect(row).toMatchObject({ wakeup: id, actor: 'pms', text: 'Wake-up call cancelled by pms' })
    await house.pass(minutes(20))
    expect(sent(house.pms)).toEqual([])
  })

  it('while it rings stops ringing', async () => {
    const house = await openHouse({ '101': 'no-answer' })
    await asked(house, '101', '200100')
    await house.until(async () => (await calls(house))[0]?.status === 1)
    house.pms.clearWakeup('101', '261114', '200100')
    await house.until(async () => (await house.log('wakeup.ended')).length === 1, seconds(5))
    await house.pass(minutes(20))
    expect(sent(house.pms)).toEqual([])
    expect(await house.log('wakeup.dialled')).toHaveLength(1)
  })

  it('with all of its room takes everything along that is to ring there', async () => {
    const house = await openHouse()
    await asked(house, '101', '210000')
    await asked(house, '102', '210000')
    for (const more of [{ time: '2130' }, { time: '2200', daily: true }])
      await house.request('desk', 'POST', '/rest/wakeup', { room: '101', ...more })
    house.pms.clearWakeup('101')
    await house.until(async () => (await calls(house)).length === 1)
    expect((await calls(house))[0]?.room).toBe('102')
  })

  it('by its date and time takes a single call of that moment along, and no other', async () => {
    const house = await openHouse()
    const kept = [{ time: '2101' }, { time: '2100', daily: true }]
    for (const more of [{ time: '2100' }, ...kept])
      await house.request('desk', 'POST', '/rest/wakeup', { room: '101', ...more })
    house.pms.clearWakeup('101', '261114', '210000')
    await house.until(async () => (await calls(house)).length === 2)
    expect((await calls(house)).map(({ scheduled, daily }) => [scheduled.slice(11, 16), daily])).toEqual([
      ['21:00', true],
      ['21:01', false],
    ])
  })

  it('here is taken back at the property system', async () => {
    const house = await openHouse()
    const id = await asked(house, '101', '200130')
    await house.request('desk', 'DELETE', `/rest/wakeup/${id}`)
    await answered(house, 1, seconds(5))
    await house.pass(minutes(20))
    expect(sent(house.pms)).toEqual(['WC|RN101|DA261114|TI200130'])
    expect(house.pms.wakeups).toMatchObject([{ isCleared: true, answer: null }])
    expect(await told(house)).toEqual(['pms was told of the wake-up call: it was taken back'])
  })

  it('by the guest, at the phone of the room, is taken back at the property system', async () => {
    const phones = await openBarePhones(HERE)
    onTestFinished(() => phones.close())
    const port = await freePorts()
    const line = { uri: `sip:voice1@${HERE}:${phones.here.port}`, register: false, menu: 'guest' } as const
    const site: Partial<SiteFile> = { telephony: { mode: 'sip', bind: HERE, port, lines: [line] } }
    const house = await openPropertyHotel({ site, connector: { wakeups: true } })
    await house.linked()
    await asked(house, '101', '200500')
    const guest = await phones.dial({ from: '101', to: 'voice1', door: { host: HERE, port } })
    await guest.info('application/dtmf-relay', 'Signal=*\nDuration=160')
    await answered(house)
    expect(sent(house.pms)).toEqual(['WC|RN101|DA261114|TI200500'])
    await guest.hangUp()
  })

  it('here, and asked for again before the property system has heard of it, is rung after all', async () => {
    const house = await openHouse()
    const id = await asked(house, '101', '200130')
    const moment: [string, string][] = [
      ['DA', '261114'],
      ['TI', '200000'],
    ]
    // Nothing may be sent until `DE`.
    house.pms.send({ id: 'DS', fields: moment })
    await asked(house, '102', '230000')
    await house.request('desk', 'DELETE', `/rest/wakeup/${id}`)
    await house.pass(seconds(5))
    await asked(house, '101', '200130')
    house.pms.send({ id: 'DE', fields: moment })
    await answered(house)
    await house.pass(minutes(20))
    expect(sent(house.pms)).toEqual(['WA|RN101|DA261114|TI200130|ASOK'])
  })

  it('is not when it is moved to another time here: it is answered when it is over, as it was asked for', async () => {
    const house = await openHouse()
    const old = await asked(house, '101', '200500')
    const moved = await house.request('desk', 'POST', `/rest/wakeup/${old}/reschedule`, { time: '2010' })
    expect(moved.status).toBe(201)
    await answered(house)
    expect(sent(house.pms)).toEqual(['WA|RN101|DA261114|TI200500|ASOK'])
    expect(await calls(house)).toMatchObject([{ id: moved.json.id, result: 1 }])
  })

  it('after it was moved to another time here is found by the time that the property system knows', async () => {
    const house = await openHouse()
    const old = await asked(house, '101', '200500')
    await house.request('desk', 'POST', `/rest/wakeup/${old}/reschedule`, { time: '2010' })
    house.pms.askWakeup(key('101', '200500'))
    house.pms.clearWakeup('101', '261114', '200500')
    await house.until(async () => (await calls(house)).length === 0)
    expect(sent(house.pms)).toEqual([])
  })

  it('by a check-out here is taken back at the property system', async () => {
    const house = await openHouse()
    await house.request('desk', 'POST', '/rest/mailbox/101/checkin', { name: 'Ada' })
    await asked(house, '101', '200130')
    await house.request('desk', 'POST', '/rest/mailbox/101/checkout')
    await answered(house, 1, seconds(5))
    expect(sent(house.pms)).toEqual(['WC|RN101|DA261114|TI200130'])
  })

  it('after its guest has moved here is known by the room that the property system knows', async () => {
    const house = await openHouse()
    await house.request('desk', 'POST', '/rest/mailbox/101/checkin', { name: 'Ada' })
    const id = await asked(house, '101', '200130')
    await house.request('desk', 'POST', '/rest/mailbox/101/move', { to: '105' })
    expect((await calls(house))[0]).toMatchObject({ id, room: '105' })
    house.pms.clearWakeup('101', '261114', '200130')
    await house.until(async () => (await calls(house)).length === 0)
  })
})

describe('when the link is down while a call ends', () => {
  it.each(['cut', 'endLink', 'startLink'] as const)(
    '(%s) it is answered once when it is back',
    async (how) => {
      const house = await openHouse()
      await asked(house, '101', '200100')
      await house.until(async () => (await calls(house))[0]?.status === 1)
      house.pms.behave({ greets: false, answersAlive: false })
      house.pms[how]()
      await house.until(async () => (await calls(house))[0]?.status === 2)
      await house.pass(minutes(2))
      expect(sent(house.pms)).toEqual([])
      house.pms.behave({ greets: true, answersAlive: true })
      await answered(house)
      await house.pass(minutes(2))
      expect(sent(house.pms)).toEqual(['WA|RN101|DA261114|TI200100|ASOK'])
      expect(house.pms.violations).toEqual([])
    },
  )

  it('and somebody decides otherwise before it is back, it is answered as that', async () => {
    const house = await openHouse({ '101': 'no-answer' })
    const id = await asked(house, '101', '200100')
    house.pms.behave({ greets: false, answersAlive: false })
    house.pms.cut()
    await house.until(async () => (await house.alarms()).length > 0, minutes(10))
    await house.pass(minutes(20))
    await house.request('desk', 'PUT', `/rest/wakeup/${id}`, { result: 1, reason: 'at the door' })
    house.pms.behave({ greets: true, answersAlive: true })
    await answered(house)
    await house.pass(minutes(2))
    expect(sent(house.pms)).toEqual(['WA|RN101|DA261114|TI200100|ASOK'])
  })

  it('and in the night audit it is answered all the same', async () => {
    const house = await openHouse()
    await asked(house, '101', '200100')
    house.pms.startNightAudit()
    await answered(house)
    expect(sent(house.pms)).toEqual(['WA|RN101|DA261114|TI200100|ASOK'])
  })

  it('and while all guests are told nothing is said', async () => {
    const house = await openHouse({}, {}, { connector: { guests: true } })
    await asked(house, '101', '200100')
    house.pms.beginResync()
    await house.until(async () => (await calls(house))[0]?.status === 2)
    await house.pass(seconds(20))
    expect(sent(house.pms)).toEqual([])
    house.pms.endResync()
    await answered(house, 1, seconds(5))
    expect(house.pms.violations).toEqual([])
  })
})

describe('over a restart', () => {
  const { newDatabase } = useDatabases()

  it.each(['SQLite', 'PostgreSQL'])('nothing is forgotten, and nothing said twice, on %s', async (kind) => {
    const stage = openStage()
    const pms = await openSystem(stage)
    const databaseUrl = kind === 'SQLite' ? undefined : await newDatabase()
    const options = {
      stage,
      pms,
      folder: openFolder(),
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
    }
    const first = await openHouse({ '102': 'no-answer' }, {}, options)
    await asked(first, '101', '200100')
    await asked(first, '102', '200100')
    await asked(first, '103', '201000')
    await answered(first)
    await first.until(async () => (await first.alarms()).length === 1, minutes(10))
    await first.close()

    const second = await openHouse({ '102': 'no-answer' }, {}, options)
    expect(sent(pms)).toEqual(['WA|RN101|DA261114|TI200100|ASOK'])
    await answered(second, 3)
    await second.pass(minutes(20))
    expect(sent(pms).toSorted()).toEqual([
      'WA|RN101|DA261114|TI200100|ASOK',
      'WA|RN102|DA261114|TI200100|ASNR',
      'WA|RN103|DA261114|TI201000|ASOK',
    ])
    expect(pms.violations).toEqual([])
  })
})
