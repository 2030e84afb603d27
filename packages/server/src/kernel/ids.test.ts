import { describe, expect, it } from 'vitest'
import { derivedUuid, systemIds } from './ids.ts'

const NOON = 1_794_744_000_000
const several = (next: () => string, count: number) => Array.from({ length: count }, next)

describe('ids', () => {
  it('are of version 7 and begin with the millisecond', () => {
    const id = systemIds(() => NOON).uuid()

    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(NOON)
  })

  it('follow one another, however many are made in one millisecond', () => {
    const ids = several(systemIds(() => NOON).uuid, 20_000)

    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(20_000)
  })

  it('follow one another when the clock is set back', () => {
    let now = NOON
    const { uuid } = systemIds(() => now)
    const before = several(uuid, 10)
    now -= 60_000
    const ids = [...before, ...several(uuid, 10)]

    expect(ids.toSorted()).toEqual(ids)
  })

  it('are others in another process at the same moment', () => {
    expect(systemIds(() => NOON).uuid()).not.toBe(systemIds(() => NOON).uuid())
  })
})

describe('an id that follows from what it is the id of', () => {
  const of = (...name: (string | number)[]) => derivedUuid(1_800_000_000_000, name)

  it('is a UUID version 7, the same each time, and another for anything else', () => {
    expect(of('charge', '', 'bar', 1)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    expect(of('charge', '', 'bar', 1)).toBe(of('charge', '', 'bar', 1))
    expect(new Set([of('a', 'b', 1), of('a', 'b', 2), of('ab', 1), of('a', 'b1')]).size).toBe(4)
  })

  it('sorts by its time', () => {
    expect(derivedUuid(1, ['z']) < derivedUuid(2, ['a'])).toBe(true)
  })
})
