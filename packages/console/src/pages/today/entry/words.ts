import type { WholeWakeup } from '@reveille/contract'
import type { Session } from '../../../api/session.ts'
import { type CancelPlan, isRepeating } from '../../../hotel/entry/cancel-plan.ts'
import { type Day, DAYS, roomsOf, WEEKDAYS } from '../../../hotel/entry/entry.ts'
import { readEntry } from '../../../hotel/entry/entry-grammar.ts'
import type { EntryChoice, Question } from '../../../hotel/entry/reading.ts'
import type { Answered, ForeseenCall, Instead, SetPlan } from '../../../hotel/entry/set-plan.ts'
import { addDays } from '../../../kernel/calendar.ts'
import type { Format } from '../../../texts/format.ts'
import { isOfOtherRoom, type ReadLine, type SaidLines } from './said-lines.ts'
import type { EntryTexts } from './texts.ts'
import type { KnownHouse } from './use-entry-house.ts'

/** Something that may be chosen by its number. */
export interface Option {
  readonly words: string
  readonly isOn: boolean
  readonly act: () => void
}

/** `tomorrow, Sun 15 Nov`; a day or a moment. */
export function dayWords(words: EntryTexts, format: Format, today: string, moment: string): string {
  const date = moment.slice(0, 10)
  const day = format.writtenDay(date)
  if (date === today) return words.today(day)
  return date === addDays(today, 1) ? words.tomorrow(day) : day
}

type Clock = Pick<KnownHouse, 'clock'>

/** A moment's time as the hotel writes it; of twelve hours, which of both twelves it is, by name. */
export function clockTime(words: EntryTexts, format: Format, { clock }: Clock, moment: string): string {
  const time = format.writtenTime(moment)
  if (clock === 24) return time
  const written = moment.slice(11, 16)
  if (written === '12:00') return `${time}, ${words.noon}`
  return written === '00:00' ? `${time}, ${words.midnight}` : time
}

/** HHMM as a moment of some day: only its time is to be written. */
export const someDayAt = (time: string): string => `2000-01-01T${time.slice(0, 2)}:${time.slice(2)}:00`

/** And of HHMM. */
export const timeWords = (words: EntryTexts, format: Format, house: Clock, time: string): string =>
  clockTime(words, format, house, someDayAt(time))

export function daysWords(words: EntryTexts, days: readonly Day[]): string {
  if (days.length === DAYS.length) return words.daily
  if (days.join() === WEEKDAYS.join()) return words.weekdays
  return words.every(days.map((day) => words[day]).join(', '))
}

/** Many numbers in few words. */
export function fewWords(words: EntryTexts, numbers: readonly string[], most: number): string {
  const shown = numbers.slice(0, most).join(', ')
  return numbers.length <= most ? shown : `${shown} ${words.andMore(numbers.length - most)}`
}

interface Planned {
  readonly plan: SetPlan | null
  readonly cancelling: CancelPlan | null
  readonly instead: Instead | null
}

/** What the button says: the deed by its name. */
export function deedWords(
  words: EntryTexts,
  format: Format,
  { plan, cancelling, instead }: Planned,
): string | null {
  if (cancelling !== null) return cancelDeed(words, format, cancelling, instead)
  if (plan === null) return null
  if (plan.fresh === 0) return words.nothingToAdd
  if (plan.choices.length === 0 || instead === 'keep') return words.set(plan.fresh)
  if (plan.steps === null) return words.pickOne
  if (instead === 'series') return words.moveSeries
  const [only, ...more] = plan.others
  return only !== undefined && more.length === 0
    ? words.replaceOne(format.writtenTime(only.scheduled))
    : words.replaceMany(plan.others.length)
}

function cancelDeed(
  words: EntryTexts,
  format: Format,
  { calls, steps }: CancelPlan,
  instead: Instead | null,
): string {
  if (calls.length === 0) return words.nothingToCancel
  if (steps === null) return words.pickOne
  const first = calls.find(isRepeating)
  const isDayOnly = instead === 'this-day' && first !== undefined && calls.every(isRepeating)
  return isDayOnly ? words.leaveOut(format.writtenDay(first.scheduled)) : words.cancelCalls(calls.length)
}

type RoomOf = Pick<WholeWakeup, 'room' | 'tenant'>

