import { afterEach, describe, expect, it } from 'vitest'
import { minutes } from '../src/kernel/clock.ts'
import {
  type DeliveringHotel,
  type DeliveringOptions,
  openDeliveringHotel,
  siteWith,
} from './delivering-hotel.ts'
import { NEW_YORK } from './hotel.ts'
import { rowsAtOnce } from './rows-at-once.ts'
import { doubts, fails, scriptedConnector, type ScriptedConnector } from './scripted-connector.ts'

let hotel: DeliveringHotel | undefined
afterEach(async () => {
  await hotel?.close()
  hotel = undefined
})

async function open(connectors: Record<string, ScriptedConnector>, options: DeliveringOptions = {}) {
  hotel = await openDeliveringHotel(connectors, options)
  return hotel
}

const BAR = '/rest/config/connector/bar'
const clear = (house: DeliveringHotel, body: Record<string, string>, url = BAR) =>
  house.during(house.request('boss', 'POST', `${url}/clear`, { reason: 'Closed for good', ...body }))
const remove = (house: DeliveringHotel, url = BAR) => house.request('boss', 'DELETE', url)
const add = (house: DeliveringHotel, name: string, more: Record<string, string> = {}) =>
  house.request('boss', 'POST', '/rest/config/connector', {
    name,
    type: 'webhook',
    url: `http://10.0.0.5/${name}`,
    ...more,
  })

