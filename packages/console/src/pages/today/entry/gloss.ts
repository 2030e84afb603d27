import { type CallTime, type Entry, type RoomPart, roomsOf, type When } from '../../../hotel/entry/entry.ts'
import type { Said } from '../../../hotel/entry/reading.ts'
import type { ForeseenCall } from '../../../hotel/entry/set-plan.ts'
import { instantOf } from '../../../kernel/clock.ts'
import type { Format } from '../../../texts/format.ts'
import type { EntryTexts } from './texts.ts'
import type { KnownHouse } from './use-entry-house.ts'
import { dayWords, daysWords, fewWords, timeWords } from './words.ts'

/** One word of the line, and what it means. */
export interface GlossColumn {
  readonly typed: string
  readonly means: string
  readonly more: string
  /** Another day than today: that is said aloud. */
  readonly day: string
  readonly isOtherDay: boolean
}

export interface GlossNeeds {
  readonly words: EntryTexts
  readonly format: Format
  readonly house: KnownHouse
  readonly line: string
  readonly entry: Entry
  readonly said: readonly Said[]
  /** What the server says of this line; empty before it has. */
  readonly calls: readonly ForeseenCall[]
  readonly now: number
}

const plainly = (typed: string, means: string, more = ''): GlossColumn => ({
  typed,
  means,
  more,
  day: '',
  isOtherDay: false,
})

/** Token above, meaning below; what was not said is a column too. */
export function glossOf(needs: GlossNeeds): GlossColumn[] {
  const columns = byRole(needs).map(([role, typed]) => columnFor(needs, typed, role))
  return needs.entry.kind === 'set' ? [...columns, ...unsaid(needs)] : [...columns, ...unsaidTime(needs)]
}

/** `daily` and `until fri` say one thing together. */
function byRole({ line, said }: GlossNeeds): [Said['role'], string][] {
  const found = new Map<Said['role'], string>()
  for (const { from, to, role } of said) {
    const typed = line.slice(from, to).replace(/[,\s]+$/, '')
    found.set(role, [found.get(role) ?? '', typed].join(' ').trim())
  }
  return [...found]
}

function columnFor(needs: GlossNeeds, typed: string, role: Said['role']): GlossColumn {
  const { words, entry } = needs
  switch (role) {
    case 'cancel':
      return plainly(typed, words.cancels)
    case 'rooms':
      return roomColumn(needs, typed)
    case 'time':
      return timeColumn(needs, typed)
    case 'when':
      return whenColumn(needs, typed)
    case 'key':
      return plainly(typed, words.pressKey, words.pressKeyWhat)
    case 'prompt':
      return plainly(typed, entry.kind === 'set' ? (entry.prompt?.name ?? '') : '', words.announcementWhat)
  }
}

const missingOf = (parts: readonly RoomPart[]) =>
  parts.flatMap((part) => (part.kind === 'range' ? part.missing : []))

const MOST_MISSING = 3

function roomColumn({ words, house, entry }: GlossNeeds, typed: string): GlossColumn {
  const rooms = roomsOf(entry.rooms)
  const [only = '', ...more] = rooms
  const missing = missingOf(entry.rooms)
  const gaps = missing.length === 0 ? '' : words.noSuch(fewWords(words, missing, MOST_MISSING))
  if (more.length > 0) return plainly(typed, words.rooms(rooms.length), gaps)
  const room = house.room(only)
  const names = room?.guests?.map(({ name }) => name) ?? []
  // A room that is called by its number has no name of its own.
  const own = room === undefined || room.name.includes(only) ? '' : room.name
  return plainly(typed, only, [own, ...names, gaps].filter((one) => one !== '').join(', '))
}

/** The moment is the server's: before it has spoken, only what was typed is said. */
function timeColumn({ words, format, house, entry, calls, now }: GlossNeeds, typed: string): GlossColumn {
  const times = entry.kind === 'set' ? entry.times : [entry.time].filter((time) => time !== null)
  const [call] = calls
  const isOne = times.length === 1
  const told = (time: CallTime) =>
    time.kind === 'at' ? timeWords(format, time.time) : words.ahead(format.ahead(time.minutes * 60_000))
  const means = isOne && call !== undefined ? format.writtenTime(call.scheduled) : times.map(told).join(', ')
  if (call === undefined || entry.kind === 'cancel') return plainly(typed, means)
  const ahead = isOne ? words.ahead(format.ahead(instantOf(call.scheduled) - now)) : ''
  return entry.when.kind === 'next'
    ? { ...dayPart(words, format, house, call), typed, means, more: ahead }
    : plainly(typed, means, ahead)
}

function dayPart(words: EntryTexts, format: Format, house: KnownHouse, { scheduled }: ForeseenCall) {
  return {
    day: dayWords(words, format, house.today, scheduled),
    isOtherDay: scheduled.slice(0, 10) !== house.today,
  }
}

function whenColumn({ words, format, house, entry, calls }: GlossNeeds, typed: string): GlossColumn {
  const [call] = calls
  if (entry.kind === 'cancel' || entry.when.kind === 'next') return plainly(typed, '')
  const { when } = entry
  if (when.kind === 'on')
    return {
      ...plainly(typed, words.once),
      day: dayWords(words, format, house.today, when.date),
      isOtherDay: when.date !== house.today,
    }
  const first = call?.scheduled ?? when.from
  return {
    ...plainly(typed, daysWords(words, when.days), endWords(words, format, when)),
    day: first === null ? '' : words.from(dayWords(words, format, house.today, first)),
    isOtherDay: first !== null && first.slice(0, 10) !== house.today,
  }
}

/** On which days it rings, from the first of them on. */
export function repeatedWords(words: EntryTexts, format: Format, when: When, first: string): string {
  if (when.kind !== 'repeat') return first
  const end = endWords(words, format, when)
  return [words.repeated(daysWords(words, when.days), first), end].filter((one) => one !== '').join(', ')
}

function endWords(words: EntryTexts, format: Format, { end }: Extract<When, { kind: 'repeat' }>): string {
  if (end === null) return ''
  return end.kind === 'until' ? words.until(format.writtenDay(end.date)) : words.forDays(end.days)
}

function unsaid({ words, entry }: GlossNeeds): GlossColumn[] {
  if (entry.kind === 'cancel') return []
  const [once, text] = [entry.when.kind === 'next', entry.prompt === null]
  if (!once && !text) return []
  return [
    plainly(words.notSaid, once ? words.once : words.standardText, once && text ? words.standardText : ''),
  ]
}

function unsaidTime({ words, entry }: GlossNeeds): GlossColumn[] {
  return entry.kind === 'cancel' && entry.time === null ? [plainly(words.notSaid, words.everyCall)] : []
}
