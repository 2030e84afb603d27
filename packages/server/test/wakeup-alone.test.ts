import path from 'node:path'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hours, minutes, seconds } from '../src/kernel/clock.ts'
import { EVENING } from './hotel.ts'
import { newFolder, type Night, type NightOptions, openNight, secondsAfterEight } from './night.ts'
import { useDatabases } from './test-databases.ts'
import { openRingingHotel, type RingingHotel, type RingingOptions } from './ringing-hotel.ts'
import { LISTENS } from './test-exchange.ts'

const { newDatabase } = useDatabases()

interface House extends Night {
  readonly databaseUrl: string
}

async function open(options: NightOptions = {}): Promise<House> {
  const databaseUrl = await newDatabase()
  const night = await openNight({ databaseUrl, idleStepMs: seconds(5), ...options })
  return { ...night, databaseUrl }
}

/** The machine of this hotel vanishes: what it last said of itself stays in the database. */
async function vanishes({ hotel, databaseUrl }: House) {
  const { journal } = hotel.app
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ value: string }>(
    `select value from meta where key = 'alive/${journal.id}'`,
  )
  await hotel.close()
  await client.query('insert into meta (key, value) values ($1, $2)', [`alive/${journal.id}`, rows[0]?.value])
  await client.end()
}

/** Another machine goes on with the same database, and a data folder of its own unless one is given. */
async function goesOn({ stage, databaseUrl }: House, more: RingingOptions = {}): Promise<RingingHotel> {
  const next = await openRingingHotel({}, { stage, databaseUrl, idleStepMs: seconds(5), ...more })
  onTestFinished(() => next.close())
  return next
}

const readiness = async (hotel: RingingHotel) => {
  const { status, text } = await hotel.request(null, 'GET', '/readyz')
  return { status, text }
}

