import { expect, test } from 'vitest'
import { WEEKDAYS } from '../../hotel/time/local-time.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { OUTCOMES } from '../../hotel/wakeups/wakeup-outcome.ts'
import type { WakeupFilter } from '../stores/wakeup-store.ts'
import { combinations, passes, within } from './combinations.ts'
import { NOON, prompt, wakeup } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { testShelf } from './shelf.ts'
import { testClaims } from './wakeup-claims.ts'
import { testCompanions } from './wakeup-companions.ts'
import { testDials } from './wakeup-dials.ts'
import { NO_MISTAKES, walkWhileItChanges } from './walk.ts'
import {
  byBytes,
  EMPTY_TEXT,
  IN_BYTE_ORDER,
  LARGEST,
  SHUFFLED,
  SMALLEST,
  WORLD_TEXT,
  ZEROS,
} from './words.ts'

const EVERYTHING = { scope: null, limit: 1_000 }

export function testWakeups(hotel: Hotel) {
  testShelf(hotel, {
    noun: 'a wakeup call',
    variants: [
      FULL,
      BARE,
      ...OUTCOMES.map((outcome) => wakeup({ tenant: 't1', outcome, machineOutcome: 'complete' })),
    ],
    neighbours: [wakeup({ id: 'W' }), wakeup({ id: 'w ' })],
    get: ({ wakeups }, { id }) => wakeups.get(id),
    insert: ({ wakeups }, value) => wakeups.insert(value),
    update: ({ wakeups }, value) => wakeups.update(value),
    remove: ({ wakeups }, value) => wakeups.remove(value),
  })
  testPages(hotel)
  testRoom(hotel)
  testTwin(hotel)
  testSeries(hotel)
  testCounts(hotel)
  testClaims(hotel)
  testDials(hotel)
  testCompanions(hotel)

  test('calls are read page by page while they come and go: none twice, none missed', async () => {
    const mistakes = await walkWhileItChanges<Wakeup>(hotel, {
      insert: (stores, scheduledAt, id) => stores.wakeups.insert(wakeup({ scheduledAt, id })),
      remove: (stores, id) => stores.wakeups.remove({ tenant: '', id }),
      page: (stores, after, limit) => stores.wakeups.page({ scope: '', list: 'pending', after, limit }),
      place: ({ scheduledAt, id }) => ({ at: scheduledAt, name: id }),
    })

    expect(mistakes).toEqual(NO_MISTAKES)
  })
}

const FULL: Wakeup = {
  id: 'w',
  tenant: 't1',
  room: ZEROS,
  list: 'failed',
  state: 'done',
  outcome: 'diverted',
  machineOutcome: 'no-answer',
  proof: 'hung-up',
  scheduledAt: LARGEST,
  wall: '2026-11-15T07:00:00',
  zone: 'America/Argentina/Buenos_Aires',
  days: WEEKDAYS,
  until: '20271231',
  skipped: ['20270101', '20270105'],
  series: 's',
  confirm: true,
  prompt: 1_000_000,
  attempts: 3,
  snoozes: 2,
  askedBy: WORLD_TEXT,
  actor: WORLD_TEXT,
  source: 'phone',
  createdAt: SMALLEST,
  settledAt: LARGEST,
  dueAt: LARGEST,
  nextAt: LARGEST,
  dials: 20,
  tries: 20,
  lineTroubles: 9,
  dialledAt: LARGEST,
  lastOutcome: 'busy',
  occurrence: 'o',
  follows: 'f',
}

const BARE: Wakeup = {
  id: 'w',
  tenant: 't1',
  room: '70',
  list: 'pending',
  state: 'calling',
  outcome: null,
  machineOutcome: null,
  proof: null,
  scheduledAt: 0,
  wall: null,
  zone: EMPTY_TEXT,
  days: [],
  until: null,
  skipped: [],
  series: null,
  confirm: false,
  prompt: 0,
  attempts: 0,
  snoozes: 0,
  askedBy: EMPTY_TEXT,
  actor: EMPTY_TEXT,
  source: 'site',
  createdAt: 0,
  settledAt: null,
  dueAt: 0,
  nextAt: 0,
  dials: 0,
  tries: 0,
  lineTroubles: 0,
  dialledAt: null,
  lastOutcome: null,
  occurrence: null,
  follows: null,
}

