import { describe, expect, it } from 'vitest'
import { systemIds } from './ids.ts'

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
