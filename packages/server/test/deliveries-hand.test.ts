import type { SiteFile } from '@reveille/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { hours, minutes } from '../src/kernel/clock.ts'
import { type DeliveringHotel, openDeliveringHotel, siteWith } from './delivering-hotel.ts'
import {
  doubts,
  fails,
  refuses,
  scriptedConnector,
  type ScriptedConnector,
  took,
} from './scripted-connector.ts'

let hotel: DeliveringHotel | undefined
afterEach(async () => {
  await hotel?.close()
  hotel = undefined
})

async function open(connectors: Record<string, ScriptedConnector>, site?: SiteFile) {
  hotel = await openDeliveringHotel(connectors, { ...(site && { site }) })
  return hotel
}

const say = (house: DeliveringHotel, url: string, body: Record<string, string> = {}) =>
  house.request('boss', 'POST', `/rest/delivery/${url}`, body)

async function inState(house: DeliveringHotel, state: string) {
  await house.until(async () => (await house.deliveries(`?state=${state}`)).length > 0)
  return (await house.deliveries(`?state=${state}`))[0]?.id ?? ''
}

describe('an operator', () => {
  it('has one sent at once that was to wait, and the attempt bears the name', async () => {
    const bar = scriptedConnector({ script: fails })
    const house = await open({ bar })
    await house.charge('101')
    await house.until(async () => (await house.deliveries())[0]?.attempts === 2)
    const [one] = await house.deliveries()
    bar.script = took
    const begun = house.clock.now()
    expect((await say(house, `${one?.id}/replay`)).status).toBe(200)
    await house.drained()

    expect(house.clock.now() - begun).toBeLessThan(minutes(1))
    const { log, state } = await house.delivery(one?.id ?? '')
    expect(state).toBe('delivered')
    expect(log.map(({ trigger, status }) => [trigger, status])).toEqual([
      ['automatic', 503],
      ['automatic', 503],
      ['boss', 200],
    ])
    expect(await house.log('delivery.delivered')).toMatchObject([{ actor: 'boss' }])
  })

  it('has one sent again that was refused, in its old place and under its old id', async () => {
    const bar = scriptedConnector({ script: refuses })
    const house = await open({ bar })
    await house.charge('101')
    const id = await inState(house, 'refused')
    bar.script = took
    await say(house, `${id}/replay`)
    await house.drained()

    expect(bar.took).toMatchObject([{ id, sequence: 1, attempts: 1 }])
    expect(await house.alarms()).toMatchObject([
      { kind: 'delivery.refused', state: 'acknowledged', by: 'boss' },
    ])
    expect(await house.log('alarm.acknowledged')).toMatchObject([
      {
        actor: 'boss',
        room: '101',
        text: 'Acknowledged by boss',
        detail: { alarm: (await house.alarms())[0]?.id, kind: 'delivery.refused' },
      },
    ])
  })

  it('has one sent again that had arrived only by force and with a reason', async () => {
    const bar = scriptedConnector()
    const house = await open({ bar })
    await house.charge('101')
    const id = await inState(house, 'delivered')

    expect((await say(house, `${id}/replay`)).status).toBe(409)
    expect((await say(house, `${id}/replay`, { force: 'true' })).status).toBe(409)
    expect((await say(house, `${id}/replay`, { force: 'true', reason: 'The folio is empty' })).status).toBe(
      200,
    )
    await house.drained()
    expect(bar.took.map((delivery) => delivery.id)).toEqual([id, id])
  })

  it('has everything sent again that was refused since a time', async () => {
    const bar = scriptedConnector({ script: refuses })
    const house = await open({ bar })
    await house.charge('101', 1)
    await house.pass(hours(1))
    for (const quantity of [2, 3]) await house.charge('101', quantity)
    await house.until(async () => (await house.deliveries('?state=refused')).length === 3)
    bar.script = took
    const answer = await say(house, 'replay', { destination: 'bar', since: '202611142030' })

    expect([answer.status, answer.json]).toEqual([200, { error: 0, description: 'OK', replayed: 2 }])
    await house.drained()
    expect(bar.took.map(({ payload }) => payload.quantity)).toEqual([2, 3])
    expect((await say(house, 'replay', { destination: 'bar', since: '202611142030' })).json.replayed).toBe(0)
    expect((await say(house, 'replay', { destination: 'pub', since: '202611142030' })).status).toBe(404)
  })

  it('has everything sent again to a receiver that has lost its books, by force, once it was counted', async () => {
    const bar = scriptedConnector()
    const house = await open({ bar })
    for (const quantity of [1, 2]) await house.charge('101', quantity)
    await house.drained()
    bar.script = refuses
    await house.charge('102')
    await inState(house, 'refused')
    bar.script = took
    const ask = (more: Record<string, string>) =>
      say(house, 'replay', { destination: 'bar', since: '202611140000', force: 'true', ...more })
    const counted = { error: 0, description: 'OK', replayed: 3, delivered: 2, uncertain: 0 }

    expect((await ask({})).status).toBe(400)
    expect((await ask({ reason: 'Disk lost', dryRun: 'true' })).json).toEqual(counted)
    expect(bar.took).toHaveLength(2)
    expect((await ask({ reason: 'Disk lost' })).json).toEqual(counted)
    await house.drained()
    const [first, second, ...again] = bar.took.map(({ id }) => id)
    expect(new Set(again)).toEqual(new Set([first, second, (await house.deliveries('?room=102'))[0]?.id]))
    expect(bar.took.filter(({ room }) => room === '101').map(({ payload }) => payload['quantity'])).toEqual([
      1, 2, 1, 2,
    ])
    expect(await house.log('delivery.replayed')).toMatchObject([
      { actor: 'boss', detail: { force: true, reason: 'Disk lost', replayed: 3, delivered: 2 } },
    ])
  })

  it('has postings made again only if they say that guests may be billed twice', async () => {
    const pms = scriptedConnector({ atOnce: 1, memoFor: () => ({ posting: 1 }) })
    hotel = await openDeliveringHotel({ pms }, { site: siteWith(['pms'], { onUncertain: 'hold' }) })
    const house = hotel
    await house.charge('101')
    await house.drained()
    const order = { destination: 'pms', since: '202611140000', force: 'true', reason: 'Set back to Friday' }
    const refused = await say(house, 'replay', order)

    expect(refused.status).toBe(409)
    expect(refused.text).toContain('1 that arrived or may have would be billed again')
    expect(pms.took).toHaveLength(1)
    expect((await say(house, 'replay', { ...order, billTwice: 'true' })).json).toMatchObject({ replayed: 1 })
    await house.until(() => pms.took.length === 2)
  })

  it.each([
    ['delivered', 'delivered', 2],
    ['resend', 'delivered', 3],
    ['drop', 'dead', 2],
  ] as const)('decides about one that may have arrived: %s', async (as, state, times) => {
    const pms = scriptedConnector({ atOnce: 1, script: doubts, memoFor: () => ({ posting: 1 }) })
    const house = await open({ pms })
    await house.charge('101')
    const id = await inState(house, 'uncertain')
    pms.script = took
    expect((await say(house, `${id}/settle`, { as, reason: 'I looked at the folio' })).status).toBe(200)
    await house.until(async () => (await house.delivery(id)).state === state)

    expect(pms.seen).toHaveLength(times)
    expect((await house.alarms()).toSorted((a, b) => (a.kind < b.kind ? 1 : -1))).toMatchObject([
      { kind: 'delivery.uncertain', state: 'acknowledged' },
      { kind: 'delivery.doubled', state: 'open' },
    ])
    expect(await house.log('alarm.acknowledged')).toMatchObject([
      { actor: 'boss', room: '101', detail: { kind: 'delivery.uncertain' } },
    ])
    expect(await house.log('delivery.ruled')).toMatchObject([
      { actor: 'boss', room: '101', detail: { as, reason: 'I looked at the folio', was: 'uncertain' } },
    ])
    expect((await say(house, `${id}/settle`, { as, reason: 'Once more' })).status).toBe(409)
  })

  it('stops one that waits: it is sent to nobody any more, and the next of the room goes out', async () => {
    const bar = scriptedConnector({ script: fails })
    const house = await open({ bar })
    await house.charge('101', 1)
    await house.charge('101', 2)
    await house.until(async () => (await house.deliveries()).some(({ attempts }) => attempts === 1))
    bar.script = took
    const stopped = await house.deliveries('?state=waiting')
    const first = stopped.find(({ attempts }) => attempts === 1)
    await say(house, `${first?.id}/settle`, { as: 'drop', reason: 'Paid in cash' })
    await house.drained()

    expect(bar.took.map(({ payload }) => payload.quantity)).toEqual([2])
    expect(await house.deliveries('?state=dead')).toMatchObject([{ note: 'Dropped by boss: Paid in cash' }])
    expect((await say(house, 'replay', { destination: 'bar', since: '202601010000' })).json.replayed).toBe(0)
  })
})

