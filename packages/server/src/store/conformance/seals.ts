import { expect, test } from 'vitest'
import { BEGINNING } from '../../hotel/log/seal.ts'
import type { Activity } from '../stores/activity-store.ts'
import type { Seal } from '../stores/seal-store.ts'
import { activity, NOON, seal } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { LARGEST, SMALLEST, WORLD_TEXT } from './words.ts'

const insert = (hotel: Hotel, all: readonly Partial<Seal>[]) =>
  hotel.write(({ seals }) => seals.insert(all.map(seal)))

/** Rows of the log, with the ids that they were given. */
async function write(hotel: Hotel, all: readonly Partial<Activity>[]): Promise<Activity[]> {
  await hotel.write(({ activity: log }) => log.addAll(all.map(activity)))
  return hotel.read.activity.page({ scope: null, limit: 1_000 })
}

/** Seals for rows of the log, in this order. */
const sealsFor = (rows: readonly (Activity | undefined)[], from = 1) =>
  rows.map((row, n) =>
    seal({
      tenant: row?.tenant ?? '',
      number: from + n,
      activity: row?.id ?? 0,
      hash: `hash ${from + n}`,
    }),
  )

const numbersOf = (found: readonly Seal[]) => found.map(({ number }) => number)
const textsOf = (found: readonly Activity[]) => found.map(({ text }) => text)
const THREE = ['a', 'b', 'c'].map((text) => ({ text }))

export function testSeals(hotel: Hotel) {
  testChain(hotel)
  testUnsealed(hotel)
  testLongLog(hotel)
  testSealed(hotel)
}

function testChain(hotel: Hotel) {
  test('a seal is read as it was written', async () => {
    const full: Seal = {
      tenant: WORLD_TEXT,
      number: LARGEST,
      activity: LARGEST - 1,
      at: SMALLEST,
      kind: WORLD_TEXT,
      digest: WORLD_TEXT,
      hash: WORLD_TEXT,
    }
    await insert(hotel, [full])

    expect(await hotel.read.seals.last()).toEqual(full)
    expect(await hotel.read.seals.page(0, 10)).toEqual([full])
  })

  test('the last seal is the one with the highest number; an unsealed log has none', async () => {
    expect(await hotel.read.seals.last()).toBeUndefined()
    await insert(hotel, [
      { number: 9, activity: 1 },
      { number: 10, activity: 3 },
      { number: 2, activity: 4 },
    ])

    expect(await hotel.read.seals.last()).toMatchObject({ number: 10 })
  })

  test('the highest row that has a seal is known, whatever the order of the seals', async () => {
    expect(await hotel.read.seals.highest()).toBe(-1)
    await insert(hotel, [
      { number: 1, activity: 4 },
      { number: 2, activity: 9 },
      { number: 3, activity: 3 },
    ])

    expect(await hotel.read.seals.highest()).toBe(9)
  })

  test('rows of the log are read from an id on, and by their ids, whether they have a seal or not', async () => {
    const rows = await write(hotel, THREE)
    await insert(hotel, sealsFor([rows[1]]))
    const [a, b, c] = rows.map(({ id }) => id)
    const { seals } = hotel.read

    expect(textsOf(await seals.rowsFrom(b ?? 0, 10))).toEqual(['b', 'c'])
    expect(textsOf(await seals.rowsFrom(a ?? 0, 2))).toEqual(['a', 'b'])
    expect(textsOf(await seals.rowsOf([c ?? 0, a ?? 0, 1_000_000]))).toEqual(['a', 'c'])
    expect(await seals.rowsOf([])).toEqual([])
  })

  test('a seal is found with those beside it in the chain of its tenant', async () => {
    await insert(hotel, [
      { number: 1, activity: 1, hash: 'one' },
      { number: 2, activity: 2, tenant: 't1', hash: 'two' },
      { number: 3, activity: 3, hash: 'three' },
    ])
    const around = async (number: number, tenant = '') => {
      const { before, after } = await hotel.read.seals.around({ tenant, number })
      return [before.hash, after?.hash ?? null]
    }

    expect(await around(3)).toEqual(['one', null])
    expect(await around(1)).toEqual([BEGINNING.hash, 'three'])
    expect(await around(2, 't1')).toEqual([BEGINNING.hash, null])
    await hotel.write(async ({ seals }) => seals.drop((await seals.page(0, 10)).slice(0, 1)))
    expect(await around(3)).toEqual(['one', null])
  })

  test('seals whose row is gone are found among those of a tenant', async () => {
    const rows = await write(hotel, THREE)
    await insert(hotel, [
      ...sealsFor(rows),
      { number: 4, activity: LARGEST },
      { number: 5, activity: 0, tenant: 't1' },
    ])
    const { seals } = hotel.read

    expect(numbersOf(await seals.withoutRow('', 1, 5))).toEqual([4])
    expect(numbersOf(await seals.withoutRow('t1', 1, 5))).toEqual([5])
    expect(await seals.withoutRow('', 1, 3)).toEqual([])
  })

  test('seals are read in their order, page by page', async () => {
    await insert(
      hotel,
      [10, 2, 1, 9].map((number) => ({ number, activity: 100 - number })),
    )

    expect(numbersOf(await hotel.read.seals.page(0, 3))).toEqual([1, 2, 9])
    expect(numbersOf(await hotel.read.seals.page(9, 3))).toEqual([10])
  })

  test.each([
    ['with a number that is taken', { number: 1, activity: 2 }],
    ['with a number that another tenant has', { tenant: 't1', number: 1, activity: 2 }],
    ['on a row that has one', { number: 2, activity: 1 }],
  ])('a seal %s is refused, and what is there stays', async (_, second) => {
    await insert(hotel, [{}])
    const refused = insert(hotel, [{ ...second, hash: 'other' }]).catch((reason: unknown) => reason)

    expect(hotel.dialect.isUniqueViolation(await refused)).toBe(true)
    expect(await hotel.read.seals.page(0, 10)).toEqual([seal()])
  })

  test('each chain ends where its last seal is, and begins anew where its first ones were dropped', async () => {
    const of = (tenant: string, number: number) =>
      seal({ tenant, number, activity: number, hash: `${tenant}${number}` })
    const all = [of('a', 1), of('b', 2), of('a', 3), of('a', 4)]
    await insert(hotel, all)
    const { seals } = hotel.read
    expect(await seals.headOf('a')).toEqual({ number: 4, hash: 'a4' })
    expect(await seals.headOf('b')).toEqual({ number: 2, hash: 'b2' })
    expect(await seals.headOf('c')).toEqual({ number: 0, hash: '0'.repeat(64) })
    expect(await seals.anchors()).toEqual(new Map())

    await hotel.write((stores) => stores.seals.drop(all.slice(0, 1)))
    await hotel.write((stores) => stores.seals.drop(all.slice(1, 3)))

    expect(numbersOf(await seals.page(0, 10))).toEqual([4])
    expect(await seals.anchors()).toEqual(
      new Map([
        ['a', { number: 3, hash: 'a3' }],
        ['b', { number: 2, hash: 'b2' }],
      ]),
    )
    expect(await seals.headOf('b')).toEqual({ number: 2, hash: 'b2' })
  })

  test('none, or a thousand, are written at once', async () => {
    await insert(hotel, [])
    await insert(
      hotel,
      Array.from({ length: 1_000 }, (_, n) => ({ number: n + 1, activity: n })),
    )

    expect(await hotel.read.seals.last()).toMatchObject({ number: 1_000 })
  })
}

