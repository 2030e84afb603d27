import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linesOf, MOST_LETTERS, MOST_ROOMS, readEntry } from './entry-grammar.ts'
import { RoomBook } from './entry-rooms.ts'
import { type Entry, printEntry, roomsOf } from './entry.ts'
import type { EntryHouse, Reading } from './reading.ts'

const NUMBERS = Array.from({ length: 20 }, (_, at) => String(101 + at))
  .filter((number) => number !== '117')
  .concat('201 210 214 215 0101 0102 110A 110B 110C 1201 1215 7H x Loft'.split(' '), 'Garden 1')
const BOOK = new RoomBook(
  NUMBERS.map((number) => ({ number, floor: /^\d+$/.test(number) ? number.slice(0, -2) : 'G' })),
)
const GUESTS = [
  { name: 'Miller, John', rooms: ['110'] },
  { name: 'Miller, Ann', rooms: ['214'] },
  { name: 'Okafor', rooms: ['111', '112'] },
  { name: 'Sato', rooms: ['101'] },
  { name: 'Sato', rooms: ['102'] },
]

/** Sunday evening, 23:04. */
const EVENING: EntryHouse = {
  book: BOOK,
  today: '2026-11-15',
  minute: 23 * 60 + 4,
  clock: 24,
  prompts: [
    { id: 7, name: 'Regatta' },
    { id: 8, name: 'Rehearsal' },
  ],
  seesNames: true,
  parties: (name) => GUESTS.filter((guest) => guest.name.toLowerCase().startsWith(name.toLowerCase())),
  namesIn: (room) => GUESTS.filter(({ rooms }) => rooms.includes(room)).map(({ name }) => name),
}
const AT_NIGHT: EntryHouse = { ...EVENING, today: '2026-11-16', minute: 30 }
const OF_TWELVE_HOURS: EntryHouse = { ...EVENING, clock: 12 }

/** A reading in short: what would be done, or why not. */
function shortly(reading: Reading): string {
  if (reading.kind === 'read') return printEntry(reading.entry)
  if (reading.kind === 'asked')
    return `${reading.question}? ${reading.choices.map(({ line }) => line).join(' | ')}`
  if (reading.kind === 'refused') return `${reading.why}${reading.mend === null ? '' : `: ${reading.mend}`}`
  return reading.kind === 'unfinished' ? `lacks ${reading.lacks}` : 'nothing'
}

const read = (line: string, house = EVENING) => shortly(readEntry(line, house))
const roomsRead = (line: string) => {
  const reading = readEntry(line, EVENING)
  return reading.kind === 'read' ? roomsOf(reading.entry.rooms) : shortly(reading)
}