const insert = (hotel: Hotel, all: readonly Partial<Wakeup>[]) =>
  hotel.write(async (stores) => {
    for (const one of all) await stores.wakeups.insert(wakeup(one))
  })

const idsOf = (found: readonly Wakeup[]) => found.map(({ id }) => id)

function testPages(hotel: Hotel) {
  test('calls are listed by time, and by id within an instant', async () => {
    const others = [
      { id: '~', scheduledAt: 1 },
      { id: '!', scheduledAt: LARGEST },
    ]
    await insert(hotel, [...SHUFFLED.map((id) => ({ id })), ...others])

    expect(idsOf(await hotel.read.wakeups.page(EVERYTHING))).toEqual(['~', ...IN_BYTE_ORDER, '!'])
    expect(idsOf(await hotel.read.wakeups.page({ scope: null, limit: 2 }))).toEqual(['~', IN_BYTE_ORDER[0]])
  })

  test('every filter of the calls, alone and with any of the others, shows what it says', async () => {
    const all = combinations<Pick<Wakeup, 'tenant' | 'list' | 'room' | 'scheduledAt'>>({
      tenant: ['', 't1'],
      list: ['pending', 'answered', 'failed'],
      room: ['101', '0101'],
      scheduledAt: [3, 1, 2],
    }).map((one, n) => wakeup({ ...one, id: `${IN_BYTE_ORDER[n % IN_BYTE_ORDER.length]}${n}` }))
    await insert(hotel, all)
    const sorted = all.toSorted((a, b) => a.scheduledAt - b.scheduledAt || byBytes(a.id, b.id))
    const filters = combinations<WakeupFilter>({
      scope: [null, '', 't1', 'T1'],
      list: [undefined, 'pending', 'failed'],
      room: [undefined, '101'],
      from: [undefined, 2],
      before: [undefined, 3],
      after: [undefined, sorted[17]],
      limit: [1_000],
    })

    for (const filter of filters)
      expect(await hotel.read.wakeups.page(filter)).toEqual(sorted.filter((one) => matches(one, filter)))
  })
}

const matches = (one: Wakeup, filter: WakeupFilter) =>
  passes(one.tenant, filter.scope ?? undefined) &&
  passes(one.list, filter.list) &&
  passes(one.room, filter.room) &&
  within(one.scheduledAt, filter) &&
  isAfter(one, filter.after)

const isAfter = (one: Wakeup, after: WakeupFilter['after']) =>
  !after ||
  one.scheduledAt > after.scheduledAt ||
  (one.scheduledAt === after.scheduledAt && byBytes(one.id, after.id) > 0)

function testRoom(hotel: Hotel) {
  test('the pending calls of a room are its own, by time, and by id within an instant', async () => {
    await insert(hotel, [
      { id: 'é' },
      { id: 'b' },
      { id: 'C', state: 'calling' },
      { id: 'early', scheduledAt: NOON - 1 },
      { id: 'answered', list: 'answered', state: 'done' },
      { id: 'next door', room: '0101' },
      { id: 'of a tenant', tenant: 't1' },
    ])

    expect(idsOf(await hotel.read.wakeups.pendingOfRoom('', '101'))).toEqual(['early', 'C', 'b', 'é'])
    expect(idsOf(await hotel.read.wakeups.pendingOfRoom('t1', '101'))).toEqual(['of a tenant'])
    expect(await hotel.read.wakeups.pendingOfRoom('t1', '0101')).toEqual([])
    expect(idsOf(await hotel.read.wakeups.pendingOfRooms('', ['0101', '101', '999']))).toEqual([
      'early',
      'C',
      'b',
      'next door',
      'é',
    ])
    expect(await hotel.read.wakeups.pendingOfRooms('', [])).toEqual([])
  })

  test('calls are found by their ids, and series by that of their present day', async () => {
    await insert(hotel, [
      { id: 'once' },
      { id: 'series', days: WEEKDAYS, occurrence: 'day', tenant: 't1' },
      { id: 'over', list: 'failed', state: 'done' },
      { id: 'another' },
    ])
    const { wakeups } = hotel.read

    expect(idsOf(await wakeups.named(['once', 'day', 'over', 'nobody'])).toSorted()).toEqual([
      'once',
      'over',
      'series',
    ])
    expect(idsOf(await wakeups.named(['day', 'series']))).toEqual(['series'])
    expect(await wakeups.named([])).toEqual([])
  })
}

