import { addDays } from '../../kernel/calendar.ts'
import { dateOf, nextDay } from './entry-dates.ts'
import { timeMeant } from './entry-meant.ts'
import { isLikeTime, timeOf } from './entry-times.ts'
import type { TextSpan, Token } from './entry-tokens.ts'
import {
  daysBut,
  daysOf,
  isDayWord,
  isDaysWord,
  isEvery,
  isExcept,
  isFor,
  isKey,
  isOn,
  isRepeatOf,
  isToday,
  isTomorrow,
  isUntil,
  monthOf,
} from './entry-words.ts'
import { type CallTime, DAYS, type Day, type End, type Prompt, type When } from './entry.ts'
import { type EntryHouse, type Reading, refused, replaced, type Role, type Said } from './reading.ts'

/** What follows the times, as far as it was read. */
interface Tail {
  readonly date?: string
  /** The date was said as a weekday: with an end it means every such day. */
  readonly weekday?: Day
  readonly days?: readonly Day[]
  /** `not sunday` */
  readonly without?: readonly Day[]
  readonly end?: End
  readonly confirm?: true
  readonly prompt?: Prompt
}

/** One thing that was said, and how many words it took. */
interface Phrase {
  readonly role: Role
  readonly words: number
  readonly tail: Tail
}

export interface ReadTail {
  readonly when: When
  readonly confirm: boolean
  readonly prompt: Prompt | null
  readonly said: readonly Said[]
  /** Those that were said after the day. */
  readonly times: readonly CallTime[]
  readonly timesAt: TextSpan | null
}

/** Between midnight and this, nobody can know which morning `tomorrow` is. */
const NIGHT_ENDS = 5 * 60
const MOST_DAYS = 366

/** `isTimed`: the times were said before, where they belong. */
export function readTail(
  line: string,
  tokens: readonly Token[],
  house: EntryHouse,
  isTimed: boolean,
): ReadTail | Reading {
  let tail: Tail = {}
  const said: Said[] = []
  const times: CallTime[] = []
  for (let at = 0; at < tokens.length;) {
    const rest = tokens.slice(at)
    const time = isTimed ? null : timeAfterDay(said, tokens[at - 1], rest[0], house)
    const phrase: Phrase | Reading = time ? TIME : phraseAt(line, rest, house)
    if ('kind' in phrase)
      return (isTimed || times.length > 0 ? null : timeOpen(line, rest, phrase, house)) ?? phrase
    const span = { from: rest[0]?.from ?? 0, to: rest[phrase.words - 1]?.to ?? 0 }
    if (Object.keys(phrase.tail).some((key) => key in tail)) return refused('twice', span)
    if (time) times.push(time)
    tail = { ...tail, ...phrase.tail }
    said.push({ ...span, role: phrase.role })
    at += phrase.words
  }
  const { confirm = false, prompt = null } = tail
  const odd = oddDays(line, tail, said)
  return odd ?? { when: whenOf(tail), confirm, prompt, said, times, timesAt: timesAt(said) }
}

const TIME: Phrase = { role: 'time', words: 1, tail: {} }

/** `214 fri 0600`: once a day was said, no room follows, and four digits are a time unless they are a year. */
function timeAfterDay(
  said: readonly Said[],
  before: Token | undefined,
  token: Token | undefined,
  { book }: EntryHouse,
): CallTime | null {
  const last = said.at(-1)
  const isOpen = last?.role === 'time' || (last !== undefined && said.every(({ role }) => role === 'when'))
  if (!isOpen || !token || token.parts || book.find(token.text) !== undefined) return null
  const isDated = before !== undefined && (/\d/.test(before.text) || monthOf(before.text) !== undefined)
  return isDated && last.role === 'when' && /^20\d\d$/.test(token.text) ? null : timeOf(token.text)
}

/** `214 fri 630`, or a time of which the rest is still to come. */
function timeOpen(line: string, rest: readonly Token[], phrase: Reading, house: EntryHouse): Reading | null {
  const isUnread = phrase.kind === 'refused' && phrase.why === 'not-understood'
  return isUnread ? (timeMeant(line, rest, house)?.reading ?? null) : null
}

function timesAt(said: readonly Said[]): TextSpan | null {
  const own = said.filter(({ role }) => role === 'time')
  const [first, last] = [own[0], own.at(-1)]
  return first && last ? { from: first.from, to: last.to } : null
}

/** Days can be left out only of days that repeat, and not all of them. */
function oddDays(line: string, { days, without }: Tail, said: readonly Said[]): Reading | null {
  const at = said.find(({ from }) => isExcept(/^\S*/.exec(line.slice(from))?.[0] ?? ''))
  if (without === undefined || at === undefined) return null
  if (days === undefined)
    return refused('not-understood', at, replaced(line, at, `daily ${line.slice(at.from, at.to)}`))
  return days.every((day) => without.includes(day)) ? refused('not-understood', at) : null
}

function whenOf({ date, weekday, days: all, without = [], end }: Tail): When {
  const days = all?.filter((day) => !without.includes(day))
  if (days === undefined && end === undefined)
    return date === undefined ? { kind: 'next' } : { kind: 'on', date }
  if (days === undefined && weekday !== undefined)
    return { kind: 'repeat', days: [weekday], from: null, end: end ?? null }
  return { kind: 'repeat', days: days ?? DAYS, from: date ?? null, end: end ?? null }
}

