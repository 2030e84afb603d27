import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { addDeliveries } from '../src/actions/deliveries/new-deliveries.ts'
import { days, hours, minutes, seconds } from '../src/kernel/clock.ts'
import { countedIds } from '../testing/counted-ids.ts'
import {
  type DeliveringHotel,
  type DeliveringOptions,
  openDeliveringHotel,
  siteWith,
} from './delivering-hotel.ts'
import { fails, scriptedConnector, type ScriptedConnector, took } from './scripted-connector.ts'
import { openStage } from './stage.ts'

let hotel: DeliveringHotel | undefined
afterEach(async () => {
  await hotel?.close()
  hotel = undefined
})

async function open(connectors: Record<string, ScriptedConnector>, options: DeliveringOptions = {}) {
  hotel = await openDeliveringHotel(connectors, options)
  return hotel
}

const change = (house: DeliveringHotel, url: string, body: Record<string, string>) =>
  house.request('boss', 'PUT', `/rest/config/${url}`, body)

const kinds = async (house: DeliveringHotel) =>
  (await house.alarms()).map(({ kind, state }) => `${kind} ${state}`)

describe('a charge', () => {
  it('that was written although nobody was told so goes out within a minute', async () => {
    const bar = scriptedConnector()
    const house = await open({ bar })
    await house.pass(seconds(1))
    const charge = {
      purpose: 'charge',
      kind: 'inventory.charged',
      tenant: '',
      room: '101',
      data: {},
    } as const
    await house.app.database.transaction((stores) =>
      addDeliveries(stores, countedIds(), charge, house.clock.now()),
    )
    await house.until(() => bar.took.length === 1, seconds(61))

    expect(bar.took).toMatchObject([{ room: '101' }])
  })
})

