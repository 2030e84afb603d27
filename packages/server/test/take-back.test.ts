import type { AlarmRecord, ChargeRecord, DeliveryRecord, SiteFile } from '@reveille/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { days, hours } from '../src/kernel/clock.ts'
import { silentLog } from '../src/kernel/log.ts'
import { purger } from '../src/runners/log/purge.ts'
import { type DeliveringHotel, openDeliveringHotel, siteWith } from './delivering-hotel.ts'
import { NEW_YORK } from './hotel.ts'
import { openPropertyHotel } from './property-hotel.ts'
import { fails, refuses, scriptedConnector, type ScriptedConnector, took } from './scripted-connector.ts'

let hotel: DeliveringHotel | undefined
afterEach(async () => {
  await hotel?.close()
  hotel = undefined
})

const CORRECTOR = { username: 'auditor', password: 'auditor-pw', permissions: ['correct' as const] }

function siteOf(connectors: Record<string, object>): SiteFile {
  const site = siteWith(Object.keys(connectors))
  return {
    ...site,
    users: [...(site.users ?? []), CORRECTOR],
    inventory: {
      ...site.inventory,
      connectors: Object.entries(connectors).map(([name, more]) => ({
        type: 'webhook',
        name,
        url: `http://10.0.0.5/${name}`,
        ...more,
      })),
    },
  }
}

async function open(connectors: Record<string, ScriptedConnector>, how: Record<string, object> = {}) {
  const all = Object.fromEntries(Object.keys(connectors).map((name) => [name, how[name] ?? {}]))
  hotel = await openDeliveringHotel(connectors, { site: siteOf(all) })
  return hotel
}

interface House {
  request: DeliveringHotel['request']
}

async function charged(house: House, room = '101', quantity = 2, id = '10') {
  const answer = await house.request('maid', 'POST', '/rest/isi/charge', { id, quantity, room })
  expect([answer.status, answer.text]).toEqual([200, ''])
  return answer.headers['reveille-charge'] ?? ''
}

const takeBack = (house: House, id: string, user = 'auditor') =>
  house.request(user, 'POST', `/rest/isi/charge/${id}/void`, { reason: 'Wrong room' })
const correct = (house: House, id: string, body: Record<string, string | number>) =>
  house.request('auditor', 'POST', `/rest/isi/charge/${id}/correct`, { reason: 'One was there', ...body })
const charges = async (house: House, query = '', user = 'boss'): Promise<ChargeRecord[]> =>
  (await house.request(user, 'GET', `/rest/isi/charge${query}`)).json.charges
const openTasks = async (house: { alarms(): Promise<AlarmRecord[]> }) =>
  (await house.alarms()).filter(({ kind, state }) => kind === 'charge.take-back' && state === 'open')
const toldTo = ({ took: all }: ScriptedConnector) =>
  all.map(({ kind, payload }) => [kind, payload['quantity'], payload['total']])

