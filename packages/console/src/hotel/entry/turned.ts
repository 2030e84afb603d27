import { weekdayOf } from '../../kernel/calendar.ts'
import { DAYS, type Entry, type When } from './entry.ts'

/** Once becomes every such day, and every day once. Null for what is no call. */
export const turned = (entry: Entry): Entry | null =>
  entry.kind === 'set' ? { ...entry, when: turnedWhen(entry.when) } : null

function turnedWhen(when: When): When {
  if (when.kind === 'next') return { kind: 'repeat', days: DAYS, from: null, end: null }
  if (when.kind === 'on') return { kind: 'repeat', days: daysOf(when.date), from: null, end: null }
  return when.from === null ? { kind: 'next' } : { kind: 'on', date: when.from }
}

const daysOf = (date: string) => DAYS.filter((_, at) => at === weekdayOf(date))