function testUnsealed(hotel: Hotel) {
  const unsealed = async (from: number, limit = 100) => textsOf(await hotel.read.seals.unsealed(from, limit))

  test('rows without a seal are found whole, in the order of writing, a few at a time', async () => {
    const [a, b, c] = await write(hotel, THREE)

    expect(await hotel.read.seals.unsealed(0, 2)).toEqual([a, b])
    expect(await hotel.read.seals.unsealed(b?.id ?? 0, 10)).toEqual([b, c])
  })

  test('a row that is seen only after a later one was sealed is still found', async () => {
    const [a, b, c] = await write(hotel, THREE)
    await insert(hotel, sealsFor([a, c]))

    expect(await unsealed(a?.id ?? 0)).toEqual(['b'])
    expect(await hotel.read.seals.unsealed(0, 10, b?.id)).toEqual([])
    expect(await hotel.read.seals.unsealed(0, 10, c?.id)).toEqual([b])
    expect(await unsealed((b?.id ?? 0) + 1)).toEqual([])
  })
}

/** A log that is longer than it is ever looked at in one piece. */
function testLongLog(hotel: Hotel) {
  test('rows without a seal are found however many sealed ones lie before and between them', async () => {
    await write(
      hotel,
      Array.from({ length: 3_000 }, (_, n) => ({ text: `${n}` })),
    )
    const rows = await hotel.read.activity.page({ scope: null, limit: 3_000 })
    const isLate = (n: number) => n % 700 === 699
    await insert(hotel, sealsFor(rows.filter((_, n) => !isLate(n))))
    const late = rows.filter((_, n) => isLate(n))

    expect(await hotel.read.seals.unsealed(0, 100)).toEqual(late)
    expect(await hotel.read.seals.unsealed(0, 3)).toEqual(late.slice(0, 3))
    expect(await hotel.read.seals.unsealed(rows[800]?.id ?? 0, 100)).toEqual(late.slice(1))
  })
}

function testSealed(hotel: Hotel) {
  test('what happened is followed in the order of the seals, by those who may see it', async () => {
    const [a, b, c] = await write(hotel, [{ text: 'a' }, { text: 'b', tenant: 't1' }, { text: 'c' }])
    await insert(hotel, sealsFor([c, a, b]))
    const after = (number: number, tenant: string | null, limit = 10) =>
      hotel.read.seals.sealedAfter(number, tenant, limit)

    expect(await after(0, null)).toEqual([
      { ...c, seal: 1, hash: 'hash 1' },
      { ...a, seal: 2, hash: 'hash 2' },
      { ...b, seal: 3, hash: 'hash 3' },
    ])
    expect(textsOf(await after(1, null, 1))).toEqual(['a'])
    expect(textsOf(await after(0, 't1'))).toEqual(['b'])
    expect(textsOf(await after(0, ''))).toEqual(['c', 'a'])
    expect(await after(3, null)).toEqual([])
  })

  test('a seal stays when its row is purged, and only the row is missing', async () => {
    const rows = await write(hotel, [{ at: 1 }, { at: NOON, text: 'young' }])
    await insert(hotel, sealsFor(rows))
    await hotel.write((stores) => stores.activity.purge('log', 2, 10))

    expect(textsOf(await hotel.read.seals.sealedAfter(0, null, 10))).toEqual(['young'])
    expect(await hotel.read.seals.page(0, 10)).toEqual(sealsFor(rows))
  })

  test('the seals of some rows are found', async () => {
    await insert(
      hotel,
      [1, 2, 3].map((n) => ({ number: n, activity: n + 10 })),
    )
    const found = await hotel.read.seals.ofActivities([11, 13, 99])

    expect(new Set(numbersOf(found))).toEqual(new Set([1, 3]))
    expect(await hotel.read.seals.ofActivities([])).toEqual([])
  })
}
