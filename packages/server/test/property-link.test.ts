import { describe, expect, it } from 'vitest'
import { freePorts } from '../../../peers/ports.ts'
import { hours, minutes, seconds } from '../src/kernel/clock.ts'
import { openFolder, openPropertyHotel, openSystem, type PropertyHotel } from './property-hotel.ts'
import { openStage } from './stage.ts'

const GUESTS_TOO = { connector: { guests: true } }

const asked = ({ pms }: PropertyHotel) => pms.received.filter(({ id }) => id === 'DR').length

const resync = ({ request }: PropertyHotel, name = 'pms', headers: Record<string, string> = {}) =>
  request('boss', 'POST', `/rest/config/connector/${name}/resync`, {}, headers)

describe('all guests of a property system', () => {
  it('are asked for by ourselves the first time that there is a link, and never again', async () => {
    const stage = openStage()
    const options = { ...GUESTS_TOO, stage, pms: await openSystem(stage), folder: openFolder() }
    const first = await openPropertyHotel(options)
    await first.until(async () => (await first.log('property.resync')).length === 1)
    expect(asked(first)).toBe(1)
    first.pms.cut()
    await first.until(() => !first.pms.isAlive)
    await first.linked()
    await first.close()
    const second = await openPropertyHotel(options)
    await second.linked()
    await second.pass(minutes(10))
    expect(asked(second)).toBe(1)
    expect(second.pms.violations).toEqual([])
  })

  it('are not asked for where no guests are taken', async () => {
    const house = await openPropertyHotel({ connector: { wakeups: true } })
    await house.linked()
    await house.pass(minutes(1))
    expect(asked(house)).toBe(0)
  })

  it('are asked for by hand once a day, also over a restart', async () => {
    const stage = openStage()
    const options = { ...GUESTS_TOO, stage, pms: await openSystem(stage), folder: openFolder() }
    const first = await openPropertyHotel(options)
    await first.until(async () => (await resync(first)).status === 429)
    expect(await resync(first)).toMatchObject({ status: 429, headers: { 'retry-after': '86400' } })
    await first.close()

    stage.clock.advance(hours(23))
    const second = await openPropertyHotel(options)
    await second.linked()
    expect(await resync(second)).toMatchObject({ status: 429, json: { error: 9 } })
    await second.close()

    stage.clock.advance(hours(1))
    const third = await openPropertyHotel(options)
    await third.linked()
    await third.pass(seconds(1))
    expect(asked(third)).toBe(1)
    const key = { 'idempotency-key': 'once' }
    expect(await resync(third, 'pms', key)).toMatchObject({ status: 200, text: '' })
    expect((await resync(third, 'pms', key)).status).toBe(200)
    await third.until(async () => (await resync(third)).status === 429)
    expect(asked(third)).toBe(2)
    const rows = await third.log('property.resync')
    expect(rows.map(({ actor, text }) => [actor, text])).toEqual([
      ['pms', 'pms was asked for all of its guests'],
      ['boss', 'pms was asked for all of its guests'],
    ])
  })

  it('are asked for again where they were not told to the end, by ourselves and by hand', async () => {
    const stage = openStage()
    const pms = await openSystem(stage, { behaviour: { resync: 'broken off' } })
    const house = await openPropertyHotel({ ...GUESTS_TOO, stage, pms })
    await house.until(() => asked(house) === 2)
    pms.behave({ resync: 'whole' })
    await house.until(async () => (await resync(house)).status === 429)
    expect(asked(house)).toBe(3)
    expect(await house.log('guest.checked-in')).toHaveLength(2)
    pms.cut()
    await house.until(() => !pms.isAlive)
    await house.linked()
    await house.pass(minutes(1))
    expect(asked(house)).toBe(3)
  })

  it('cannot be asked for without a link, without guests, of a webhook or of nobody', async () => {
    const house = await openPropertyHotel({ ...GUESTS_TOO, allow: [] })
    const hook = { name: 'bar', type: 'webhook', url: 'http://10.0.0.5/charges' }
    await house.request('boss', 'POST', '/rest/config/connector', hook)
    const refused = async (name: string) => {
      const { status, json } = await resync(house, name)
      return [status, json.code, json.description]
    }
    expect(await refused('pms')).toEqual([
      409,
      'link.down',
      expect.stringMatching(/^pms cannot be asked now: The link is/),
    ])
    expect(await refused('bar')).toEqual([422, 'not.property-system', 'bar is no property system'])
    expect(await refused('none')).toEqual([404, 'thing.unknown', 'Connector none does not exist'])
    await house.request('boss', 'PUT', '/rest/config/connector/pms', { guests: false })
    expect(await refused('pms')).toEqual([
      422,
      'guests.not-taken',
      'No guests are taken from pms: set guests to true first',
    ])
  })
})

describe('a property system that stays away', () => {
  const down = async (house: PropertyHotel) =>
    (await house.alarms()).filter(({ kind }) => kind === 'property.down').map(({ text }) => text)

  it.each(['wakeups', 'guests'])(
    'is told to the desk after five minutes, where %s come from it',
    async (what) => {
      const stage = openStage()
      // Not one that the system gives to another test meanwhile.
      const port = await freePorts()
      const house = await openPropertyHotel({ connector: { [what]: true }, stage, system: { port } })
      await house.linked()
      await house.pms.close()
      await house.pass(minutes(4))
      expect(await down(house)).toEqual([])
      await house.pass(minutes(1.5))
      expect(await down(house)).toEqual([expect.stringContaining('There is no link to pms: wake-up calls')])

      const back = await openSystem(stage, { port })
      await house.until(() => back.isAlive)
      await house.until(async () => (await down(house)).length === 0)
      expect((await house.log('alarm.over')).map(({ text }) => text)).toEqual(['pms is linked again'])
    },
  )

  it('is nothing to tell the desk where only charges go to it', async () => {
    const house = await openPropertyHotel({ allow: [] })
    await house.pass(minutes(9))
    expect(await down(house)).toEqual([])
  })

  it('because it turns us away is told at once', async () => {
    const key = 'GVDpVnl6qYlTQXQJZxXdbw=='
    const house = await openPropertyHotel({
      connector: { wakeups: true, authKey: 'AAAAAAAAAAAAAAAAAAAAAA==' },
      system: { authKey: key },
    })
    await house.until(async () => (await down(house)).length === 1, seconds(30))
  })

  it('is no longer told of once it is disabled', async () => {
    const house = await openPropertyHotel({ connector: { wakeups: true }, allow: [] })
    await house.until(async () => (await down(house)).length === 1, minutes(6))
    await house.request('boss', 'PUT', '/rest/config/connector/pms', { disabled: true })
    await house.until(async () => (await down(house)).length === 0)
    await house.pass(minutes(10))
    expect(await down(house)).toEqual([])
  })

  it('is told once, also over a restart, until it is back', async () => {
    const stage = openStage()
    const pms = await openSystem(stage)
    const options = { connector: { wakeups: true }, stage, pms, folder: openFolder() }
    const first = await openPropertyHotel({ ...options, allow: [] })
    await first.until(async () => (await down(first)).length === 1, minutes(6))
    await first.close()
    const second = await openPropertyHotel({ ...options, allow: [] })
    await second.pass(minutes(10))
    expect(await down(second)).toHaveLength(1)
    await second.request('boss', 'PUT', '/rest/config/site', {
      network: JSON.stringify({ allow: ['127.0.0.1'] }),
    })
    await second.linked()
    await second.until(async () => (await down(second)).length === 0)
  })
})