describe('a destination that fails', () => {
  it('is paused after five failures, tried with one message at a time, and drained at the first success', async () => {
    const bar = scriptedConnector({ script: fails })
    const house = await open({ bar }, { idleStepMs: seconds(1) })
    for (let n = 0; n < 60; n++) await house.charge(String(101 + (n % 20)))
    await house.until(async () => (await house.queues())[0]?.state === 'paused')
    const sent = bar.seen.length
    expect(sent).toBeLessThanOrEqual(16)
    // The first pause is as long as the message itself would wait, the next ones are of the breaker.
    await house.pass(seconds(4))
    expect(bar.seen).toHaveLength(sent)
    await house.pass(seconds(3))
    expect(bar.seen).toHaveLength(sent + 1)
    await house.pass(seconds(50))
    expect(bar.seen).toHaveLength(sent + 1)
    await house.pass(seconds(25))
    expect(bar.seen).toHaveLength(sent + 2)

    bar.script = took
    const back = house.clock.now()
    await house.until(() => bar.took.length === 60, minutes(3))
    expect(house.clock.now() - back).toBeLessThan(seconds(150))
    expect(new Set(bar.took.map(({ id }) => id)).size).toBe(60)
    expect(await house.queues()).toMatchObject([{ state: 'flowing', failures: 0, next: null }])
    expect(await house.alarms()).toEqual([])
  })

  it('and has many waiting gets no more than go at once before it is paused', async () => {
    const bar = scriptedConnector({ script: fails })
    const house = await open({ bar }, { site: siteWith(['bar'], { disabled: true }) })
    for (let n = 0; n < 40; n++) await house.charge(String(101 + n))
    await change(house, 'connector/bar', { disabled: 'false' })
    await house.until(async () => (await house.queues())[0]?.state === 'paused')

    expect(bar.seen).toHaveLength(16)
  })

  it('is still paused after a restart, and everything goes out at the first success', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'reveille-queue-'))
    const stage = openStage()
    // Longer than any pause: what waits by this list goes out only because the destination is back.
    const site = siteWith(['bar'], { retry: ['4h'] })
    const first = await open({ bar: scriptedConnector({ script: fails }) }, { folder, stage, site })
    for (let n = 0; n < 24; n++) await first.charge(String(101 + (n % 12)))
    await first.pass(minutes(40))
    const [before] = await first.queues()
    await first.close()

    const bar = scriptedConnector()
    const house = await open({ bar }, { folder, stage, site })
    expect(await house.queues()).toEqual([before])
    expect(before).toMatchObject({ state: 'failing', waiting: 24 })
    expect(bar.seen).toEqual([])
    await house.drained(minutes(18))
    expect(bar.took).toHaveLength(24)
    await house.close()
    hotel = undefined
    rmSync(folder, { recursive: true, force: true })
  })

  it('and comes back for all but one room does not get that one more often than it should', async () => {
    const bar = scriptedConnector({ script: fails })
    const house = await open({ bar }, { site: siteWith(['bar'], { retry: ['1h'] }) })
    for (let n = 0; n < 10; n++) await house.charge(String(101 + n))
    await house.until(async () => (await house.queues())[0]?.state === 'paused')
    bar.script = (delivery, signal) =>
      delivery.room === '103' ? fails(delivery, signal) : took(delivery, signal)
    await house.until(() => bar.took.length === 9, minutes(20))
    const tried = bar.seen.filter(({ room }) => room === '103').length
    await house.pass(minutes(50))
    expect(bar.seen.filter(({ room }) => room === '103')).toHaveLength(tried)
    await house.pass(minutes(30))
    expect(bar.seen.filter(({ room }) => room === '103')).toHaveLength(tried + 1)
  })

  it('is disabled after five days of nothing but failure, with a word before; its messages stay, and go out when it is enabled', async () => {
    const bar = scriptedConnector({ script: fails })
    const house = await open({ bar }, { idleStepMs: minutes(14) })
    await house.charge('101', 1)
    await house.pass(days(4) - hours(1))
    expect(await kinds(house)).toEqual(['delivery.failing open'])
    expect(await house.queues()).toMatchObject([{ state: 'failing' }])
    await house.pass(hours(2))
    expect(await kinds(house)).toEqual(['delivery.failing open', 'delivery.disabling open'])
    await house.pass(days(1))

    expect(await kinds(house)).toEqual([
      'delivery.failing over',
      'delivery.disabling over',
      'delivery.disabled open',
    ])
    expect(await house.queues()).toMatchObject([
      { state: 'disabled', why: 'nothing but failures for 5 days', waiting: 1 },
    ])
    expect((await house.request('boss', 'GET', '/rest/config/connector/bar')).json.disabled).toBe(true)
    expect(await house.log('delivery.disabled')).toHaveLength(1)
    const tried = bar.seen.length
    bar.script = took
    await house.charge('101', 2)
    await house.pass(hours(3))
    expect(bar.seen).toHaveLength(tried)

    expect((await change(house, 'connector/bar', { disabled: 'false' })).status).toBe(200)
    await house.drained()
    expect(bar.took.map(({ payload }) => payload.quantity)).toEqual([1, 2])
    expect(await kinds(house)).toEqual([
      'delivery.failing over',
      'delivery.disabling over',
      'delivery.disabled over',
    ])
    expect(await house.log('delivery.enabled')).toHaveLength(1)
  })

  it('is disabled at once when it says that it is gone for good', async () => {
    const bar = scriptedConnector({
      script: () => ({
        verdict: { kind: 'refused', reason: '410 Gone', disable: true },
        status: 410,
        text: '',
      }),
    })
    const house = await open({ bar })
    for (const room of ['101', '101', '102']) await house.charge(room)
    await house.until(async () => (await house.queues())[0]?.state === 'disabled')
    await house.charge('103')
    await house.pass(minutes(1))

    expect(bar.seen.length).toBeLessThanOrEqual(3)
    const states = (await house.deliveries()).map(({ state }) => state)
    expect(states).toContain('waiting')
    expect(states).not.toContain('sending')
    expect(await kinds(house)).toContain('delivery.disabled open')
  })

  it('with one message only is told of that message, which does not hold up others', async () => {
    const bar = scriptedConnector({
      script: (delivery, signal) =>
        delivery.room === '101' ? fails(delivery, signal) : took(delivery, signal),
    })
    const house = await open({ bar })
    await house.charge('101')
    for (let n = 0; n < 50; n++) {
      await house.charge('102')
      await house.pass(minutes(1))
    }
    expect(await house.alarms()).toMatchObject([
      { kind: 'delivery.late', room: '101', state: 'open', text: expect.stringContaining('not now') },
    ])
    expect(bar.took).toHaveLength(50)
    bar.script = took
    await house.drained(hours(3))
    expect(await kinds(house)).toEqual(['delivery.late over'])
  })
})

