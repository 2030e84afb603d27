import type { WEBHOOK_EVENTS } from '@reveille/contract'
import { afterEach, describe, expect, it } from 'vitest'
import type { Connector, DeliveryToSend } from '../src/connectors/connector.ts'
import { bodiesFor } from '../src/connectors/webhook/webhook-request.ts'
import { destinationInForce } from '../src/hotel/deliveries/destination.ts'
import { minutes } from '../src/kernel/clock.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { type DeliveringHotel, openDeliveringHotel, siteWith } from './delivering-hotel.ts'
import { EAST, SITE } from './hotel.ts'
import { openRingingHotel, type RingingHotel } from './ringing-hotel.ts'
import { byName, fails, refuses, scriptedConnector, took } from './scripted-connector.ts'

type Kind = (typeof WEBHOOK_EVENTS)[number]
const ALL: readonly Kind[] = [
  'alarm.raised',
  'alarm.acknowledged',
  'alarm.over',
  'wakeup.answered',
  'wakeup.failed',
]

let closing: { close(): Promise<unknown> } | undefined
afterEach(async () => {
  await closing?.close()
  closing = undefined
})

/** The bodies as they are posted. */
const bodyOf = (delivery: DeliveryToSend) => {
  const settings = destinationInForce({
    purpose: 'charge',
    name: 'bar',
    tenant: '',
    sequence: 0,
    config: { type: 'webhook', url: 'http://bar/' },
  }).settings
  if (settings.type !== 'webhook') throw new Error('It is no webhook')
  const parts = { clock: manualClock(0), version: '1', publicTenant: (tenant: string) => tenant || 'site' }
  return JSON.parse(bodiesFor(settings, parts)(delivery)?.bytes.toString() ?? 'null') as {
    type: string
    timestamp: string
    data: Record<string, unknown>
  }
}

async function night(connectors: Record<string, Connector>, events: Record<string, readonly Kind[]>) {
  const of = (name: string) => ({
    name,
    url: `http://10.0.0.5/${name}`,
    ...(events[name] ? { events: [...events[name]] } : {}),
  })
  const hotel = await openRingingHotel(
    {
      inventory: {
        ...SITE.inventory,
        connectors: [
          { ...of('bar'), type: 'webhook' },
          { ...of('east'), type: 'webhook', tenant: EAST },
          { ...of('plain'), type: 'webhook' },
        ],
      },
      roomStatus: { ...SITE.roomStatus, servers: [of('housekeeping')] },
      wakeup: { attempts: 1 },
      telephony: { mode: 'virtual', virtual: { default: 'answer', rooms: { '102': 'no-answer' } } },
    },
    { connectorFor: byName(connectors) },
  )
  closing = hotel
  return hotel
}

const kindsOf = (all: readonly DeliveryToSend[]) => all.map(({ kind, room }) => `${kind} ${room}`.trim())
const acknowledged = async (hotel: RingingHotel) => {
  const [alarm] = await hotel.alarms()
  await hotel.request('desk', 'POST', `/rest/alarm/${alarm?.id}/acknowledge`, { note: 'I go up' })
}

