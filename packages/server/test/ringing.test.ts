import { describe, expect, test } from 'vitest'
import { EAST } from './hotel.ts'
import { openNight, secondsAfterEight } from './night.ts'
import { LISTENS } from './test-exchange.ts'

const NO_ANSWER = { does: 'ring' } as const

describe('a guest who asked for a call', () => {
  test('is rung at the second, hears the announcement and is counted as woken', async () => {
    const { hotel, exchange } = await openNight()
    const id = await hotel.ask('101', '2001')
    expect(await hotel.settled(id)).toMatchObject({ attempts: 1, snoozes: 0, status: 2, result: 1 })
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([60])
    const kinds = (await hotel.log('wakeup')).map(({ kind }) => kind.slice('wakeup.'.length))
    const onTheWay = ['dialled', 'progress', 'progress', 'answered', 'ended', 'settled']
    expect(kinds).toEqual(['created', 'claimed', ...onTheWay])
    expect(await hotel.alarms()).toEqual([])
    expect(exchange.phones.calls.size).toBe(0)
  })

  test('shows as ringing meanwhile, and stays in the list of pending calls', async () => {
    const { hotel, exchange } = await openNight()
    const id = await hotel.ask('101', '2001')
    await hotel.until(() => exchange.phones.up === 1)
    expect(await hotel.call(id)).toMatchObject({ status: 1, result: -1, attempts: 1 })
    const { pending } = (await hotel.request('desk', 'GET', '/rest/wakeup/list/pending')).json
    expect(pending).toMatchObject([{ id }])
  })

  test.each([
    ['is busy', { does: 'busy' } as const, 3],
    ['is not answered', NO_ANSWER, 2],
    ['is put down', { does: 'reject', ringMs: 1_000 } as const, 6],
    ['does not exist', { does: 404 } as const, 6],
    ['is not plugged in', { does: 480 } as const, 6],
    ['was unplugged while it rang', { does: 480, ringMs: 2_000 } as const, 2],
  ])('whose phone %s is rung three times, five minutes apart', async (_, script, result) => {
    const { hotel, exchange } = await openNight()
    exchange.does('101', script)
    const id = await hotel.ask('101', '2001')
    expect(await hotel.settled(id)).toMatchObject({ attempts: 3, status: 2, result })
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([60, 360, 660])
    expect(await hotel.alarms()).toMatchObject([{ kind: 'wakeup.failed', room: '101', wakeup: id }])
  })

  test('is rung no more once reached, and what counts is how it ended', async () => {
    const { hotel, exchange } = await openNight()
    exchange.does('101', { does: 'busy' }, NO_ANSWER, LISTENS)
    const id = await hotel.ask('101', '2001')
    expect(await hotel.settled(id)).toMatchObject({ attempts: 3, result: 1 })
    const ends = (await hotel.log('wakeup.ended')).map(({ detail }) => detail['kind'])
    expect(ends).toEqual(['busy', 'no-answer', 'answered'])
    expect(await hotel.alarms()).toEqual([])
  })

  test('is rung as often and as far apart as the hotel says', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { attempts: 2, retryDelay: '90s' } })
    exchange.does('101', NO_ANSWER)
    const id = await hotel.ask('101', '2001')
    expect(await hotel.settled(id)).toMatchObject({ attempts: 2, result: 2 })
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([60, 150])
  })

  test.each([
    ['24 seconds', undefined, 24],
    ['as long as the hotel says', '40s', 40],
  ])('hears the phone ring for %s', async (_, ringTime, rings) => {
    const { hotel, exchange } = await openNight({
      wakeup: { attempts: 1, ...(ringTime ? { ringTime } : {}) },
    })
    exchange.does('101', NO_ANSWER)
    await hotel.settled(await hotel.ask('101', '2001'))
    const [end] = exchange.seen.filter(({ what }) => what === 'ends')
    expect(end?.event).toMatchObject({ end: { why: 'cancelled' } })
    expect(secondsAfterEight(end?.at ?? 0)).toBe(60 + rings)
  })

  test.each([
    ['at the first word', 600, false],
    ['after two and a half seconds of it', 3_000, false],
    ['after three seconds of it', 3_600, true],
  ])(
    'who puts the phone down %s is rung again, unless the announcement was heard',
    async (_, hangsUpAfterMs, woken) => {
      const { hotel, exchange } = await openNight()
      exchange.does('101', { does: 'answer', ringMs: 1_000, hangsUpAfterMs }, LISTENS)
      const id = await hotel.ask('101', '2001')
      expect(await hotel.settled(id)).toMatchObject({ attempts: woken ? 1 : 2, result: 1 })
      expect(exchange.rings('101')).toHaveLength(woken ? 1 : 2)
    },
  )

  test('who never puts the phone down hears it three times; then the line is free again', async () => {
    const { hotel, exchange } = await openNight({ lines: [1] })
    exchange.does('101', { does: 'answer' })
    const first = await hotel.ask('101', '2001')
    await hotel.pass(1_000)
    const second = await hotel.ask('102', '2001')
    expect(await hotel.settled(first)).toMatchObject({ result: 1 })
    const [end] = exchange.seen.filter(({ number, what }) => number === '101' && what === 'ends')
    // Half a second to the ear, three times six seconds, and two pauses.
    expect(secondsAfterEight(end?.at ?? 0)).toBeCloseTo(60 + 21.5, 0)
    expect(await hotel.settled(second)).toMatchObject({ result: 1 })
  })

  test('of a tenant is rung by the rules of the tenant', async () => {
    const tenants = [{ id: EAST, name: 'East wing', wakeup: { attempts: 1 } }]
    const mailboxes = [{ number: '101' }, { number: '301', tenant: EAST }]
    const { hotel, exchange } = await openNight({ site: { tenants, mailboxes } })
    for (const room of ['101', '301']) exchange.does(room, NO_ANSWER)
    const [here, there] = [await hotel.ask('101', '2001'), await hotel.ask('301', '2001')]
    expect(await hotel.settled(here)).toMatchObject({ attempts: 3 })
    expect(await hotel.call(there)).toMatchObject({ attempts: 1, result: 2 })
  })

  test('whose room has another extension is rung there', async () => {
    const { hotel, exchange } = await openNight()
    await hotel.settled(await hotel.ask('0201', '2001'))
    expect(exchange.order()).toEqual(['201'])
  })
})