describe('what happens to deliveries is seen', () => {
  it('in the figures as in the list: a destination that nothing has reached for long is failing', async () => {
    const house = await open({ bar: scriptedConnector({ script: fails }) })
    await house.charge('101')
    const figure = async (state: string) => {
      const { text } = await house.request('boss', 'GET', '/metrics')
      const name = `reveille_destination_state{purpose="charge",destination="bar",state="${state}"}`
      return text
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.at(-1)
    }
    expect(await figure('failing')).toBe('0')
    await house.until(async () => (await house.queues())[0]?.failures === 2)
    const [message] = await house.deliveries()
    const [tried] = await house.queues()
    // Not paused yet: when it goes on, and what came of it, is that of the message.
    expect(tried).toMatchObject({ state: 'flowing', next: message?.next, last: message?.last })
    expect(tried?.next).not.toBeNull()
    await house.pass(minutes(15))
    expect(await house.queues()).toMatchObject([{ name: 'bar', state: 'failing' }])
    expect([await figure('failing'), await figure('flowing')]).toEqual(['1', '0'])
  })

  it('in the figures: what waits for each destination, since when, and what came of the attempts', async () => {
    const [bar, spa] = [scriptedConnector({ script: fails }), scriptedConnector()]
    const house = await open({ bar, spa })
    for (let n = 0; n < 7; n++) await house.charge(String(101 + n))
    await house.until(() => spa.took.length === 7)
    await house.pass(minutes(2))
    const { text } = await house.request('boss', 'GET', '/metrics')

    expect(text).toContain('reveille_destination_waiting{purpose="charge",destination="bar"} 7')
    expect(text).toContain('reveille_destination_waiting{purpose="charge",destination="spa"} 0')
    expect(text).toMatch(/reveille_destination_age_seconds\{purpose="charge",destination="bar"\} 1[12]\d/)
    expect(text).toContain('reveille_destination_state{purpose="charge",destination="bar",state="paused"} 1')
    expect(text).toContain('reveille_destination_state{purpose="charge",destination="spa",state="flowing"} 1')
    expect(text).toContain(
      'reveille_deliveries_total{purpose="charge",destination="spa",result="delivered"} 7',
    )
    expect(text).toMatch(/reveille_deliveries_total\{purpose="charge",destination="bar",result="later"\} \d+/)
  })

  it('in the figures: what a person must decide about does not wait, and does not age', async () => {
    const pms = scriptedConnector({ atOnce: 1, script: doubts, memoFor: () => ({ posting: 1733 }) })
    const house = await open({ pms }, siteWith(['pms'], { onUncertain: 'hold' }))
    await house.charge('101')
    await house.until(async () => (await house.deliveries('?state=uncertain')).length === 1)
    pms.script = fails
    await house.pass(hours(1))
    await house.charge('102')
    await house.pass(minutes(2))
    const { text } = await house.request('boss', 'GET', '/metrics')

    expect(text).toContain('reveille_destination_waiting{purpose="charge",destination="pms"} 1')
    expect(text).toContain('reveille_destination_uncertain{purpose="charge",destination="pms"} 1')
    expect(text).toMatch(/reveille_destination_age_seconds\{purpose="charge",destination="pms"\} 1[12]\d/)
    expect(text).toContain('reveille_deliveries_waiting 1')
    expect(text).toContain('reveille_deliveries_uncertain 1')
    expect(text).toMatch(/reveille_deliveries_age_seconds 1[12]\d/)
    const [first, second] = await house.deliveries()
    expect([first?.state, second?.state]).toEqual(['uncertain', 'waiting'])
    expect(await house.queues()).toMatchObject([{ waiting: 1, uncertain: 1, oldest: second?.created }])
  })

  it('in the reports: what each connector answered, and the reckoning of the day', async () => {
    const [bar, spa] = [
      scriptedConnector({
        script: (delivery, signal) =>
          delivery.room === '102' ? refuses(delivery, signal) : took(delivery, signal),
      }),
      scriptedConnector({ script: fails }),
    ]
    const house = await open({ bar, spa })
    for (const room of ['101', '101', '102']) await house.charge(room)
    await house.until(async () => (await house.deliveries('?state=refused')).length === 1)
    await house.until(() => bar.took.length === 2)
    const get = async (name: string, headers = {}) =>
      house.request('boss', 'GET', `/rest/report/${name}`, undefined, headers)

    expect((await get('inventory')).json.report).toMatchObject([
      { room: '101', color: '#3366cc', charges: 2, answers: 'bar: 2 delivered; spa: 2 waiting' },
      { room: '102', charges: 1, answers: 'bar: 1 refused; spa: 1 waiting' },
    ])
    const none = { uncertain: 0, dead: 0, doubts: 0, takenBack: 0 }
    const row = { day: '20261114', purpose: 'charge', accepted: 3, ...none }
    expect((await get('delivery')).json).toEqual({
      report: [
        { ...row, destination: 'bar', delivered: 2, refused: 1, waiting: 0 },
        { ...row, destination: 'spa', delivered: 0, refused: 0, waiting: 3 },
      ],
      totals: { accepted: 6, delivered: 2, refused: 1, waiting: 3, ...none },
    })
    const csv = await get('delivery', { accept: 'text/csv' })
    expect(csv.text.split('\r\n')).toEqual([
      'day,destination,purpose,accepted,delivered,refused,waiting,uncertain,dead,doubts,takenBack',
      '20261114,bar,charge,3,2,1,0,0,0,0,0',
      '20261114,spa,charge,3,0,0,3,0,0,0,0',
      '',
    ])
  })
})
