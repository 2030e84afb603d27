import { expect, test } from 'vitest'
import { type Delivery, type DeliveryState, GIVEN_UP, REPLACED } from '../../hotel/deliveries/delivery.ts'
import type { DeliveryFilter, Replayable, ReplayFilter } from '../stores/delivery-store.ts'
import { combinations, ordered, passes, within } from './combinations.ts'
import { delivery, NOON } from '../../../testing/records.ts'
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

const UNFINISHED = ['waiting', 'sending', 'uncertain'] as const
const FINISHED = ['delivered', 'refused', 'dead'] as const
const STATES: readonly DeliveryState[] = [...UNFINISHED, ...FINISHED]
const EVERYTHING = { scope: null, limit: 1_000 }
const PMS = { purpose: 'charge', owner: '', destination: 'pms' } as const

export function testDeliveries(hotel: Hotel) {
  testShelf(hotel, {
    noun: 'a message',
    variants: [FULL, BARE],
    neighbours: [delivery({ id: 'D' }), delivery({ id: 'd ' })],
    get: ({ deliveries }, { id }) => deliveries.get(id),
    insert: ({ deliveries }, value) => deliveries.insert(value),
    update: async ({ deliveries }, value) => {
      const before = await deliveries.get(value.id)
      if (before) await deliveries.update(before, value)
    },
  })
  testPages(hotel)
  testMoney(hotel)
  testAttempts(hotel)
  testBacklog(hotel)
  testGuard(hotel)
  testReplay(hotel)
  testClearing(hotel)
  testPurge(hotel)
  testUndecided(hotel)

  test('messages are read page by page while they come and go: none twice, none missed', async () => {
    const mistakes = await walkWhileItChanges<Delivery>(hotel, {
      insert: (stores, createdAt, id) => stores.deliveries.insert(delivery({ createdAt, id })),
      remove: async ({ tables }, id) =>
        void (await tables.deleteFrom('delivery').where('id', '=', id).execute()),
      page: (stores, last, limit) =>
        stores.deliveries.page({ scope: null, limit, after: last && { at: last.createdAt, id: last.id } }),
      place: ({ createdAt, id }) => ({ at: createdAt, name: id }),
    })

    expect(mistakes).toEqual(NO_MISTAKES)
  })
}

const FULL: Delivery = {
  id: 'd',
  purpose: 'room-status',
  owner: WORLD_TEXT,
  destination: WORLD_TEXT,
  tenant: ZEROS,
  kind: 'room.status.changed',
  room: '007',
  sequence: LARGEST,
  state: 'uncertain',
  attempts: 12,
  nextAt: LARGEST,
  createdAt: SMALLEST,
  payload: { words: WORLD_TEXT, nested: [{ price: '004.50', none: null }, LARGEST] },
  memo: { posting: 1733, words: WORLD_TEXT },
  quick: 2,
  doubts: 3,
  trigger: WORLD_TEXT,
  note: WORLD_TEXT,
  told: true,
  withdrawn: true,
}

const BARE: Delivery = {
  id: 'd',
  purpose: 'charge',
  owner: EMPTY_TEXT,
  destination: EMPTY_TEXT,
  tenant: ZEROS,
  kind: EMPTY_TEXT,
  room: EMPTY_TEXT,
  sequence: 0,
  state: 'dead',
  attempts: 0,
  nextAt: 0,
  createdAt: 0,
  payload: {},
  memo: null,
  quick: 0,
  doubts: 0,
  trigger: EMPTY_TEXT,
  note: EMPTY_TEXT,
  told: false,
  withdrawn: false,
}

const insert = (hotel: Hotel, all: readonly Partial<Delivery>[]) =>
  hotel.write(async (stores) => {
    for (const one of all) await stores.deliveries.insert(delivery(one))
  })

const idsOf = (found: readonly Pick<Delivery, 'id'>[]) => found.map(({ id }) => id)