function testTwin(hotel: Hotel) {
  const there = wakeup({ id: 'there', days: ['mon', 'fri'] })
  const asked = { ...there, id: 'asked' }

  test('a call for the same room, moment and repeat finds its twin, whatever else it says', async () => {
    await insert(hotel, [there])
    const otherwise = {
      ...asked,
      prompt: 7,
      confirm: true,
      actor: 'maid',
      wall: null,
      state: 'calling',
    } as const

    expect(await hotel.read.wakeups.twin(asked)).toEqual(there)
    expect(await hotel.read.wakeups.twin(otherwise)).toEqual(there)
  })

  test.each<Partial<Wakeup>>([
    { tenant: 't1' },
    { room: '0101' },
    { scheduledAt: NOON + 1 },
    { days: [] },
    { days: ['mon'] },
  ])('a call that differs in %j is no twin', async (difference) => {
    await insert(hotel, [there])

    expect(await hotel.read.wakeups.twin({ ...asked, ...difference })).toBeUndefined()
  })

  test('a call that is over is nobody’s twin; one that rings is', async () => {
    await insert(hotel, [
      { id: 'answered', list: 'answered', state: 'done' },
      { id: 'failed', list: 'failed', state: 'done' },
    ])
    expect(await hotel.read.wakeups.twin(wakeup())).toBeUndefined()

    await insert(hotel, [{ id: 'ringing', state: 'calling' }])
    expect(await hotel.read.wakeups.twin(wakeup())).toMatchObject({ id: 'ringing' })
  })
}

function testSeries(hotel: Hotel) {
  test('the latest occurrence of a series is found from an instant on', async () => {
    const occurrence = (scheduledAt: number, series = 's') =>
      wakeup({ id: `${series} ${scheduledAt}`, scheduledAt, series, list: 'answered', state: 'done' })
    const head = wakeup({ id: 's', scheduledAt: 50, days: WEEKDAYS })
    await insert(hotel, [occurrence(20), occurrence(30), occurrence(10), occurrence(40, 'S'), head])
    const latest = async (series: string, from: number) =>
      (await hotel.read.wakeups.latestOccurrence(series, from))?.id

    expect(await latest('s', SMALLEST)).toBe('s 30')
    expect(await latest('s', 30)).toBe('s 30')
    expect(await latest('s', 31)).toBeUndefined()
    expect(await latest('S', 0)).toBe('S 40')
    expect(await latest('none', 0)).toBeUndefined()
    const all = await hotel.read.wakeups.ofSeries('s')
    expect(all.map(({ id }) => id)).toEqual(['s 10', 's 20', 's 30'])
    expect(await hotel.read.wakeups.ofSeries('none')).toEqual([])
  })
}