describe('what became of calls, and alarms', () => {
  it('are told to those who have asked for it, and to nobody else', async () => {
    const [bar, east, plain, housekeeping] = [0, 0, 0, 0].map(() => scriptedConnector())
    if (!bar || !east || !plain || !housekeeping) throw new Error('Four are needed')
    const connectors = { bar, east, plain, housekeeping }
    const hotel = await night(connectors, { bar: ALL, east: ALL, housekeeping: ['wakeup.failed'] })
    const ids = [await hotel.ask('101', '2001'), await hotel.ask('102', '2001')]
    for (const id of ids) await hotel.settled(id)
    await hotel.until(() => bar.took.length === 3)
    await acknowledged(hotel)
    await hotel.until(() => bar.took.length === 4)

    expect(kindsOf(bar.took).toSorted()).toEqual([
      'alarm.acknowledged 102',
      'alarm.raised 102',
      'wakeup.answered 101',
      'wakeup.failed 102',
    ])
    expect(kindsOf(housekeeping.took)).toEqual(['wakeup.failed 102'])
    expect([east.seen, plain.seen]).toEqual([[], []])
    expect(new Set(bar.took.map(({ id }) => id)).size).toBe(4)
  })

  it('are told with what a receiver needs to know', async () => {
    const bar = scriptedConnector()
    const hotel = await night({ bar }, { bar: ALL })
    const id = await hotel.ask('102', '2001')
    await hotel.settled(id)
    await hotel.until(() => bar.took.length === 2)
    await acknowledged(hotel)
    await hotel.until(() => bar.took.length === 3)
    const [alarm] = await hotel.alarms()
    const told = new Map(bar.took.map((one) => [one.kind, bodyOf(one)]))

    expect(told.get('wakeup.failed')).toEqual({
      type: 'wakeup.failed',
      timestamp: expect.stringMatching(/^2026-11-14T20:01:\d\d\+01:00$/),
      data: {
        room: '102',
        wakeup: id,
        outcome: 'no-answer',
        proof: null,
        by: 'system',
        text: expect.stringContaining('The guest was not woken'),
        attempts: 1,
        scheduled: '2026-11-14T20:01:00+01:00',
        tenant: 'site',
        sequence: expect.any(Number),
      },
    })
    const about = { alarm: alarm?.id, kind: 'wakeup.failed', room: '102', wakeup: id }
    expect(told.get('alarm.raised')?.data).toMatchObject({ ...about, text: alarm?.text })
    expect(told.get('alarm.acknowledged')?.data).toMatchObject({ ...about, by: 'desk', note: 'I go up' })
  })

  it('are told when a person sets the result', async () => {
    const bar = scriptedConnector()
    const hotel = await night({ bar }, { bar: ['wakeup.answered'] })
    const id = await hotel.ask('102', '2001')
    await hotel.settled(id)
    await hotel.request('desk', 'PUT', `/rest/wakeup/${id}`, { result: '1' })
    await hotel.until(() => bar.took.length === 1)

    expect(bar.took.map((one) => bodyOf(one).data)).toMatchObject([
      { outcome: 'complete', by: 'desk', wakeup: id },
    ])
  })
})

describe('a destination that fails', () => {
  async function open(
    script: Parameters<typeof scriptedConnector>[0],
    purpose: 'bar' | 'housekeeping' = 'bar',
  ) {
    const one = scriptedConnector(script)
    const site = siteWith([purpose], { events: ['alarm.raised', 'alarm.over'] })
    const house = await openDeliveringHotel({ [purpose]: one }, { site })
    closing = house
    return { one, house }
  }
  const told = async (house: DeliveringHotel) =>
    (await house.deliveries()).filter(({ kind }) => kind.startsWith('alarm.'))

  it('is told of its own failing once it takes messages again, and no alarm comes of an alarm', async () => {
    const { one, house } = await open({ script: fails })
    await house.charge('101')
    await house.until(async () => (await told(house)).length > 0, minutes(30))
    await house.pass(minutes(60))
    expect(await told(house)).toHaveLength(1)
    one.script = took
    await house.drained(minutes(60))
    await house.until(() => one.took.length === 3)

    expect(kindsOf(one.took)).toEqual(
      expect.arrayContaining(['inventory.charged 101', 'alarm.raised', 'alarm.over']),
    )
  })

  it('and refuses an alarm raises none', async () => {
    const { house } = await open({
      script: refuses,
    })
    await house.charge('101')
    await house.until(async () => (await house.deliveries('?state=refused')).length === 2)
    await house.pass(minutes(5))

    expect((await house.alarms()).map(({ kind }) => kind)).toEqual(['delivery.refused'])
  })

  it('keeps its alarms when of status changes only the latest is wanted', async () => {
    const housekeeping = scriptedConnector({ script: fails })
    const site = siteWith(['housekeeping'], { events: ['alarm.raised'], latestOnly: true })
    const house = await openDeliveringHotel({ housekeeping }, { site })
    closing = house
    await house.report('101')
    await house.until(async () => (await told(house)).length === 1, minutes(30))
    await house.report('101', '001')
    housekeeping.script = took
    await house.drained(minutes(60))

    expect(kindsOf(housekeeping.took).toSorted()).toEqual(['alarm.raised', 'room.status.changed 101'])
  })
})

it('a list of events is refused beside a format that has no words for them', async () => {
  const house = await openDeliveringHotel({ bar: scriptedConnector() })
  closing = house
  const change = (body: Record<string, string>) =>
    house.request('boss', 'PUT', '/rest/config/connector/bar', body)
  expect((await change({ events: 'alarm.raised,wakeup.failed' })).status).toBe(200)
  expect((await change({ format: 'xml' })).json.description).toContain('in the format json only')
  expect((await change({ events: 'room.painted' })).status).toBe(400)
})