describe('a machine that goes on after another one has vanished', () => {
  test('holds back what the other may still ring, says so, and rings it when the other can do so no longer', async () => {
    const house = await open({ wakeup: { grace: '20m' } })
    const id = await house.hotel.ask('101', '2010')
    const later = await house.hotel.ask('102', '2030')
    await house.hotel.pass(minutes(5))
    await vanishes(house)
    const next = await goesOn(house)
    expect(await readiness(next)).toMatchObject({
      status: 503,
      text: expect.stringContaining('--take-over'),
    })
    await next.pass(minutes(10))
    expect(house.exchange.rings()).toEqual([])
    expect(await next.alarms()).toMatchObject([{ kind: 'takeover.waiting', state: 'open' }])
    expect(await next.settled(id)).toMatchObject({ result: 1, attempts: 1 })
    expect(house.exchange.rings('101').map(secondsAfterEight)).toEqual([expect.closeTo(1_200, -1)])
    expect(await readiness(next)).toMatchObject({ status: 200 })
    expect(await next.alarms()).toMatchObject([{ kind: 'takeover.waiting', state: 'over' }])
    await next.settled(later)
    expect(house.exchange.rings('102').map(secondsAfterEight)).toEqual([1_800])
  })

  test('does so as the first of several nodes too, which know each other only by their beats', async () => {
    const folder = newFolder()
    const house = await open({ folder, wakeup: { grace: '20m' } })
    const id = await house.hotel.ask('101', '2010')
    await house.hotel.pass(minutes(5))
    await vanishes(house)
    const next = await goesOn(house, { node: { name: 'a', keyFile: path.join(folder, 'reveille.key') } })
    expect((await readiness(next)).status).toBe(503)
    await next.pass(minutes(10))
    expect(house.exchange.rings()).toEqual([])
    expect(await next.settled(id)).toMatchObject({ result: 1, attempts: 1 })
    expect(house.exchange.rings('101').map(secondsAfterEight)).toEqual([expect.closeTo(1_200, -1)])
  })

  test('decides at the end of the wait about what is too late by then, and tells the desk', async () => {
    const house = await open({ wakeup: { grace: '5m', attempts: 1 } })
    const id = await house.hotel.ask('101', '2010')
    await house.hotel.pass(minutes(5))
    await vanishes(house)
    const next = await goesOn(house)
    // No line is to blame.
    expect(await next.settled(id)).toMatchObject({ result: 7, attempts: 0 })
    expect(house.exchange.rings()).toEqual([])
    expect(await next.alarms()).toContainEqual(
      expect.objectContaining({ kind: 'wakeup.failed', room: '101' }),
    )
  })

  test('rings what was asked for since, which the other cannot know', async () => {
    const house = await open()
    await house.hotel.pass(minutes(5))
    await vanishes(house)
    const next = await goesOn(house)
    await next.settled(await next.ask('103', '2007'))
    expect(house.exchange.rings('103').map(secondsAfterEight)).toEqual([420])
  })

  test('does not cut off a phone that the other may be ringing', async () => {
    const house = await open({ wakeup: { grace: '30m' } })
    house.exchange.does('101', { does: 'ring' }, LISTENS)
    const id = await house.hotel.ask('101', '2005')
    await house.hotel.until(() => house.exchange.rings('101').length === 1, minutes(6))
    await vanishes(house)
    const next = await goesOn(house)
    await next.pass(minutes(14))
    expect(house.exchange.rings('101')).toHaveLength(1)
    expect(await next.settled(id)).toMatchObject({ result: 1 })
  })

  describe.each([
    ['forward', hours(1), 1_200],
    ['back', -hours(1), 4_200],
  ])('whose clock is set %s an hour meanwhile, and is right', (_, by, rung) => {
    test('waits as long as it would have, and rings by the new time', async () => {
      const house = await open({ wakeup: { grace: '2h' } })
      const id = await house.hotel.ask('101', '2010')
      await house.hotel.pass(minutes(5))
      await vanishes(house)
      const next = await goesOn(house, { clockInStep: () => Promise.resolve(true) })
      const passTo = (ms: number) => next.pass(EVENING + by + ms - next.clock.now())
      await next.pass(minutes(1))
      house.stage.clock.jump(next.clock.now() + by)
      await passTo(minutes(19))
      expect(house.exchange.rings()).toEqual([])
      expect((await readiness(next)).status).toBe(503)
      await passTo(minutes(21))
      expect((await readiness(next)).status).toBe(200)
      expect(await next.settled(id, hours(2))).toMatchObject({ result: 1, attempts: 1 })
      expect(house.exchange.rings('101').map((at) => secondsAfterEight(at - by))).toEqual([
        expect.closeTo(rung, -1),
      ])
    })
  })

  test('waits again when it is started anew meanwhile', async () => {
    const house = await open({ wakeup: { grace: '20m' } })
    await house.hotel.ask('101', '2010')
    await house.hotel.pass(minutes(5))
    await vanishes(house)
    await (await goesOn(house)).close()
    const next = await goesOn(house)
    await next.pass(minutes(10))
    expect(house.exchange.rings()).toEqual([])
  })
})

describe('a machine that is alone', () => {
  test.each([
    ['because the operator says so', vanishes, { takeOver: true }],
    ['because the other has stopped as it should', ({ hotel }: House) => hotel.close(), {}],
  ])('%s rings at the hour', async (_, ends, more) => {
    const house = await open()
    const id = await house.hotel.ask('101', '2010')
    await house.hotel.pass(minutes(5))
    await ends(house)
    const next = await goesOn(house, more)
    expect(await readiness(next)).toMatchObject({ status: 200 })
    await next.settled(id)
    expect(house.exchange.rings('101').map(secondsAfterEight)).toEqual([600])
    expect(await next.alarms()).toEqual([])
  })

  test('because it is the same machine, with the same data folder, rings at the hour', async () => {
    const folder = newFolder()
    const house = await open({ folder })
    const id = await house.hotel.ask('101', '2010')
    await house.hotel.pass(minutes(5))
    await vanishes(house)
    const next = await goesOn(house, { folder })
    await next.settled(id)
    expect(house.exchange.rings('101').map(secondsAfterEight)).toEqual([600])
  })
})
