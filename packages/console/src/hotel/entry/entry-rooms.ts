import type { Party, RoomPart } from './entry.ts'
import { plain } from './entry-words.ts'

/** What makes up the rooms of the hotel, for reading what is typed. Made once for each list of rooms. */
export class RoomBook {
  readonly #byName = new Map<string, string>()
  readonly #numbers: readonly string[]
  readonly #words: readonly string[]
  readonly #digits: ReadonlySet<number>
  readonly #floors = new Map<string, string[]>()

  constructor(rooms: readonly { readonly number: string; readonly floor: string }[]) {
    for (const { number, floor } of rooms) {
      this.#byName.set(number.toLowerCase(), number)
      this.#floors.set(plain(floor), [...(this.#floors.get(plain(floor)) ?? []), number])
    }
    this.#numbers = rooms.map(({ number }) => number)
    this.#words = this.#numbers.filter((number) => /\p{L}/u.test(number)).map(spaced)
    this.#digits = new Set(this.#numbers.map((number) => number.replace(/\D/g, '').length))
  }

  /** Letter by letter, whether large or small: 0101 is not 101. */
  find(text: string): string | undefined {
    return this.#byName.get(text.toLowerCase())
  }

  /** Whether any number has so many digits. */
  hasDigits(count: number): boolean {
    return this.#digits.has(count)
  }

  /** Whether a text names a room that is called by a word: `Loft`, `Garden suite`. */
  isNamedIn(text: string): boolean {
    const words = spaced(text)
    return this.#words.some((word) => words.includes(word))
  }

  onFloor(floor: string): readonly string[] {
    return this.#floors.get(plain(floor)) ?? []
  }

  /** The rooms that exist between two numbers of one width, and the numbers that are none. */
  between(from: string, to: string): { rooms: string[]; missing: string[] } {
    const numbers = Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) =>
      String(Number(from) + at).padStart(from.length, '0'),
    )
    return {
      rooms: numbers.filter((number) => this.find(number) !== undefined),
      missing: numbers.filter((number) => this.find(number) === undefined),
    }
  }

  /** Those that begin alike and end in letters from one to the other: 110A to 110C. */
  lettered(stem: string, from: string, to: string): string[] {
    const letters = (number: string) => number.slice(stem.length).toLowerCase()
    return this.#numbers.filter((number) => {
      if (!number.toLowerCase().startsWith(stem.toLowerCase())) return false
      return /^[a-z]$/.test(letters(number)) && letters(number) >= from && letters(number) <= to
    })
  }

  /** The room of which this is a slip of the finger; a number that is farther off may be anybody's. */
  nearest(text: string): string | undefined {
    const far = (number: string) => Math.abs(digitsOf(number) - digitsOf(text))
    return this.#numbers
      .filter((number) => isSlipOf(text, number))
      .toSorted((one, other) => far(one) - far(other))[0]
  }
}

