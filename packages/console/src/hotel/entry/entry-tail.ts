import { addDays } from '../../kernel/calendar.ts'
import { dateOf, nextDay } from './entry-dates.ts'
import type { Token } from './entry-tokens.ts'
import {
  daysOf,
  isDayWord,
  isDaysWord,
  isEvery,
  isFor,
  isKey,
  isRepeatOf,
  isToday,
  isTomorrow,
  isUntil,
} from './entry-words.ts'
import { DAYS, type Day, type End, type Prompt, type When } from './entry.ts'
import { type EntryHouse, type Reading, refused, replaced, type Role, type Said } from './reading.ts'

/** What follows the times, as far as it was read. */
interface Tail {
  readonly date?: string
  /** The date was said as a weekday: with an end it means every such day. */
  readonly weekday?: Day
  readonly days?: readonly Day[]
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
}

/** Between midnight and this, nobody can know which morning `tomorrow` is. */
const NIGHT_ENDS = 5 * 60
const MOST_DAYS = 366

export function readTail(line: string, tokens: readonly Token[], house: EntryHouse): ReadTail | Reading {
  let tail: Tail = {}
  const said: Said[] = []
  for (let at = 0; at < tokens.length;) {
    const rest = tokens.slice(at)
    const phrase = phraseAt(line, rest, house)
    if ('kind' in phrase) return phrase
    const span = { from: rest[0]?.from ?? 0, to: rest[phrase.words - 1]?.to ?? 0 }
    if (Object.keys(phrase.tail).some((key) => key in tail)) return refused('twice', span)
    tail = { ...tail, ...phrase.tail }
    said.push({ ...span, role: phrase.role })
    at += phrase.words
  }
  return { when: whenOf(tail), confirm: tail.confirm ?? false, prompt: tail.prompt ?? null, said }
}

function whenOf({ date, weekday, days, end }: Tail): When {
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
    endPhrase(tokens, house) ??
    optionPhrase(line, token, house) ??
    datePhrase(tokens, house)
  return known ?? refused('not-understood', token)
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
