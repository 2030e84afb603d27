import { X509Certificate } from 'node:crypto'
import { authority } from '@reveille/sip/testing'
import { describe, expect, it } from 'vitest'
import { has } from '../../../../../peers/programs.ts'
import type { Delivery } from '../../hotel/deliveries/delivery.ts'
import type { DestinationConfig } from '../../hotel/deliveries/destination.ts'
import type { QueueView } from '../../hotel/deliveries/queue.ts'
import { toInstant } from '../../hotel/time/local-time.ts'
import { WELL } from '../../hotel/deliveries/retry.ts'
import { manualClock } from '../../../testing/manual-clock.ts'
import { delivery, destination } from '../../../testing/records.ts'
import { days, hours, instantIn, seconds } from '../../kernel/clock.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import { morningLooks } from './morning-looks.ts'

const THREE = toInstant('2026-11-15T03:00:00', 'Europe/Zurich')
const SEVEN = THREE + hours(4)
type Parts = Parameters<typeof morningLooks>[0]

const line = (name: string, problem: string | null = null) => ({ name, problem })
const linesOf =
  (...lines: ReturnType<typeof line>[]) =>
  () =>
    Promise.resolve(lines)

const queue = (name: string, of: Partial<QueueView>): QueueView => ({
  ...WELL,
  purpose: 'charge',
  name,
  tenant: '',
  state: 'flowing',
  link: null,
  underWay: 0,
  disabledAt: null,
  disabledWhy: '',
  ...of,
})

/** A house in which all is well, but for what is said. */
function looksOf(
  of: Partial<Parts> & {
    minutes?: [number, number][]
    lengths?: number[]
    destinations?: DestinationConfig[]
    undecided?: Delivery[]
  } = {},
) {
  const { minutes = [], lengths = [], destinations = [], undecided = [], ...parts } = of
  const list = (purpose: string) =>
    Promise.resolve(
      purpose === 'charge' ? destinations.map((config, at) => destination({ name: `to ${at}`, config })) : [],
    )
  const countByMinute = (from: number, before: number) =>
    Promise.resolve(
      minutes
        .filter(([minute]) => minute >= from && minute < before)
        .map(([minute, calls]) => ({ tenant: '', minute, calls })),
    )
  const latestLengths = () => Promise.resolve(lengths.map((ms) => ({ ms, kind: 'answered' as const })))
  const deliveries = { undecided: () => Promise.resolve(undecided), doubled: () => Promise.resolve([]) }
  const read = { wakeups: { countByMinute }, attempts: { latestLengths }, destinations: { list }, deliveries }
  const looks = morningLooks({
    database: { read } as unknown as HotelDatabase,
    clock: manualClock(THREE),
    cannotWrite: () => null,
    lines: linesOf(line('voice1')),
    capacity: () => ({ lines: 10, perSecond: 20 }),
    disk: () => Promise.resolve({ size: 100, free: 50 }),
    clockInStep: () => Promise.resolve(true),
    languages: () => Promise.resolve({ spoken: ['en', 'de'], troubles: [] }),
    reach: () => Promise.resolve(null),
    queues: () => Promise.resolve([]),
    zone: () => 'Europe/Zurich',
    ...parts,
  })
  return (name: string) => looks.find((one) => one.name === name)?.look()
}