function testCounts(hotel: Hotel) {
  test('pending calls are counted, and those whose time has passed', async () => {
    expect(await hotel.read.wakeups.countPending(NOON)).toEqual({ pending: 0, overdue: 0 })
    await insert(hotel, [
      { id: 'due', scheduledAt: NOON },
      { id: 'overdue', scheduledAt: NOON - 1, tenant: 't1' },
      { id: 'ringing', scheduledAt: NOON - 1, state: 'calling' },
      { id: 'answered', scheduledAt: NOON - 1, list: 'answered' },
      { id: 'failed', scheduledAt: NOON - 1, list: 'failed' },
    ])

    expect(await hotel.read.wakeups.countPending(NOON)).toEqual({ pending: 3, overdue: 2 })
    expect(await hotel.read.wakeups.countPending(NOON + 1)).toEqual({ pending: 3, overdue: 3 })
  })

  test('series that ring before an instant are found, and no single call', async () => {
    await insert(hotel, [
      { id: 'daily', nextAt: NOON - 1, days: WEEKDAYS, tenant: 't1', room: '101' },
      { id: 'alike', nextAt: NOON - 1, days: WEEKDAYS, tenant: 't1', room: '102' },
      { id: 'mondays', nextAt: NOON - 1, days: ['mon'], skipped: ['20261116', '20261123'] },
      { id: 'later', nextAt: NOON, days: WEEKDAYS },
      { id: 'once', nextAt: NOON - 1, days: [] },
      { id: 'over', nextAt: NOON - 1, days: WEEKDAYS, list: 'answered' },
    ])

    const found = await hotel.read.wakeups.repeating(NOON)
    const rule = ({ tenant, calls, days, skipped }: (typeof found)[number]) => [tenant, calls, days, skipped]
    expect(found.toSorted((a, b) => a.calls - b.calls).map(rule)).toEqual([
      ['', 1, ['mon'], ['20261116', '20261123']],
      ['t1', 2, WEEKDAYS, []],
    ])
  })

  test('each room that waits for calls is found with their number and the next; to a tenant only its own', async () => {
    const later = { scheduledAt: NOON + 3, dueAt: NOON + 3 }
    await hotel.write(async (stores) => {
      await stores.wakeups.insert(wakeup({ id: 'later', ...later }))
      await stores.wakeups.insert(wakeup({ id: 'snoozed', dueAt: NOON + 2 }))
      await stores.wakeups.insert(wakeup({ id: 'of a tenant', tenant: 't1' }))
      await stores.wakeups.insert(wakeup({ id: 'over', list: 'answered', state: 'done', room: '0101' }))
    })
    const own = { tenant: '', room: '101', calls: 2, next: NOON + 2 }
    const other = { tenant: 't1', room: '101', calls: 1, next: NOON }

    expect(await hotel.read.wakeups.waitingByRoom('')).toEqual([own])
    expect(await hotel.read.wakeups.waitingByRoom('t1')).toEqual([other])
    expect(await hotel.read.wakeups.waitingByRoom('t2')).toEqual([])
    expect((await hotel.read.wakeups.waitingByRoom(null)).toSorted((a, b) => b.calls - a.calls)).toEqual([
      own,
      other,
    ])
  })

  test('an announcement is in use while a pending call names it', async () => {
    await insert(hotel, [
      { id: 'pending', prompt: 7, tenant: 't1' },
      { id: 'answered', prompt: 8, list: 'answered' },
    ])

    expect(await hotel.read.wakeups.isPromptUsed({ tenant: '', id: 7 })).toBe(true)
    expect(await hotel.read.wakeups.isPromptUsed({ tenant: '', id: 8 })).toBe(false)
    expect(await hotel.read.wakeups.isPromptUsed({ tenant: '', id: 70 })).toBe(false)
    expect(await hotel.read.wakeups.isPromptUsed({ tenant: 't1', id: 7 })).toBe(true)
    expect(await hotel.read.wakeups.isPromptUsed({ tenant: 't2', id: 7 })).toBe(false)
  })

  test('an announcement that all share is not used by those who have one of their own under its number', async () => {
    await insert(hotel, [{ prompt: 7, tenant: 't1' }])
    await hotel.write(({ prompts }) => prompts.insert(prompt({ id: 7, tenant: 't1' })))

    expect(await hotel.read.wakeups.isPromptUsed({ tenant: '', id: 7 })).toBe(false)
  })
}
