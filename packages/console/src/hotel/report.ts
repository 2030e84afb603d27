import type { AnswerOf } from '@reveille/contract'

export type WakeupRow = AnswerOf<'report.wakeups'>['report'][number]
export type ChargeRow = AnswerOf<'report.inventory'>['report'][number]
/** What a connector made of charges. */
export type ConnectorRow = ChargeRow['connectors'][number]
export type DeliveryRow = AnswerOf<'report.deliveries'>['report'][number]

/** `20261115` as a day of the calendar. */
export const dayIn = (day: string): string => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}`
export const compactDay = (day: string): string => day.replaceAll('-', '')

/** Spans that people ask for, in days up to yesterday; `own` is what stands in the address. */
export const SPANS = ['today', 'yesterday', 'week', 'month', 'own'] as const
export type SpanName = (typeof SPANS)[number]

export interface Span {
  readonly start: string
  /** The last day that still counts. */
  readonly end: string
}

export function spanNamed(
  name: Exclude<SpanName, 'own'>,
  today: string,
  addDays: (day: string, by: number) => string,
): Span {
  const yesterday = addDays(today, -1)
  switch (name) {
    case 'today':
      return { start: today, end: today }
    case 'yesterday':
      return { start: yesterday, end: yesterday }
    case 'week':
      return { start: addDays(today, -6), end: today }
    case 'month':
      return { start: addDays(today, -29), end: today }
  }
}

export function nameOfSpan(
  span: Span,
  today: string,
  addDays: (day: string, by: number) => string,
): SpanName {
  const found = (['today', 'yesterday', 'week', 'month'] as const).find((name) => {
    const one = spanNamed(name, today, addDays)
    return one.start === span.start && one.end === span.end
  })
  return found ?? 'own'
}

/** A year at most is drawn day by day. */
const MOST_DAYS = 366

/** Every day of a span as the server writes it, `20261115`. */
export function daysBetween({ start, end }: Span, addDays: (day: string, by: number) => string): string[] {
  const days: string[] = []
  for (let day = start; day <= end && days.length < MOST_DAYS; day = addDays(day, 1))
    days.push(compactDay(day))
  return days
}

/** A row for every day: a drawing that leaves out the days without anything would lie. */
export function alongDays<R extends { readonly day?: string }>(
  days: readonly string[],
  rows: readonly R[],
  nothingOn: (day: string) => R,
): readonly R[] {
  const known = new Map(rows.map((row) => [row.day, row]))
  const all = [...new Set([...days, ...daysIn(rows)])].toSorted()
  return all.map((day) => known.get(day) ?? nothingOn(day))
}

export const noCallsOn = (day: string): WakeupRow => ({
  day,
  calls: 0,
  pending: 0,
  answered: 0,
  failed: 0,
  complete: 0,
  'no-answer': 0,
  busy: 0,
  diverted: 0,
  'no-line': 0,
  unreachable: 0,
  missed: 0,
  'no-database': 0,
  'by-hand': 0,
  machines: 0,
  within5s: null,
  within60s: null,
  within5m: null,
  keyed: null,
  unkeyed: null,
})

type DayOfDeliveries = Omit<DeliveryRow, 'destination' | 'purpose'>

export const nothingSentOn = (day: string): DayOfDeliveries => ({
  day,
  accepted: 0,
  delivered: 0,
  refused: 0,
  waiting: 0,
  uncertain: 0,
  dead: 0,
  takenBack: 0,
  doubts: 0,
})

/** Decimals of a currency; two where none is named. */
const placesOf = (currency: string): number =>
  currency === ''
    ? 2
    : (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
      2)

/** `21.8` is `21.80` to whoever counts money; no digit is ever taken away. */
export function money(amount: string, currency: string): string {
  if (amount === '') return ''
  const [whole = '', part = ''] = amount.split('.')
  const decimals = part.padEnd(placesOf(currency), '0')
  return decimals === '' ? whole : `${whole}.${decimals}`
}

/** What each call came to: answered at the phone, reached by somebody, nobody, busy, or something else. */
export const outcomesOf = (
  row: Pick<WakeupRow, 'answered' | 'by-hand' | 'no-answer' | 'busy' | 'failed' | 'pending'>,
) => ({
  answered: row.answered - row['by-hand'],
  byHand: row['by-hand'],
  nobody: row['no-answer'],
  busy: row.busy,
  other: Math.max(0, row.failed - row['no-answer'] - row.busy),
  pending: row.pending,
})

/** Rows of one day together, over all destinations. */
export function byDay(rows: readonly DeliveryRow[]): readonly DayOfDeliveries[] {
  const days = new Map<string, DayOfDeliveries>()
  for (const { destination: _, purpose: __, ...row } of rows) {
    const before = days.get(row.day)
    days.set(
      row.day,
      before === undefined
        ? row
        : {
            day: row.day,
            accepted: before.accepted + row.accepted,
            delivered: before.delivered + row.delivered,
            refused: before.refused + row.refused,
            waiting: before.waiting + row.waiting,
            uncertain: before.uncertain + row.uncertain,
            dead: before.dead + row.dead,
            takenBack: before.takenBack + row.takenBack,
            doubts: before.doubts + row.doubts,
          },
    )
  }
  return [...days.values()]
}

/** The server counts all that is not sent any more: what was given up, and what need not be sent, as its charge was taken back. */
export const setApart = <R extends { readonly dead: number; readonly takenBack: number }>(row: R): R => ({
  ...row,
  dead: row.dead - row.takenBack,
})

/** What becomes of a message, each counted once. */
export const FARED = ['delivered', 'waiting', 'uncertain', 'refused', 'dead', 'takenBack'] as const

type Figures = Pick<DeliveryRow, 'accepted' | (typeof FARED)[number]>

/** What was accepted and is in no other figure: nothing, or somebody must look. */
export const gapOf = (row: Figures): number => FARED.reduce((left, fared) => left - row[fared], row.accepted)

/** An exact decimal, for the height of a bar only. */
export const amountOf = (text: string): number => (text === '' ? 0 : Number(text))

interface CategoryBar {
  readonly id: string
  readonly name: string
  readonly color: string
  readonly values: readonly number[]
}

/** One bar for each category, along the days. */
export function categoryBars(rows: readonly ChargeRow[], days: readonly string[]): readonly CategoryBar[] {
  const ids = [...new Set(rows.map(({ category = '' }) => category))]
  return ids.map((id) => {
    const own = rows.filter(({ category = '' }) => category === id)
    const sumOn = (day: string) =>
      own.filter((row) => row.day === day).reduce((sum, { net }) => sum + amountOf(net), 0)
    return {
      id,
      name: own[0]?.description ?? id,
      color: own[0]?.color ?? '',
      values: days.map(sumOn),
    }
  })
}

const daysIn = (rows: readonly { readonly day?: string }[]): readonly string[] =>
  [...new Set(rows.flatMap(({ day }) => day ?? []))].toSorted()

/** Of charges: how many answers are missing before every connector has every charge that was not taken back. */
export const missingIn = (connectors: readonly ConnectorRow[]): number =>
  connectors.reduce(
    (sum, { waiting, uncertain, refused, dead }) => sum + waiting + uncertain + refused + dead,
    0,
  )
