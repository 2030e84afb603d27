import { describe, expect, it } from 'vitest'
import { days, hours } from '../../kernel/clock.ts'
import { copyIn, numbersGivenOut, passedCallsText, wentLiveWords } from './restored-copy.ts'

/** 2026-11-14T20:00:00+01:00 */
const BACKUP = 1_794_682_800_000

describe('the numbers that the first house may have given out', () => {
  it.each([
    ['at the same moment', 0, 10_000],
    ['within the hour', hours(1) - 1, 10_000],
    ['an hour later', hours(1), 10_417],
    ['exactly a day later', days(1), 20_008],
    ['when the second day has begun', days(1) + 1, 30_008],
    ['a week later', days(7), 140_056],
    ['by a clock that is behind', -hours(3), 10_000],
  ])('%s are passed over', (_, later, numbers) => {
    expect(numbersGivenOut({ backupAt: BACKUP }, BACKUP + later)).toBe(numbers)
  })
})

describe('a house', () => {
  it('that remembers nothing of a backup is live', () => {
    expect(copyIn(undefined)).toBeNull()
  })

  it('that remembers one is a copy', () => {
    const copy = { backupAt: BACKUP, restoredAt: BACKUP + 1, isTold: true }
    expect(copyIn(JSON.stringify(copy))).toEqual(copy)
  })

  it.each(['', '{}', 'true'])('that remembers %j stays quiet all the same', (text) => {
    expect(copyIn(text)).toMatchObject({ isTold: false })
  })
})

describe('what is told of calls that were due meanwhile', () => {
  const call = (room: string) => ({ id: room, tenant: '', room, scheduled: '2026-11-15T07:00:00+01:00' })
  const text = (count: number) =>
    passedCallsText(
      Array.from({ length: count }, (_, n) => call(String(101 + n))),
      '2026-11-14T20:00:00+01:00',
    )

  it('names the rooms and their hours', () => {
    expect(text(1)).toBe(
      'A wake-up call was due after the backup of 2026-11-14 20:00 and not rung by this system: room 101 (07:00). Please see whether the guests were woken',
    )
  })

  it('counts those that are too many to be named', () => {
    expect(text(23)).toMatch(/^23 wake-up calls were .*119 \(07:00\), 120 \(07:00\) and 3 more\. Please/)
  })

  it('stands line by line before who has made the house live', () => {
    const went = { backupAt: BACKUP, numbers: 10_000, uncertain: 2, released: 1, calls: [call('101')] }
    expect(wentLiveWords(went, 'Europe/Zurich')).toEqual([
      'This house is live. It was restored from a backup of 2026-11-14T20:00:00+01:00.',
      'Sequences and posting numbers go on 10000 further.',
      'Messages that are sent now: 1. Messages that may have arrived, to be decided about: 2 (GET /rest/delivery?state=uncertain).',
      'Wake-up calls that were due meanwhile and are not rung: 1',
      '  room 101, 2026-11-15T07:00:00+01:00',
    ])
  })
})
