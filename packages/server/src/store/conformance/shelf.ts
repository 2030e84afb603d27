import { expect, test } from 'vitest'
import type { Stores } from '../stores/stores.ts'
import type { Hotel } from './hotel.ts'

/** A kind of thing that a store keeps under a key. */
export interface Shelf<V> {
  readonly noun: string
  /** One thing under one key, different from variant to variant in every other field. */
  readonly variants: readonly [V, V, ...V[]]
  /** Other things, whose keys differ from it as little as keys can. */
  readonly neighbours: readonly V[]
  get(stores: Stores, value: V): Promise<V | undefined>
  insert(stores: Stores, value: V): Promise<void>
  update(stores: Stores, value: V): Promise<void>
  /** What only housekeeping removes has none. */
  remove?(stores: Stores, value: V): Promise<void>
}

/** What every store promises of the things that it keeps. */
export function testShelf<V>(hotel: Hotel, shelf: Shelf<V>) {
  testKeeping(hotel, shelf)
  testChanging(hotel, shelf)
  if (shelf.remove) testRemoving(hotel, { ...shelf, remove: shelf.remove })
}

const insertAll = <V>(hotel: Hotel, shelf: Shelf<V>, values: readonly V[]) =>
  hotel.write(async (stores) => {
    for (const value of values) await shelf.insert(stores, value)
  })

function testKeeping<V>(hotel: Hotel, shelf: Shelf<V>) {
  const { noun, variants, neighbours } = shelf

  test(`${noun} is read as it was written, inside the transaction and after it`, async () => {
    for (const value of [...variants, ...neighbours]) {
      const inside = await hotel.write(async (stores) => {
        await shelf.insert(stores, value)
        return shelf.get(stores, value)
      })
      expect(inside).toEqual(value)
      expect(await shelf.get(hotel.read, value)).toEqual(value)
      await hotel.empty()
    }
  })

  test(`${noun} that was never written is not found`, async () => {
    await insertAll(hotel, shelf, neighbours)

    expect(await shelf.get(hotel.read, variants[0])).toBeUndefined()
  })

  test(`${noun} whose key is taken is refused, and what is there stays`, async () => {
    await insertAll(hotel, shelf, [variants[0], ...neighbours])
    const second = insertAll(hotel, shelf, [variants[1]]).catch((reason: unknown) => reason)

    expect(hotel.dialect.isUniqueViolation(await second)).toBe(true)
    expect(await shelf.get(hotel.read, variants[0])).toEqual(variants[0])
  })
}

function testChanging<V>(hotel: Hotel, shelf: Shelf<V>) {
  const { noun, variants, neighbours } = shelf

  test(`${noun} can be changed in every field, and its neighbours stay as they are`, async () => {
    await insertAll(hotel, shelf, [variants[0], ...neighbours])
    for (const value of variants.toReversed()) {
      await hotel.write((stores) => shelf.update(stores, value))
      expect(await shelf.get(hotel.read, value)).toEqual(value)
    }
    for (const other of neighbours) expect(await shelf.get(hotel.read, other)).toEqual(other)
  })

  test(`${noun} that is not there does not come about by a change`, async () => {
    await hotel.write((stores) => shelf.update(stores, variants[0]))

    expect(await shelf.get(hotel.read, variants[0])).toBeUndefined()
  })
}

function testRemoving<V>(hotel: Hotel, shelf: Shelf<V> & Required<Pick<Shelf<V>, 'remove'>>) {
  const { noun, variants, neighbours } = shelf

  test(`${noun} that is removed is gone, and its neighbours stay`, async () => {
    await insertAll(hotel, shelf, [variants[0], ...neighbours])
    await hotel.write((stores) => shelf.remove(stores, variants[0]))
    await hotel.write((stores) => shelf.remove(stores, variants[0]))

    expect(await shelf.get(hotel.read, variants[0])).toBeUndefined()
    for (const other of neighbours) expect(await shelf.get(hotel.read, other)).toEqual(other)
  })
}
