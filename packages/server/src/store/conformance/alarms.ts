import { expect, test } from 'vitest'
import type { Alarm } from '../../hotel/desk/alarm.ts'
import type { AlarmFilter } from '../stores/alarm-store.ts'
import { combinations, ordered, passes, within } from './combinations.ts'
import { alarm, NOON } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { testShelf } from './shelf.ts'
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

export function testAlarms(hotel: Hotel) {
  testShelf(hotel, {
    noun: 'an alarm',
    variants: [FULL, BARE],
    neighbours: [alarm({ id: 'A' }), alarm({ id: 'a ' })],
    get: ({ alarms }, { id }) => alarms.get(id),
    insert: ({ alarms }, value) => alarms.insert(value),
    update: async ({ alarms }, value) => {
      const before = await alarms.get(value.id)
      if (before) await alarms.update(before, value)
    },
  })
  testPages(hotel)
  testSubjects(hotel)
  testGuard(hotel)
  testDue(hotel)
  testPurge(hotel)

  test('alarms are read page by page while they come and go: none twice, none missed', async () => {
    const mistakes = await walkWhileItChanges<Alarm>(hotel, {
      insert: (stores, raisedAt, id) => stores.alarms.insert(alarm({ raisedAt, id })),
      remove: async ({ tables }, id) =>
        void (await tables.deleteFrom('alarm').where('id', '=', id).execute()),
      page: (stores, after, limit) => stores.alarms.page({ scope: '', states: ['open'], after, limit }),
      place: ({ raisedAt, id }) => ({ at: raisedAt, name: id }),
    })

    expect(mistakes).toEqual(NO_MISTAKES)
  })
}

const KEY = { id: 'a', tenant: 't1', kind: 'wakeup.no-line', subject: WORLD_TEXT, raisedAt: LARGEST } as const

const FULL: Alarm = {
  ...KEY,
  room: ZEROS,
  text: WORLD_TEXT,
  detail: { words: WORLD_TEXT, nested: [{ none: null }, LARGEST] },
  state: 'open',
  endedBy: WORLD_TEXT,
  endedAt: LARGEST,
  note: WORLD_TEXT,
  nextAt: LARGEST,
  step: 2_000_000_000,
  stepAt: LARGEST,
  stepCalls: 2,
  known: 3,
  knownAt: SMALLEST,
  calls: 2_000_000_000,
  mails: 7,
  mailedAt: SMALLEST,
  posts: 9,
  postedAt: LARGEST,
}

const BARE: Alarm = {
  ...KEY,
  room: EMPTY_TEXT,
  text: EMPTY_TEXT,
  detail: {},
  state: 'open',
  endedBy: null,
  endedAt: null,
  note: EMPTY_TEXT,
  nextAt: 0,
  step: 0,
  stepAt: 0,
  stepCalls: 0,
  known: 0,
  knownAt: null,
  calls: 0,
  mails: 0,
  mailedAt: null,
  posts: 0,
  postedAt: null,
}

const insert = (hotel: Hotel, all: readonly Partial<Alarm>[]) =>
  hotel.write(async (stores) => {
    for (const one of all) await stores.alarms.insert(alarm(one))
  })

const idsOf = (found: readonly Alarm[]) => found.map(({ id }) => id)