function testPages(hotel: Hotel) {
  test('messages are listed by the time of acceptance, and by id within an instant', async () => {
    await insert(hotel, [
      ...SHUFFLED.map((id) => ({ id })),
      { id: '~', createdAt: 1 },
      { id: '!', createdAt: LARGEST },
    ])

    expect(idsOf(await hotel.read.deliveries.page(EVERYTHING))).toEqual(['~', ...IN_BYTE_ORDER, '!'])
    expect(idsOf(await hotel.read.deliveries.page({ scope: null, limit: 2 }))).toEqual([
      '~',
      IN_BYTE_ORDER[0],
    ])
  })

  test('every filter of the messages, alone and with any of the others, shows what it says', async () => {
    const all = combinations<
      Pick<Delivery, 'tenant' | 'state' | 'destination' | 'room' | 'doubts' | 'createdAt'>
    >({
      tenant: ['', 't1'],
      state: ['waiting', 'dead'],
      destination: ['pms', 'PMS'],
      room: ['101', '0101'],
      doubts: [0, 2],
      createdAt: [3, 1, 2],
    }).map((one, n) => delivery({ ...one, id: `${IN_BYTE_ORDER[n % IN_BYTE_ORDER.length]}${n}` }))
    await insert(hotel, all)
    const sorted = all.toSorted((a, b) => a.createdAt - b.createdAt || byBytes(a.id, b.id))
    const filters = combinations<DeliveryFilter>({
      scope: [null, '', 't1', 'T1'],
      states: [undefined, ['dead'], ['waiting', 'dead']],
      destination: [undefined, 'PMS'],
      room: [undefined, '101'],
      doubts: [undefined, 0, 2, 3],
      order: [undefined, 'desc'],
      from: [undefined, 2],
      before: [undefined, 3],
      after: [undefined, { at: 2, id: sorted[20]?.id ?? '' }],
      limit: [1_000],
    })

    for (const filter of filters)
      expect(await hotel.read.deliveries.page(filter)).toEqual(
        ordered(sorted, filter).filter((one) => matches(one, filter)),
      )
  })

  test('of two destinations of one name, the messages of each are found by its purpose and its owner', async () => {
    await insert(hotel, [
      { id: 'shared', tenant: 't1', createdAt: 1 },
      { id: 'own', tenant: 't1', owner: 't1', createdAt: 2 },
      { id: 'status', purpose: 'room-status', createdAt: 3 },
    ])
    const found = async (filter: Partial<DeliveryFilter>) =>
      idsOf(await hotel.read.deliveries.page({ ...EVERYTHING, destination: 'pms', ...filter }))

    expect(await found({ purpose: 'charge' })).toEqual(['shared', 'own'])
    expect(await found({ owner: '' })).toEqual(['shared', 'status'])
    expect(await found({ owner: 't1' })).toEqual(['own'])
    expect(await found({ purpose: 'charge', owner: '' })).toEqual(['shared'])
    expect(await found({ owner: 'T1' })).toEqual([])
  })

  test('messages that are over as their charge was taken back are found, left out and counted', async () => {
    await insert(hotel, [
      { id: 'over', state: 'dead', withdrawn: true, createdAt: 1 },
      { id: 'there', state: 'delivered', withdrawn: true, createdAt: 2 },
      { id: 'dropped', state: 'dead', createdAt: 3 },
      { id: 'elsewhere', state: 'dead', withdrawn: true, destination: 'PMS', createdAt: 4 },
    ])
    const found = async (takenBack: boolean) =>
      idsOf(await hotel.read.deliveries.page({ ...EVERYTHING, takenBack }))

    expect(await found(true)).toEqual(['over', 'elsewhere'])
    expect(await found(false)).toEqual(['there', 'dropped'])
    const { purpose, owner, destination } = delivery()
    expect(await hotel.read.deliveries.takenBack({ purpose, owner, destination })).toBe(1)
  })

  test('messages are found by kinds, by their call and by words of what they say or why they fare so', async () => {
    const text = 'Nobody answered in 100% of 3_tries!'
    await insert(hotel, [
      { id: 'event', kind: 'wakeup.failed', payload: { wakeup: 'w', text }, createdAt: 1 },
      { id: 'note', kind: 'inventory.charged', note: 'No such Room', createdAt: 2 },
      { id: 'neither', kind: 'inventory.voided', createdAt: 3 },
    ])
    const found = async (filter: Partial<DeliveryFilter>) =>
      idsOf(await hotel.read.deliveries.page({ ...EVERYTHING, ...filter }))

    expect(await found({ wanted: ['wakeup', 'inventory.voided'] })).toEqual(['event', 'neither'])
    expect(await found({ wakeup: 'w' })).toEqual(['event'])
    expect(await found({ words: ['room', 'NO'] })).toEqual(['note'])
    expect(await found({ words: ['no'] })).toEqual(['event', 'note'])
    expect(await found({ words: ['3_t', '0%', 's!'] })).toEqual(['event'])
    expect(await found({ words: ['3.t'] })).toEqual([])
  })
}

