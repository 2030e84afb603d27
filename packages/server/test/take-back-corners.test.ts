import { afterEach, describe, expect, it } from 'vitest'
import type { SiteFile } from '@reveille/contract'
import { INTERRUPTED } from '../src/hotel/deliveries/delivery.ts'
import { minutes } from '../src/kernel/clock.ts'
import { type DeliveringHotel, openDeliveringHotel, siteWith } from './delivering-hotel.ts'
import { openPropertyHotel } from './property-hotel.ts'
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

function siteOf(connectors: Record<string, object>): SiteFile {
  const site = siteWith(Object.keys(connectors))
  const all = Object.entries(connectors).map(([name, more]) => ({
    type: 'webhook' as const,
    name,
    url: `http://10.0.0.5/${name}`,
    ...more,
  }))
  return { ...site, inventory: { ...site.inventory, connectors: all } }
}

async function open(connectors: Record<string, ScriptedConnector>, how: Record<string, object> = {}) {
  const all = Object.fromEntries(Object.keys(connectors).map((name) => [name, how[name] ?? {}]))
  hotel = await openDeliveringHotel(connectors, { site: siteOf(all) })
  return hotel
}

type House = Pick<DeliveringHotel, 'request'>

async function charged(house: House, quantity = 2) {
  const answer = await house.request('maid', 'POST', '/rest/isi/charge', {
    id: '10',
    quantity,
    room: '101',
  })
  return answer.headers['reveille-charge'] ?? ''
}
const takeBack = async (house: House, id: string) =>
  (await house.request('boss', 'POST', `/rest/isi/charge/${id}/void`, { reason: 'Wrong room' })).json
const correct = async (house: House, id: string, quantity: number) =>
  (await house.request('boss', 'POST', `/rest/isi/charge/${id}/correct`, { reason: 'Miscounted', quantity }))
    .json
const overTo = (house: DeliveringHotel, to: string) =>
  house.during(
    house.request('boss', 'POST', '/rest/config/connector/bar/clear', {
      reason: 'Gone',
      as: 'handover',
      to,
    }),
  )
const addPub = (house: House) =>
  house.request('boss', 'POST', '/rest/config/connector', {
    name: 'pub',
    type: 'webhook',
    url: 'http://10.0.0.5/pub',
    format: 'xml',
  })
const toldTo = ({ took: all }: ScriptedConnector) =>
  all.map(({ kind, payload }) => `${kind} ${String(payload['quantity'])}`)

/** A process before was killed while it sent this: the receiver may have it. */
const cutOff = ({ app }: DeliveringHotel, id: string) =>
  app.database.transaction(async ({ queues }) => {
    await queues.take([{ id, memo: null }])
    await queues.release([id], INTERRUPTED)
  })

describe('a charge that a process was sending when it was killed', () => {
  it('may be there, also after it was taken up once more and not sent: what takes it back is told', async () => {
    const bar = scriptedConnector()
    const house = await open({ bar })
    bar.ready = false
    await charged(house, 1)
    const second = await charged(house, 2)
    const [, delivery] = (await house.deliveries()).toSorted((a, b) => a.sequence - b.sequence)
    await cutOff(house, delivery?.id ?? '')
    // The one before it in its room fails, so it is not sent after all.
    bar.script = fails
    bar.linkUp()
    await house.until(async () => (await house.deliveries()).some(({ attempts }) => attempts > 0))
    expect(bar.seen.map(({ payload }) => payload['quantity'])).not.toContain(2)

    expect((await takeBack(house, second)).connectors).toEqual([{ name: 'bar', how: 'told' }])
    bar.script = took
    await house.drained()
    expect(toldTo(bar)).toEqual(['inventory.charged 1', 'inventory.charged 2', 'charge.voided -2'])
  })
})