function testPages(hotel: Hotel) {
  test('alarms are listed as they were raised, and by id within an instant', async () => {
    await insert(hotel, [
      ...SHUFFLED.map((id) => ({ id })),
      { id: '~', raisedAt: 1 },
      { id: '!', raisedAt: LARGEST },
    ])

    expect(idsOf(await hotel.read.alarms.page(EVERYTHING))).toEqual(['~', ...IN_BYTE_ORDER, '!'])
    expect(idsOf(await hotel.read.alarms.page({ scope: null, limit: 2 }))).toEqual(['~', IN_BYTE_ORDER[0]])
  })

  test('every filter of the alarms, alone and with any of the others, shows what it says', async () => {
    const all = combinations<Pick<Alarm, 'tenant' | 'state' | 'raisedAt'>>({
      tenant: ['', 't1'],
      state: ['open', 'acknowledged', 'over'],
      raisedAt: [3, 1, 2],
    }).map((one, n) => alarm({ ...one, id: `${IN_BYTE_ORDER[n % IN_BYTE_ORDER.length]}${n}` }))
    await insert(hotel, all)
    const sorted = all.toSorted((a, b) => a.raisedAt - b.raisedAt || byBytes(a.id, b.id))
    const filters = combinations<AlarmFilter>({
      scope: [null, '', 't1', 'T1'],
      states: [undefined, ['open'], ['acknowledged', 'over']],
      order: [undefined, 'desc'],
      from: [undefined, 2],
      before: [undefined, 3],
      after: [undefined, sorted[8]],
      limit: [1_000],
    })

    for (const filter of filters)
      expect(await hotel.read.alarms.page(filter)).toEqual(
        ordered(sorted, filter).filter((one) => matches(one, filter)),
      )
  })

  test('alarms are found by kinds, by their call and by words', async () => {
    await insert(hotel, [
      { id: 'a', kind: 'wakeup.failed', subject: 'w', text: 'Room 118: nobody answered' },
      { id: 'b', kind: 'line.down', subject: 'w', text: 'Line voice1 is not there' },
    ])
    const found = async (filter: Partial<AlarmFilter>) =>
      idsOf(await hotel.read.alarms.page({ ...EVERYTHING, ...filter }))

    expect(await found({ wanted: ['wakeup', 'line.up'] })).toEqual(['a'])
    expect(await found({ wakeup: 'w' })).toEqual(['a'])
    expect(await found({ words: ['VOICE', 'not'] })).toEqual(['b'])
  })
}

const matches = (one: Alarm, filter: AlarmFilter) =>
  passes(one.tenant, filter.scope ?? undefined) &&
  (filter.states?.includes(one.state) ?? true) &&
  within(one.raisedAt, filter) &&
  isAfter(one, filter)

const isAfter = (one: Alarm, { after, order }: AlarmFilter) =>
  !after || (one.raisedAt - after.raisedAt || byBytes(one.id, after.id)) * (order === 'desc' ? -1 : 1) > 0

function testSubjects(hotel: Hotel) {
  test('the open alarm of a kind about a thing is found, and no other', async () => {
    const open = alarm({ id: 'open', subject: 'w' })
    await insert(hotel, [
      open,
      { id: 'over', state: 'over' },
      { id: 'other kind', kind: 'line.down' },
      { id: 'other thing', subject: 'W' },
      { id: 'acknowledged', subject: 'x', state: 'acknowledged' },
    ])

    expect(await hotel.read.alarms.openAbout('wakeup.failed', 'w')).toEqual(open)
    expect(await hotel.read.alarms.openAbout('wakeup.failed', 'x')).toBeUndefined()
    expect(await hotel.read.alarms.openAbout('wakeup.no-line', 'w')).toBeUndefined()
    expect(await hotel.read.alarms.isToldAbout('wakeup.failed', 'w')).toBe(true)
    expect(await hotel.read.alarms.isToldAbout('wakeup.no-line', 'w')).toBe(false)
    expect(await hotel.read.alarms.toldAbout('wakeup.failed', 'w')).toEqual([open])
    expect(await hotel.read.alarms.toldAbout('wakeup.failed', 'x')).toMatchObject([{ id: 'acknowledged' }])
  })
}

function testGuard(hotel: Hotel) {
  const update = (before: Alarm, changes: Partial<Alarm>) =>
    hotel.write(({ alarms }) => alarms.update(before, changes))
  const acknowledged = { state: 'acknowledged', endedBy: 'desk', endedAt: NOON, note: 'on my way' } as const

  test('an alarm that has ended is not changed any more, by whoever read it while it was open', async () => {
    await insert(hotel, [{}])

    expect(await update(alarm(), acknowledged)).toBe(true)
    expect(await update(alarm(), { calls: 1, nextAt: NOON + 1 })).toBe(false)
    expect(await update(alarm(), { state: 'over' })).toBe(false)
    expect(await hotel.read.alarms.get('a')).toEqual(alarm(acknowledged))
  })

  test('two who change different things of an open alarm both do; of the same thing, only the first', async () => {
    await insert(hotel, [{}])

    expect(await update(alarm(), { calls: 1, nextAt: NOON + 1 })).toBe(true)
    expect(await update(alarm(), { mails: 1, mailedAt: NOON })).toBe(true)
    expect(await update(alarm(), { mails: 1, mailedAt: NOON + 1 })).toBe(false)
    expect(await hotel.read.alarms.get('a')).toEqual(
      alarm({ calls: 1, nextAt: NOON + 1, mails: 1, mailedAt: NOON }),
    )
  })
}

