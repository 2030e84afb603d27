import { expect, test } from 'vitest'
import type { LogClass } from '../../hotel/log/retention.ts'
import type { Activity, ActivityFilter } from '../stores/activity-store.ts'
import { combinations, ordered, passes, within } from './combinations.ts'
import { activity, NOON } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { NO_MISTAKES, walkWhileItChanges } from './walk.ts'
import { EMPTY_TEXT, LARGEST, PLAIN_TEXT, SMALLEST, WORLD_TEXT, ZEROS } from './words.ts'

const EVERYTHING = { scope: null, limit: 1_000 }

export function testActivity(hotel: Hotel) {
  testWriting(hotel)
  testMany(hotel)
  testFilters(hotel)
  testPurge(hotel)
  testCharges(hotel)

  test('the log is read page by page while it is written and purged: nothing twice, nothing missed', async () => {
    const mistakes = await walkWhileItChanges<Activity>(hotel, {
      insert: (stores, at, text) => stores.activity.add(activity({ at, text })),
      remove: async ({ tables }, text) =>
        void (await tables.deleteFrom('activity').where('text', '=', text).execute()),
      page: (stores, after, limit) => stores.activity.page({ scope: null, after, limit }),
      place: ({ at, text }) => ({ at, name: text }),
    })

    expect(mistakes).toEqual(NO_MISTAKES)
  })
}

const add = (hotel: Hotel, all: readonly Omit<Activity, 'id'>[]) =>
  hotel.write(async (stores) => {
    for (const one of all) await stores.activity.add(one)
  })

function testCharges(hotel: Hotel) {
  const charge = (id: string, more: Partial<Activity> = {}) =>
    activity({ kind: 'inventory.charged', detail: { charge: id }, ...more })
  const back = (id: string) => charge(id, { kind: 'inventory.voided' })

  test('a charge is found by its id, with what was taken back of it', async () => {
    await add(hotel, [charge('a'), charge('b'), back('a'), activity({ detail: { charge: 'a' } })])

    const { ofCharge, takenBack, page } = hotel.read.activity
    expect((await ofCharge('a')).map(({ kind }) => kind)).toEqual(['inventory.charged', 'inventory.voided'])
    expect(await ofCharge('c')).toEqual([])
    expect(await takenBack(['a', 'b'])).toEqual(new Set(['a']))
    expect(await takenBack([])).toEqual(new Set())
    const rows = await page({ ...EVERYTHING, kinds: ['inventory.charged', 'inventory.voided'] })
    expect(rows).toHaveLength(3)
  })

  test('nothing is taken back twice', async () => {
    await add(hotel, [charge('a'), back('a')])
    await expect(add(hotel, [back('a')])).rejects.toThrow()
  })
}

function testWriting(hotel: Hotel) {
  test('what happened is read as it was written', async () => {
    const full = {
      at: LARGEST,
      tenant: ZEROS,
      kind: 'room.status.changed',
      room: '007',
      actor: WORLD_TEXT,
      source: 'phone',
      wakeup: 'w',
      text: WORLD_TEXT,
      detail: { words: WORLD_TEXT, nested: { list: [1, null, true, ''], largest: LARGEST } },
    } as const
    const bare = activity({ at: SMALLEST, kind: 'note', room: '', actor: '', text: EMPTY_TEXT })
    await add(hotel, [full, bare])

    const [first, second] = await hotel.read.activity.page(EVERYTHING)
    expect(first).toEqual({ ...bare, id: first?.id })
    expect(second).toEqual({ ...full, id: second?.id })
  })

  test('the log stands in the order of time, and within an instant in the order of writing', async () => {
    const times = [3, 1, 2, 1, 3, 2]
    await add(
      hotel,
      times.map((at, n) => activity({ at, text: `${n}` })),
    )

    const page = await hotel.read.activity.page(EVERYTHING)
    expect(page.map(({ text }) => text)).toEqual(['1', '3', '2', '5', '0', '4'])
    expect(new Set(page.map(({ id }) => id)).size).toBe(times.length)
  })

  test('the last row of some kinds is the one that was written last, whatever the clock said', async () => {
    await add(hotel, [
      activity({ at: 9, kind: 'clock.jumped', text: 'first' }),
      activity({ at: 3, kind: 'clock.decided', text: 'second' }),
      activity({ at: 5, kind: 'night.checked', text: 'another' }),
    ])

    const last = await hotel.read.activity.last(['clock.jumped', 'clock.decided'])
    expect(last?.text).toBe('second')
    expect(await hotel.read.activity.last(['outage.began'])).toBeUndefined()
  })

  test('a number of the log is never given twice, also when its row is gone', async () => {
    await add(hotel, [activity()])
    const [first] = await hotel.read.activity.page(EVERYTHING)
    await hotel.write((stores) => stores.activity.purge('log', NOON + 1, 1))
    await add(hotel, [activity()])

    const [second] = await hotel.read.activity.page(EVERYTHING)
    expect(second?.id).toBeGreaterThan(first?.id ?? LARGEST)
  })
}

