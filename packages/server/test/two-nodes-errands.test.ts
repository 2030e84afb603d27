import { openPms } from '@reveille/fias/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { seconds } from '../src/kernel/clock.ts'
import { RESYNC } from '../src/store/stores/site-store.ts'
import { type Group, homeAmong, type Machine, openGroup } from './group-of-nodes.ts'
import { type Answer, type Body, SITE } from './hotel.ts'
import { useDatabases } from './test-databases.ts'
import { openStage } from './stage.ts'

/** Whoever asks any node gets the truth, which the home of the house knows. */

const { newDatabase } = useDatabases()

interface Pair extends Group {
  readonly home: Machine
  readonly other: Machine
}

async function openPair(options: Parameters<typeof openGroup>[1] = {}): Promise<Pair> {
  const group = await openGroup(await newDatabase(), options)
  const [a, b] = [await group.join('a'), await group.join('b')]
  await group.pass(seconds(2), a, b)
  const [home, other] = await homeAmong(a, b)
  return { ...group, home, other }
}

/** Two nodes, and a property system that is linked to one of them. */
async function openLinked() {
  const street = openStage()
  const { clock } = street
  const after = (ms: number, callback: () => void) => clock.at(clock.now() + ms, callback)
  const guests = { '101': [{ reservation: '1', name: 'Ada' }] }
  const pms = await openPms({ guests, clock: { now: () => clock.now(), after } })
  onTestFinished(() => pms.close())
  const connector = { name: 'pms', type: 'fias', ...pms.address, guests: true } as const
  const site = {
    inventory: { ...SITE.inventory, connectors: [connector] },
    roomStatus: { ...SITE.roomStatus, servers: [] },
    network: { allow: ['127.0.0.1'] },
  }
  const pair = await openPair({ street, site, hotel: { connectorFor: 'network' } })
  await pair.until(() => pms.isAlive, pair.home, pair.other)
  return { ...pair, pms }
}

const REAL_MS = 20

/** Asked at one node while time passes for both. */
const asked = ({ home, other, pass }: Pair, at: Machine, method: string, url: string, body?: Body) =>
  during(at.hotel.request('boss', method, url, body), () => pass(100, home, other))

async function during<T>(work: Promise<T>, passes: () => Promise<void>): Promise<T> {
  const state = { done: false }
  const finished = work.finally(() => (state.done = true))
  // What is tried over a real network takes its time by no clock of ours.
  while (!state.done) {
    await passes()
    await Promise.race([finished, new Promise((resolve) => setTimeout(resolve, REAL_MS))])
  }
  return finished
}

const asBoth = async (pair: Pair, url: string): Promise<[Answer, Answer]> => [
  await asked(pair, pair.home, 'GET', url),
  await asked(pair, pair.other, 'GET', url),
]

/** Each node hears of the other's telephones by its next beat. */
const haveTelephones = (pair: Pair) =>
  pair.until(
    async () => (await asBoth(pair, '/rest/system')).every(({ json }) => json.telephony === true),
    pair.home,
    pair.other,
  )

const errands = async ({ home }: Pair) => (await home.hotel.app.database.read.errands.list()).length

