import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Failure } from '../src/kernel/failure.ts'
import type { DeliveryAnswer } from '../src/connectors/connector.ts'
import { type DeliveringHotel, openDeliveringHotel, siteWith } from './delivering-hotel.ts'
import { rest } from '../testing/hand.ts'
import { doubts, scriptedConnector, type ScriptedConnector, took } from './scripted-connector.ts'
import { openStage } from './stage.ts'

let folder: string
let hotel: DeliveringHotel | undefined
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'reveille-doubt-'))
})
afterEach(async () => {
  await hotel?.close()
  hotel = undefined
  rmSync(folder, { recursive: true, force: true })
})

/** A property system: one at a time, each posting with a number that is remembered before it goes out. */
function propertySystem(script = took): ScriptedConnector {
  let number = 1732
  return scriptedConnector({ atOnce: 1, script, memoFor: () => ({ posting: ++number }) })
}

async function open(connectors: Record<string, ScriptedConnector>, more = {}) {
  hotel = await openDeliveringHotel(connectors, { folder, site: siteWith(Object.keys(connectors), more) })
  return hotel
}

const never = () => new Promise<never>(() => {})

describe('a posting that is sent and not answered', () => {
  it('is sent once more as it was, and said to be there twice perhaps', async () => {
    let first = true
    const pms = propertySystem((delivery, signal) => {
      const answer = first ? doubts(delivery, signal) : took(delivery, signal)
      first = false
      return answer
    })
    const house = await open({ pms })
    await house.charge('101')
    await house.drained()

    expect(pms.seen).toHaveLength(2)
    expect(pms.seen.map(({ id, memo }) => [id, memo])).toEqual([
      [pms.seen[0]?.id, { posting: 1733 }],
      [pms.seen[0]?.id, { posting: 1733 }],
    ])
    expect(await house.log('delivery.uncertain')).toMatchObject([
      { text: 'Charge to pms may have arrived and is sent once more: it may be there twice' },
    ])
    expect(await house.deliveries()).toMatchObject([{ state: 'delivered', attempts: 2, doubts: 1 }])
    expect(await house.alarms()).toMatchObject([{ kind: 'delivery.doubled', room: '101', state: 'open' }])
  })

  it('and not answered again is held for the operator, while the next goes out', async () => {
    const pms = propertySystem((delivery, signal) =>
      delivery.room === '101' ? doubts(delivery, signal) : took(delivery, signal),
    )
    const house = await open({ pms })
    await house.charge('101')
    await house.charge('102')
    await house.until(async () => (await house.deliveries('?state=uncertain')).length === 1)

    expect(pms.took).toMatchObject([{ room: '102', memo: { posting: 1734 } }])
    expect(await house.deliveries('?state=uncertain')).toMatchObject([
      { attempts: 2, note: 'no answer came', next: null },
    ])
    expect((await house.alarms()).map(({ kind, text }) => [kind, text])).toEqual(
      expect.arrayContaining([
        ['delivery.uncertain', expect.stringContaining('please decide')],
        ['delivery.doubled', expect.stringContaining('room 101 may be twice')],
      ]),
    )
    await house.pass(3_600_000)
    expect(pms.seen.filter(({ room }) => room === '101')).toHaveLength(2)
  })

  it('is held at once where the site wants that', async () => {
    const pms = propertySystem(doubts)
    const house = await open({ pms }, { onUncertain: 'hold' })
    await house.charge('101')
    await house.until(async () => (await house.deliveries('?state=uncertain')).length === 1)

    expect(pms.seen).toHaveLength(1)
  })
})

describe('an answer that comes late', () => {
  it('to a posting that is about to be sent once more comes in time: it is not sent', async () => {
    const answer = (): DeliveryAnswer => ({ verdict: { kind: 'delivered' }, status: 200, text: 'thanks' })
    const land: (() => void)[] = []
    const pms = scriptedConnector({
      atOnce: 2,
      memoFor: ({ sequence }) => ({ number: sequence }),
      script: (delivery, signal) =>
        delivery.room === '101'
          ? doubts(delivery, signal)
          : new Promise((resolve) => land.push(() => resolve(answer()))),
    })
    const house = await open({ pms })
    await house.charge('101')
    await house.until(async () => (await house.deliveries())[0]?.doubts === 1)
    await house.charge('102')
    await house.charge('103')
    await house.until(async () => (await house.deliveries('?room=101'))[0]?.state === 'sending')
    expect(pms.seen.filter(({ room }) => room === '101')).toHaveLength(1)

    pms.late({ mark: { number: 1 }, answer: answer() })
    await house.until(async () => (await house.deliveries('?room=101'))[0]?.state === 'delivered')
    pms.script = took
    for (const one of land) one()
    await house.drained()
    expect(pms.seen.filter(({ room }) => room === '101')).toHaveLength(1)
    expect((await house.deliveries('?room=101'))[0]?.doubts).toBe(0)
  })
})

