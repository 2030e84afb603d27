import { describe, expect, it } from 'vitest'
import { type DialledTime, readDialledTime } from './dialled-time.ts'

const written = (read: DialledTime) =>
  'time' in read
    ? `${read.kind} ${String(read.time.hour).padStart(2, '0')}:${String(read.time.minute).padStart(2, '0')}`
    : read.kind

const digits = (length: number) =>
  Array.from({ length: 10 ** length }, (_, number) => String(number).padStart(length, '0'))

describe('a time that is dialled', () => {
  it.each([
    ['0630', 'whole 06:30'],
    ['630', 'whole 06:30'],
    ['730', 'whole 07:30'],
    ['1930', 'whole 19:30'],
    ['0000', 'whole 00:00'],
    ['2359', 'whole 23:59'],
    ['130', 'maybe 01:30'],
    ['1305', 'whole 13:05'],
    ['063', 'more'],
    ['053', 'more'],
    ['006', 'slip'],
    ['0', 'more'],
    ['7', 'more'],
    ['76', 'slip'],
    ['675', 'slip'],
    ['9999', 'not a time'],
    ['24', 'more'],
    ['240', 'maybe 02:40'],
    ['26', 'slip'],
    ['2460', 'not a time'],
    ['0799', 'not a time'],
    ['077', 'slip'],
    ['12345', 'not a time'],
    ['', 'not a time'],
    ['1*', 'not a time'],
  ])('%s is: %s', (keys, read) => {
    expect(written(readDialledTime(keys))).toBe(read)
  })

  it('with four keys is every minute of the day by itself, and nothing else', () => {
    const times = digits(4)
      .map(readDialledTime)
      .filter((read) => read.kind === 'whole')
    expect([times.length, new Set(times.map(written)).size]).toEqual([1_440, 1_440])
    const isTime = (keys: string) => Number(keys.slice(0, 2)) < 24 && Number(keys.slice(2)) < 60
    // A key sooner: what begins with 3 to 9 was whole, or wrong, with three.
    const wrong = digits(4).filter(
      (keys) => keys < '3000' && (readDialledTime(keys).kind === 'whole') !== isTime(keys),
    )
    expect(wrong).toEqual([])
  })

  it('is never said to be more where no key can follow, nor wrong where one can', () => {
    const ends = (keys: string): boolean => {
      const { kind } = readDialledTime(keys)
      if (kind === 'whole' || kind === 'maybe') return true
      return keys.length < 4 && digits(1).some((key) => ends(keys + key))
    }
    const all = [1, 2, 3].flatMap(digits)
    const becomesTime = (keys: string) => digits(1).some((key) => 'time' in readDialledTime(keys + key))
    expect(all.filter((keys) => readDialledTime(keys).kind === 'more' && !ends(keys))).toEqual([])
    expect(all.filter((keys) => readDialledTime(keys).kind === 'slip' && becomesTime(keys))).toEqual([])
  })
})
