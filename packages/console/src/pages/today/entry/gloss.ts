import { type CallTime, type Entry, type RoomPart, roomsOf, type When } from '../../../hotel/entry/entry.ts'
import type { Said } from '../../../hotel/entry/reading.ts'
import type { ForeseenCall } from '../../../hotel/entry/set-plan.ts'
import { instantOf } from '../../../kernel/clock.ts'
import type { Format } from '../../../texts/format.ts'
import type { EntryTexts } from './texts.ts'
import type { KnownHouse } from './use-entry-house.ts'
import { clockTime, dayWords, daysWords, fewWords, timeWords } from './words.ts'

/** What is read back of a word: the fact, its day, and what else there is to say. */
export interface Meaning {
  readonly means: string
  readonly more: string
  /** Another day than today: that is said aloud. */
  readonly day: string
  readonly isOtherDay: boolean
}

/** One word of the line, and what it means; of times on several days, each day by itself. */
export interface GlossColumn {
  readonly typed: string
  readonly meanings: readonly Meaning[]
}

/** What it takes to say when something rings. */
interface Speaker {
  readonly words: EntryTexts
  readonly format: Format
  readonly house: KnownHouse
  readonly now: number
}

export interface GlossNeeds extends Speaker {
  readonly line: string
  readonly entry: Entry
  readonly said: readonly Said[]
  /** What the server says of this line; empty before it has. */
  readonly calls: readonly ForeseenCall[]
}

type Repeat = Extract<When, { kind: 'repeat' }>

const onlyMeans = (means: string, more = ''): Meaning => ({ means, more, day: '', isOtherDay: false })

const plainly = (typed: string, means: string, more = ''): GlossColumn => ({
  typed,
  meanings: [onlyMeans(means, more)],
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
    case 'name':
      return plainly(typed, words.guest, words.staysThere)
    case 'remark':
      return plainly(typed, words.howMany, words.leftOut)
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
  const whose = rooms.map((room) => house.whose(room)).find((one) => one !== '') ?? ''
  if (more.length > 0)
    return plainly(typed, words.rooms(rooms.length), [whose, gaps].filter((one) => one !== '').join(', '))
  const room = house.room(only)
  const names = room?.guests?.map(({ name }) => name) ?? []
  // A room that is called by its number has no name of its own.
  const own = room === undefined || room.name.includes(only) ? '' : room.name
  return plainly(typed, only, [whose, own, ...names, gaps].filter((one) => one !== '').join(', '))
}

/** The moment is the server's: before it has spoken, only what was typed is said. */
function timeColumn(needs: GlossNeeds, typed: string): GlossColumn {
  const { words, format, house, entry, calls } = needs
  if (entry.kind === 'set' && calls.length > 0) return ringsColumn(needs, entry.when, typed)
  const times = entry.kind === 'set' ? entry.times : [entry.time].filter((time) => time !== null)
  const told = (time: CallTime) =>
    time.kind === 'at'
      ? timeWords(words, format, house, time.time)
      : words.ahead(format.ahead(time.minutes * 60_000))
  return plainly(typed, times.map(told).join(', '))
}

/** Where a day was said, it stands below that word. */
function ringsColumn(needs: GlossNeeds, when: When, typed: string): GlossColumn {
  if (when.kind === 'next') return { typed, meanings: ringsOf(needs, needs.calls) }
  const moments = momentsOf(needs.calls)
  return plainly(typed, clockWords(needs, moments), aheadWords(needs, moments))
}

/** When these ring: each day by itself, with its times and in how long. Of a repeat, `onDay` says that it begins there. */
export function ringsOf(
  speaker: Speaker,
  calls: readonly ForeseenCall[],
  onDay: (day: string) => string = (day) => day,
): Meaning[] {
  return byDay(momentsOf(calls)).map((moments) => ({
    means: clockWords(speaker, moments),
    more: aheadWords(speaker, moments),
    ...dayPart(speaker, moments[0], onDay),
  }))
}

const momentsOf = (calls: readonly ForeseenCall[]) => [...new Set(calls.map(({ scheduled }) => scheduled))]

type Moments = readonly [string, ...string[]]

function byDay(moments: readonly string[]): Moments[] {
  const days = new Map<string, Moments>()
  for (const moment of moments) {
    const day = moment.slice(0, 10)
    const before = days.get(day)
    days.set(day, before === undefined ? [moment] : [...before, moment])
  }
  return [...days.values()]
}

const clockWords = ({ words, format, house }: Speaker, moments: readonly string[]) =>
  [...new Set(moments.map((moment) => clockTime(words, format, house, moment)))].join(', ')

const aheadWords = ({ words, format, now }: Speaker, moments: readonly string[]) =>
  words.ahead([...new Set(moments.map((moment) => format.ahead(instantOf(moment) - now)))].join(', '))

const dayPart = (
  { words, format, house }: Speaker,
  moment: string,
  onDay: (day: string) => string = (day) => day,
) => ({
  day: onDay(dayWords(words, format, house.today, moment)),
  isOtherDay: moment.slice(0, 10) !== house.today,
})

function whenColumn(needs: GlossNeeds, typed: string): GlossColumn {
  const { words, entry } = needs
  if (entry.kind === 'cancel' || entry.when.kind === 'next') return plainly(typed, '')
  const { when } = entry
  return when.kind === 'on'
    ? { typed, meanings: [{ ...onlyMeans(words.once), ...dayPart(needs, when.date) }] }
    : { typed, meanings: repeatMeanings(needs, when) }
}

/** Times that begin on several days are told one by one. */
function repeatMeanings(needs: GlossNeeds, when: Repeat): Meaning[] {
  const { words, format, calls } = needs
  const repeat = onlyMeans(daysWords(words, when.days), endWords(words, format, when))
  const days = byDay(momentsOf(calls))
  if (days.length > 1)
    return [repeat, ...ringsOf(needs, calls, words.from).map((one) => ({ ...one, more: '' }))]
  const first = days[0]?.[0] ?? when.from
  return [first === null ? repeat : { ...repeat, ...dayPart(needs, first, words.from) }]
}

/** On which days it rings, from the first of them on. */
export function repeatedWords(words: EntryTexts, format: Format, when: When, first: string): string {
  if (when.kind !== 'repeat') return first
  const end = endWords(words, format, when)
  return [words.repeated(daysWords(words, when.days), first), end].filter((one) => one !== '').join(', ')
}

function endWords(words: EntryTexts, format: Format, { end }: Repeat): string {
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
