import { describe, expect, it } from 'vitest'
import { readEntry } from '../../../hotel/entry/entry-grammar.ts'
import { RoomBook } from '../../../hotel/entry/entry-rooms.ts'
import type { ForeseenCall } from '../../../hotel/entry/set-plan.ts'
import { instantOf } from '../../../kernel/clock.ts'
import { formatFor } from '../../../texts/format.ts'
import { glossOf } from './gloss.ts'
import { entryTexts } from './texts.ts'
import type { KnownHouse } from './use-entry-house.ts'
import { doneWords } from './words.ts'

const ROOMS = ['101', '102'].map((number) => ({ number, floor: '1' }))

/** Sunday morning, a quarter to seven. */
const NOW = '2026-11-15T06:45:00+01:00'
const house = (clock: 12 | 24): KnownHouse => ({
  book: new RoomBook(ROOMS),
  today: '2026-11-15',
  minute: 405,
  clock,
  prompts: [],
  seesNames: true,
  parties: () => [],
  namesIn: () => [],
  room: () => undefined,
  tenantsOf: () => [],
  whose: () => '',
})
const foreseen = (scheduled: string): ForeseenCall => ({
  room: '101',
  tenant: 'site',
  scheduled,
  tomorrow: false,
  others: [],
  occupied: true,
  vip: false,
  method: 'automatic',
  next: [],
})
const SUNDAY_AT_7 = foreseen('2026-11-15T07:00:00+01:00')
const MONDAY_AT_6_30 = foreseen('2026-11-16T06:30:00+01:00')

/** What is read back of the line, `typed: meaning`. */
function readBack(line: string, calls: readonly ForeseenCall[], clock: 12 | 24 = 24) {
  const reading = readEntry(line, house(clock))
  if (reading.kind !== 'read') throw new Error(`${line} is ${reading.kind}`)
  const format = formatFor('en', { zone: 'Europe/Zurich', clock: clock === 12 ? '12h' : '24h' })
  const { entry, said } = reading
  const needs = { words: entryTexts.en, format, house: house(clock), line, entry, said, calls }
  return glossOf({ ...needs, now: instantOf(NOW) }).map(
    ({ typed, meanings }) =>
      `${typed}: ${meanings
        .map(({ means, day, isOtherDay, more }) =>
          [means, isOtherDay ? day.toUpperCase() : day, more].filter((one) => one !== '').join(' '),
        )
        .join('; ')}`,
  )
}

describe('a line is read back', () => {
  it.each([
    [
      '101 0630 0700',
      '0630 0700: 06:30 TOMORROW, MON 16 NOV in 23 h 45 min; 07:00 today, Sun 15 Nov in 15 min',
    ],
    [
      '101 0630 0700 daily',
      'daily: every day; 06:30 FROM TOMORROW, MON 16 NOV; 07:00 from today, Sun 15 Nov',
    ],
    ['101 0630 0700 daily', '0630 0700: 06:30, 07:00 in 23 h 45 min, 15 min'],
  ])('of two times each with its own day, where they ring on different days: %s', (line, column) => {
    expect(readBack(line, [MONDAY_AT_6_30, SUNDAY_AT_7])).toContain(column)
  })

  it('with the distance of each time, also where they ring on one day', () => {
    const later = foreseen('2026-11-15T07:30:00+01:00')
    expect(readBack('101 0700 0730', [SUNDAY_AT_7, later])).toContain(
      '0700 0730: 07:00, 07:30 today, Sun 15 Nov in 15 min, 45 min',
    )
  })

  it('with noon and midnight by name, where hours are counted to twelve', () => {
    const noon = foreseen('2026-11-15T12:00:00+01:00')
    expect(readBack('101 12:00', [], 12)).toContain('12:00: 12:00 PM, noon')
    expect(readBack('101 12:00', [noon], 12)).toContain(
      '12:00: 12:00 PM, noon today, Sun 15 Nov in 5 h 15 min',
    )
    expect(readBack('101 0:00', [], 12)).toContain('0:00: 12:00 AM, midnight')
    expect(readBack('101 12:00', [])).toContain('12:00: 12:00')
  })
})

describe('what was set is said', () => {
  const roomAs = ({ room, tenant }: Pick<ForeseenCall, 'room' | 'tenant'>) =>
    tenant === 'east' ? `${room} East wing` : room
  const done = (...calls: ForeseenCall[]) => {
    const preview = { calls, repeated: [], missing: [], lines: { working: 1, total: 1 }, forecast: [] }
    const answered = [{ ask: { rooms: ['101'], tenant: null, form: {}, forDays: null }, preview }]
    const plan = { fresh: calls.length, twins: [], others: [], choices: [], steps: [] }
    const format = formatFor('en', { zone: 'Europe/Zurich', clock: '24h' })
    return doneWords(entryTexts.en, format, { plan, answered, cancelling: null, instead: null, roomAs })
  }

  it('of the house that was chosen, where another has a room of this number', () => {
    const line = '101 0700'
    const reading = readEntry(line, house(24))
    if (reading.kind !== 'read') throw new Error('not read')
    const format = formatFor('en', { zone: 'Europe/Zurich', clock: '24h' })
    const needs = {
      words: entryTexts.en,
      format,
      line,
      calls: [SUNDAY_AT_7],
      now: instantOf(NOW),
      ...reading,
    }
    const [rooms] = glossOf({ ...needs, house: { ...house(24), whose: () => 'East wing' } })
    expect(rooms?.meanings).toMatchObject([{ means: '101', more: 'East wing' }])
    expect(done({ ...SUNDAY_AT_7, tenant: 'east' })).toBe('Set: 101 East wing at 07:00, Sun 15 Nov')
  })

  it('with its day, and with each day where there are several', () => {
    expect(done(SUNDAY_AT_7)).toBe('Set: 101 at 07:00, Sun 15 Nov')
    expect(done(MONDAY_AT_6_30, SUNDAY_AT_7)).toBe('Set: 2 calls, Sun 15 Nov and Mon 16 Nov')
  })
})