/** As a power cut would: nothing is written any more, and nobody is told anything. */
async function cutPower(house: DeliveringHotel) {
  const { database } = house.app
  database.transaction = () => Promise.reject(new Failure('store.unavailable', 'The power is cut'))
  await house.close()
  hotel = undefined
}

describe('the power fails', () => {
  it('while messages are under way: they are sent again under their ids, and nothing is lost or goes before another', async () => {
    const bar = scriptedConnector({
      script: (delivery, signal) => (delivery.sequence < 8 ? took(delivery, signal) : never()),
    })
    const before = await open({ bar })
    for (let n = 0; n < 20; n++) await before.charge(String(101 + (n % 4)), (n % 5) + 1)
    await before.until(() => bar.seen.length === 11)
    await rest(openStage().clock, before.app.database)
    await cutPower(before)

    const after = scriptedConnector()
    const house = await open({ bar: after })
    await house.drained()
    expect(bar.took).toHaveLength(7)
    const arrived = [...bar.took, ...after.took]
    expect(new Set(arrived.map(({ id }) => id)).size).toBe(20)
    for (const room of ['101', '102', '103', '104']) {
      const order = after.took.filter((one) => one.room === room).map(({ sequence }) => sequence)
      expect(order).toEqual(order.toSorted((a, b) => a - b))
    }
    expect((await house.deliveries()).every(({ state }) => state === 'delivered')).toBe(true)
  })

  it.each([
    ['resend', 'delivered', 2],
    ['hold', 'uncertain', 1],
  ] as const)(
    'while a posting is under way (%s): it is in doubt, and ends %s',
    async (onUncertain, state, attempts) => {
      const pms = propertySystem(never)
      const before = await open({ pms }, { onUncertain })
      await before.charge('101')
      await before.charge('102')
      await before.until(() => pms.seen.length === 1)
      await cutPower(before)

      const after = propertySystem()
      const house = await open({ pms: after }, { onUncertain })
      await house.until(() => after.took.some(({ room }) => room === '102'))
      await house.until(async () => (await house.deliveries('?room=101'))[0]?.state === state)
      const [posting] = await house.deliveries('?room=101')
      expect(posting).toMatchObject({ state, attempts })
      const { log } = await house.delivery(posting?.id ?? '')
      expect(log[0]).toMatchObject({ status: null, text: 'The system was stopped while it was sent' })
      const again = after.seen.filter(({ room }) => room === '101')
      expect(again.map(({ memo }) => memo)).toEqual(state === 'delivered' ? [{ posting: 1733 }] : [])
      expect(await house.log('delivery.uncertain')).toHaveLength(1)
    },
  )
})

describe('the database does not answer', () => {
  it('just when a message has arrived: it is written down later, and not sent twice', async () => {
    const bar = scriptedConnector()
    const house = await open({ bar })
    const { database } = house.app
    bar.script = (delivery, signal) => {
      const gone = new Failure('store.unavailable', 'The database is not available at the moment')
      vi.spyOn(database, 'transaction').mockRejectedValueOnce(gone).mockRejectedValueOnce(gone)
      bar.script = took
      return took(delivery, signal)
    }
    await house.charge('101', 1)
    await house.until(() => bar.took.length === 1)
    await house.drained()
    await house.charge('101', 2)
    await house.until(() => bar.took.length === 2)
    await house.drained()

    expect(bar.seen.map(({ payload }) => payload.quantity)).toEqual([1, 2])
    expect((await house.deliveries()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['delivered', 1],
      ['delivered', 1],
    ])
  })
})

describe('the hotel is closed', () => {
  it('and waits for what is under way; what was not sent waits for the next time', async () => {
    const land: (() => void)[] = []
    const bar = scriptedConnector({
      script: (delivery, signal) =>
        new Promise((resolve) => land.push(() => resolve(took(delivery, signal)))),
    })
    const before = await open({ bar })
    for (let n = 0; n < 8; n++) await before.charge(String(101 + (n % 4)))
    await before.until(() => land.length === 4)
    const closed = before.close()
    hotel = undefined
    for (const one of land) one()
    await closed

    expect(bar.closed).toBe(true)
    expect(bar.seen).toHaveLength(4)
    const after = scriptedConnector()
    const house = await open({ bar: after })
    await house.drained()
    expect(after.took).toHaveLength(4)
    expect((await house.deliveries()).map(({ attempts }) => attempts)).toEqual(Array(8).fill(1))
  })

  it('and cuts off what does not come back in time', async () => {
    const bar = scriptedConnector({
      script: (_, signal) =>
        new Promise((resolve) => {
          const cut = { verdict: { kind: 'later' }, status: null, text: 'cut off' } as const
          signal.addEventListener('abort', () => resolve(cut))
        }),
    })
    const before = await open({ bar })
    await before.charge('101')
    await before.until(() => bar.seen.length === 1)
    await before.close()
    hotel = undefined

    const house = await open({ bar: scriptedConnector() })
    await house.drained()
    const [one] = await house.deliveries()
    expect((await house.delivery(one?.id ?? '')).log.map(({ text }) => text)).toEqual(['cut off', 'thanks'])
  })
})