/** Word by word, with a blank around each. */
const spaced = (text: string) =>
  ` ${plain(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

const digitsOf = (text: string) => Number(text.replace(/\D/g, '') || Infinity)

/** One letter is another, too many, missing, or changed places with the next; zeros before a number do not count. */
function isSlipOf(text: string, number: string): boolean {
  const [typed, meant] = [text, number].map((one) => one.toLowerCase().replace(/^0+(?=.)/, ''))
  if (typed === undefined || meant === undefined) return false
  const from = Array.from(meant).findIndex((letter, at) => letter !== typed[at])
  if (from === -1) return typed.length <= meant.length + 1
  const [here, there] = [typed.slice(from), meant.slice(from)]
  const isSwapped = here[0] === there[1] && here[1] === there[0] && here.slice(2) === there.slice(2)
  return isSwapped || here.slice(1) === there.slice(1) || here.slice(1) === there || here === there.slice(1)
}

export type RoomWrong =
  | 'unknown-room'
  | 'unknown-floor'
  | 'unknown-party'
  | 'names-unseen'
  | 'turned-round'
  | 'two-widths'
  | 'lettered'
  | 'too-wide'

/** `mend` is what may stand there instead. */
export type RoomsRead =
  | { readonly kind: 'rooms'; readonly part: RoomPart }
  | { readonly kind: 'which'; readonly parties: readonly Party[] }
  | { readonly kind: 'wrong'; readonly why: RoomWrong; readonly mend: string | null }

const wrong = (why: RoomWrong, mend: string | null = null): RoomsRead => ({ kind: 'wrong', why, mend })

/** No hotel has so many rooms in a row; a slip of the finger has. */
const MOST_OF_RANGE = 10_000

/** One room, or a range of them. */
export function readRooms(text: string, book: RoomBook): RoomsRead {
  const quoted = /^"([^"]*)"?$/.exec(text)?.[1]
  const room = book.find(quoted ?? text)
  if (room !== undefined) return { kind: 'rooms', part: { kind: 'room', room } }
  // A colon with two digits after it is always a time, never a range.
  const range = quoted === undefined ? /^(\w+)(?:\s*[-–]\s*|:(?!\d\d$))(\w+)$/u.exec(text) : null
  if (range) return readRange(range[1] ?? '', range[2] ?? '', book)
  return wrong('unknown-room', book.nearest(text) ?? null)
}

function readRange(from: string, to: string, book: RoomBook): RoomsRead {
  const isNumbers = /^\d+$/.test(from) && /^\d+$/.test(to)
  if (!isNumbers) return readLettered(from, to, book)
  if (from.length !== to.length) return wrong('two-widths', oneWidth(from, to, book))
  if (Number(from) > Number(to)) return wrong('turned-round', `${to}-${from}`)
  if (Number(to) - Number(from) >= MOST_OF_RANGE) return wrong('too-wide')
  const { rooms, missing } = book.between(from, to)
  if (rooms.length === 0) return wrong('unknown-room')
  return { kind: 'rooms', part: { kind: 'range', from, to, rooms, missing } }
}

/** 98-0102 becomes 0098-0102 or 98-102, whichever has rooms. */
function oneWidth(from: string, to: string, book: RoomBook): string | null {
  const width = Math.max(from.length, to.length)
  const wide = [from, to].map((number) => number.padStart(width, '0'))
  const bare = [from, to].map((number) => String(Number(number)))
  return [wide, bare].find(([a = '', b = '']) => fits(a, b, book))?.join('-') ?? null
}

const fits = (from: string, to: string, book: RoomBook) =>
  from.length === to.length &&
  Number(from) <= Number(to) &&
  Number(to) - Number(from) < MOST_OF_RANGE &&
  book.between(from, to).rooms.length > 0

function readLettered(from: string, to: string, book: RoomBook): RoomsRead {
  const parts = /^(\w*?)([a-z])-(\w*?)([a-z])$/i.exec(`${from}-${to}`.toLowerCase())
  if (parts === null || parts[1] !== parts[3]) return wrong('lettered')
  const rooms = book.lettered(parts[1] ?? '', parts[2] ?? '', parts[4] ?? '')
  return wrong('lettered', rooms.length === 0 ? null : rooms.join(','))
}

export function readFloor(floor: string, book: RoomBook): RoomsRead {
  const rooms = book.onFloor(floor)
  return rooms.length === 0
    ? wrong('unknown-floor')
    : { kind: 'rooms', part: { kind: 'floor', floor, rooms } }
}

export function readParty(name: string, parties: readonly Party[], seesNames: boolean): RoomsRead {
  if (!seesNames) return wrong('names-unseen')
  const [only, ...others] = parties
  if (only === undefined) return wrong('unknown-party')
  if (others.length > 0) return { kind: 'which', parties }
  return { kind: 'rooms', part: { kind: 'party', name, rooms: only.rooms } }
}