function testUndecided(hotel: Hotel) {
  test('charges that nobody has decided about are found, of one room or of all', async () => {
    await insert(hotel, [
      { id: 'later', state: 'uncertain', createdAt: 2 },
      { id: 'first', state: 'uncertain', createdAt: 1 },
      { id: 'elsewhere', state: 'uncertain', room: '0101', createdAt: 3 },
      { id: 'of another', state: 'uncertain', tenant: 't1', createdAt: 4 },
      { id: 'a status', state: 'uncertain', purpose: 'room-status' },
      ...STATES.filter((state) => state !== 'uncertain').map((state) => ({ id: state, state, doubts: 1 })),
    ])

    const { undecided } = hotel.read.deliveries
    expect(idsOf(await undecided())).toEqual(['first', 'later', 'elsewhere', 'of another'])
    expect(idsOf(await undecided({ tenant: '', number: '101' }))).toEqual(['first', 'later'])
    expect(idsOf(await undecided({ tenant: 't1', number: '101' }))).toEqual(['of another'])
  })

  test('charges that may be there twice are found since a time, and none that a receiver would recognize', async () => {
    const twice = { state: 'delivered', doubts: 1, memo: { number: 1 } } as const
    await insert(hotel, [
      { ...twice, id: 'later', createdAt: 3 },
      { ...twice, id: 'first', createdAt: 2 },
      { ...twice, id: 'before', createdAt: 1 },
      { ...twice, id: 'elsewhere', room: '0101', createdAt: 4 },
      { ...twice, id: 'once', doubts: 0, createdAt: 2 },
      { ...twice, id: 'recognized', memo: null, createdAt: 2 },
      { ...twice, id: 'undecided', state: 'uncertain', createdAt: 2 },
      { ...twice, id: 'a status', purpose: 'room-status', createdAt: 2 },
    ])

    const { doubled } = hotel.read.deliveries
    expect(idsOf(await doubled(2))).toEqual(['first', 'later', 'elsewhere'])
    expect(idsOf(await doubled(2, { tenant: '', number: '101' }))).toEqual(['first', 'later'])
    expect(await doubled(2, { tenant: 't1', number: '101' })).toEqual([])
  })
}

const COLA = {
  charge: 'c1',
  room: '101',
  tenant: '',
  item: { id: '010', description: 'Cola', category: { id: '1', description: 'Drinks' } },
  quantity: 2,
  price: '4.50',
  total: '9.00',
  user: 'maid',
}

function testMoney(hotel: Hotel) {
  test('messages are found by the money that they tell of', async () => {
    await insert(hotel, [
      { id: 'cola', payload: COLA, memo: { number: 17 } },
      { id: 'many', payload: { ...COLA, charge: 'c2', quantity: 999_999_999_999_999 } },
      { id: 'back', payload: { ...COLA, quantity: -2, total: '-9.00', user: 'boss' }, createdAt: NOON + 1 },
      { id: 'status', payload: { user: 'maid' } },
    ])
    const found = async (filter: Partial<DeliveryFilter>) =>
      idsOf(await hotel.read.deliveries.page({ ...EVERYTHING, ...filter }))

    expect(await found({ charge: 'c1' })).toEqual(['cola', 'back'])
    expect(await found({ item: '010' })).toEqual(['cola', 'many', 'back'])
    expect(await found({ item: '10' })).toEqual([])
    expect(await found({ quantity: 999_999_999_999_999 })).toEqual(['many'])
    expect(await found({ quantity: -2 })).toEqual(['back'])
    expect(await found({ total: '-9.00' })).toEqual(['back'])
    expect(await found({ user: 'maid' })).toEqual(['cola', 'many', 'status'])
    expect(await found({ user: 'maid', posting: 17 })).toEqual(['cola'])
    await hotel.write(({ queues }) => queues.remember('many', { number: 18 }))
    expect(await found({ posting: 18 })).toEqual(['many'])
    expect(idsOf(await hotel.read.deliveries.ofCharges(['c2', 'c1', 'c3']))).toEqual(['cola', 'many', 'back'])
    expect(await hotel.read.deliveries.ofCharges([])).toEqual([])
  })
}

