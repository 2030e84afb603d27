import type { CodePage } from '../wire/code-page.ts'
import { isDate, isNumber, isTime, moneyField, textField } from '../wire/field-types.ts'
import { framed } from '../wire/framing.ts'
import { type Field, type FiasRecord, recordMistake, writeRecord } from '../wire/record.ts'

export interface Article {
  /** Its number in the property system, which also knows the price: `MA`, up to four digits. */
  readonly article: string
  /** `M#`. It has two digits; more of the same, up to 9999, go out as several pairs. */
  readonly count: number
}

/**
 * One posting (`PS`). The caller gives the number, date and time and keeps them before it is sent: sent again, it is the
 * same posting, letter by letter, and never another number.
 */
export interface Posting {
  /** `P#`, 1 to 99999999. */
  readonly number: number
  readonly room: string
  /** When it happened, by the hotel's clock: YYMMDD and HHMMSS. */
  readonly date: string
  readonly time: string
  /** Articles that the property system prices (`PTM`), or an amount of ours, exact as in `9.00` (`PTC`). */
  readonly what:
    | { readonly articles: readonly Article[] }
    | { readonly amount: string; readonly decimals?: number }
  /** `G#`: the reservation, over a link that tells of guests. */
  readonly reservation?: string
  /** `SO`, up to five digits. */
  readonly outlet?: string
  /** `CT`, cut after 20 characters, and `X1`, what the guest reads on the folio, after 25. */
  readonly text?: string
  readonly itemText?: string
  /** `ID` and `WS`, cut after 16. */
  readonly user?: string
  readonly workstation?: string
}

export const MOST_NUMBER = 99_999_999
const MOST_COUNT = 99
const MOST_OF_ONE = 9_999

export type PostingRecord =
  | { readonly kind: 'record'; readonly record: FiasRecord }
  | { readonly kind: 'invalid'; readonly text: string }

/** The `PS` of a posting, or why there is none. */
export function postingRecord(posting: Posting, page: CodePage): PostingRecord {
  const mistake = postingMistake(posting)
  if (mistake !== null) return { kind: 'invalid', text: mistake }
  const record: FiasRecord = {
    id: 'PS',
    fields: [
      ['RN', posting.room],
      ...contentFields(posting),
      ['DA', posting.date],
      ['TI', posting.time],
      ['P#', String(posting.number)],
      ...textFields(posting, page),
    ],
  }
  const text = recordMistake(record, page)
  return text === null ? { kind: 'record', record } : { kind: 'invalid', text }
}

/** The bytes of a posting as they leave, frame included; null of one that cannot be sent. */
export function postingBytes(posting: Posting, page: CodePage): Buffer | null {
  const made = postingRecord(posting, page)
  return made.kind === 'invalid' ? null : framed(writeRecord(made.record, page))
}

function contentFields({ what }: Posting): Field[] {
  if ('amount' in what)
    return [
      ['PT', 'C'],
      ['TA', moneyField(what.amount, what.decimals) ?? ''],
    ]
  return [['PT', 'M'], ...what.articles.flatMap(articleFields)]
}

function articleFields({ article, count }: Article): Field[] {
  const pair = (part: number): Field[] => [
    ['MA', article],
    ['M#', String(part)],
  ]
  const fulls = Math.max(0, Math.ceil(count / MOST_COUNT) - 1)
  return [
    ...Array.from({ length: fulls }, () => pair(MOST_COUNT)).flat(),
    ...pair(count - fulls * MOST_COUNT),
  ]
}

function textFields(posting: Posting, page: CodePage): Field[] {
  const { reservation, outlet, text, itemText, user, workstation } = posting
  const fields: readonly (readonly [string, string | undefined, number])[] = [
    ['G#', reservation, 10],
    ['SO', outlet, 5],
    ['CT', text, 20],
    ['X1', itemText, 25],
    ['ID', user, 16],
    ['WS', workstation, 16],
  ]
  return fields.flatMap(([id, value, most]) =>
    value === undefined || value === '' ? [] : [[id, textField(value, most, page)] as const],
  )
}

function postingMistake({ number, room, date, time, what, outlet }: Posting): string | null {
  if (!Number.isInteger(number) || number < 1 || number > MOST_NUMBER)
    return `A posting number is from 1 to ${MOST_NUMBER}`
  if (room === '') return 'A posting needs a room'
  if (!isDate(date)) return `"${date}" is no date of the form YYMMDD`
  if (!isTime(time) || time.length !== 6) return `"${time}" is no time of the form HHMMSS`
  if (outlet !== undefined && !/^\d{1,5}$/.test(outlet))
    return `"${outlet}" is no sales outlet of 1 to 5 digits`
  return 'amount' in what ? amountMistake(what.amount, what.decimals) : articlesMistake(what.articles)
}

const amountMistake = (amount: string, decimals?: number) =>
  moneyField(amount, decimals) === null ? `"${amount}" cannot be sent as an exact amount` : null

/** FIAS 2.20: a count is more than 0; an article has four digits. */
function articlesMistake(articles: readonly Article[]): string | null {
  if (articles.length === 0) return 'A posting needs an article or an amount'
  for (const { article, count } of articles) {
    if (article.startsWith('-') || !isNumber(article, 4)) return `"${article}" is no article of 1 to 4 digits`
    if (!Number.isInteger(count) || count < 1 || count > MOST_OF_ONE)
      return `${count} is no count from 1 to ${MOST_OF_ONE}`
  }
  return null
}