function phraseAt(line: string, tokens: readonly Token[], house: EntryHouse): Phrase | Reading {
  const [token] = tokens
  if (!token) return { kind: 'nothing' }
  const known =
    dayPhrase(line, token, house) ??
    repeatPhrase(tokens, house) ??
    exceptPhrase(tokens) ??
    endPhrase(tokens, house) ??
    optionPhrase(line, token, house) ??
    datePhrase(tokens, house)
  return (
    known ??
    refused(isLikeTime(token.text) && timeOf(token.text) === null ? 'no-such-time' : 'not-understood', token)
  )
}

const when = (words: number, tail: Tail): Phrase => ({ role: 'when', words, tail })

function dayPhrase(line: string, token: Token, { today, minute }: EntryHouse): Phrase | Reading | null {
  if (isToday(token.text)) return when(1, { date: today })
  if (!isTomorrow(token.text)) return null
  if (minute >= NIGHT_ENDS) return when(1, { date: addDays(today, 1) })
  return {
    kind: 'asked',
    question: 'which-morning',
    at: { from: token.from, to: token.to },
    choices: [today, addDays(today, 1)].map((date) => ({ label: date, line: replaced(line, token, date) })),
  }
}

function repeatPhrase([token, next]: readonly Token[], { today }: EntryHouse): Phrase | Reading | null {
  if (!token) return null
  const repeat = isRepeatOf(token.text)
  if (repeat) return when(1, { days: repeat })
  if (isEvery(token.text)) {
    const days = next && isDayWord(next.text) ? DAYS : daysOf(next?.text ?? '')
    return days ? when(2, { days }) : refused('not-understood', next ?? token)
  }
  const days = daysOf(token.text)
  if (!days) return null
  const [only, ...others] = days
  return only && others.length === 0
    ? when(1, { date: nextDay(today, only), weekday: only })
    : when(1, { days })
}

/** `daily not sunday`, `täglich ausser am Sonntag` */
function exceptPhrase([token, ...others]: readonly Token[]): Phrase | null {
  if (!token || !isExcept(token.text)) return null
  const words = others[0] && isOn(others[0].text) ? 2 : 1
  const without = daysBut(others[words - 1]?.text ?? '')
  return without ? when(words + 1, { without }) : null
}

function endPhrase(tokens: readonly Token[], house: EntryHouse): Phrase | Reading | null {
  const [token, next, after] = tokens
  if (!token) return null
  if (isFor(token.text)) {
    const days = /^\d{1,3}$/.test(next?.text ?? '') ? Number(next?.text) : 0
    if (days < 1 || days > MOST_DAYS) return refused('not-understood', next ?? token)
    return when(after && isDaysWord(after.text) ? 3 : 2, { end: { kind: 'for', days } })
  }
  if (!isUntil(token.text)) return null
  return untilPhrase(tokens, house)
}

function untilPhrase([token, next, after]: readonly Token[], house: EntryHouse): Phrase | Reading | null {
  if (!token || !next) return token ? refused('not-understood', token) : null
  const [day] = daysOf(next.text) ?? []
  if (day) return when(2, { end: { kind: 'until', date: nextDay(house.today, day) } })
  const found = dateOf(next.text, after?.text, house)
  if (!found) return refused('not-understood', next)
  if ('wrong' in found.said) return refused(found.said.wrong, next)
  return when(1 + found.words, { end: { kind: 'until', date: found.said.date } })
}

function datePhrase([token, next]: readonly Token[], house: EntryHouse): Phrase | Reading | null {
  const found = token ? dateOf(token.text, next?.text, house) : null
  if (!token || !found) return null
  if ('wrong' in found.said) return refused(found.said.wrong, token)
  return when(found.words, { date: found.said.date })
}

function optionPhrase(line: string, token: Token, { prompts }: EntryHouse): Phrase | Reading | null {
  if (isKey(token.text)) return { role: 'key', words: 1, tail: { confirm: true } }
  if (!token.text.startsWith('#')) return null
  const asked = token.text.slice(1).toLowerCase()
  const found = promptsFor(asked, prompts)
  const [only, ...others] = found
  if (!only) return refused('unknown-prompt', token)
  if (others.length === 0) return { role: 'prompt', words: 1, tail: { prompt: only } }
  return {
    kind: 'asked',
    question: 'which-prompt',
    at: { from: token.from, to: token.to },
    choices: found.map(({ id, name }) => ({ label: name, line: replaced(line, token, `#${id}`) })),
  }
}

/** By its number, or by how its name begins. */
function promptsFor(asked: string, prompts: readonly Prompt[] | null): Prompt[] {
  if (prompts === null) return /^[1-9]\d{0,5}$/.test(asked) ? [{ id: Number(asked), name: `#${asked}` }] : []
  if (asked === '') return []
  const numbered = prompts.filter(({ id }) => String(id) === asked)
  return numbered.length > 0 ? numbered : prompts.filter(({ name }) => name.toLowerCase().startsWith(asked))
}