const matches = (one: Delivery, filter: DeliveryFilter) =>
  passes(one.tenant, filter.scope ?? undefined) &&
  (filter.states?.includes(one.state) ?? true) &&
  passes(one.destination, filter.destination) &&
  passes(one.room, filter.room) &&
  one.doubts >= (filter.doubts ?? 0) &&
  within(one.createdAt, filter) &&
  isAfter(one, filter)

const isAfter = (one: Delivery, { after, order }: DeliveryFilter) =>
  !after || (one.createdAt - after.at || byBytes(one.id, after.id)) * (order === 'desc' ? -1 : 1) > 0

/** Attempts are written by whoever sends; here, straight into their table. */
const attempt = (
  hotel: Hotel,
  deliveries: readonly string[],
  numbers: readonly number[],
  status: number | null = null,
) =>
  hotel.write(async ({ tables }) => {
    const rows = deliveries.flatMap((id) =>
      numbers.map((number) => ({
        tenant: '',
        delivery: id,
        number,
        at: LARGEST,
        status,
        ms: number,
        text: WORLD_TEXT,
        actor: 'boss',
      })),
    )
    await tables.insertInto('delivery_attempt').values(rows).execute()
  })

function testAttempts(hotel: Hotel) {
  test('the attempts of a message are told in their order', async () => {
    await attempt(hotel, ['d', 'D'], [10, 2, 1])
    await attempt(hotel, ['d'], [3], 503)

    const told = (ms: number, status: number | null = null) => ({
      at: LARGEST,
      status,
      ms,
      text: WORLD_TEXT,
      trigger: 'boss',
    })
    expect(await hotel.read.deliveries.attempts({ tenant: '', id: 'd' })).toEqual([
      told(1),
      told(2),
      told(3, 503),
      told(10),
    ])
    expect(await hotel.read.deliveries.attempts({ tenant: '', id: 'e' })).toEqual([])
  })
}

function testBacklog(hotel: Hotel) {
  test('an empty deliveries has no backlog', async () => {
    expect(await hotel.read.deliveries.backlog()).toEqual({ depth: 0, oldest: null, uncertain: 0 })
  })

  test('the backlog counts what waits and since when; what a person must decide about is counted apart, and ages nothing', async () => {
    await insert(
      hotel,
      STATES.map((state, n) => ({ id: state, state, createdAt: NOON - n })),
    )

    expect(await hotel.read.deliveries.backlog()).toEqual({ depth: 2, oldest: NOON - 1, uncertain: 1 })
  })

  test('the backlog of each destination is counted for itself', async () => {
    await insert(hotel, [
      ...STATES.map((state, n) => ({ id: state, state, createdAt: NOON - n })),
      { id: 'other', destination: 'bar', createdAt: 5 },
      { id: 'of a tenant', owner: 't1', createdAt: 7 },
      { id: 'push', purpose: 'room-status' },
      { id: 'done', destination: 'tidy', state: 'delivered' },
      { id: 'held', destination: 'spa', state: 'uncertain', createdAt: 1 },
    ])

    expect(await hotel.read.deliveries.backlogs()).toEqual([
      { purpose: 'charge', owner: '', destination: 'bar', depth: 1, oldest: 5, uncertain: 0 },
      { purpose: 'charge', owner: '', destination: 'pms', depth: 2, oldest: NOON - 1, uncertain: 1 },
      { purpose: 'charge', owner: 't1', destination: 'pms', depth: 1, oldest: 7, uncertain: 0 },
      { purpose: 'charge', owner: '', destination: 'spa', depth: 0, oldest: null, uncertain: 1 },
      { purpose: 'room-status', owner: '', destination: 'pms', depth: 1, oldest: NOON, uncertain: 0 },
    ])
  })

  test('of what failed and waits it is told when the first is tried again, and how the latest attempt ended', async () => {
    await insert(hotel, [
      { id: 'first', attempts: 2, nextAt: 9 },
      { id: 'second', attempts: 1, nextAt: 7, tenant: 't1' },
      { id: 'behind it', attempts: 0, nextAt: 1 },
      { id: 'over', attempts: 1, nextAt: 2, state: 'refused' },
      { id: 'of another', attempts: 1, nextAt: 3, destination: 'bar' },
    ])
    await attempt(hotel, ['over', 'of another'], [1], 422)
    await attempt(hotel, ['first'], [1, 2], 503)
    const { deliveries: store } = hotel.read

    expect(await store.tried(PMS, null)).toMatchObject({ next: 7, last: { status: 503, text: WORLD_TEXT } })
    expect(await store.tried(PMS, 't1')).toEqual({ next: 7, last: null })
    expect(await store.tried({ ...PMS, owner: 't1' }, null)).toEqual({ next: null, last: null })
  })

  test.each(STATES)('whether a destination has a message that is %s', async (state) => {
    await insert(hotel, [{ state }])
    const { deliveries: store } = hotel.read

    for (const asked of STATES) expect(await store.has(PMS, asked)).toBe(asked === state)
    expect(await store.has({ ...PMS, purpose: 'room-status' }, state)).toBe(false)
    expect(await store.has({ ...PMS, destination: 'PMS' }, state)).toBe(false)
    expect(await store.has({ ...PMS, owner: 't1' }, state)).toBe(false)
  })

  test.each(STATES)('whether something waits for a destination: a message that is %s', async (state) => {
    await insert(hotel, [{ state }])
    const { deliveries: store } = hotel.read

    expect(await store.isWaitingFor(PMS)).toBe(UNFINISHED.some((one) => one === state))
    expect(await store.isWaitingFor({ ...PMS, purpose: 'room-status' })).toBe(false)
    expect(await store.isWaitingFor({ ...PMS, destination: 'PMS' })).toBe(false)
    expect(await store.isWaitingFor({ ...PMS, owner: 't1' })).toBe(false)
  })
}