describe('a correction that has not been sent yet', () => {
  it('goes out before the one that corrects it', async () => {
    const bar = scriptedConnector()
    const house = await open({ bar })
    const first = await charged(house)
    await house.drained()
    bar.ready = false
    const second = await correct(house, first, 1)
    const third = await correct(house, second.id, 3)
    bar.linkUp()
    await house.drained()

    expect(third.connectors).toEqual([{ name: 'bar', how: 'told' }])
    expect(toldTo(bar)).toEqual(['inventory.charged 2', 'charge.corrected 1', 'charge.corrected 3'])
  })

  it('goes out before what takes it back: the receiver is left with nothing', async () => {
    const bar = scriptedConnector()
    const house = await open({ bar })
    const first = await charged(house)
    await house.drained()
    bar.ready = false
    const second = await correct(house, first, 1)
    await takeBack(house, second.id)
    bar.linkUp()
    await house.drained()

    expect(toldTo(bar)).toEqual(['inventory.charged 2', 'charge.corrected 1', 'charge.voided -1'])
  })

  it('and is refused leaves the first charge there: the desk is told when it is taken back', async () => {
    const bar = scriptedConnector()
    const house = await open({ bar })
    const first = await charged(house)
    await house.drained()
    bar.script = refuses
    const second = await correct(house, first, 1)
    await house.until(async () => (await house.deliveries('?state=refused')).length === 1)

    expect((await takeBack(house, second.id)).connectors).toEqual([{ name: 'bar', how: 'desk' }])
    // What the correction was to take the place of, and nothing else: the refusal is over.
    expect(await house.alarms('open')).toMatchObject([
      { kind: 'charge.take-back', text: expect.stringContaining('Look whether bar has 2 x Cola (9.00)') },
    ])
  })

  it('and is refused after it was taken back leaves the first charge there: the desk is told then', async () => {
    const bar = scriptedConnector()
    const house = await open({ bar })
    const first = await charged(house)
    await house.drained()
    bar.ready = false
    const second = await correct(house, first, 1)
    await takeBack(house, second.id)
    bar.script = (one, signal) => (one.kind === 'charge.corrected' ? refuses : took)(one, signal)
    bar.linkUp()
    await house.drained()

    expect(await house.deliveries('?takenBack=true&state=dead')).toMatchObject([{ kind: 'charge.corrected' }])
    expect(await house.alarms('open')).toMatchObject([
      {
        kind: 'charge.take-back',
        text: 'Look whether bar has 2 x Cola (9.00) of room 101, and if so take it back there by hand: its correction was refused',
      },
    ])
  })
})