describe('a line of the entry', () => {
  it.each([
    ['214 0630', '214 06:30'],
    ['101 102 0630', '101,102 06:30'],
    ['110,111,115-120 0630 daily', '110,111,115-120 06:30 daily'],
    ['101 0630 0700', '101 06:30 07:00'],
    ['110:120 6.30', '110-120 06:30'],
    ['110 – 120 6h30', '110-120 06:30'],
    ['floor 2 0700', 'floor 2 07:00'],
    ['etage 2 0700 werktags', 'floor 2 07:00 weekdays'],
    ['@okafor 7am', '@okafor 07:00'],
    ['214 7 pm', '214 19:00'],
    ['214 12am', '214 00:00'],
    ['214 12:15p', '214 12:15'],
    ['214 noon', '214 12:00'],
    ['214 mitternacht', '214 00:00'],
    ['214 +20', '214 +20m'],
    ['214 +1h30', '214 +90m'],
    ['110a 0630', '110A 06:30'],
    ['"garden 1" 0630', '"Garden 1" 06:30'],
    ['214 0630 key', '214 06:30 key'],
    ['214 0630 taste #7', '214 06:30 key #7'],
    ['214 0630 #rega', '214 06:30 #7'],
    ['x 214', 'x 214'],
    ['x 101,102 0630', 'x 101,102 06:30'],
  ])('%s is read as %s', (line, expected) => {
    expect(read(line)).toBe(expected)
  })

  it.each([
    ['214 0630 today', '2026-11-15'],
    ['214 0630 heute', '2026-11-15'],
    ['214 0630 tomorrow', '2026-11-16'],
    ['214 0630 morgen', '2026-11-16'],
    ['214 0630 mon', '2026-11-16'],
    ['214 0630 sunday', '2026-11-22'],
    ['214 0630 mi', '2026-11-18'],
    ['214 0630 6.3.', '2027-03-06'],
    ['214 0630 20.11.', '2026-11-20'],
    ['214 0630 20.11.2027', '2027-11-20'],
    ['214 0630 2026-11-20', '2026-11-20'],
    ['214 0630 20 nov', '2026-11-20'],
    ['214 0630 20. Dezember', '2026-12-20'],
    ['214 0630 29.2.', '2028-02-29'],
    ['214 0630 mon,wed', 'every mon,wed'],
    ['214 0630 mo, mi', 'every mon,wed'],
    ['214 0630 every mon', 'every mon'],
    ['214 0630 jeden mo', 'every mon'],
    ['214 0630 every day', 'daily'],
    ['214 0630 täglich', 'daily'],
    ['214 0630 mon-fri', 'weekdays'],
    ['214 0630 sat-mon', 'every mon,sat,sun'],
    ['214 0630 daily until 20.11.', 'daily until 2026-11-20'],
    ['214 0630 bis fr', 'daily until 2026-11-20'],
    ['214 0630 for 3 days', 'daily for 3 days'],
    ['214 0630 weekdays für 14 tage', 'weekdays for 14 days'],
    ['214 0630 mon until 20.12.', 'every mon until 2026-12-20'],
    ['214 0630 bis 20.12. mo', 'every mon until 2026-12-20'],
    ['214 0630 mon daily', 'daily 2026-11-16'],
    ['214 0630 sat for 14 days', 'every sat for 14 days'],
    ['214 0630 tomorrow for 3', 'daily 2026-11-16 for 3 days'],
  ])('%s means the day %s', (line, when) => {
    expect(read(line)).toBe(`214 06:30 ${when}`)
  })

  it('takes a date with the month first where hours are counted to twelve, and nowhere else', () => {
    expect(read('214 0630 11/20', OF_TWELVE_HOURS)).toBe('214 06:30 2026-11-20')
    expect(read('214 0630 11/20')).toBe('not-understood')
  })

  it('takes the number of an announcement as it is from who may not list them', () => {
    expect(read('214 0630 #9', { ...EVENING, prompts: null })).toBe('214 06:30 #9')
    expect(read('214 0630 #rega', { ...EVENING, prompts: null })).toBe('unknown-prompt')
  })

  it('says to who sees no names that no name can be read', () => {
    expect(read('@okafor 0630', { ...EVENING, seesNames: false, parties: () => [], namesIn: () => [] })).toBe(
      'names-unseen',
    )
  })

  it('knows the rooms that exist between two numbers, and says which do not', () => {
    const reading = readEntry('115-118 0630', EVENING)
    expect(reading).toMatchObject({
      kind: 'read',
      entry: { rooms: [{ kind: 'range', rooms: ['115', '116', '118'], missing: ['117'] }] },
    })
  })

  it('counts a room once, however often it is said', () => {
    expect(roomsRead('101-103,102 103 0630')).toEqual(['101', '102', '103'])
  })

  it.each([
    ['1201 1215', 'room-or-time? 1201 12:15 | 1201,1215'],
    ['1201 1215 0630', 'room-or-time? 1201 12:15 06:30 | 1201,1215 06:30'],
    ['214 630', 'which-time? 214 06:30 | 214 18:30'],
    ['214 7', 'which-time? 214 07:00 | 214 19:00'],
    ['@okafor 7 daily', 'which-time? @okafor 07:00 daily | @okafor 19:00 daily'],
    ['214 06 30', 'which-time? 214 06:30'],
    ['101,102 6 30 tomorrow', 'which-time? 101,102 06:30 tomorrow | 101,102 18:30 tomorrow'],
    ['214 20', 'which-time? 214 20:00'],
    ['@miller 0630', 'which-party? 110 0630 | 214 0630'],
    ['@sato 0630', 'which-party? 101,102 0630 | 101 0630 | 102 0630'],
    ['214 0630 #re', 'which-prompt? 214 0630 #7 | 214 0630 #8'],
    ['214 2400', 'which-midnight? 214 00:00 2026-11-16 | 214 00:00 2026-11-17'],
    ['214 2400 20.11.', 'which-midnight? 214 00:00 2026-11-20 | 214 00:00 2026-11-21'],
  ])('%s is asked about', (line, expected) => {
    expect(read(line)).toBe(expected)
  })

  it('asks which morning is meant by tomorrow, while the night lasts', () => {
    expect(read('214 0630 tomorrow', AT_NIGHT)).toBe(
      'which-morning? 214 0630 2026-11-16 | 214 0630 2026-11-17',
    )
    expect(read('214 0630 tomorrow', { ...AT_NIGHT, minute: 300 })).toBe('214 06:30 2026-11-17')
  })

  it.each([
    ['120-110 0630', 'turned-round: 110-120 0630'],
    ['98-0102 0630', 'two-widths: 0098-0102 0630'],
    ['110A-110C 0630', 'lettered: 110A,110B,110C 0630'],
    ['117 0630', 'unknown-room: 116 0630'],
    ['0214 0630', 'unknown-room: 214 0630'],
    ['101,117 0630', 'unknown-room: 101,116 0630'],
    ['101, 117 , "garden 9" 0630', 'unknown-room: 101, 116 , "garden 9" 0630'],
    ['999 0630', 'unknown-room'],
    ['1301 0630', 'unknown-room: 1201 0630'],
    ['2140 0630', 'unknown-room: 214 0630'],
    ['241 0630', 'unknown-room: 214 0630'],
    ['901-910 0630', 'unknown-room'],
    ['101 117', 'unknown-room: 101 116'],
    ['0630 214', 'time-first: 214 0630'],
    ['x 0630 101,102', 'time-first: x 101,102 0630'],
    ['6.30 101 102 daily', 'time-first: 101 102 6.30 daily'],
    ['okafor 0630', 'not-understood: @okafor 0630'],
    ['214 0630 14.11.', 'past'],
    ['214 0630 20.9.', 'past'],
    ['floor 9 0630', 'unknown-floor'],
    ['@tour 0630', 'unknown-party'],
    ['214 0630 #9', 'unknown-prompt'],
    ['214 0630 20.11.2025', 'past'],
    ['214 0630 31.2.', 'no-such-day'],
    ['214 0630 daily daily', 'twice'],
    ['214 0630 mon tue', 'twice'],
    ['214 0630 102', 'not-understood'],
    ['214 0630 soon', 'not-understood'],
    ['214 0630 until', 'not-understood'],
    ['214 0630 for ever', 'not-understood'],
    ['x 214 0630 0700', 'twice'],
    ['x 214 0630 daily', 'not-understood'],
    ['x 214 +20', 'not-understood'],
    ['x 214,215 2400', 'not-understood: x 214,215 00:00'],
    ['214 2400 weekdays', 'not-understood: 214 00:00 weekdays'],
  ])('%s is refused: %s', (line, expected) => {
    expect(read(line)).toBe(expected)
  })

  it.each([
    ['110 Miller 0630', '110 06:30'],
    ['110 Mr. John Miller 0630 tomorrow', '110 06:30 2026-11-16'],
    ['110 miller, john 0630', '110 06:30'],
    ['Miller 110 0630', '110 06:30'],
    ['110 0630 Miller', '110 06:30'],
    ['110, Miller, 06:30', '110 06:30'],
    ['1201, Miller, 1215', 'unknown-room'],
    ['101, lofd, 102 0630', 'unknown-room: 101, Loft, 102 0630'],
    ['110,111 Miller & Okafor 0630', '110,111 06:30'],
    ['x 110 Miller', 'x 110'],
    ['110 Okafor 0630', 'unknown-name: 110 0630'],
    ['110 Miller Rossi 0630', 'unknown-name: 110 0630'],
    ['Rossi, Anna 110 0630', 'unknown-name: 110 0630'],
    ['please 214 0630', 'unknown-name: 214 0630'],
    ['101 Miller, John 0630', 'other-room: 110 Miller, John 0630'],
    ['101-103 John Miller 0630', 'unknown-name: 101-103 0630'],
    ['103 tomorow 0630', 'unknown-name: 103 0630'],
    ['103 0630 tomorow', 'not-understood'],
    ['103 0630 Rossi daily', 'not-understood'],
    ['103 Di Marco 0630', 'not-understood'],
    ['110 Miller ecxept mon 0630', 'unknown-name: 110 mon 0630'],
    ['110 daily ecxept mon 0630', 'not-understood'],
    ['110 (early riser) Miller 0630', 'unknown-name: 110 0630'],
  ])('%s is a row of a list with names: %s', (line, expected) => {
    expect(read(line)).toBe(expected)
  })

  it.each([
    ['storno 110 0615', 'denied: x 110 0615'],
    ['110 storno 0615', 'denied: x 110 0615'],
    ['110 0615 storno', 'denied: x 110 0615'],
    ['110 0615 STORNO!', 'denied: x 110 0615'],
    ['Cancel 110', 'denied: x 110'],
    ['cancel: 110,111', 'denied: x 110 111'],
    ['110-115 nicht wecken', 'denied: x 110-115'],
    ['110 - 115 nicht', 'denied: x 110 - 115'],
    ['bitte keinen Weckruf für 110', 'denied: x 110'],
    ["don't wake 110", 'denied'],
    ['110 Miller nicht 0615', 'denied: x 110 Miller 0615'],
    ['110 Rossi no 0615', 'denied: x 110 Rossi 0615'],
    ['no-show 110 0615', 'denied'],
    ['110 0615 not tomorrow', 'denied'],
    ['x 110 not 0615', 'not-understood'],
    ['110 löschen 0615', 'denied: x 110 0615'],
    ['110 (nicht) 0615', 'denied: x 110 0615'],
    ['101-120 not 118 0630', 'not-understood'],
    ['101-120 ohne 118 0630', 'not-understood'],
    ['110 or 111 0630', 'not-understood'],
    ['110 statt 111 0630', 'not-understood'],
  ])('%s sets nothing: %s', (line, expected) => {
    expect(read(line)).toBe(expected)
  })

  it.each([
    ['110 to 115 0615', 'range-in-words: 110-115 0615'],
    ['110 bis 115 0615', 'range-in-words: 110-115 0615'],
    ['101,102 110 thru 115 0615', 'range-in-words: 101,102 110-115 0615'],
    ['von 110 bis 115 0615', 'range-in-words: von 110-115 0615'],
    ['110 0615 bis 20.11.', '110 06:15 daily until 2026-11-20'],
    ['110 to Loft 0615', 'not-understood'],
    ['110 to 0630', 'not-understood'],
    ['between 110 and 115 0615', 'not-understood'],
  ])('%s is no two rooms: %s', (line, expected) => {
    expect(read(line)).toBe(expected)
  })

  it.each([
    ['214 Miller 25:00', 'no-such-time', '25:00'],
    ['214 25:00', 'no-such-time', '25:00'],
    ['214 Rossi 6:75', 'no-such-time', '6:75'],
    ['214 13pm', 'no-such-time', '13pm'],
    ['214 0630 25:00', 'no-such-time', '25:00'],
    ['110 Miller, Rossi 0630', 'unknown-name', 'Rossi'],
    ['Rossi 117 0630', 'unknown-room: Rossi 116 0630', '117'],
    ['Rossi 120-110 0630', 'turned-round: Rossi 110-120 0630', '120-110'],
    ['103 Rossi 630', 'which-time? 103 Rossi 06:30 | 103 Rossi 18:30', '630'],
    ['Zimmer 117 0630', 'unknown-room: Zimmer 116 0630', '117'],
  ])('of %s what is wrong is named: %s', (line, expected, at) => {
    const reading = readEntry(line, EVENING)
    expect(shortly(reading).startsWith(expected)).toBe(true)
    expect('at' in reading && line.slice(reading.at.from, reading.at.to)).toBe(at)
  })

  it('takes four digits after a room for a time in a house that has no such rooms', () => {
    const book = new RoomBook(['211', '212'].map((number) => ({ number, floor: '2' })))
    expect(read('211 Huber 0675', { ...EVENING, book })).toBe('no-such-time')
    expect(read('0675 0630', { ...EVENING, book })).toBe('unknown-room')
  })

  it.each([
    ['Room 110 0630', '110 06:30'],
    ['110 06:30 Uhr', '110 06:30'],
    ['110 Miller 0630 uhr tomorrow', '110 06:30 2026-11-16'],
    ['110 6.30h', '110 06:30'],
    ['110 7 Uhr', '110 07:00'],
    ['110 8h', '110 08:00'],
    ['110 7h', 'room-or-time? 110 07:00 | 110,7h'],
    ['"7h" 0630', '"7H" 06:30'],
    ['110 +1h', '110 +60m'],
    ['110 25:00 Uhr', 'no-such-time'],
    ['110 Uhr', 'unknown-room'],
    ['Zimmer 110, 111 0630', '110,111 06:30'],
    ['zi. 110 Miller 0630', '110 06:30'],
    ['Zi.110 0630', '110 06:30'],
    ['Room 1215 0630', '"1215" 06:30'],
    ['0630 room 214', 'time-first: room 214 0630'],
    ['x Zimmer 110', 'x 110'],
    ['110 Miller (2 pax) 0630', '110 06:30'],
    ['110 2 Pers. 0630', '110 06:30'],
    ['110 06:30 2 pax', '110 06:30'],
    ['101,102 pax 0630', 'unknown-name: 101,102 0630'],
    ['214 fri 0600', '214 06:00 2026-11-20'],
    ['101-104 morgen 0630', '101-104 06:30 2026-11-16'],
    ['214 tomorrow 0600 0630 key', '214 06:00 06:30 2026-11-16 key'],
    ['214 every mon 6.30', '214 06:30 every mon'],
    ['214 20.11. 0600', '214 06:00 2026-11-20'],
    ['214 20.11. 2026 0600', 'not-understood'],
    ['214 20 nov 2026', 'not-understood'],
    ['214 daily 1215', 'not-understood'],
    ['214 fri 630', 'which-time? 214 fri 06:30 | 214 fri 18:30'],
    ['214 fri 2400', 'which-midnight? 214 00:00 2026-11-20 | 214 00:00 2026-11-21'],
    ['214 0630 daily not sunday', '214 06:30 every mon,tue,wed,thu,fri,sat'],
    ['214 0630 daily except sun', '214 06:30 every mon,tue,wed,thu,fri,sat'],
    ['214 0630 täglich ausser am Sonntag', '214 06:30 every mon,tue,wed,thu,fri,sat'],
    ['214 0630 every day but sat, sun', '214 06:30 weekdays'],
    ['214 daily not sundays 0630 until 20.12.', '214 06:30 every mon,tue,wed,thu,fri,sat until 2026-12-20'],
    ['214 0630 except sunday', 'not-understood: 214 0630 daily except sunday'],
    ['214 0630 weekdays except mon-fri', 'not-understood'],
    ['214 0800 weekends', '214 08:00 every sat,sun'],
    ['214 0800 sonntags', '214 08:00 every sun'],
  ])('%s is read as people write it: %s', (line, expected) => {
    expect(read(line)).toBe(expected)
  })

  it('takes no part of a guest’s name for a day', () => {
    const guests = [{ name: 'Di Marco', rooms: ['103'] }]
    const namesIn = (room: string) => (room === '103' ? ['Di Marco'] : [])
    const house = { ...EVENING, parties: () => guests, namesIn }
    expect(read('103 Di Marco 0630', house)).toBe('103 06:30')
    expect(read('103 di 0630', house)).toBe('not-understood: 103 0630 di')
    expect(read('103 0630 Di Marco', house)).toBe('103 06:30')
    expect(read('103 Marco 0630 Di', house)).toBe('103 06:30 2026-11-17')
    expect(read('103 0630 di', house)).toBe('103 06:30 2026-11-17')
  })

  it('says which word is a name, and passes over none that nobody bears', () => {
    expect(readEntry('110 John Miller 0630', EVENING)).toMatchObject({
      said: [
        { role: 'rooms' },
        { role: 'name', from: 4, to: 8 },
        { role: 'name', from: 9, to: 15 },
        { role: 'time' },
      ],
    })
    const unknown = readEntry('110 𝒥 Rossi 0630', EVENING)
    expect(unknown).toMatchObject({ why: 'unknown-name', mend: '110 0630', known: ['Miller, John'] })
    expect(readEntry('103;Rossi;0630', EVENING)).toMatchObject({ mend: '103 0630', known: [] })
  })

  it('offers to leave the names out to who may not know who stays there', () => {
    const blind = { ...EVENING, seesNames: false, parties: () => [], namesIn: () => [] }
    expect(read('110 Miller 0630', blind)).toBe('name-unseen: 110 0630')
  })

  it.each([
    ['', 'nothing'],
    ['   ', 'nothing'],
    ['214', 'lacks time'],
    ['214,', 'lacks time'],
    ['214 tomorrow', 'lacks time'],
    ['214 0', 'lacks time'],
    ['214 063', 'lacks time'],
    ['0630', 'lacks rooms'],
    ['110 Miller', 'lacks time'],
    ['103 Rossi', 'lacks time'],
    ['214 tomorrow 063', 'lacks time'],
    ['Room 214', 'lacks time'],
    ['x,', 'lacks time'],
  ])('"%s" is unfinished: %s', (line, expected) => {
    expect(read(line)).toBe(expected)
  })

  it('names the first word that it does not understand', () => {
    expect(readEntry('214 0630 soon daily', EVENING)).toMatchObject({ at: { from: 9, to: 13 } })
    expect(readEntry('101, 117,102 0630', EVENING)).toMatchObject({ at: { from: 5, to: 8 } })
  })

  it(`takes ${MOST_ROOMS} rooms and no more, and says how many they are`, () => {
    const rooms = Array.from({ length: 250 }, (_, at) => ({ number: String(300 + at), floor: '3' }))
    const house = { ...EVENING, book: new RoomBook(rooms) }
    expect(read('300-499 0630', house)).toBe('300-499 06:30')
    expect(readEntry('300-500 0630', house)).toMatchObject({ why: 'too-many-rooms', count: 201 })
  })

  it(`takes ${MOST_LETTERS} letters and no more`, () => {
    expect(read(`214${' '.repeat(MOST_LETTERS - 7)}0630`)).toBe('214 06:30')
    expect(read(`214${' '.repeat(MOST_LETTERS - 6)}0630`)).toBe('too-much')
  })

  it('offers as many ways as have a key, where nearly all numbers are rooms and times', () => {
    const rooms = Array.from({ length: 60 }, (_, at) => ({ number: String(1000 + at), floor: '10' }))
    const house = { ...EVENING, book: new RoomBook(rooms) }
    const reading = readEntry(rooms.map(({ number }) => number).join(' '), house)
    expect(reading.kind === 'asked' && reading.choices.length).toBe(9)
    expect(reading.kind === 'asked' && reading.choices.at(-1)?.line).toMatch(/^1000,.*,1059$/)
  })

  it('finds each entry of what was pasted from a list', () => {
    expect(linesOf('110\t0630\r\n\n 111;0645\n').map((line) => read(line))).toEqual([
      '110 06:30',
      '111 06:45',
    ])
  })
})