function testGuard(hotel: Hotel) {
  test.each<[string, Partial<Delivery>]>([
    ['was taken up', { state: 'sending' }],
    ['was tried again', { attempts: 2 }],
  ])('whoever decides about a message that %s meanwhile is told so, and it stays', async (_, now) => {
    const read = delivery({ attempts: 1 })
    await insert(hotel, [{ ...read, ...now }])
    const decided = hotel.write(({ deliveries }) => deliveries.update(read, { ...read, state: 'dead' }))

    expect(await decided).toBe(false)
    expect(await hotel.read.deliveries.get('d')).toEqual({ ...read, ...now })
  })
}

function testReplay(hotel: Hotel) {
  const filter = { scope: null, queue: PMS, since: NOON, until: LARGEST, force: false }
  const replay = async (of: Partial<ReplayFilter> = {}) => {
    const some = await hotel.read.deliveries.replayable({ ...filter, ...of }, undefined, 100)
    return (await hotel.write(({ deliveries }) => deliveries.replay(some, 'boss', LARGEST))).length
  }
  const waiting = async () =>
    idsOf(await hotel.read.deliveries.page({ ...EVERYTHING, states: ['waiting'] })).toSorted()

  test('what was refused or given up since a moment is due at once, and nothing else', async () => {
    await insert(hotel, [
      { id: 'refused', state: 'refused', note: 'no such room', told: true },
      { id: 'given up', state: 'dead', note: GIVEN_UP },
      { id: 'replaced', state: 'dead', note: REPLACED },
      { id: 'dropped', state: 'dead', note: 'Dropped by boss: no' },
      { id: 'old', state: 'refused', createdAt: NOON - 1 },
      { id: 'of another', state: 'refused', destination: 'PMS' },
      { id: 'of a tenant', state: 'refused', owner: 't1' },
      { id: 'of a server', state: 'refused', purpose: 'room-status' },
      ...(['sending', 'delivered', 'uncertain'] as const).map((state) => ({ id: state, state })),
    ])

    expect(await replay()).toBe(2)
    expect(await waiting()).toEqual(['given up', 'refused'])
    expect(await hotel.read.deliveries.get('refused')).toEqual(
      delivery({ id: 'refused', nextAt: LARGEST, trigger: 'boss' }),
    )
    expect(await replay()).toBe(0)
  })

  test('what was posted, and is sent again by force, is one doubt more: it may be there twice', async () => {
    await insert(hotel, [
      { id: 'posted', state: 'delivered', memo: { number: 17 } },
      { id: 'held', state: 'uncertain', doubts: 1, memo: { number: 18 } },
      { id: 'webhook', state: 'delivered' },
    ])

    expect(await replay({ force: true })).toBe(3)
    const doubts = (await hotel.read.deliveries.page(EVERYTHING)).map((one) => [one.id, one.doubts])
    expect(Object.fromEntries(doubts)).toEqual({ posted: 1, held: 1, webhook: 0 })
  })

  test('whoever sees one tenant has only the messages of that tenant sent again', async () => {
    await insert(
      hotel,
      ['', 't1', 'T1'].map((tenant) => ({ id: `of ${tenant}`, tenant, state: 'refused' as const })),
    )

    expect(await replay({ scope: 't1' })).toBe(1)
    expect(await waiting()).toEqual(['of t1'])
  })

  test('by force also what arrived, or may have; page by page, in the order of acceptance, until a moment', async () => {
    await insert(
      hotel,
      STATES.map((state, n) => ({ id: state, state, createdAt: NOON + n })),
    )
    const page = async (after?: Replayable) =>
      hotel.read.deliveries.replayable({ ...filter, force: true, until: NOON + 4 }, after, 2)
    const first = await page()
    expect(first.map(({ id, state }) => [id, state])).toEqual([
      ['uncertain', 'uncertain'],
      ['delivered', 'delivered'],
    ])
    expect(idsOf(await page(first[1]))).toEqual(['refused'])
  })
}