describe('what corrects a charge, or takes it back, and is dropped before it arrived', () => {
  const STANDS = 'Look whether bar has 2 x Cola (9.00) of room 101, and if so take it back there by hand'
  const one = async (house: DeliveringHotel, as = 'drop') => {
    const [waiting] = await house.deliveries('?state=waiting')
    const how = { as, reason: 'Paid in cash' }
    return house.during(house.request('boss', 'POST', `/rest/delivery/${waiting?.id}/settle`, how))
  }
  const all = (house: DeliveringHotel) => {
    const how = { as: 'drop', reason: 'Paid in cash' }
    return house.during(house.request('boss', 'POST', '/rest/config/connector/bar/clear', how))
  }
  const tasks = async (house: DeliveringHotel) =>
    (await house.alarms('open')).filter(({ kind }) => kind === 'charge.take-back').map(({ text }) => text)

  /** Charged, and from then on nothing is sent. */
  async function held(how: object = {}) {
    const bar = scriptedConnector()
    const house = await open({ bar }, { bar: how })
    const first = await charged(house)
    await house.drained()
    bar.ready = false
    return { house, bar, first }
  }

  it.each([
    ['by itself', one],
    ['with all that waits', all],
  ])('leaves the first charge there, also where it was taken back since: dropped %s', async (_, drop) => {
    const { house, first } = await held()
    const second = await correct(house, first, 1)
    await takeBack(house, second.id)
    expect((await drop(house)).status).toBe(200)
    expect(await tasks(house)).toEqual([`${STANDS}: its correction was dropped (boss: Paid in cash)`])
  })

  it('leaves the first charge there; once it is sent after all there is nothing to do by hand', async () => {
    const { house, bar, first } = await held()
    const second = await correct(house, first, 1)
    await one(house)
    expect(await tasks(house)).toEqual([
      `${STANDS}, and book 1 x Cola (4.50) instead: its correction was dropped (boss: Paid in cash)`,
    ])
    const [dropped] = await house.deliveries('?state=dead')
    await house.request('boss', 'POST', `/rest/delivery/${dropped?.id}/replay`, {})
    expect(await tasks(house)).toEqual([])

    await one(house)
    await takeBack(house, second.id)
    // Asked anew, and of one thing once.
    expect(await tasks(house)).toEqual([`${STANDS} (boss: Wrong room)`])
    expect(bar.took).toHaveLength(1)
  })

  it('leaves the first charge there where another takes over', async () => {
    const { house, first } = await held()
    await addPub(house)
    await correct(house, first, 1)
    await overTo(house, 'pub')
    expect(await tasks(house)).toEqual([`${STANDS}: its correction was left to pub (boss: Gone)`])
  })

  it.each([
    ['by itself', one],
    ['with all that waits', all],
  ])(
    'is to be done by hand where a charge is there that was to be taken back: dropped %s',
    async (_, drop) => {
      const { house, first } = await held({ format: 'xml', negative: true })
      await takeBack(house, first)
      await drop(house)
      expect(await tasks(house)).toEqual([
        'Take back by hand in bar: 2 x Cola (9.00) of room 101 (boss: Wrong room)',
      ])
    },
  )

  it('is looked for where nobody knows whether the charge itself was sent', async () => {
    const { house } = await held()
    const second = await charged(house, 3)
    const [waiting] = await house.deliveries('?state=waiting')
    await cutOff(house, waiting?.id ?? '')
    await takeBack(house, second)
    expect(await house.deliveries('?state=waiting')).toHaveLength(2)
    await all(house)
    // The process was stopped while it was sent.
    expect(await tasks(house)).toEqual([
      'Look whether bar has 3 x Cola (13.50) of room 101, and if so take it back there by hand (boss: Wrong room)',
    ])
  })
})

describe('what was refused or may be there, and is sent again', () => {
  const one = async (house: DeliveringHotel, force: Record<string, string>) => {
    const [left] = await house.deliveries('?state=refused,uncertain')
    return house.request('boss', 'POST', `/rest/delivery/${left?.id}/replay`, force)
  }
  const all = (house: DeliveringHotel, force: Record<string, string>) => {
    const since = { destination: 'bar', since: '202601010000', ...force }
    return house.request('boss', 'POST', '/rest/delivery/replay', since)
  }
  const alarms = async (house: DeliveringHotel) => (await house.alarms('open')).map(({ kind }) => kind)
  const ways = [
    ['by itself', one],
    ['with all others', all],
  ] as const

  it.each(ways)('is refused no longer: sent again %s', async (_, again) => {
    const bar = scriptedConnector({ script: refuses })
    const house = await open({ bar })
    await charged(house)
    await house.until(async () => (await house.deliveries('?state=refused')).length === 1)
    expect(await alarms(house)).toEqual(['delivery.refused'])
    bar.ready = false
    expect((await again(house, {})).status).toBe(200)
    expect(await alarms(house)).toEqual([])
  })

  it.each(ways)('is not to be looked for: sent again %s', async (_, again) => {
    const bar = scriptedConnector({ script: doubts })
    const house = await open({ bar })
    await charged(house)
    await house.until(async () => (await house.deliveries('?state=uncertain')).length === 1)
    expect(await alarms(house)).toEqual(['delivery.uncertain'])
    bar.ready = false
    expect((await again(house, { force: 'true', reason: 'It knows its ids' })).status).toBe(200)
    expect(await alarms(house)).toEqual([])
  })
})

