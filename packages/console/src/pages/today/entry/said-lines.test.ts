import { describe, expect, it } from 'vitest'
import { RoomBook } from '../../../hotel/entry/entry-rooms.ts'
import type { EntryHouse } from '../../../hotel/entry/reading.ts'
import { MOST_LINES, saidLines } from './said-lines.ts'

const HOUSE: EntryHouse = {
  book: new RoomBook(['101', '102', '234', 'Loft', 'Garden suite'].map((number) => ({ number, floor: '' }))),
  today: '2026-11-15',
  minute: 1200,
  clock: 24,
  prompts: [],
  seesNames: true,
  parties: () => [],
  namesIn: () => [],
}

const kinds = (...lines: string[]) =>
  saidLines(lines.join('\n'), HOUSE).lines.map(({ reading }) => reading.kind)

describe('a list as it is pasted', () => {
  it.each([
    'Room;Name;Time',
    'Tour Sonnenschein, Ankunft Freitag',
    'Please be punctual for breakfast',
    'Reiseleiter: Frau Meier',
    'Reiseleiter: Frau Meier 0171 2345678',
    'Tour guide: Ann +41 79 123 45 67',
    'Huber, Hans',
  ])('what is no call is told as left out, above the rows and below them: %s', (line) => {
    expect(kinds(line, '101 0630', line)).toEqual(['left-out', 'read', 'left-out'])
  })

  it.each([
    'Zimmer 105 auch',
    'the same for 102',
    'all the others at 0645',
    'Meier the same',
    'alle anderen um halb sieben',
    'Meier at noon',
    'the Loft as well',
    'and the garden suite',
    'Frau Meier 0171 234 56 78',
    'Gruppe zwei 0630 0700 0715',
    'Seite 1 von 2',
    'Ankunft 20.11.',
    'storno Huber',
    'Meier doch nicht',
    'Friday',
    'Weckliste für morgen',
    'floor two',
    '@huber',
  ])('what may be a call, or about them, is not: %s', (line) => {
    const { lines, openAt } = saidLines(`101 0630\n${line}`, HOUSE)
    expect([lines[0]?.reading.kind, openAt]).toEqual(['read', 1])
  })

  it('and words alone are no list', () => {
    expect(kinds('Hello there', 'Good morning')).toEqual(['refused', 'refused'])
    expect(kinds('Hello there')).toEqual(['refused'])
  })

  it('says of a day that is left out that it counts for no other line', () => {
    expect(saidLines('Tour Sonne, Ankunft Freitag\n101 0630\nTschüss', HOUSE).lines).toMatchObject([
      { reading: { isHeading: true, hasDay: true } },
      { reading: { kind: 'read' } },
      { reading: { isHeading: false, hasDay: false } },
    ])
  })

  it(`has ${MOST_LINES} lines at most`, () => {
    const lines = Array.from({ length: MOST_LINES }, () => '101 0630')
    expect(saidLines(lines.join('\n'), HOUSE).sets).toHaveLength(MOST_LINES)
    expect(saidLines([...lines, '102 0630'].join('\n'), HOUSE)).toMatchObject({
      lines: [{ reading: { why: 'too-much' } }],
      sets: [],
    })
  })
})
