import { CONFORMING, type PmsBehaviour } from '../pms-behaviour.ts'

interface Fault {
  readonly about: string
  readonly change: Partial<PmsBehaviour>
}

/** Ways to misbehave, by the words for them. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  none: { about: 'does everything right again', change: CONFORMING },
  'one-by-one': { about: 'writes byte by byte', change: { bytes: 'one by one' } },
  'two-at-once': { about: 'writes two records at once', change: { bytes: 'two records at once' } },
  checksum: { about: 'appends a checksum after ETX', change: { checksum: true } },
  shuffled: { about: 'sends fields in any order', change: { shuffles: true } },
  'unknown-fields': { about: 'sends fields that nobody knows', change: { unknownFields: true } },
  'not-first': { about: 'does not speak first', change: { greets: false } },
  configures: { about: 'sends LC before LA', change: { configures: true } },
  'never-alive': { about: 'never sends LA', change: { answersAlive: false } },
  drops: { about: 'drops the connection after LD', change: { dropsAfterDescription: true } },
  'restart-after-10': { about: 'starts the link anew after 10 records', change: { linkStartAfter: 10 } },
  'end-after-3': { about: 'ends the link after 3 postings', change: { linkEndAfter: 3 } },
  silent: { about: 'books postings and does not answer', change: { posting: 'silence' } },
  deaf: { about: 'neither books postings nor answers', change: { posting: 'silence', books: false } },
  late: { about: 'answers a minute late', change: { posting: 'late' } },
  foreign: { about: 'answers another posting first', change: { posting: 'other first' } },
  'foreign-only': { about: 'answers another posting only', change: { posting: 'other only' } },
  'ends-on-posting': { about: 'ends the link instead of answering', change: { posting: 'link end' } },
  'drops-on-posting': { about: 'drops the connection instead of answering', change: { posting: 'close' } },
  'breaks-resync': {
    about: 'drops the connection in the middle of a resync',
    change: { resync: 'broken off' },
  },
  'no-number': { about: 'does not echo P#', change: { echoesNumber: false } },
}

/** What a word changes; `OK`, `RY`, `NA`, `XX`: the answer to every posting. Null for a word that means nothing. */
export function behaviourOf(word: string): Partial<PmsBehaviour> | null {
  if (/^[A-Z]{2}$/.test(word)) return { status: word }
  return Object.hasOwn(FAULTS, word) ? (FAULTS[word]?.change ?? null) : null
}

export const faultLines = [
  ...Object.entries(FAULTS).map(([name, { about }]) => `  ${name.padEnd(17)} ${about}`),
  `  ${'NG (any two)'.padEnd(17)} answers every posting with this status`,
]
