/** Text as people and machines write it: what is stored comes back to the letter. */
export const PLAIN_TEXT = 'Room 101'
export const EMPTY_TEXT = ''
export const WORLD_TEXT = `Zoë O’Brien "née" Müller, 東京 😀 ～ \\ % _ ' ; -- \n\t `
export const ZEROS = '0070'

/** As far as a number can be exact, past and to come. */
export const LARGEST = Number.MAX_SAFE_INTEGER
export const SMALLEST = Number.MIN_SAFE_INTEGER

/** Names in the order of their bytes, in which every list stands on both databases. */
export const IN_BYTE_ORDER = [
  ' ',
  '-',
  '007',
  '10',
  '9',
  'B',
  'Z',
  'Zoe',
  '_',
  'a',
  'b',
  'z',
  'É',
  'é',
  '東',
  '～',
  '😀',
] as const

/** The same names, in no order. */
export const SHUFFLED: readonly string[] = [
  ...IN_BYTE_ORDER.filter((_, n) => n % 3 === 1).toReversed(),
  ...IN_BYTE_ORDER.filter((_, n) => n % 3 === 0),
  ...IN_BYTE_ORDER.filter((_, n) => n % 3 === 2).toReversed(),
]

export const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
