import { Type } from 'typebox'
import { days, hours, type Instant } from '../../kernel/clock.ts'
import { guardOf, number, yesNo } from '../../kernel/schema.ts'
import { formatInstant, type Zone } from '../time/local-time.ts'

/**
 * A house that was restored from a backup, until somebody makes it live. The house that the backup was made of may go on
 * meanwhile: so this one rings nobody, posts nothing and takes no wishes.
 */
export interface RestoredCopy {
  /** Of a copy of a copy, when the first backup was made. */
  readonly backupAt: Instant
  readonly restoredAt: Instant
  /** Whether the log and the desk know what is uncertain since. */
  readonly isTold: boolean
}

/** Under this name a house remembers that it is one. */
export const RESTORED = 'restored'

const isCopy = guardOf(Type.Object({ backupAt: number, restoredAt: number, isTold: yesNo }))

/** Whatever stands there instead, the house is not live. */
export function copyIn(remembered: string | undefined): RestoredCopy | null {
  if (remembered === undefined) return null
  const found = parsed(remembered)
  return isCopy(found) ? found : { backupAt: 0, restoredAt: 0, isTold: false }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** More than a large hotel takes in a day: charges, changes of rooms. */
const NUMBERS_A_DAY = 10_000

/** Its share of an hour. */
const NUMBERS_AN_HOUR = 417

/**
 * How many numbers the house that went on may have given out since the backup; a day that has begun counts. The hours
 * count besides: the same backup may have been restored, and made live, earlier on the same day.
 */
export function numbersGivenOut({ backupAt }: Pick<RestoredCopy, 'backupAt'>, now: Instant): number {
  const since = Math.max(0, now - backupAt)
  return (
    NUMBERS_A_DAY * Math.max(1, Math.ceil(since / days(1))) + NUMBERS_AN_HOUR * Math.floor(since / hours(1))
  )
}

/** Why this house does nothing, in words for everybody. */
export const copyWords = ({ backupAt }: Pick<RestoredCopy, 'backupAt'>, zone: Zone): string =>
  `restored copy, not live: backup of ${formatInstant(backupAt, zone)}`

/** What one that goes live leaves to people. */
export interface WentLive {
  readonly backupAt: Instant
  /** How far every sequence was moved on. */
  readonly numbers: number
  /** Messages that somebody has to decide about. */
  readonly uncertain: number
  /** Messages that somebody has decided to send. */
  readonly released: number
  /** Calls that were due meanwhile, and are not rung. */
  readonly calls: readonly PassedCall[]
}

export interface PassedCall {
  readonly id: string
  readonly tenant: string
  readonly room: string
  /** Local, with its offset. */
  readonly scheduled: string
}

/** The same as sentences for who has asked for it. */
export const wentLiveWords = (went: WentLive, zone: Zone): string[] => [
  `This house is live. It was restored from a backup of ${formatInstant(went.backupAt, zone)}.`,
  `Sequences and posting numbers go on ${went.numbers} further.`,
  `Messages that are sent now: ${went.released}. Messages that may have arrived, to be decided about: ${went.uncertain} (GET /rest/delivery?state=uncertain).`,
  ...callWords(went.calls),
]

const callWords = (calls: readonly PassedCall[]) =>
  calls.length === 0
    ? ['No wake-up call was due meanwhile.']
    : [
        `Wake-up calls that were due meanwhile and are not rung: ${calls.length}`,
        ...calls.map(({ room, scheduled }) => `  room ${room}, ${scheduled}`),
      ]

const MOST_NAMED = 20

/** What the desk must ask about: whoever was woken, was woken by the house that went on. */
export function passedCallsText(calls: readonly PassedCall[], backup: string): string {
  const named = calls
    .slice(0, MOST_NAMED)
    .map(({ room, scheduled }) => `${room} (${scheduled.slice(11, 16)})`)
  const others = calls.length > MOST_NAMED ? ` and ${calls.length - MOST_NAMED} more` : ''
  const what = calls.length === 1 ? 'A wake-up call was' : `${calls.length} wake-up calls were`
  return `${what} due after the backup of ${backup.slice(0, 16).replace('T', ' ')} and not rung by this system: room ${named.join(', ')}${others}. Please see whether the guests were woken`
}
