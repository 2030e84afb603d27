import { describe, expect, it } from 'vitest'
import { hours, instantIn as at } from '../../kernel/clock.ts'
import { backupName, nextBackup, tooManyBackups } from './backup-times.ts'

const ZURICH = 'Europe/Zurich'
const NIGHTLY = { time: '02:15', keep: 7 }

describe('a backup of the night', () => {
  it.each([
    ['is made the night after the first start', null, '2026-11-15T12:00+01:00', '2026-11-16T02:15+01:00'],
    [
      'is made the night after the last',
      '2026-11-15T02:15+01:00',
      '2026-11-01T12:00+01:00',
      '2026-11-16T02:15+01:00',
    ],
    [
      'is made up for an hour after a start that comes too late',
      '2026-11-14T02:15+01:00',
      '2026-11-15T06:30+01:00',
      '2026-11-15T07:30+01:00',
    ],
    [
      'is made once in the night in which the clocks go back',
      '2026-10-25T02:15+02:00',
      '2026-10-01T12:00+02:00',
      '2026-10-26T02:15+01:00',
    ],
    [
      'is made in the night that has no such hour, too',
      '2026-03-28T02:15+01:00',
      '2026-03-01T12:00+01:00',
      '2026-03-29T03:15+02:00',
    ],
  ])('%s', (_, last, began, due) => {
    const soFar = { last: last === null ? null : at(last), began: at(began) }
    expect(nextBackup(NIGHTLY, soFar, ZURICH)).toBe(at(due))
  })

  it('is not made where none is kept', () => {
    expect(nextBackup({ time: '02:15', keep: 0 }, { last: null, began: hours(1) }, ZURICH)).toBeNull()
  })

  it('is named by the clock of the hotel, and the oldest go first', () => {
    const names = [15, 16, 17].map((day) => backupName(at(`2026-11-${day}T01:15Z`), ZURICH, '-night.backup'))
    expect(names[0]).toBe('reveille-20261115-021500-night.backup')
    expect(tooManyBackups(names, 2)).toEqual([names[0]])
    expect(tooManyBackups(names, 3)).toEqual([])
  })
})