describe('a charge that was taken back', () => {
  const everything = { destination: 'bar', since: '202601010000', force: 'true', reason: 'Lost its books' }

  it.each([
    ['is sent again together with what takes it back, to one that lost its books', true, [2, -2]],
    ['by hand is not sent again to one that lost its books', false, []],
  ])('%s', async (_, negative, quantities) => {
    const bar = scriptedConnector()
    const house = await open({ bar }, { bar: { format: 'xml', negative } })
    const first = await charged(house)
    await house.drained()
    await takeBack(house, first)
    await house.drained()
    const before = bar.took.length
    await house.during(house.request('boss', 'POST', '/rest/delivery/replay', everything))
    await house.drained()

    expect(bar.took.slice(before).map(({ payload }) => payload['quantity'])).toEqual(quantities)
  })

  it('after it arrived, and was sent again and refused, is taken back all the same', async () => {
    const bar = scriptedConnector()
    const house = await open({ bar })
    const first = await charged(house)
    await house.drained()
    bar.script = refuses
    const [one] = await house.deliveries()
    await house.request('boss', 'POST', `/rest/delivery/${one?.id}/replay`, { force: 'true', reason: 'Lost' })
    await house.until(async () => (await house.deliveries('?state=refused')).length === 1)
    bar.script = took

    expect((await takeBack(house, first)).connectors).toEqual([{ name: 'bar', how: 'told' }])
    await house.drained()
    expect(toldTo(bar)).toEqual(['inventory.charged 2', 'charge.voided -2'])
  })

  it('is not handed over as a charge', async () => {
    const pms = scriptedConnector({ atOnce: 1, script: doubts, memoFor: () => ({ number: 1 }) })
    const pub = scriptedConnector()
    const site = siteWith(['bar'], { onUncertain: 'hold' })
    hotel = await openDeliveringHotel({ bar: pms, pub }, { site })
    const id = await charged(hotel)
    await hotel.until(async () => (await hotel?.deliveries('?state=uncertain'))?.length === 1)
    await takeBack(hotel, id)
    await addPub(hotel)
    await overTo(hotel, 'pub')
    await hotel.drained()
    expect(toldTo(pub)).toEqual([])
  })

  it('is told as what it is when the property system will not have it', async () => {
    const house = await openPropertyHotel({ connector: { mode: 'direct', negative: true, guests: true } })
    await house.until(async () => (await house.log('guest.checked-in')).length === 2)
    const id = await charged(house)
    await house.settled()
    house.pms.behave({ posting: 'silence' })
    await takeBack(house, id)
    await house.until(async () => (await house.deliveries('?state=uncertain')).length === 1)
    const [alarm] = await house.alarms()
    expect(alarm?.text).not.toMatch(/^A charge of room 101 may or may not have reached/)
  })
})

describe('a connector that was deleted, and another of its name and not of its kind', () => {
  const WEBHOOK = { type: 'webhook', url: 'http://10.0.0.5/bar' }
  const FIAS = { type: 'fias', host: '10.0.0.5', port: 5010, mode: 'direct', negative: 'true' }

  async function other(house: DeliveringHotel, how: Record<string, string | number>) {
    await house.drained()
    expect((await house.request('boss', 'DELETE', '/rest/config/connector/bar')).status).toBe(200)
    const added = await house.request('boss', 'POST', '/rest/config/connector', { name: 'bar', ...how })
    expect(added.status).toBe(201)
  }

  /** A webhook, then a property system; or the other way round. */
  async function replaced(first: 'webhook' | 'fias') {
    let number = 0
    const bar = scriptedConnector({
      atOnce: 1,
      ...(first === 'fias' ? { memoFor: () => ({ number: ++number }) } : {}),
    })
    hotel = await openDeliveringHotel(
      { bar },
      { site: first === 'fias' ? siteWith(['bar'], { onUncertain: 'hold' }) : siteOf({ bar: {} }) },
    )
    const id = await charged(hotel)
    await other(hotel, first === 'fias' ? WEBHOOK : FIAS)
    return { house: hotel, bar, id }
  }

  it.each(['webhook', 'fias'] as const)(
    'never had the charges of the first, a %s: nothing is given back there',
    async (first) => {
      const { house, bar, id } = await replaced(first)
      expect((await takeBack(house, id)).connectors).toEqual([{ name: 'bar', how: 'desk' }])
      await house.drained()

      expect(toldTo(bar)).toEqual(['inventory.charged 2'])
      expect((await house.alarms('open')).map(({ kind }) => kind)).toEqual(['charge.take-back'])
    },
  )

  it.each([
    ['fias', 'is told of it as of any charge', ['inventory.charged 2', 'inventory.charged 3']],
    ['webhook', 'is not, where nobody can tell whose room it is: the desk books it', ['inventory.charged 2']],
  ] as const)('of what stands in place of a charge of the first, a %s, %s', async (first, _, told) => {
    const { house, bar, id } = await replaced(first)
    expect((await correct(house, id, 3)).connectors).toEqual([{ name: 'bar', how: 'desk' }])
    await house.drained()

    expect(toldTo(bar)).toEqual(told)
    expect((await house.alarms('open')).map(({ kind }) => kind)).toEqual(['charge.take-back'])
  })

  it('takes over what the first had: it never had that itself', async () => {
    const [bar, pub] = [scriptedConnector(), scriptedConnector({ script: fails })]
    const house = await open({ bar, pub })
    await charged(house)
    await house.until(() => bar.took.length === 1)
    await house.until(async () => ((await house.deliveries('?destination=pub'))[0]?.attempts ?? 0) > 0)
    await house.during(house.request('boss', 'DELETE', '/rest/config/connector/bar'))
    await house.request('boss', 'POST', '/rest/config/connector', { name: 'bar', ...FIAS })
    const handover = { reason: 'Gone', as: 'handover', to: 'bar' }
    const clear = house.request('boss', 'POST', '/rest/config/connector/pub/clear', handover)
    expect((await house.during(clear)).json).toMatchObject({ cleared: 1, known: 0 })
  })
})