const pieces = constantFrom(
  ...NUMBERS.map((number) => (number.includes(' ') ? `"${number}"` : number)),
  ...'0630 6:45 6.30 7am +20 noon 2400 daily weekdays mon mon,wed every until for 3 days 20.11. 20 nov key #7 #re'.split(
    ' ',
  ),
  ...'Miller Okafor, Rossi @okafor @miller floor 1 x , - 115-120 110:120 120-110 tomorrow heute soon not nicht storno bis to room pax except sun "'.split(
    ' ',
  ),
)
const lines = oneof(
  array(pieces, { maxLength: 8 }).map((words) => words.join(' ')),
  string({ maxLength: 40 }),
  string({ unit: constantFrom(...'0123456789 ,-:.xapm#@+"'.split('')), maxLength: 24 }),
)

/** What a line does not say is no part of what it means. */
const entryOf = (reading: Reading): Entry | null => (reading.kind === 'read' ? reading.entry : null)

describe('whatever is typed', () => {
  it('is read, asked about or refused, and what was read is read as the same when it is printed', () => {
    assert(
      property(lines, constantFrom(EVENING, AT_NIGHT, OF_TWELVE_HOURS), (line, house) => {
        const entry = entryOf(readEntry(line, house))
        const again = entry && entryOf(readEntry(printEntry(entry), house))
        expect(again).toEqual(entry)
      }),
      { numRuns: 10_000 },
    )
  })

  it('is read back word by word where it is accepted', () => {
    assert(
      property(lines, (line) => {
        const reading = readEntry(line, EVENING)
        if (reading.kind !== 'read') return
        const silent = line
          .split('')
          .map((letter, at) => (reading.said.some(({ from, to }) => at >= from && at < to) ? ' ' : letter))
        expect(silent.join('').replace(/[\s,;]/g, '')).toBe('')
      }),
      { numRuns: 3_000 },
    )
  })

  it('is never made worse by a choice: each leads to one reading, or to what is still lacking', () => {
    assert(
      property(lines, (line) => {
        const reading = readEntry(line, EVENING)
        if (reading.kind !== 'asked' || reading.question !== 'room-or-time') return
        for (const choice of reading.choices) {
          const next = readEntry(choice.line, EVENING)
          expect(next.kind === 'asked' && next.question === 'room-or-time').toBe(false)
        }
      }),
      { numRuns: 3_000 },
    )
  })
})