function testClearing(hotel: Hotel) {
  test('what is not settled is found in its order, and ends for one reason; what is being sent does not', async () => {
    const all = STATES.map((state, n) => delivery({ id: state, state, sequence: 100 - n }))
    await hotel.write(({ deliveries }) =>
      deliveries.insertAll([...all, delivery({ id: 'of bar', destination: 'bar' })]),
    )
    const open = async (limit = 10) => idsOf(await hotel.read.deliveries.unsettled(delivery(), limit))
    expect(await open()).toEqual(['uncertain', 'waiting'])
    expect(await open(1)).toEqual(['uncertain'])

    await hotel.write(({ deliveries }) => deliveries.end([...STATES, 'of bar'], 'Closed'))
    expect(await open()).toEqual([])
    const notes = (await hotel.read.deliveries.page(EVERYTHING)).filter(({ note }) => note === 'Closed')
    expect(idsOf(notes).toSorted()).toEqual(['of bar', 'uncertain', 'waiting'])
    expect(await hotel.read.deliveries.isWaitingFor(delivery())).toBe(true)
  })

  test('what a destination was told of a time is found, whatever became of it', async () => {
    const times = [1, 2, 3, 4].map((createdAt) => ({ id: `d${createdAt}`, createdAt }))
    await insert(hotel, [...times, { id: 'of bar', destination: 'bar', createdAt: 2 }])
    expect(idsOf(await hotel.read.deliveries.toldBetween(delivery(), 2, 3)).toSorted()).toEqual(['d2', 'd3'])
  })
}

function testPurge(hotel: Hotel) {
  const purge = (before: number, limit: number) =>
    hotel.write((stores) => stores.deliveries.purge(before, limit))
  const left = async () => idsOf(await hotel.read.deliveries.page(EVERYTHING))

  test('finished messages are purged after their time; what still waits is never dropped', async () => {
    await insert(
      hotel,
      STATES.flatMap((state) =>
        [1, 2].map((createdAt) => ({ id: `${state} ${createdAt}`, state, createdAt })),
      ),
    )

    expect(await purge(1, 100)).toEqual([])
    expect(await purge(2, 100)).toEqual(['', '', ''])
    const unfinished = UNFINISHED.map((state) => `${state} 1`).toSorted()
    const young = STATES.map((state) => `${state} 2`).toSorted()
    expect(await left()).toEqual([...unfinished, ...young])
  })

  test('messages are purged a few at a time, each with its attempts and none with those of another', async () => {
    const ids = Array.from({ length: 10 }, (_, n) => `d${n}`)
    await insert(
      hotel,
      ids.map((id, n) => ({ id, state: FINISHED[n % 3] ?? 'dead', createdAt: 100 - n })),
    )
    await attempt(hotel, ids, [1, 2])
    for (const gone of [4, 4, 2, 0]) {
      expect(await purge(101, 4)).toHaveLength(gone)
      const { tables } = hotel.read
      const attempts = await tables.selectFrom('delivery_attempt').select('delivery').distinct().execute()
      expect(attempts.map((one) => one.delivery).toSorted()).toEqual((await left()).toSorted())
    }
  })
}