describe('a charge that is taken back', () => {
  it('is told to a receiver of json under a name of its own, after the charge and under its id', async () => {
    const bar = scriptedConnector()
    const house = await open({ bar })
    const id = await charged(house)
    await house.drained()
    const answer = await takeBack(house, id)
    expect([answer.status, answer.json.connectors]).toEqual([200, [{ name: 'bar', how: 'told' }]])
    await house.drained()

    expect(toldTo(bar)).toEqual([
      ['inventory.charged', 2, '9.00'],
      ['charge.voided', -2, '-9.00'],
    ])
    expect(bar.took[1]).toMatchObject({ payload: { charge: id, reason: 'Wrong room', user: 'auditor' } })
    expect(await house.log('inventory.voided')).toMatchObject([
      { actor: 'auditor', room: '101', text: '2 x Cola taken back: Wrong room' },
    ])
    expect(await house.alarms()).toEqual([])
  })

  it('is told below zero in the older formats, or is a task for the desk until somebody says it is done', async () => {
    const [old, older] = [scriptedConnector(), scriptedConnector()]
    const house = await open(
      { old, older },
      { old: { format: 'xml', negative: true }, older: { format: 'form' } },
    )
    const id = await charged(house)
    await house.drained()
    expect((await takeBack(house, id)).json.connectors).toEqual([
      { name: 'old', how: 'told' },
      { name: 'older', how: 'desk' },
    ])
    await house.drained()

    expect(toldTo(old)).toEqual([
      ['inventory.charged', 2, '9.00'],
      ['charge.voided', -2, '-9.00'],
    ])
    expect(older.took).toHaveLength(1)
    const [task, ...others] = await openTasks(house)
    expect(others).toEqual([])
    expect(task).toMatchObject({
      room: '101',
      text: 'Take back by hand in older: 2 x Cola (9.00) of room 101 (auditor: Wrong room)',
    })
    await house.request('desk', 'POST', `/rest/alarm/${task?.id}/acknowledge`, { note: 'Done' })
    expect(await openTasks(house)).toEqual([])
  })

  it('is not sent at all where it had not been, and nobody can have it sent', async () => {
    const [bar, pool] = [scriptedConnector(), scriptedConnector()]
    const house = await open({ bar, pool })
    pool.ready = false
    const id = await charged(house)
    await house.until(async () => (await house.deliveries('?state=delivered')).length === 1)
    expect((await takeBack(house, id)).json.connectors).toEqual([
      { name: 'bar', how: 'told' },
      { name: 'pool', how: 'withdrawn' },
    ])
    pool.linkUp()
    await house.drained()

    expect(pool.seen).toEqual([])
    const [dead] = await house.deliveries('?destination=pool')
    expect(dead).toMatchObject({ state: 'dead', note: 'Taken back by auditor: Wrong room' })
    const again = await house.request('boss', 'POST', `/rest/delivery/${dead?.id}/replay`, {})
    expect([again.status, again.json.description]).toEqual([
      409,
      'This charge was taken back: it is not sent again',
    ])
    expect(await house.log('delivery.dead')).toMatchObject([
      { actor: 'auditor', detail: { destination: 'pool' } },
    ])
  })

  it('frees its room at once where it was held up by failures', async () => {
    const bar = scriptedConnector({ script: fails })
    const house = await open({ bar }, { bar: { format: 'xml' } })
    const id = await charged(house)
    await house.until(async () => (await house.deliveries())[0]?.attempts === 2)
    bar.script = took
    expect((await takeBack(house, id)).json.connectors).toEqual([{ name: 'bar', how: 'desk' }])
    expect((await openTasks(house))[0]?.text).toBe(
      'Look whether bar has 2 x Cola (9.00) of room 101, and if so take it back there by hand (auditor: Wrong room)',
    )
    await charged(house, '101', 1)
    await house.drained()
    expect(toldTo(bar)).toEqual([['inventory.charged', 1, '4.50']])
  })

  it('was never there where it was refused, and is not sent there again by whoever sends all again', async () => {
    const bar = scriptedConnector({ script: refuses })
    const house = await open({ bar })
    const id = await charged(house)
    await house.until(async () => (await house.deliveries('?state=refused')).length === 1)
    expect((await takeBack(house, id)).json.connectors).toEqual([{ name: 'bar', how: 'none' }])
    bar.script = took
    const since = { destination: 'bar', since: '202601010000' }
    expect((await house.request('boss', 'POST', '/rest/delivery/replay', since)).json.replayed).toBe(0)
    expect(bar.took).toEqual([])
  })

  it('is over where it was refused: the desk has nothing to see to, and it says why', async () => {
    const bar = scriptedConnector({ script: refuses })
    const house = await open({ bar })
    const [first, second] = [await charged(house), await charged(house, '102')]
    await house.until(async () => (await house.deliveries('?state=refused')).length === 2)
    const third = await charged(house, '103')
    await house.until(async () => (await house.deliveries('?state=refused')).length === 3)
    const refusals = async () => (await house.alarms('open')).map(({ kind }) => kind)
    await takeBack(house, first)
    // The others are still to be seen to, and one of them is named.
    expect((await house.alarms('open')).map(({ room, text }) => [room, text])).toEqual([
      ['103', 'A charge of room 103 was refused by bar: no such room (3 times)'],
    ])
    await takeBack(house, third)
    expect(await house.alarms('open')).toMatchObject([
      { room: '102', text: 'A charge of room 102 was refused by bar: no such room' },
    ])
    await takeBack(house, second)
    expect(await refusals()).toEqual([])

    expect(await house.deliveries('?takenBack=true&room=101')).toMatchObject([
      {
        state: 'dead',
        note: 'Taken back by auditor: Wrong room. It was refused: no such room',
        notAgain: 'taken-back',
      },
    ])
    expect(await house.deliveries('?takenBack=false')).toEqual([])
    expect(await house.log('delivery.dead')).toMatchObject([
      { actor: 'auditor', room: '101', detail: { destination: 'bar' } },
      { actor: 'auditor', room: '103' },
      { actor: 'auditor', room: '102' },
    ])
    const { destinations } = (await house.request('boss', 'GET', '/rest/system/destination/traffic')).json
    expect(destinations).toMatchObject([{ counts: { refused: 0, dead: 3, takenBack: 3 } }])
    const { totals } = (await house.request('boss', 'GET', '/rest/report/delivery')).json
    expect(totals).toMatchObject({ accepted: 3, refused: 0, dead: 3, takenBack: 3 })
  })

  it('and is refused afterwards is over as well: nobody has to see to it', async () => {
    const bar = scriptedConnector({ script: fails })
    const house = await open({ bar })
    const id = await charged(house)
    await house.until(async () => (await house.deliveries())[0]?.attempts === 1)
    expect((await takeBack(house, id)).json.connectors).toEqual([{ name: 'bar', how: 'told' }])
    bar.script = (one, signal) => (one.kind === 'charge.voided' ? took : refuses)(one, signal)
    await house.drained()

    expect(await house.deliveries()).toMatchObject([
      {
        kind: 'inventory.charged',
        state: 'dead',
        note: 'Its charge was taken back since: it is not sent any more. It was refused: no such room',
        notAgain: 'taken-back',
      },
      { kind: 'charge.voided', state: 'delivered', notAgain: null },
    ])
    expect(await house.alarms('open')).toEqual([])
    expect(await house.log('delivery.dead')).toHaveLength(1)
  })

  it('is taken back once, by those who may, and by nobody of another tenant', async () => {
    const house = await open({ bar: scriptedConnector() })
    const id = await charged(house)
    await house.drained()
    expect((await takeBack(house, id, 'maid')).status).toBe(403)
    expect((await takeBack(house, id, 'nyboss')).status).toBe(404)
    expect((await takeBack(house, '00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await takeBack(house, id, 'boss')).status).toBe(200)
    const again = await takeBack(house, id)
    expect([again.status, again.json.description]).toEqual([
      409,
      'This charge was taken back already, by boss: Wrong room',
    ])
    expect((await correct(house, id, { quantity: 1 })).status).toBe(409)
    expect(await house.log('inventory.voided')).toHaveLength(1)
  })

  it('of several who try at once only one takes it back', async () => {
    const bar = scriptedConnector()
    const house = await open({ bar })
    const id = await charged(house)
    await house.drained()
    const answers = await Promise.all(Array.from({ length: 5 }, () => takeBack(house, id)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
    await house.drained()
    expect(toldTo(bar)).toHaveLength(2)
  })

  it('is answered the same when the request comes again under its key', async () => {
    const bar = scriptedConnector()
    const house = await open({ bar })
    const id = await charged(house)
    await house.drained()
    const ask = () =>
      house.request(
        'boss',
        'POST',
        `/rest/isi/charge/${id}/void`,
        { reason: 'x' },
        { 'idempotency-key': 'k' },
      )
    const [first, second] = [await ask(), await ask()]
    expect([first.status, second.status, second.json]).toEqual([200, 200, first.json])
  })
})

describe('a charge that is corrected', () => {
  it('is replaced in one message of json, and is another charge from then on', async () => {
    const bar = scriptedConnector()
    const house = await open({ bar })
    const id = await charged(house)
    await house.drained()
    const answer = await correct(house, id, { quantity: 1 })
    expect([answer.status, answer.headers.location]).toEqual([201, `/rest/isi/charge/${answer.json.id}`])
    await house.drained()

    expect(bar.took[1]).toMatchObject({
      kind: 'charge.corrected',
      payload: {
        charge: answer.json.id,
        corrects: id,
        reason: 'One was there',
        quantity: 1,
        total: '4.50',
        previous: { quantity: 2, total: '9.00', item: { id: '10' } },
      },
    })
    expect(await charges(house)).toMatchObject([
      { id, kind: 'charge', quantity: 2, total: '9.00', voided: true },
      { id, kind: 'void', quantity: -2, total: '-9.00', reason: 'One was there', user: 'auditor' },
      { id: answer.json.id, kind: 'charge', quantity: 1, total: '4.50', corrects: id, voided: false },
    ])
    expect((await takeBack(house, answer.json.id)).status).toBe(200)
  })

  it('is taken back and charged anew in the older formats, in this order', async () => {
    const [old, older] = [scriptedConnector(), scriptedConnector()]
    const house = await open(
      { old, older },
      { old: { format: 'legacy-json', negative: true }, older: { format: 'jazz' } },
    )
    const id = await charged(house)
    await house.drained()
    expect((await correct(house, id, { id: '11' })).status).toBe(201)
    await house.drained()

    expect(toldTo(old)).toEqual([
      ['inventory.charged', 2, '9.00'],
      ['charge.voided', -2, '-9.00'],
      ['inventory.charged', 2, '6.40'],
    ])
    expect(toldTo(older)).toEqual([
      ['inventory.charged', 2, '9.00'],
      ['inventory.charged', 2, '6.40'],
    ])
    expect(await openTasks(house)).toHaveLength(1)
  })

  it('keeps the price of then, and must be another one that may be charged', async () => {
    const house = await open({ bar: scriptedConnector() })
    const id = await charged(house)
    await house.drained()
    await house.request('boss', 'PUT', '/rest/isi/item/10', { price: '9.99' })
    const status = async (body: Record<string, string | number>) => (await correct(house, id, body)).status
    expect(await status({})).toBe(422)
    expect(await status({ quantity: 2 })).toBe(422)
    expect(await status({ quantity: 6 })).toBe(422)
    expect(await status({ id: '99' })).toBe(404)
    expect(await status({ id: '12' })).toBe(404)
    expect(await status({ quantity: 0 })).toBe(400)
    expect(await status({ quantity: 3 })).toBe(201)
    expect((await charges(house)).at(-1)).toMatchObject({ quantity: 3, price: '4.50', total: '13.50' })
  })
})

describe('a property system', () => {
  it('that counts articles is never told: the desk takes the posting back, by its number', async () => {
    const house = await openPropertyHotel()
    const id = await charged(house)
    await house.settled()
    const answer = await takeBack(house, id, 'boss')
    expect(answer.json.connectors).toEqual([{ name: 'pms', how: 'desk' }])
    await house.settled()

    expect(house.pms.folio.bookings).toHaveLength(1)
    expect(await openTasks(house)).toMatchObject([
      { text: 'Take back by hand in pms: 2 x Cola (9.00) of room 101, posting 1 (boss: Wrong room)' },
    ])
  })

  it('that takes totals below zero gets one', async () => {
    const house = await openPropertyHotel({ connector: { mode: 'direct', negative: true, guests: true } })
    await house.until(async () => (await house.log('guest.checked-in')).length === 2)
    const id = await charged(house)
    await house.settled()
    expect((await takeBack(house, id, 'boss')).json.connectors).toEqual([{ name: 'pms', how: 'told' }])
    await house.settled()

    expect(house.pms.folio.bookings).toMatchObject([
      { number: '1', amount: '900' },
      { number: '2', amount: '-900', itemText: '-2 Cola' },
    ])
    expect(house.pms.violations).toEqual([])
    expect(await house.alarms()).toEqual([])
  })

  it('that has given no answer is looked at by the desk, and gets nothing below zero', async () => {
    const connector = { mode: 'direct', negative: true, onUncertain: 'hold' }
    const house = await openPropertyHotel({ connector, system: { behaviour: { posting: 'silence' } } })
    const id = await charged(house)
    await house.until(async () => (await house.deliveries('?state=uncertain')).length === 1)
    expect((await takeBack(house, id, 'boss')).json.connectors).toEqual([{ name: 'pms', how: 'desk' }])

    expect((await openTasks(house))[0]?.text).toContain(
      'Look whether pms has 2 x Cola (9.00) of room 101, posting 1',
    )
    const [doubted] = await house.deliveries()
    const again = { as: 'resend', reason: 'x' }
    expect((await house.request('boss', 'POST', `/rest/delivery/${doubted?.id}/settle`, again)).status).toBe(
      409,
    )
  })
})

describe('the list of charges', () => {
  it('tells what was charged, by whom, and what each connector answered', async () => {
    const [bar, pool] = [scriptedConnector(), scriptedConnector({ script: refuses })]
    const house = await open({ bar, pool })
    const id = await charged(house)
    await house.drained()

    const [one] = await charges(house)
    expect(one).toEqual({
      id,
      kind: 'charge',
      at: '2026-11-14T20:00:00+01:00',
      room: '101',
      tenant: '',
      item: '10',
      description: 'Cola',
      quantity: 2,
      price: '4.50',
      total: '9.00',
      currency: '',
      taxRate: '',
      user: 'maid',
      reference: '',
      reason: '',
      corrects: null,
      voided: false,
      connectors: [
        { name: 'bar', state: 'delivered', posting: null, note: '', since: null },
        { name: 'pool', state: 'refused', posting: null, note: 'no such room', since: null },
      ],
    })
    expect((await house.request('maid', 'GET', `/rest/isi/charge/${id.toUpperCase()}`)).json).toEqual(one)
  })

  it('says of one that waits since when nothing gets to its connector', async () => {
    const house = await open({ bar: scriptedConnector({ script: fails }), pool: scriptedConnector() })
    await charged(house)
    await expect
      .poll(async () => (await charges(house))[0]?.connectors)
      .toMatchObject([
        { name: 'bar', state: 'waiting', since: expect.stringMatching(/^2026-11-14T20:00:0/) },
        { name: 'pool', state: 'delivered', since: null },
      ])
  })

  it('says of a charge taken back what was done where', async () => {
    const house = await open(
      { bar: scriptedConnector(), old: scriptedConnector() },
      { old: { format: 'xml' } },
    )
    const id = await charged(house)
    await house.drained()
    await takeBack(house, id)
    await house.drained()
    expect((await charges(house))[1]?.connectors.map(({ name, state }) => [name, state])).toEqual([
      ['bar', 'delivered'],
      ['old', 'desk'],
    ])
  })

  it('shows staff the last day of their tenant, and all to those who keep the books', async () => {
    const house = await open({ bar: scriptedConnector() })
    await charged(house)
    await house.request('nymaid', 'POST', '/rest/isi/charge', { id: '12', quantity: 1, room: '500' })
    house.clock.advance(hours(24))
    await charged(house, '102')
    house.clock.advance(1)
    const seen = async (user: string) => (await charges(house, '', user))?.map(({ room }) => room)

    expect(await seen('maid')).toEqual(['102'])
    expect(await seen('nymaid')).toEqual([])
    expect(await seen('auditor')).toEqual(['101', '500', '102'])
    expect(await seen('boss')).toEqual(['101', '500', '102'])
    expect(await seen('nyboss')).toEqual(['500'])
    expect((await house.request('desk', 'GET', '/rest/isi/charge')).status).toBe(403)
    const [old] = await charges(house)
    expect((await house.request('maid', 'GET', `/rest/isi/charge/${old?.id}`)).status).toBe(404)
  })

  it('is filtered, paged and a table for spreadsheets like other lists', async () => {
    const house = await open({ bar: scriptedConnector() })
    for (const room of ['101', '102', '101']) await charged(house, room)
    const first = await house.request('boss', 'GET', '/rest/isi/charge?room=101&user=maid&limit=1')
    expect(first.json.charges).toHaveLength(1)
    const [, next = ''] = /<(.*)>/.exec(first.headers['link'] ?? '') ?? []
    expect((await house.request('boss', 'GET', next)).json.charges).toHaveLength(1)
    expect(await charges(house, '?start=20261115')).toEqual([])
    const csv = await house.request('boss', 'GET', '/rest/isi/charge', undefined, { accept: 'text/csv' })
    expect(csv.text.split('\r\n')[0]).toMatch(/^id,kind,at,room,tenant,item,description,quantity,price,total/)
    expect(csv.text.split('\r\n')).toHaveLength(5)
  })

  it('says what connectors answered in words, where it is a table', async () => {
    const house = await openPropertyHotel()
    await charged(house)
    await house.settled()
    const csv = await house.request('boss', 'GET', '/rest/isi/charge', undefined, { accept: 'text/csv' })
    expect(csv.text.split('\r\n')[1]).toMatch(/,"pms: delivered, posting 1"$/)
    expect(csv.text).not.toContain('{')
  })

  it('is empty when the charges were kept for their time, and nothing else tells what was charged', async () => {
    const house = await open({ old: scriptedConnector() }, { old: { format: 'xml' } })
    const id = await charged(house)
    await house.drained()
    await takeBack(house, id)
    const [task] = await openTasks(house)
    await house.request('desk', 'POST', `/rest/alarm/${task?.id}/acknowledge`, {})
    house.clock.advance(days(91))
    const { database } = house.app
    const retention = () => ({ charges: '90d', log: '400d' })
    await purger({ database, retention, log: silentLog }).purge(house.clock.now())

    expect(await charges(house)).toEqual([])
    expect((await takeBack(house, id)).status).toBe(404)
    expect(JSON.stringify([await house.alarms(), await house.log('alarm')])).not.toContain('Cola')
  })
})

describe('a basket', () => {
  const fill = (house: House, body: unknown, user = 'maid', headers = {}) =>
    house.request(user, 'POST', '/rest/isi/basket', JSON.stringify(body), {
      'content-type': 'application/json',
      ...headers,
    })
  const ITEMS = [
    { id: '10', quantity: 2 },
    { id: '11', quantity: 1 },
  ]

  it('charges all of its items, each under an id of its own, with the reference of whoever filled it', async () => {
    const bar = scriptedConnector()
    const house = await open({ bar })
    const answer = await fill(house, { room: '101', items: ITEMS, reference: 'R-2041' })
    expect([answer.status, answer.headers.location]).toEqual([201, '/rest/isi/charge'])
    await house.drained()
    expect((await charges(house)).map(({ id, item, reference }) => [id, item, reference])).toEqual([
      [answer.json.charges[0], '10', 'R-2041'],
      [answer.json.charges[1], '11', 'R-2041'],
    ])
    expect(bar.took.map(({ payload }) => payload['reference'])).toEqual(['R-2041', 'R-2041'])
  })

  it('charges nothing if one of them cannot be charged, and the refusal is in the log', async () => {
    const house = await open({ bar: scriptedConnector() })
    const items = [...ITEMS, { id: '10', quantity: 6 }]
    const answer = await fill(house, { room: '101', items })
    expect([answer.status, answer.json.error]).toEqual([422, 6])
    expect((await fill(house, { room: '101', items: [...ITEMS, { id: '99', quantity: 1 }] })).status).toBe(
      404,
    )
    expect((await fill(house, { room: '999', items: ITEMS })).status).toBe(404)
    expect((await fill(house, { room: '101', items: [] })).status).toBe(400)
    expect((await fill(house, { room: '101', items: ITEMS }, 'desk')).status).toBe(403)
    expect(await house.deliveries()).toEqual([])
    expect(await house.log('inventory.charged')).toEqual([])
    expect(await house.log('inventory.refused')).toHaveLength(1)
  })

  it('counts what it holds of an item against its max, however many lines it has of it', async () => {
    const house = await open({ bar: scriptedConnector() })
    const colas = (...quantities: number[]) =>
      fill(house, { room: '101', items: quantities.map((quantity) => ({ id: '10', quantity })) })
    const answer = await colas(3, 3)
    expect([answer.status, answer.json.error, answer.json.description]).toEqual([
      422,
      6,
      'At most 5 of Cola can be charged at once; 6 were asked for',
    ])
    expect(await house.deliveries()).toEqual([])
    expect((await colas(3, 2)).status).toBe(201)
  })

  it('is filled once, however often it comes under its key; a form gives its items as JSON', async () => {
    const house = await open({ bar: scriptedConnector() })
    const body = { room: '101', items: JSON.stringify(ITEMS) }
    const ask = () => house.request('maid', 'POST', '/rest/isi/basket', body, { 'idempotency-key': 'b' })
    const [first, second] = [await ask(), await ask()]
    expect([first.status, second.json]).toEqual([201, first.json])
    expect(await house.log('inventory.charged')).toHaveLength(2)
  })

  it('of a tenant takes its own items', async () => {
    const house = await open({ bar: scriptedConnector() })
    const items = [{ id: '12', quantity: 1 }]
    expect((await fill(house, { room: '500', items }, 'nymaid')).status).toBe(201)
    expect(await charges(house, `?tenant=${NEW_YORK}`)).toMatchObject([{ room: '500', item: '12' }])
  })
})

describe('a charge', () => {
  it('has its id in a header that pages may read, the same when the request comes again', async () => {
    const house = await open({ bar: scriptedConnector() })
    const ask = () =>
      house.request(
        'maid',
        'POST',
        '/rest/isi/charge',
        { id: '10', quantity: 1, room: '101' },
        {
          'idempotency-key': 'c',
        },
      )
    const [first, second] = [await ask(), await ask()]
    expect(first.headers['reveille-charge']).toMatch(/^[0-9a-f-]{36}$/)
    expect(second.headers['reveille-charge']).toBe(first.headers['reveille-charge'])
    // The state of what was read as well: whoever changes it sends it back.
    for (const name of ['Reveille-Charge', 'ETag'])
      expect(first.headers['access-control-expose-headers']).toContain(name)
    const refused = await house.request('maid', 'POST', '/rest/isi/charge', {
      id: '10',
      quantity: 9,
      room: '101',
    })
    expect(refused.headers['reveille-charge']).toBeUndefined()
  })

  it('and what was taken back of it are both in the report', async () => {
    const house = await open({ bar: scriptedConnector() })
    const id = await charged(house)
    await charged(house, '101', 1)
    await house.drained()
    await takeBack(house, id)
    await house.drained()
    const { report, totals } = (await house.request('boss', 'GET', '/rest/report/inventory')).json
    const amounts = { charges: 2, total: '13.50', voids: 1, voided: '-9.00', net: '4.50' }
    const figures = { ...amounts, quantity: 3, voidedQuantity: -2, netQuantity: 1 }
    expect(report).toMatchObject([{ room: '101', ...figures, answers: 'bar: 2 delivered' }])
    expect(totals).toMatchObject(figures)
  })

  it('counts under the deliveries with its money', async () => {
    const house = await open({ bar: scriptedConnector() })
    const id = await charged(house)
    await charged(house, '102', 1)
    await house.drained()
    const found: DeliveryRecord[] = await house.deliveries(`?charge=${id.toUpperCase()}`)
    const money = {
      charge: id,
      item: '10',
      quantity: 2,
      total: '9.00',
      currency: '',
      user: 'maid',
      posting: null,
    }
    expect(found).toMatchObject([{ room: '101', ...money }])
    const roomsOf = async (query: string) => (await house.deliveries(query)).map(({ room }) => room)
    expect(await roomsOf('?item=10&quantity=1')).toEqual(['102'])
    expect(await roomsOf('?total=9.00&user=maid')).toEqual(['101'])
    expect(await roomsOf('?item=11')).toEqual([])
    expect(await roomsOf('?user=boss')).toEqual([])
    const csv = await house.request('boss', 'GET', '/rest/delivery', undefined, { accept: 'text/csv' })
    const [head = '', first = ''] = csv.text.split('\r\n')
    expect(head).toMatch(
      /,note,lastAt,lastStatus,lastMs,lastText,lastTrigger,charge,item,quantity,total,currency,user,posting,purpose,summary,owner,tenant,notAgain$/,
    )
    expect(csv.text).not.toContain('{')
    expect(first).toMatch(new RegExp(`,${id},10,2,9.00,,maid,,charge,2 × Cola 9.00,,,$`))
  })

  it('is found by the number under which it was posted', async () => {
    const house = await openPropertyHotel()
    await charged(house)
    await charged(house, '102', 1)
    await house.settled()
    expect(await house.deliveries('?posting=2')).toMatchObject([{ room: '102', posting: 2 }])
    expect(await charges(house)).toMatchObject([
      { connectors: [{ name: 'pms', posting: 1 }] },
      { connectors: [{ name: 'pms', posting: 2 }] },
    ])
  })
})