describe('a link that is down', () => {
  it('is not sent to, no attempt is counted, and the desk hears of it after ten minutes if something waits', async () => {
    const pms = scriptedConnector({ atOnce: 1 })
    pms.ready = false
    const house = await open({ pms })
    await house.pass(minutes(11))
    expect(await house.alarms()).toEqual([])
    await house.charge('101')
    await house.pass(minutes(1))
    expect(await kinds(house)).toEqual(['delivery.failing open'])
    expect(await house.queues()).toMatchObject([{ state: 'unready', waiting: 1, failures: 0 }])
    expect(pms.seen).toEqual([])

    pms.linkUp()
    await house.drained()
    expect(await house.deliveries()).toMatchObject([{ attempts: 1 }])
    expect(await kinds(house)).toEqual(['delivery.failing over'])
  })
})

describe('a destination that is changed', () => {
  it('gets what waits at its new address, after the old one has been closed', async () => {
    const made: ScriptedConnector[] = []
    const house = await open({
      get bar() {
        const next = scriptedConnector({ script: made.length === 0 ? fails : took })
        made.push(next)
        return next
      },
    })
    await change(house, 'connector/bar', { url: 'http://10.0.0.8/' })
    await house.charge('101')
    await house.drained(minutes(2))

    expect(made.at(-1)?.took).toHaveLength(1)
  })

  it('to be disabled keeps its messages, and one that is added gets the next ones', async () => {
    const [bar, spa] = [scriptedConnector(), scriptedConnector()]
    const house = await open({ bar, spa }, { site: siteWith(['bar']) })
    await change(house, 'connector/bar', { disabled: 'true' })
    const added = { name: 'spa', type: 'webhook', url: 'http://10.0.0.9/' }
    expect((await house.request('boss', 'POST', '/rest/config/connector', added)).status).toBe(201)
    await house.charge('101')
    await house.until(() => spa.took.length === 1)

    expect(bar.seen).toEqual([])
    expect(await house.alarms()).toEqual([])
    await change(house, 'connector/bar', { disabled: 'false' })
    await house.until(() => bar.took.length === 1)
  })
})

describe('the status of rooms', () => {
  it('is pushed change by change', async () => {
    const housekeeping = scriptedConnector()
    const house = await open({ housekeeping })
    for (const status of ['1', '001', '1']) await house.report('101', status)
    await house.drained()

    expect(housekeeping.took.map(({ payload }) => payload.status)).toMatchObject([
      { id: '1' },
      { id: '001' },
      { id: '1' },
    ])
  })

  it('is pushed as it is at last where the site wants that, and what was left out is seen', async () => {
    const housekeeping = scriptedConnector()
    housekeeping.ready = false
    const house = await open({ housekeeping }, { site: siteWith(['housekeeping'], { latestOnly: true }) })
    for (const status of ['1', '001', '1', '001']) await house.report('101', status)
    await house.report('102', '1')
    housekeeping.linkUp()
    await house.drained()

    expect(housekeeping.took.map(({ room, sequence }) => [room, sequence])).toEqual([
      ['101', 4],
      ['102', 5],
    ])
    const left = await house.deliveries('?state=dead')
    expect(left.map(({ note }) => note)).toEqual(Array(3).fill('Replaced by a later status of the room'))
    expect(await house.log('delivery.dead')).toHaveLength(3)
  })

  it('is given up after a week, which a charge never is', async () => {
    const stubborn = () =>
      scriptedConnector({
        script: (delivery, signal) =>
          delivery.room === '101' ? fails(delivery, signal) : took(delivery, signal),
      })
    const [bar, housekeeping] = [stubborn(), stubborn()]
    const site = siteWith(['bar', 'housekeeping'], { retry: ['12h'] })
    const house = await open({ bar, housekeeping }, { site, idleStepMs: hours(1) })
    await house.report('101')
    await house.charge('101')
    for (let day = 0; day < 8; day++) {
      await house.report('102')
      await house.charge('102')
      await house.pass(days(1))
    }

    const ofRoom = await house.deliveries('?room=101')
    expect(
      ofRoom.map(({ destination, state, note }) => `${destination} ${state} ${note}`).toSorted(),
    ).toEqual(['bar waiting ', 'housekeeping dead Given up after 7 days'])
    expect(await house.log('delivery.dead')).toMatchObject([{ room: '101' }])
  })
})