interface Done extends Planned {
  readonly answered: readonly Answered[]
  /** A room as people tell it from one of the same number. */
  readonly roomAs: (one: RoomOf) => string
}

/** What was done, for the ten seconds in which it may be taken back. */
export function doneWords(
  words: EntryTexts,
  format: Format,
  { plan, answered, cancelling, instead, roomAs }: Done,
): string {
  if (cancelling !== null) {
    const [first] = cancelling.calls
    const isDayOnly = instead === 'this-day' && first !== undefined && cancelling.calls.every(isRepeating)
    return isDayOnly
      ? words.doneLeftOut(format.writtenDay(first.scheduled))
      : words.doneCancelled(cancelledWords(words, format, cancelling.calls, roomAs))
  }
  const calls = answered.flatMap(({ preview }) => preview.calls).filter((call) => call.existing === undefined)
  const [first, ...more] = calls
  if (first === undefined || plan === null) return ''
  const day = daysOfDone(words, answered, dayList(words, format, calls))
  const what =
    more.length === 0
      ? words.oneCall(roomAs(first), format.writtenTime(first.scheduled), day)
      : words.manyCalls(calls.length, day)
  const isReplaced = plan.choices.length > 0 && instead !== 'keep'
  return isReplaced ? words.doneChanged(what) : words.doneSet(what)
}

const ROOMS_NAMED = 6

/** Of one call its room and time, of several their rooms. */
function cancelledWords(
  words: EntryTexts,
  format: Format,
  calls: CancelPlan['calls'],
  roomAs: Done['roomAs'],
): string {
  const [first, ...more] = calls
  if (first !== undefined && more.length === 0)
    return words.oneCall(
      roomAs(first),
      format.writtenTime(first.scheduled),
      format.writtenDay(first.scheduled),
    )
  const rooms = [...new Set(calls.map(roomAs))]
  return words.callsOf(calls.length, fewWords(words, rooms, ROOMS_NAMED))
}

/** `Sun 15 Nov`, or `daily from Sun 15 Nov` where every line says the same. */
function daysOfDone(words: EntryTexts, answered: readonly Answered[], day: string): string {
  const said = answered.map(({ ask: { form } }) =>
    form.daily === true ? [...DAYS] : daysIn(form.days ?? ''),
  )
  const [days = []] = said
  const isSame = said.every((one) => one.join() === days.join())
  return days.length === 0 || !isSame ? day : words.repeated(daysWords(words, days), day)
}

const DAYS_NAMED = 3

/** The one day of them all, or each of them. */
function dayList(words: EntryTexts, format: Format, calls: readonly ForeseenCall[]): string {
  const dates = calls.map(({ scheduled }) => scheduled.slice(0, 10)).toSorted()
  const days = [...new Set(dates)].map((date) => format.writtenDay(date))
  if (days.length > DAYS_NAMED) return fewWords(words, days, DAYS_NAMED)
  const before = days.slice(0, -1).join(', ')
  const last = days.at(-1) ?? ''
  return before === '' ? last : words.andDay(before, last)
}

const daysIn = (text: string): readonly Day[] => DAYS.filter((day) => text.split(',').includes(day))

interface OptionNeeds extends Planned {
  readonly words: EntryTexts
  readonly format: Format
  readonly session: Session
  readonly house: KnownHouse
  readonly said: SaidLines
  readonly twoHouses: string | null
  readonly onLine: (at: number, line: string) => void
  readonly onText: (text: string) => void
  readonly onInstead: (instead: Instead) => void
  readonly onTenant: (tenant: string) => void
}

/** What may be chosen now, by number keys or by pointing. There is never a default. */
export function optionsOf(needs: OptionNeeds): readonly Option[] {
  const { said, plan, cancelling, twoHouses } = needs
  if (said.openAt !== -1) return optionsOfLine(needs)
  if (twoHouses !== null) return optionsOfHouses(needs, twoHouses)
  if (cancelling !== null) return cancelling.choices.map((one) => insteadOption(needs, one))
  return plan?.choices.map((one) => insteadOption(needs, one)) ?? []
}