describe('a receiver that is gone for good', () => {
  it('is not deleted with what waits for it, and the refusal says what to do', async () => {
    const house = await open({ bar: scriptedConnector({ script: fails }) })
    await house.charge('101')
    await house.until(async () => (await house.deliveries('?state=waiting')).length === 1)
    const refused = await remove(house)

    expect([refused.status, refused.json.code]).toEqual([409, 'deliveries.waiting'])
    expect(refused.text).toContain('POST /rest/config/connector/bar/clear')
  })

  it('is deleted once all that waited was dropped, with a reason that stands at each message and in the log', async () => {
    const house = await open({ bar: scriptedConnector({ script: fails }) })
    for (const room of ['101', '101', '102']) await house.charge(room)
    await house.until(async () => (await house.deliveries()).some(({ attempts }) => attempts > 0))
    const answer = await clear(house, { as: 'drop' })

    expect([answer.status, answer.json]).toEqual([
      200,
      { error: 0, description: 'OK', cleared: 3, uncertain: 0, known: 0 },
    ])
    expect((await house.deliveries()).map(({ state, note }) => [state, note])).toEqual(
      Array.from({ length: 3 }, () => ['dead', 'Dropped by boss: Closed for good']),
    )
    expect(await house.log('delivery.ruled')).toHaveLength(3)
    expect(await house.log('delivery.cleared')).toMatchObject([
      { actor: 'boss', detail: { destination: 'bar', as: 'drop', cleared: 3, reason: 'Closed for good' } },
    ])
    expect((await remove(house)).status).toBe(200)
  })

  it('is cleared under an Idempotency-Key as without, and once', async () => {
    const house = await open({ bar: scriptedConnector({ script: fails }) })
    await house.charge('101')
    await house.until(async () => (await house.deliveries()).some(({ attempts }) => attempts > 0))
    const ask = () =>
      house.during(
        house.request(
          'boss',
          'POST',
          `${BAR}/clear`,
          { as: 'drop', reason: 'Closed for good' },
          { 'idempotency-key': 'k1' },
        ),
      )
    const [first, again] = [await ask(), await ask()]

    expect(first.json).toMatchObject({ cleared: 1 })
    expect(again.json).toEqual(first.json)
    expect((await house.deliveries()).map(({ state }) => state)).toEqual(['dead'])
    expect(await house.log('delivery.cleared')).toHaveLength(1)
  })

  it('takes its alarms with it', async () => {
    const pms = scriptedConnector({ atOnce: 1, script: doubts, memoFor: () => ({ posting: 1 }) })
    const bar = scriptedConnector({ script: fails })
    const house = await open({ pms, bar })
    await house.charge('101')
    const kinds = async () => (await house.alarms('open')).map(({ kind }) => kind)
    await house.until(async () => (await kinds()).includes('delivery.uncertain'))
    await house.until(async () => (await kinds()).includes('delivery.failing'), minutes(30))
    const dropped = await clear(house, { as: 'drop', delete: 'true' }, '/rest/config/connector/pms')
    await clear(house, { as: 'drop', delete: 'true' })

    expect(dropped.json).toMatchObject({ cleared: 1, uncertain: 1 })
    // It was sent twice, and may be on the folio twice: that is not mended by deleting the connector.
    expect(await kinds()).toEqual(['delivery.doubled'])
    expect((await house.alarms()).find(({ kind }) => kind === 'delivery.uncertain')?.by).toBe('boss')
    expect((await house.queues()).map(({ name }) => name)).toEqual([])
  })

  it('hands over to the one that takes its place, in order, once, and as of the time of each charge', async () => {
    const [bar, pub] = [scriptedConnector({ script: fails }), scriptedConnector()]
    const house = await open({ bar, pub }, { site: siteWith(['bar']) })
    for (const quantity of [1, 2]) await house.charge('101', quantity)
    await house.until(async () => (await house.deliveries()).some(({ attempts }) => attempts > 0))
    const [first] = await house.deliveries()
    await house.pass(minutes(5))
    await add(house, 'pub')
    await house.charge('102', 3)
    const answer = await clear(house, { as: 'handover', to: 'pub', delete: 'true' })
    await house.drained()

    // Of the third the new one was told when it was made.
    expect(answer.json).toMatchObject({ cleared: 3, uncertain: 0, known: 1 })
    expect(new Set(pub.took.map(({ payload }) => payload['quantity']))).toEqual(new Set([1, 2, 3]))
    expect(pub.took).toHaveLength(3)
    expect(pub.took.filter(({ room }) => room === '101').map(({ payload }) => payload['quantity'])).toEqual([
      1, 2,
    ])
    const told = await house.deliveries('?destination=pub&room=101')
    expect(told.map(({ created, state }) => [created, state])).toEqual([
      [first?.created, 'delivered'],
      [first?.created, 'delivered'],
    ])
    expect((await house.deliveries('?destination=bar')).map(({ note }) => note)).toEqual([
      'Handed over to pub by boss: Closed for good',
      'Handed over to pub by boss: Closed for good',
      'Dropped by boss, as pub has it already: Closed for good',
    ])
  })

  it('hands over nothing of a charge that was taken back: the other has nothing to give back', async () => {
    const [bar, pub] = [scriptedConnector({ script: fails }), scriptedConnector()]
    const house = await open({ bar, pub }, { site: siteWith(['bar']) })
    for (const quantity of [1, 2]) await house.charge('101', quantity)
    await house.until(async () => (await house.deliveries()).some(({ attempts }) => attempts > 0))
    const [first] = await house.deliveries()
    const back = await house.request('boss', 'POST', `/rest/isi/charge/${first?.charge}/void`, {
      reason: 'Wrong room',
    })
    expect(back.status).toBe(200)
    await add(house, 'pub')
    await clear(house, { as: 'handover', to: 'pub', delete: 'true' })
    await house.drained()

    expect(pub.took.map(({ payload }) => payload['quantity'])).toEqual([2])
  })

  it('goes on with its numbers when one is added under its name', async () => {
    const bar = scriptedConnector()
    const house = await open({ bar })
    for (const room of ['101', '102']) await house.charge(room)
    await house.drained()
    expect((await remove(house)).status).toBe(200)
    expect((await add(house, 'bar')).status).toBe(201)
    await house.charge('103')
    await house.drained()

    expect(bar.took.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
  })

  it.each([
    [{ as: 'handover' }, 400],
    [{ as: 'drop', to: 'spa' }, 400],
    [{ as: 'handover', to: 'bar' }, 422],
    [{ as: 'handover', to: 'nobody' }, 404],
    [{ as: 'handover', to: 'west' }, 422],
  ])('is left alone when it is not said well what shall become of its messages: %j', async (body, status) => {
    const house = await open({ bar: scriptedConnector({ script: fails }), spa: scriptedConnector() })
    await add(house, 'west', { tenant: NEW_YORK })
    await house.charge('101')

    expect((await clear(house, body)).status).toBe(status)
    expect((await house.queues()).find(({ name }) => name === 'bar')?.state).not.toBe('disabled')
  })

  it('is cleared of a thousand messages and more, five hundred at a time', async () => {
    const house = await open({ bar: scriptedConnector({ script: fails }) })
    await house.charge('101')
    await house.until(async () => (await house.deliveries('?state=waiting')).length === 1)
    const { database } = house.app
    const [one] = await database.read.deliveries.unsettled(
      { purpose: 'charge', owner: '', destination: 'bar' },
      1,
    )
    if (!one) throw new Error('Nothing waits')
    const many = Array.from({ length: 1_700 }, (_, n) => ({ ...one, id: `d${n}`, sequence: 2 + n }))
    await database.transaction(({ deliveries }) => deliveries.insertAll(many))

    const sizes = rowsAtOnce(database)
    expect((await clear(house, { as: 'drop', delete: 'true' })).json).toMatchObject({ cleared: 1_701 })
    expect(sizes.filter((size) => size > 0)).toEqual([500, 500, 500, 201])
    expect(await database.read.deliveries.backlogs()).toEqual([])
  })
})
