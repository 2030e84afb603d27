import { dateOf } from './entry-dates.ts'
import { timeOf, timesMeant } from './entry-times.ts'
import type { TextSpan, Token } from './entry-tokens.ts'
import { type EntryHouse, type Reading, replaced } from './reading.ts'

/** A number after rooms that is no room of the hotel, where no time follows: perhaps it is one. */
export interface Meant extends TextSpan {
  readonly reading: Reading
  readonly words: number
}

/** `214 630`, `214 7` and `214 6 30` are asked about; the first digits of `0630` are a time that is not all there yet. */
export function timeMeant(line: string, tokens: readonly Token[], house: EntryHouse): Meant | null {
  const [token, after] = tokens
  if (!token || token.parts || !/^\d{1,3}$/.test(token.text) || !isOpen(tokens, house)) return null
  const { times, words } = timesMeant(token.text, after?.text)
  const span = { from: token.from, to: words === 2 && after ? after.to : token.to }
  const isBegun = /^0\d{0,2}$/.test(token.text) && token.text.length !== 2
  if (isBegun && !after) return { ...span, words, reading: { kind: 'unfinished', lacks: 'time', said: [] } }
  if (times.length === 0) return null
  const choices = times.map((time) => ({ label: time, line: replaced(line, span, time) }))
  return { ...span, words, reading: { kind: 'asked', question: 'which-time', at: span, choices } }
}

const isOpen = (tokens: readonly Token[], house: EntryHouse): boolean => {
  const [token, after] = tokens
  return (
    token !== undefined &&
    house.book.find(token.text) === undefined &&
    dateOf(token.text, after?.text, house) === null &&
    tokens.slice(1).every(({ text }) => timeOf(text) === null)
  )
}