function optionsOfLine(needs: OptionNeeds): Option[] {
  const { words, format, house, said, onLine } = needs
  const { line, reading } = said.lines[said.openAt] ?? { line: '', reading: { kind: 'nothing' } as const }
  const mended = (to: string) => ({
    words: words.nearest(to),
    isOn: false,
    act: () => onLine(said.openAt, to),
  })
  if (reading.kind === 'refused') {
    const ways = [reading.mend, reading.without].flatMap((to) => (to == null ? [] : [mended(to)]))
    const names = withoutNames(needs)
    return [
      ...(isOfOtherRoom(reading) ? [...ways, ...names] : [...names, ...ways]),
      ...withoutLine(needs, line),
    ]
  }
  if (reading.kind !== 'asked' || line === '') return [...withoutNames(needs), ...withoutLine(needs, line)]
  const choices = reading.choices.map((choice) => ({
    words: choiceWords(words, format, house, reading.question, choice),
    isOn: false,
    act: () => onLine(said.openAt, choice.line),
  }))
  return [...choices, ...withoutNames(needs)]
}

type LineReading = ReadLine['reading']

const isOfName = (reading: LineReading) =>
  reading.kind === 'refused' && (reading.why === 'unknown-name' || reading.why === 'name-unseen')

/** Of a whole list at once: forty names are not forty questions. */
function withoutNames({ words, said, onText }: OptionNeeds): Option[] {
  const { lines } = said
  const count = lines.filter(({ reading }) => isOfName(reading)).length
  const text = lines
    .map(({ line, reading }) =>
      reading.kind === 'refused' && isOfName(reading) ? (reading.mend ?? line) : line,
    )
    .join('\n')
  return count < 2 ? [] : [{ words: words.withoutNames(count), isOn: false, act: () => onText(text) }]
}

const LETTERS_SHOWN = 40

/** Of a list, a line that is no call is left out by whoever says so. */
function withoutLine({ words, said, onLine }: OptionNeeds, line: string): Option[] {
  if (said.lines.length < 2) return []
  const shown = line.length > LETTERS_SHOWN ? `${line.slice(0, LETTERS_SHOWN)} …` : line
  return [{ words: words.leaveLine(shown), isOn: false, act: () => onLine(said.openAt, '') }]
}

function choiceWords(
  words: EntryTexts,
  format: Format,
  house: KnownHouse,
  question: Question,
  { label, line, isAll = false }: EntryChoice,
): string {
  if (isAll) return words.all(label)
  if (question === 'which-party' || question === 'which-prompt') return label
  if (question === 'which-time') return timeWords(words, format, house, label.replace(':', ''))
  if (question !== 'room-or-time') return dayWords(words, format, house.today, label)
  const reading = readEntry(line, house)
  if (reading.kind !== 'read') return words.roomsOnly(line)
  const { entry } = reading
  const times = entry.kind === 'set' ? entry.times : [entry.time].filter((time) => time !== null)
  const told = times.map((time) =>
    time.kind === 'at' ? timeWords(words, format, house, time.time) : `+${time.minutes}`,
  )
  return words.asRooms(roomsOf(entry.rooms).join(', '), told.join(', '))
}

function optionsOfHouses({ house, session, onTenant }: OptionNeeds, room: string): Option[] {
  const { site, tenants } = session
  return house.tenantsOf(room).map((tenant) => ({
    words: tenants.find(({ id }) => id === tenant)?.name ?? site.name,
    isOn: false,
    act: () => onTenant(tenant),
  }))
}

function insteadOption(needs: OptionNeeds, one: Instead): Option {
  return { words: insteadWords(needs, one), isOn: needs.instead === one, act: () => needs.onInstead(one) }
}

function insteadWords({ words, format, plan, cancelling }: OptionNeeds, one: Instead): string {
  const days = cancelling?.calls.filter(isRepeating) ?? plan?.others.filter(({ repeats }) => repeats) ?? []
  const day = days[0] === undefined ? '' : format.writtenDay(days[0].scheduled)
  if (cancelling !== null) return one === 'this-day' ? words.cancelDay(day) : words.cancelSeries
  switch (one) {
    case 'keep':
      return words.keepBoth
    case 'series':
      return words.replaceSeries
    case 'this-day':
      return words.replaceDay(day)
    case 'replace': {
      const [only, ...more] = plan?.others ?? []
      return only !== undefined && more.length === 0
        ? words.replaceIt(format.writtenTime(only.scheduled))
        : words.replaceThese
    }
  }
}

/** Of a repeat that is not every day: the days of which the server speaks. */
export const nextDaysWords = (format: Format, next: readonly string[]): string =>
  next.map((moment) => format.writtenDay(moment)).join(', ')