describe('a correction that waits', () => {
  it('is a charge like another to the one that takes over', async () => {
    const [bar, pub] = [scriptedConnector({ script: fails }), scriptedConnector()]
    hotel = await openDeliveringHotel({ bar, pub }, { site: siteOf({ bar: {} }) })
    const house = hotel
    const first = await charged(house)
    await house.until(async () => ((await house.deliveries())[0]?.attempts ?? 0) >= 2)
    await correct(house, first, 1)
    await addPub(house)
    await overTo(house, 'pub')
    await house.drained()

    expect(toldTo(pub)).toEqual(['inventory.charged 1'])
  })

  it('is known to the one that takes over, if it was told of it in its own words', async () => {
    const [bar, pub] = [scriptedConnector({ script: fails }), scriptedConnector()]
    const house = await open({ bar, pub }, { pub: { format: 'xml' } })
    const id = await charged(house)
    await house.until(
      async () =>
        ((await house.deliveries('?destination=bar&state=waiting'))[0]?.attempts ?? 0) > 1 &&
        pub.took.length === 1,
    )
    await correct(house, id, 1)
    await overTo(house, 'pub')
    await house.drained()
    expect(toldTo(pub)).toEqual(['inventory.charged 2', 'inventory.charged 1'])
  })

  it('is not sent as a second charge when the format has no word for it: the desk is told', async () => {
    const bar = scriptedConnector()
    const house = await open({ bar })
    const first = await charged(house)
    await house.drained()
    bar.ready = false
    await correct(house, first, 1)
    await house.request('boss', 'PUT', '/rest/config/connector/bar', { format: 'xml' })
    bar.linkUp()
    await house.until(async () => (await house.deliveries('?state=refused')).length === 1)

    expect(toldTo(bar)).toEqual(['inventory.charged 2'])
    expect((await house.alarms('open')).map(({ text }) => text).join()).toContain('no word for a correction')
  })
})

describe('a charge', () => {
  it('does not wait behind an event that its receiver will not take', async () => {
    const bar = scriptedConnector({
      script: (one, n) => (one.kind.startsWith('alarm') ? fails(one, n) : took(one, n)),
    })
    const pool = scriptedConnector({ script: refuses })
    const house = await open({ bar, pool }, { bar: { events: ['alarm.raised'] } })
    await charged(house, 1)
    await house.until(async () =>
      (await house.deliveries('?destination=bar')).some(({ kind }) => kind === 'alarm.raised'),
    )
    await house.pass(minutes(1))
    await charged(house, 3)
    await house.pass(1_000)
    expect(toldTo(bar)).toEqual(['inventory.charged 1', 'inventory.charged 3'])
  })
})
