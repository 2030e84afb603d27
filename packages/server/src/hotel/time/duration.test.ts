import { describe, expect, it } from 'vitest'
import { parseDuration } from './duration.ts'

describe('a duration', () => {
  it.each([
    ['200ms', 200],
    ['24s', 24_000],
    ['5m', 300_000],
    ['2h', 7_200_000],
    ['90d', 7_776_000_000],
    ['0s', 0],
    ['005m', 300_000],
    ['99999999d', 8_639_999_913_600_000],
  ])('%s is %i milliseconds', (text, ms) => expect(parseDuration(text)).toBe(ms))

  it.each([
    '',
    '5',
    'm',
    '5 m',
    '5M',
    '-5m',
    '1.5h',
    '5m ',
    ' 5m',
    '5min',
    '5m\n',
    '999999999d',
    '1h30m',
    '٣s',
  ])('is not %j', (text) => expect(parseDuration(text)).toBeNull())

  it('stays an exact number of milliseconds, however long', () => {
    expect(Number.isSafeInteger(parseDuration('99999999d'))).toBe(true)
  })
})