function testMany(hotel: Hotel) {
  const addAll = (all: readonly Omit<Activity, 'id'>[]) =>
    hotel.write((stores) => stores.activity.addAll(all))

  test('rows that are written together stand in the order of the list, each as it was written', async () => {
    const rows = ['b', 'a', 'c'].map((text) => activity({ text, wakeup: 'w', detail: { text } }))
    await addAll(rows)

    const page = await hotel.read.activity.page(EVERYTHING)
    expect(page).toEqual(rows.map((row, n) => ({ ...row, id: page[n]?.id })))
  })

  test('none, or a thousand, are written at once', async () => {
    await addAll([])
    await addAll(Array.from({ length: 1_000 }, (_, n) => activity({ text: `${n}` })))

    const page = await hotel.read.activity.page({ scope: null, limit: 2_000 })
    expect(page.map(({ text }) => text)).toEqual(Array.from({ length: 1_000 }, (_, n) => `${n}`))
  })

  test('a row is what it was, in whatever order its writer put the fields', async () => {
    const one = activity({ text: 'as ever', room: '101' })
    const { text, room, ...rest } = one
    await addAll([one])
    await addAll([{ room, text, ...rest }])

    const page = await hotel.read.activity.page(EVERYTHING)
    expect(page).toEqual(page.map(({ id }) => ({ ...one, id })))
    expect(page).toHaveLength(2)
  })

  test('everything about some calls is told in the order of writing, whatever the clock said', async () => {
    await addAll([
      activity({ wakeup: 'series', at: 3, text: 'first' }),
      activity({ wakeup: 'occurrence', at: 1, text: 'second' }),
      activity({ wakeup: 'series', at: 2, text: 'third' }),
      activity({ wakeup: 'Series', text: 'of another' }),
      activity({ wakeup: null, text: 'of none' }),
    ])
    const told = async (ids: readonly string[]) =>
      (await hotel.read.activity.ofWakeups(ids)).map(({ text }) => text)

    expect(await told(['occurrence', 'series', 'unknown'])).toEqual(['first', 'second', 'third'])
    expect(await told(['occurrence'])).toEqual(['second'])
    expect(await told([])).toEqual([])
  })
}

const KINDS = [
  'wakeup.created',
  'wakeup.deleted',
  'wakeup',
  'wakeupx.y',
  'wakeup-call.made',
  'Wakeup.created',
]

