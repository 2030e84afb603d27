import type { SiteFile, WakeupRecord } from '@reveille/contract'
import { describe, expect, it } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { openPropertyHotel, type PropertyHotel, type PropertyOptions } from './property-hotel.ts'

const SITE: Partial<SiteFile> = {
  telephony: { mode: 'virtual', virtual: { default: 'answer', rooms: {} } },
  wakeup: { attempts: 1 },
}

/** A hotel whose property system is told of calls that are made here; it is the evening of 14 November, eight o'clock. */
async function openHouse(options: PropertyOptions = {}) {
  const connector = { wakeups: true, sendWakeups: true, ...options.connector }
  const house = await openPropertyHotel({ site: SITE, ...options, connector })
  await house.linked()
  return house
}

async function wake(house: PropertyHotel, time: string, more: object = {}): Promise<string> {
  const made = await house.request('desk', 'POST', '/rest/wakeup', { room: '101', time, ...more })
  expect(made.status).toBe(201)
  return made.json.id
}

const said = ({ pms }: PropertyHotel) =>
  pms.received
    .filter(({ id }) => id === 'WA' || id === 'WC' || id === 'WR')
    .map(({ id, fields }) => [id, ...fields.map(([name, value]) => name + value)].join('|'))

const hears = (house: PropertyHotel, count: number, mostMs?: number) =>
  house.until(() => said(house).length >= count, mostMs)

describe('a call that is made here', () => {
  it('is told to the property system once, and so is how it ended', async () => {
    const house = await openHouse()
    await wake(house, '2005')
    await hears(house, 2, minutes(9))
    await house.pass(minutes(5))

    expect(said(house)).toEqual(['WR|RN101|DA261114|TI200500', 'WA|RN101|DA261114|TI200500|ASOK'])
    expect(house.pms.violations).toEqual([])
    expect((await house.log('property.announced')).map(({ text }) => text)).toEqual([
      'pms was told of the wake-up call',
    ])
  })

  it('is not told where the site does not want that', async () => {
    const house = await openHouse({ connector: { sendWakeups: false } })
    await wake(house, '2005')
    await house.pass(minutes(8))

    expect(said(house)).toEqual([])
  })

  it('and taken back here is taken back there', async () => {
    const house = await openHouse()
    const id = await wake(house, '2005')
    await hears(house, 1)
    expect((await house.request('desk', 'DELETE', `/rest/wakeup/${id}`)).status).toBe(200)
    await hears(house, 2)
    await house.pass(minutes(7))

    expect(said(house)).toEqual(['WR|RN101|DA261114|TI200500', 'WC|RN101|DA261114|TI200500'])
    expect(house.pms.violations).toEqual([])
  })

  it('and moved to another time is taken back, and told anew', async () => {
    const house = await openHouse()
    const id = await wake(house, '2105')
    await hears(house, 1)
    await house.request('desk', 'POST', `/rest/wakeup/${id}/reschedule`, { time: '2115' })
    await hears(house, 3)
    await house.pass(minutes(2))

    expect(said(house)).toEqual([
      'WR|RN101|DA261114|TI210500',
      'WC|RN101|DA261114|TI210500',
      'WR|RN101|DA261114|TI211500',
    ])
  })

  it('and taken along to another room is told of there', async () => {
    const house = await openHouse()
    await house.request('boss', 'POST', '/rest/mailbox/101/checkin', { name: 'Ada' })
    await wake(house, '2105')
    await hears(house, 1)
    await house.request('boss', 'POST', '/rest/mailbox/101/move', { to: '103' })
    await hears(house, 3)

    expect(said(house).slice(1)).toEqual(['WC|RN101|DA261114|TI210500', 'WR|RN103|DA261114|TI210500'])
  })

  it('for every day is told day by day, and how each day ended', async () => {
    const house = await openHouse()
    await wake(house, '2005', { daily: true })
    await hears(house, 3, minutes(9))

    expect(said(house)).toEqual([
      'WR|RN101|DA261114|TI200500',
      'WR|RN101|DA261115|TI200500',
      'WA|RN101|DA261114|TI200500|ASOK',
    ])
    expect(house.pms.violations).toEqual([])
  })

  it('while there is no link is told when there is one', async () => {
    const house = await openHouse()
    house.pms.behave({ answersAlive: false })
    house.pms.cut()
    await house.until(() => !house.pms.isAlive)
    await wake(house, '2105')
    house.pms.behave({ answersAlive: true })
    await house.linked()
    await hears(house, 1)

    expect(said(house)).toEqual(['WR|RN101|DA261114|TI210500'])
  })
})

describe('a call that the property system asked for', () => {
  it('is not told back to it', async () => {
    const house = await openHouse()
    house.pms.askWakeup({ room: '101', date: '261114', time: '200500' })
    await house.until(async () => {
      const { json } = await house.request('boss', 'GET', '/rest/wakeup/list')
      return (json.wakeups as WakeupRecord[]).length === 1
    })
    await house.pass(minutes(8))

    expect(said(house)).toEqual(['WA|RN101|DA261114|TI200500|ASOK'])
  })

  it('after it was told of the same one is that very call', async () => {
    const house = await openHouse()
    await wake(house, '2005')
    await hears(house, 1)
    house.pms.askWakeup({ room: '101', date: '261114', time: '200500' })
    await house.pass(seconds(5))
    await hears(house, 2, minutes(9))
    await house.pass(minutes(2))

    expect(said(house)).toEqual(['WR|RN101|DA261114|TI200500', 'WA|RN101|DA261114|TI200500|ASOK'])
  })

  it('and clears ours with WC: the call is gone, and nothing is said about it', async () => {
    const house = await openHouse()
    await wake(house, '2005')
    await hears(house, 1)
    house.pms.clearWakeup('101', '261114', '200500')
    await house.until(async () => (await house.log('wakeup.cancelled')).length === 1)
    await house.pass(minutes(7))

    expect(said(house)).toEqual(['WR|RN101|DA261114|TI200500'])
  })
})
