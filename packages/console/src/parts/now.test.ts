import { describe, expect, it } from 'vitest'
import { stepOf } from './now.ts'

const MINUTE = 60_000
/** Thirty-five seconds past a whole minute: what turns each minute turns long before it is a minute old. */
const SINCE = 10 * MINUTE + 35_000

const lastTurn = (now: number, everyMs: number) => now - (now % everyMs)

/** From a minute on only the whole ones are told. */
const toldAs = (age: number) => (age < MINUTE ? age : lastTurn(age, MINUTE))

/** What is told each second, in the first five minutes. */
const ages = Array.from({ length: 300 }, (_, second) => {
  const now = SINCE + second * 1_000
  return toldAs(lastTurn(now, stepOf(now - SINCE)) - SINCE)
})

describe('how long ago something was', () => {
  it('is never told shorter than it was told before', () => {
    expect(ages).toEqual(ages.toSorted((a, b) => a - b))
  })

  it('is told in minutes from the first minute on', () => {
    expect(ages.filter((age, second) => second >= 70 && age < MINUTE)).toEqual([])
  })
})
