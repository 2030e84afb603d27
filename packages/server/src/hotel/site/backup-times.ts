import { hours, type Instant } from '../../kernel/clock.ts'
import type { SiteSections } from '../settings/sections.ts'
import { dayOf, localParts, nextOccurrence, WEEKDAYS, type Zone } from '../time/local-time.ts'

interface BackupsSoFar {
  /** When the last of the night was made; null where there is none. */
  readonly last: Instant | null
  /** When the server was started. */
  readonly began: Instant
}

/** A night in which the server was off is made up for so long after its start: a morning has other things to do. */
const MAKE_UP = hours(1)

/** When the next backup of the night is made; null where none are. */
export function nextBackup(
  { time, keep }: SiteSections['backups'],
  { last, began }: BackupsSoFar,
  zone: Zone,
): Instant | null {
  if (keep === 0) return null
  const after = last ?? began
  const nightly = { time: `${time}:00`, days: WEEKDAYS, from: dayOf(after, zone), until: null }
  const due = nextOccurrence(nightly, after, zone)?.instant ?? null
  return due !== null && due < began ? began + MAKE_UP : due
}

/** The names of backups, the newest first, without those that are kept. */
export const tooManyBackups = (names: readonly string[], keep: number): readonly string[] =>
  names.toSorted().toReversed().slice(keep)

const two = (n: number) => String(n).padStart(2, '0')

/** `reveille-20261115-021500-night.backup`, by the clock of the hotel. */
export function backupName(now: Instant, zone: Zone, ending = '.backup'): string {
  const { year, month, day, hour, minute, second } = localParts(now, zone)
  return `reveille-${year}${two(month)}${two(day)}-${two(hour)}${two(minute)}${two(second)}${ending}`
}
