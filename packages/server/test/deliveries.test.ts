import { afterEach, describe, expect, it } from 'vitest'
import type { DeliveryAnswer } from '../src/connectors/connector.ts'
import { hours, minutes, seconds } from '../src/kernel/clock.ts'
import { type DeliveringHotel, type DeliveringOptions, openDeliveringHotel } from './delivering-hotel.ts'
import { fails, refuses, scriptedConnector, type ScriptedConnector, took } from './scripted-connector.ts'

let hotel: DeliveringHotel | undefined
afterEach(async () => {
  await hotel?.close()
  hotel = undefined
})

async function open(connectors: Record<string, ScriptedConnector>, options: DeliveringOptions = {}) {
  hotel = await openDeliveringHotel(connectors, options)
  return hotel
}

const quantities = (one: ScriptedConnector) => one.took.map(({ payload }) => payload.quantity)

function inOrder(one: ScriptedConnector, room: string) {
  const order = one.took.filter((delivery) => delivery.room === room).map(({ sequence }) => sequence)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(order.length).toBeGreaterThan(1)
}

describe('a charge', () => {
  it('reaches every connector at once, and the log and the list say so', async () => {
    const [bar, spa] = [scriptedConnector(), scriptedConnector()]
    const house = await open({ bar, spa })
    await house.charge('101', 2)
    await house.drained()

    for (const one of [bar, spa])
      expect(one.took).toMatchObject([
        {
          kind: 'inventory.charged',
          room: '101',
          sequence: 1,
          attempts: 0,
          zone: 'Europe/Zurich',
          payload: { quantity: 2, total: '9.00' },
          memo: null,
        },
      ])
    const all = await house.deliveries()
    const shown = all.map(({ destination, state, attempts }) => `${destination} ${state} ${attempts}`)
    expect(shown.toSorted()).toEqual(['bar delivered 1', 'spa delivered 1'])
    expect(all[0]?.last).toMatchObject({ status: 200, text: 'thanks', trigger: 'automatic' })
    const rows = await house.log('delivery.delivered')
    expect(rows.map(({ room, actor, text }) => `${room} ${actor} ${text}`).toSorted()).toEqual([
      '101 system Charge delivered to bar',
      '101 system Charge delivered to spa',
    ])
    expect(await house.alarms()).toEqual([])
  })

  it('of a room waits until the one before it has arrived, while other rooms go on', async () => {
    const bar = scriptedConnector({
      script: (delivery, signal) =>
        delivery.payload.quantity === 1 && delivery.attempts < 2
          ? fails(delivery, signal)
          : took(delivery, signal),
    })
    const house = await open({ bar })
    for (const quantity of [1, 2, 3]) await house.charge('101', quantity)
    await house.charge('102', 4)
    await house.until(() => bar.took.length === 1)

    expect(quantities(bar)).toEqual([4])
    await house.drained(minutes(7))
    expect(quantities(bar)).toEqual([4, 1, 2, 3])
    expect(new Set(bar.seen.filter(({ payload }) => payload.quantity === 1).map(({ id }) => id)).size).toBe(1)
    expect((await house.deliveries()).map(({ attempts }) => `${attempts}`).toSorted()).toEqual([
      '1',
      '1',
      '1',
      '3',
    ])
  })

  it('goes out 16 at a time, and one at a time where no more are taken', async () => {
    const land: (() => void)[] = []
    const slow = () => new Promise<DeliveryAnswer>((resolve) => land.push(() => resolve(took(...NOBODY))))
    const [bar, spa] = [scriptedConnector({ script: slow }), scriptedConnector({ atOnce: 1 })]
    const house = await open({ bar, spa })
    for (let n = 0; n < 100; n++) await house.charge(String(101 + (n % 20)), 1)
    await house.until(() => spa.took.length === 100)
    expect(spa.most).toBe(1)
    expect(spa.took.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1))
    await house.until(() => bar.seen.length === 16)
    // No two of a room are ever under way together.
    expect(new Set(bar.seen.map(({ room }) => room)).size).toBe(16)
    while (bar.took.length < 100) {
      for (const one of land.splice(0)) one()
      await house.pass(1)
    }
    expect(bar.most).toBe(16)
    expect(new Set(bar.took.map(({ id }) => id)).size).toBe(100)
    for (const room of ['101', '117', '120']) inOrder(bar, room)
  })

  it('that is refused is told to the desk, and the next one goes out', async () => {
    const bar = scriptedConnector({
      script: (delivery, signal) =>
        delivery.payload.quantity === 1 ? refuses(delivery, signal) : took(delivery, signal),
    })
    const house = await open({ bar })
    await house.charge('101', 1)
    await house.charge('101', 2)
    await house.until(() => bar.took.length === 1)
    await house.drained()

    expect(await house.deliveries('?state=refused')).toMatchObject([
      { destination: 'bar', attempts: 1, note: 'no such room', next: null, last: { status: 422 } },
    ])
    expect(await house.alarms()).toMatchObject([
      {
        kind: 'delivery.refused',
        room: '101',
        state: 'open',
        text: 'A charge of room 101 was refused by bar: no such room',
      },
    ])
    expect(await house.log('delivery.refused')).toMatchObject([
      { text: 'bar refused a charge: no such room' },
    ])
  })
})

const NOBODY = [{}, {}] as unknown as Parameters<typeof took>

describe('a destination that is dead', () => {
  it('for 24 hours gets everything in order when it returns, and the desk was told', async () => {
    const bar = scriptedConnector({ script: fails })
    const house = await open({ bar }, { idleStepMs: minutes(5) })
    for (let hour = 0; hour < 24; hour++) {
      for (const room of ['101', '102', '103', '104', '105', '106']) await house.charge(room, (hour % 5) + 1)
      await house.pass(hours(1))
    }
    expect(bar.took).toEqual([])
    expect(await house.queues()).toMatchObject([{ name: 'bar', state: 'failing', waiting: 144 }])
    const [told] = await house.alarms()
    expect(told).toMatchObject({ kind: 'delivery.failing', state: 'open' })
    expect(Date.parse(told?.raised ?? '')).toBe(Date.UTC(2026, 10, 14, 19, 10))

    bar.script = took
    await house.drained(minutes(19))
    expect(bar.took.map(({ id }) => id).length).toBe(144)
    for (const room of ['101', '106']) inOrder(bar, room)
    expect(await house.alarms()).toMatchObject([{ kind: 'delivery.failing', state: 'over' }])
    expect(await house.queues()).toMatchObject([{ state: 'flowing', waiting: 0, failures: 0, failing: null }])
  })

  it('does not delay another, and neither does one that never answers', async () => {
    const [bar, spa] = [scriptedConnector({ script: () => new Promise(() => {}) }), scriptedConnector()]
    const house = await open({ bar, spa })
    const begun = house.clock.now()
    for (let n = 0; n < 200; n++) await house.charge(String(101 + (n % 10)))
    await house.until(() => spa.took.length === 200)

    expect(house.clock.now() - begun).toBeLessThan(seconds(1))
    expect(bar.seen).toHaveLength(10)
  })
})