function testFilters(hotel: Hotel) {
  test('every filter of the log, alone and with any of the others, shows what it says', async () => {
    const all = combinations<Omit<Activity, 'id'>>({
      ...inArrays(activity()),
      at: [1, 2, 3],
      tenant: ['', 't1'],
      kind: ['wakeup.created', 'room.added'],
      room: ['101', '0101'],
      actor: ['desk', 'Desk'],
    })
    await add(hotel, all)
    const stored = await hotel.read.activity.page(EVERYTHING)
    const filters = combinations<ActivityFilter>({
      scope: [null, '', 't1', 'T1'],
      room: [undefined, '101'],
      wanted: [undefined, ['wakeup'], ['room.added'], ['wakeup', 'room.added']],
      actor: [undefined, 'Desk'],
      from: [undefined, 2],
      before: [undefined, 3],
      after: [undefined, stored[20]],
      order: [undefined, 'desc'],
      limit: [1_000],
    })

    expect(stored).toHaveLength(all.length)
    for (const filter of filters)
      expect(await hotel.read.activity.page(filter)).toEqual(
        ordered(stored, filter).filter((one) => matches(one, filter)),
      )
  })

  test('rows are found by their call and by words', async () => {
    await add(hotel, [
      activity({ text: 'Ms Okafor came', kind: 'guest.checked-in', wakeup: null }),
      activity({ text: 'Called for OKAFOR', kind: 'wakeup.created', wakeup: 'w' }),
      activity({ text: 'Called', kind: 'wakeup.created', wakeup: 'x' }),
    ])
    const found = async (filter: Partial<ActivityFilter>) =>
      (await hotel.read.activity.page({ ...EVERYTHING, ...filter })).map(({ text }) => text)

    expect(await found({ wakeup: 'w' })).toEqual(['Called for OKAFOR'])
    expect(await found({ words: ['okafor'] })).toEqual(['Ms Okafor came', 'Called for OKAFOR'])
    expect(await found({ words: ['called', 'okafor'] })).toEqual(['Called for OKAFOR'])
  })

  test('a noun means its own kinds, and a kind means itself', async () => {
    await add(
      hotel,
      KINDS.map((kind) => activity({ kind })),
    )

    const found = async (kind: string) =>
      (await hotel.read.activity.page({ ...EVERYTHING, wanted: [kind] })).map((one) => one.kind)
    expect(await found('wakeup')).toEqual(['wakeup.created', 'wakeup.deleted'])
    expect(await found('wakeup-call')).toEqual(['wakeup-call.made'])
    expect(await found('wakeup.created')).toEqual(['wakeup.created'])
    expect(await found('wakeup.creat')).toEqual([])
    expect(await found('wake')).toEqual([])
  })

  test('a page of the log is as long as it was asked to be', async () => {
    await add(
      hotel,
      [1, 2, 3].map((at) => activity({ at })),
    )

    const page = await hotel.read.activity.page({ scope: null, limit: 2 })
    expect(page.map(({ at }) => at)).toEqual([1, 2])
  })
}

type Choices = { readonly [K in keyof Omit<Activity, 'id'>]: readonly Activity[K][] }
const inArrays = (one: Omit<Activity, 'id'>) =>
  Object.fromEntries(Object.entries(one).map(([name, value]) => [name, [value]])) as unknown as Choices

const matches = (one: Activity, filter: ActivityFilter) =>
  passes(one.tenant, filter.scope ?? undefined) &&
  passes(one.room, filter.room) &&
  passes(one.actor, filter.actor) &&
  (filter.wanted?.some((kind) => one.kind === kind || one.kind.startsWith(`${kind}.`)) ?? true) &&
  within(one.at, filter) &&
  isAfter(one, filter)

const isAfter = (one: Activity, { after, order }: ActivityFilter) =>
  !after || (one.at - after.at || one.id - after.id) * (order === 'desc' ? -1 : 1) > 0

function testPurge(hotel: Hotel) {
  const old = (text: string, kind: string, at = 1) => activity({ at, kind, text })
  const left = async () => (await hotel.read.activity.page(EVERYTHING)).map(({ text }) => text)
  const purge = (of: LogClass, before: number, limit = 10) =>
    hotel.write((stores) => stores.activity.purge(of, before, limit))

  test('the log is purged a few rows at a time until nothing old is left', async () => {
    const rows = Array.from({ length: 10 }, () => old(PLAIN_TEXT, 'wakeup.created'))
    await add(hotel, [...rows, old('young', 'wakeup.created', 2)])
    const gone: number[] = []
    for (let n = 0; n < 4; n++) gone.push((await purge('log', 2, 4)).length)

    expect(gone).toEqual([4, 4, 2, 0])
    expect(await left()).toEqual(['young'])
  })

  test('charges and the rest of the log are purged each in their own time', async () => {
    await add(hotel, [
      old('a', 'inventory.charged'),
      old('b', 'delivery.refused'),
      old('c', 'wakeup.created'),
      old('d', 'inventory.charged', 2),
    ])

    expect(await purge('log', 2)).toHaveLength(1)
    expect(await left()).toEqual(['a', 'b', 'd'])
    expect(await purge('charge', 1)).toEqual([])
    expect(await purge('charge', 2)).toHaveLength(2)
    expect(await left()).toEqual(['d'])
  })

  test('of what goes it is told whose it was, of which kind and from when', async () => {
    await add(hotel, [activity({ at: 1, tenant: 't1', kind: 'inventory.charged' })])

    expect(await purge('charge', 2)).toEqual([{ tenant: 't1', kind: 'inventory.charged', at: 1 }])
  })
}