describe('asked at a node that is not its home', () => {
  test('a house tells how its lines fare, and what they carry', async () => {
    const pair = await openPair()
    const [here, there] = await asBoth(pair, '/rest/system/line')
    expect(here.json.lines).toMatchObject([{ name: 'voice1', state: 'works', calls: 20 }])
    expect(there.json).toEqual(here.json)

    const [ahead, alike] = await asBoth(pair, '/rest/wakeup/forecast')
    expect(ahead.json.lines).toEqual({ working: 20, total: 20 })
    expect(alike.json.lines).toEqual(ahead.json.lines)

    await haveTelephones(pair)
    for (const { json } of await asBoth(pair, '/rest/system'))
      expect([json.telephony, json.registered, json.lines]).toEqual([true, true, 1])
    expect(await errands(pair)).toBe(0)
  })

  test('built-in phones are where the house lives, and tried from anywhere', async () => {
    const pair = await openPair({ site: { telephony: { mode: 'virtual' } } })
    const { home, other, until } = pair
    const lines = async ({ hotel }: Machine) => (await hotel.request(null, 'GET', '/readyz')).json.lines.all
    expect([await lines(home), await lines(other)]).toEqual([1, 0])
    await haveTelephones(pair)
    for (const { json } of await asBoth(pair, '/rest/system'))
      expect([json.telephony, json.registered, json.lines]).toEqual([true, true, 1])
    const begun = await asked(pair, other, 'POST', '/rest/config/line/virtual/test', { extension: '105' })
    const where = begun.headers['location'] ?? ''
    await until(
      async () => (await asked(pair, other, 'GET', where)).json.end?.outcome === 'answered',
      home,
      other,
    )
  })

  test('a phone is rung to prove a line, and what became of it is told anywhere', async () => {
    const pair = await openPair()
    const { exchange, home, other, until } = pair
    const begun = await asked(pair, other, 'POST', '/rest/config/line/voice1/test', { extension: '105' })
    expect(begun.status).toBe(201)
    const where = begun.headers['location'] ?? ''
    await until(() => exchange.rings('105').length === 1, home, other)
    await until(async () => (await asked(pair, other, 'GET', where)).json.state === 'over', home, other)
    const [here, there] = await asBoth(pair, where)
    expect(here.json).toMatchObject({ line: 'voice1', extension: '105', end: { outcome: 'answered' } })
    expect(there.json).toEqual(here.json)
    expect((await asked(pair, other, 'GET', where.replace(/.{4}$/, '0000'))).status).toBe(404)
  })

  test('a line is tried from where it would be, and its password lies nowhere in the clear', async () => {
    const pair = await openPair()
    const { address } = pair.exchange.phones
    const uri = `sip:new@${address.host}:${address.port}`
    const line = { uri, register: false, password: 'right-secret' }
    const answer = await asked(pair, pair.other, 'POST', '/rest/config/line/try', line)
    expect([answer.status, answer.json.steps[0]]).toMatchObject([200, { step: 'reach', ok: true }])
  })

  test('a property system is asked for its guests, and what went over its link is shown', async () => {
    const pair = await openLinked()
    const { home, other, pass } = pair
    await pass(seconds(5), home, other)
    const [state, alike] = await asBoth(pair, '/rest/system/destination')
    expect(state.json.destinations).toMatchObject([{ name: 'pms', state: 'flowing' }])
    expect(alike.json).toEqual(state.json)
    const [trace, same] = await asBoth(pair, '/rest/config/connector/pms/trace')
    expect(trace.json.records.length).toBeGreaterThan(2)
    expect(same.json).toEqual(trace.json)

    // Our own book would allow it again: that it was told in full is known by the link alone.
    await home.hotel.app.database.transaction(({ site }) => site.remember(`${RESYNC}done.pms`, ''))
    const answer = await asked(pair, other, 'POST', '/rest/config/connector/pms/resync')
    expect([answer.status, answer.json.description]).toEqual([
      409,
      expect.stringContaining('within the last day'),
    ])
  })

  test('the check of the night finds the same', async () => {
    const pair = await openPair()
    const [here, there] = await asBoth(pair, '/rest/system/check')
    expect(here.json.checks).toContainEqual(expect.objectContaining({ name: 'lines', ok: true }))
    expect(there.json).toEqual(here.json)
  })
})

describe('a home that does not answer in time', () => {
  test('is told as such, and nothing is left of what was asked', async () => {
    const { home, other, pass } = await openPair()
    home.wire.cut()
    const answer = await during(other.hotel.request('boss', 'GET', '/rest/system/line'), () =>
      pass(100, other),
    )
    expect([answer.status, answer.json.code, answer.headers['retry-after']]).toEqual([
      503,
      'home.silent',
      '5',
    ])
    expect(await other.hotel.app.database.read.errands.list()).toEqual([])
  })

  test('leaves no password behind that anybody could read meanwhile', async () => {
    const { home, other, pass, until } = await openPair()
    const { errands } = other.hotel.app.database.read
    home.wire.cut()
    const line = { uri: 'sip:new@127.0.0.1:9', register: false, password: 'open-sesame' }
    const answer = other.hotel.request('boss', 'POST', '/rest/config/line/try', line)
    await until(async () => (await errands.list()).length === 1, other)
    const [errand] = await errands.list()
    expect([errand?.kind, errand?.question.startsWith('safe:v1:')]).toEqual(['line.try', true])
    // Whoever takes the house over tries it in the end.
    expect((await during(answer, () => pass(100, other))).status).toBe(200)
    expect(await errands.list()).toEqual([])
  })
})
