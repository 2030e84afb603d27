import { rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { KEY_FILE } from '../src/store/files/key-file.ts'
import { openFolder, openPropertyHotel } from './property-hotel.ts'
import { chargeAll, expectAllBookedOnce, kick, kindsOf, linksOf, postingsTo } from './six-charges.ts'
import { openStage } from './stage.ts'

const KEY = 'GVDpVnl6qYlTQXQJZxXdbw=='

describe('a property system that does not let us in', () => {
  it('never says that the link is alive: nothing is posted, the desk is told, and all of it comes in order', async () => {
    const house = await openPropertyHotel({ system: { behaviour: { answersAlive: false } } })
    await chargeAll(house)
    await house.pass(minutes(11))
    expect(postingsTo(house)).toEqual([])
    expect(await kindsOf(house)).toEqual(['delivery.failing'])
    house.pms.behave({ answersAlive: true })
    await house.settled(minutes(2))

    await expectAllBookedOnce(house)
  })

  it('drops us after our description: it is tried more and more rarely, and the desk is told', async () => {
    const house = await openPropertyHotel({ system: { behaviour: { dropsAfterDescription: true } } })
    await chargeAll(house)
    await house.pass(minutes(11))
    expect(house.pms.connections).toBeGreaterThan(10)
    expect(house.pms.connections).toBeLessThan(35)
    expect(await kindsOf(house)).toEqual(['delivery.failing'])
    house.pms.behave({ dropsAfterDescription: false })
    await house.settled(minutes(2))

    await expectAllBookedOnce(house)
  })

  it('refuses our key: it is not tried again, the desk is told, and another key opens', async () => {
    const house = await openPropertyHotel({
      system: { authKey: KEY },
      connector: { authKey: 'FidCrypt0S|AAAAAAAAAAAAAAAAAAAAAA==' },
    })
    await chargeAll(house)
    await house.pass(minutes(11))
    expect(linksOf(house)).toEqual([1, 1])
    expect(house.lines.filter((line) => line.includes('turns us away'))).toHaveLength(1)
    expect(await house.alarms()).toMatchObject([
      {
        kind: 'delivery.failing',
        text: expect.stringContaining('(The property system did not accept our link authentication)'),
      },
    ])
    await house.request('boss', 'PUT', '/rest/config/connector/pms', { authKey: `FidCrypt0S|${KEY}` })
    await house.settled()

    await expectAllBookedOnce(house)
    expect(house.pms.connections).toBe(2)
  })
})

describe('a key for link authentication that cannot be read any more', () => {
  it('is told at the start and to the desk, nothing is tried without it, and given anew it opens', async () => {
    const [stage, folder] = [openStage(), openFolder()]
    const before = await openPropertyHotel({
      stage,
      folder,
      system: { authKey: KEY },
      connector: { authKey: `FidCrypt0S|${KEY}` },
    })
    await before.linked()
    await before.close()
    rmSync(path.join(folder, KEY_FILE))
    const house = await openPropertyHotel({ stage, folder, pms: before.pms })
    await chargeAll(house)
    await house.pass(minutes(11))

    expect(house.app.lostSecrets).toEqual(['connector pms authKey'])
    expect(house.lines.filter((line) => line.includes('link.no-key'))).toHaveLength(1)
    expect(house.pms.connections).toBe(1)
    expect(await house.alarms()).toMatchObject([{ kind: 'delivery.failing' }])
    await house.request('boss', 'PUT', '/rest/config/connector/pms', { authKey: `FidCrypt0S|${KEY}` })
    await house.settled()
    await expectAllBookedOnce(house)
  })
})

describe('another client at the port of ours', () => {
  it('takes the link while nothing is under way: it is taken back, and nothing is lost', async () => {
    const house = await openPropertyHotel()
    await house.linked()
    await kick(house)
    await house.until(() => !house.pms.isAlive)
    await chargeAll(house)
    await house.settled()

    await expectAllBookedOnce(house)
    expect(house.pms.connections).toBe(3)
  })
})

describe('a check of the whole system', () => {
  it('leaves the link as it is, and says how it is', async () => {
    const house = await openPropertyHotel({ system: { behaviour: { posting: 'silence' } } })
    await house.linked()
    await house.charge('101')
    await house.until(() => postingsTo(house).length === 1)
    const check = async () => {
      const { checks } = (await house.request('boss', 'GET', '/rest/system/check')).json
      return checks.find(({ name }: { name: string }) => name === 'connectors')
    }
    expect(await check()).toMatchObject({ ok: true })
    await house.pass(seconds(1))
    expect([house.pms.isAlive, house.pms.connections]).toEqual([true, 1])

    house.pms.behave({ greets: false, answersAlive: false })
    house.pms.cut()
    // Its end of the wire may know of it before ours.
    await house.until(async () => !(await check()).ok)
    expect(await check()).toMatchObject({
      ok: false,
      text: 'pms: its link is down (The property system closed the connection)',
    })
    const { destinations } = (await house.request('boss', 'GET', '/rest/system/destination')).json
    expect(destinations).toMatchObject([{ name: 'pms', state: 'unready', link: { up: false } }])
  })
})

describe('the letters of CP850', () => {
  it('arrive as they are, and others as what is nearest', async () => {
    const item = (id: string, description: string) => ({ id, description, category: '1', price: '1.00' })
    const items = [item('11', 'Müsli à la crème'), item('12', 'Łódź, 0.5 € §')]
    const house = await openPropertyHotel({ items })
    await house.charge('101', 1, '11')
    await house.charge('101', 1, '12')
    await house.settled()

    expect(house.pms.folio.bookings).toMatchObject([
      { text: 'Müsli à la crème', itemText: '1 Müsli à la crème' },
      { text: 'Lódz, 0.5 ? §', itemText: '1 Lódz, 0.5 ? §' },
    ])
    expect(house.pms.violations).toEqual([])
  })
})

describe('a room status', () => {
  it('is never told to the property system', async () => {
    const house = await openPropertyHotel()
    await house.linked()
    const before = house.pms.received.length
    const changed = await house.request('maid', 'POST', '/rest/rsi/change', { id: '1', room: '101' })
    expect(changed.status).toBe(200)
    await house.pass(minutes(4))

    expect(house.pms.received.slice(before)).toEqual([])
    expect(await house.deliveries()).toEqual([])
  })
})