function testDue(hotel: Hotel) {
  test('a tenant whose desk nobody minds keeps no other waiting', async () => {
    const unminded = Array.from({ length: 10 }, (_, n) => ({ id: `a${n}`, tenant: 'a', nextAt: n }))
    await insert(hotel, [
      ...unminded,
      { id: 'b0', tenant: 'b', nextAt: 100 },
      { id: 'b1', tenant: 'b', nextAt: 101 },
    ])

    expect(idsOf(await hotel.read.alarms.due(NOON, 4))).toEqual(['a0', 'b0', 'a1', 'b1'])
  })

  test('open alarms are counted by kind, whoever has them', async () => {
    await insert(hotel, [
      { id: 'a', kind: 'line.down' },
      { id: 'b', kind: 'line.down', tenant: 't1' },
      { id: 'c', kind: 'disk.low' },
      { id: 'd', kind: 'disk.low', state: 'over' },
      { id: 'e', kind: 'wakeup.failed', state: 'acknowledged' },
    ])

    expect(await hotel.read.alarms.openByKind()).toEqual([
      { kind: 'disk.low', alarms: 1 },
      { kind: 'line.down', alarms: 2 },
    ])
  })

  test('without an open alarm nobody is to be told anything', async () => {
    await insert(hotel, [{ state: 'over' }])

    expect(await hotel.read.alarms.due(LARGEST, 10)).toEqual([])
    expect(await hotel.read.alarms.nextDue()).toBeNull()
  })

  test('open alarms are due from their instant on, the longest overdue first, a few at a time', async () => {
    await insert(hotel, [
      { id: 'c', nextAt: NOON },
      { id: 'B', nextAt: NOON },
      { id: 'late', nextAt: NOON - 1, tenant: 't1' },
      { id: 'later', nextAt: NOON + 1 },
      { id: 'acknowledged', nextAt: 1, state: 'acknowledged' },
      { id: 'over', nextAt: 1, state: 'over' },
    ])

    expect(idsOf(await hotel.read.alarms.due(NOON, 10))).toEqual(['late', 'B', 'c'])
    expect(idsOf(await hotel.read.alarms.due(NOON, 2))).toEqual(['late', 'B'])
    expect(await hotel.read.alarms.due(NOON - 2, 10)).toEqual([])
    expect(await hotel.read.alarms.nextDue()).toBe(NOON - 1)
  })
}

function testPurge(hotel: Hotel) {
  const purge = (log: number, limit: number, charges = log) =>
    hotel.write(({ alarms }) => alarms.purge({ log, charges }, limit))

  test('ended alarms are purged after their time, a few at a time; an open one never is', async () => {
    const ended = Array.from({ length: 10 }, (_, n) => ({
      id: `ended ${n}`,
      raisedAt: 1,
      state: n % 2 === 0 ? ('over' as const) : ('acknowledged' as const),
    }))
    await insert(hotel, [...ended, { id: 'open', raisedAt: 1 }, { id: 'young', raisedAt: 2, state: 'over' }])
    const gone: number[] = []
    for (let n = 0; n < 4; n++) gone.push(await purge(2, 4))

    expect(gone).toEqual([4, 4, 2, 0])
    expect(idsOf(await hotel.read.alarms.page(EVERYTHING))).toEqual(['open', 'young'])
  })

  test('what tells of a charge goes with the charges, and what tells of none stays for its own time', async () => {
    const old = { raisedAt: 1, state: 'acknowledged' } as const
    await insert(hotel, [
      { ...old, id: 'charge', kind: 'charge.take-back' },
      { ...old, id: 'call', kind: 'wakeup.failed' },
      { id: 'undone', kind: 'charge.take-back', raisedAt: 1 },
    ])
    expect(await purge(1, 10, 2)).toBe(1)
    expect(idsOf(await hotel.read.alarms.page(EVERYTHING))).toEqual(['call', 'undone'])
  })
}