describe('before the morning', () => {
  it('all is well in a house where nothing is wrong', async () => {
    const look = looksOf()
    for (const name of [
      'lines',
      'database',
      'calls',
      'clock',
      'disk',
      'connectors',
      'certificates',
      'charges',
    ])
      expect([name, await look(name)]).toMatchObject([name, { ok: true }])
  })

  it.each([
    ['there is none', { lines: linesOf() }, 'No telephone line is configured: no room can be rung'],
    [
      'one is not registered',
      { lines: linesOf(line('a'), line('b', '403 Forbidden')) },
      'line b: 403 Forbidden',
    ],
  ])('the lines are wrong when %s', async (_, parts, text) => {
    expect(await looksOf(parts)('lines')).toMatchObject({ ok: false, text })
  })

  it('every minute is told whose calls cannot ring in time, also for what comes before it', async () => {
    const minutes: [number, number][] = [
      [SEVEN, 25],
      [SEVEN + seconds(60), 1],
      [SEVEN + seconds(120), 3],
      [SEVEN + hours(1), 11],
    ]
    expect(await looksOf({ minutes })('calls')).toMatchObject({
      ok: false,
      text: [
        '25 calls at 07:00 over 10 lines: the last is expected at 07:01',
        '1 call at 07:01 over 10 lines: the last is expected at 07:01',
        '11 calls at 08:00 over 10 lines: the last is expected at 08:00',
      ].join(', '),
    })
  })

  it('is told by how long calls take in this house, once that is known', async () => {
    const minutes: [number, number][] = [[SEVEN, 100]]
    const text = (last: string) => `100 calls at 07:00 over 10 lines: the last is expected at ${last}`
    expect(await looksOf({ minutes })('calls')).toMatchObject({ text: text('07:06') })
    const lengths = Array.from({ length: 50 }, () => seconds(14))
    expect(await looksOf({ minutes, lengths })('calls')).toMatchObject({ text: text('07:02') })
  })

  it('calls are wrong that should have been made by now, and wait', async () => {
    const minutes: [number, number][] = [
      [THREE - hours(1), 3],
      [SEVEN, 1],
    ]
    expect(await looksOf({ minutes })('calls')).toMatchObject({
      ok: false,
      text: 'Calls that are overdue and wait: 3',
    })
  })

  it('a call that rings just now is not late', async () => {
    const minutes: [number, number][] = [[THREE - seconds(60), 1]]
    expect(await looksOf({ minutes })('calls')).toMatchObject({
      ok: true,
      text: expect.stringMatching(/^1 call is due/),
    })
  })

  it('calls that find a line each are well, and those of another day do not matter', async () => {
    const minutes: [number, number][] = [
      [SEVEN, 10],
      [SEVEN + hours(24), 99],
    ]
    expect(await looksOf({ minutes })('calls')).toMatchObject({
      ok: true,
      text: '10 calls are due, and can all ring in time',
    })
  })

  it.each([
    [true, true],
    [false, false],
    // Where nobody can tell, nobody is alarmed.
    [null, true],
  ])('a clock that is kept in step (%s) is well (%s)', async (inStep, ok) => {
    expect(await looksOf({ clockInStep: () => Promise.resolve(inStep) })('clock')).toMatchObject({ ok })
  })

  it.skipIf(!has('openssl'))(
    'a certificate of a destination that has expired is wrong, and one that will within the month',
    async () => {
      const url = 'https://bar.hotel/'
      const ca = String(authority('the house').cert)
      const at = (now: number) =>
        looksOf({ destinations: [{ type: 'webhook', url, ca }], clock: manualClock(now) })
      const end = instantIn(new X509Certificate(ca).validTo)
      expect(await at(end - days(31))('certificates')).toMatchObject({ ok: true })
      expect(await at(end - days(29))('certificates')).toMatchObject({
        ok: false,
        text: expect.stringMatching(/^to 0: ca expires on /),
      })
      expect(await at(end)('certificates')).toMatchObject({
        ok: false,
        text: expect.stringMatching(/^to 0: ca has expired on /),
      })
    },
  )

  it('a disk is wrong when less than a twentieth is free', async () => {
    const disk = (free: number) => looksOf({ disk: () => Promise.resolve({ size: 100, free }) })('disk')
    expect(await disk(5)).toMatchObject({ ok: true, text: '5% of the disk are free' })
    expect(await disk(4)).toMatchObject({ ok: false, text: '4% of the disk are free' })
  })

  it('every connector over http that is in use is tried at its port', async () => {
    const tried: string[] = []
    const look = looksOf({
      reach: (host, port) => {
        tried.push(`${host} ${port}`)
        return Promise.resolve(port === 8080 ? 'ECONNREFUSED' : null)
      },
      destinations: [
        { url: 'http://10.0.0.5/charges' },
        { url: 'https://10.0.0.5' },
        { url: 'http://[2001:db8::1]:8080/' },
        { url: 'http://10.0.0.9/', disabled: true },
      ],
    })
    expect(await look('connectors')).toMatchObject({ ok: false, text: 'to 2: ECONNREFUSED' })
    expect(tried).toEqual(['10.0.0.5 80', '10.0.0.5 443', '2001:db8::1 8080'])
  })

  it('a property system is asked for its link, and never tried: it would drop the link for that', async () => {
    const standing = { isUp: true, isGivenUp: false, since: THREE, why: 'The property system is there' }
    const pms = { type: 'fias', host: '10.0.0.6', port: 5010 } as const
    const look = looksOf({
      reach: (host, port) => Promise.reject(new Error(`${host} ${port} was tried`)),
      destinations: [pms, pms, pms],
      queues: () =>
        Promise.resolve([
          queue('to 0', { link: { ...standing, isUp: false, why: 'ECONNREFUSED' } }),
          queue('to 1', { link: standing }),
        ]),
    })
    expect(await look('connectors')).toMatchObject({
      ok: false,
      text: 'to 0: its link is down (ECONNREFUSED), to 2: its link is down',
    })
  })

  it('charges are named by room and amount that nobody has decided about', async () => {
    const item = { id: '10', description: 'Cola', category: { id: '1', description: 'Drinks' } }
    const charge = (room: string, total: string, currency?: string) => {
      const sold = { charge: 'c', item, quantity: 1, price: total, total, user: 'maid' }
      return delivery({ room, payload: { ...sold, ...(currency === undefined ? {} : { currency }) } })
    }
    const told = async (...undecided: Delivery[]) => (await looksOf({ undecided })('charges'))?.text

    expect(await told(charge('101', '9.00'), charge('102', '4.50'), charge('101', '3'))).toBe(
      'nobody can tell whether 3 charges reached pms: room 101 12.00, room 102 4.50',
    )
    const [francs, euros] = [charge('101', '9.00', 'CHF'), charge('101', '3.00', 'EUR')]
    expect(await told(francs, euros, francs)).toBe(
      'nobody can tell whether 3 charges reached pms: room 101 18.00 CHF and 3.00 EUR',
    )
  })

  it('a connector is wrong that can be reached and takes nothing, or that was given up', async () => {
    const look = looksOf({
      destinations: [{ url: 'http://10.0.0.5/' }, { url: 'http://10.0.0.6/' }],
      queues: () =>
        Promise.resolve([
          queue('to 0', { failures: 9, failingSince: THREE - hours(1) }),
          queue('to 1', {}),
          queue('to 2', { state: 'disabled', disabledAt: THREE, disabledWhy: 'nothing but failures' }),
          queue('to 3', { state: 'disabled' }),
        ]),
    })

    expect(await look('connectors')).toMatchObject({
      ok: false,
      text: 'to 0: nothing gets through since 02:00, to 2: disabled (nothing but failures)',
    })
  })
})
