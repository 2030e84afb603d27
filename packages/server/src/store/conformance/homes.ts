import { expect, test } from 'vitest'
import { NOON } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'

export function testHomes(hotel: Hotel) {
  const furnish = (...houses: readonly string[]) => hotel.write(({ homes }) => homes.furnish(houses, NOON))
  const take = (lease: string, limit = 10, name = lease) =>
    hotel.write(({ homes }) => homes.take({ lease, name, limit, now: NOON + 1 }))
  const owners = async () => (await hotel.read.homes.list()).map(({ house, lease }) => `${house}: ${lease}`)

  test('houses get their rows once, and lose them when they are gone and nobody has them', async () => {
    await furnish('east', 'west', 'south')
    await take('a', 2)
    await furnish('east', 'north')

    expect(await hotel.read.homes.list()).toEqual([
      { house: 'east', lease: 'a', wanted: '', since: NOON + 1 },
      { house: 'north', lease: null, wanted: '', since: NOON },
      { house: 'south', lease: 'a', wanted: '', since: NOON + 1 },
    ])
  })

  test('a house is taken by one node, and so many at a time', async () => {
    await furnish('1', '2', '3')

    expect([await take('a', 2), await take('b', 5), await take('a')]).toEqual([['1', '2'], ['3'], []])
    expect(await owners()).toEqual(['1: a', '2: a', '3: b'])
  })

  test('two nodes that reach out at once get different houses', async () => {
    const houses = Array.from({ length: 20 }, (_, n) => `h${n}`)
    await furnish(...houses)
    const taken = await Promise.all(['a', 'b', 'c', 'd'].map((lease) => take(lease, 5)))

    expect(taken.flat().toSorted()).toEqual(houses.toSorted())
  })

  test('a node takes what is meant for it before anything else', async () => {
    await furnish('1', '2', '3')
    await take('x')
    for (const house of ['1', '2', '3'])
      await hotel.write(({ homes }) => homes.letGo(house, 'x', house === '3' ? 'b' : '', NOON))

    expect(await take('b1', 1, 'b')).toEqual(['3'])
  })

  test('only its owner lets a house go', async () => {
    await furnish('1', '2')
    await take('a')
    await hotel.write(({ homes }) => homes.letGo('1', 'b', '', NOON + 2))
    await hotel.write(({ homes }) => homes.letGo('2', 'a', 'b', NOON + 2))

    expect(await hotel.read.homes.list()).toEqual([
      { house: '1', lease: 'a', wanted: '', since: NOON + 1 },
      { house: '2', lease: null, wanted: 'b', since: NOON + 2 },
    ])
  })

  test('what a node had is free when it is lost, and the rest stays', async () => {
    await furnish('1', '2')
    await take('a', 1)
    await take('b')
    await hotel.write(({ homes }) => homes.freeAllOf('a', NOON + 3))

    expect(await owners()).toEqual(['1: null', '2: b'])
  })
}
