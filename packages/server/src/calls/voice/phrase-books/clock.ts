import type { ClockFace } from '../../../hotel/wakeups/announcement.ts'

const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

export const HOURS_OF_THE_DAY = from(0, 23)
export const HOURS_ON_THE_DIAL = from(1, 12)
export const MINUTES = from(1, 59)

/** Spans that hotels choose; each is recorded whole, the others are put together. */
export const USUAL_SPANS = [...from(1, 10), 15, 20, 30, 45, 60]

/** `each('hour', [7], (n) => `${n} Uhr,`)` is `{ 'hour/7': '7 Uhr,' }`. */
export const each = (kind: string, numbers: readonly number[], text: (n: number) => string) =>
  Object.fromEntries(numbers.map((n) => [`${kind}/${n}`, text(n)]))

/** Fewer than six are told one by one, and a hundred or more are "more than 99". */
export const counts = (text: (n: number) => string, more: string) => ({
  ...Object.fromEntries(from(6, 99).map((n) => [n, text(n)])),
  more,
})

export const spans = (numbers: readonly number[], text: (n: number) => string) =>
  Object.fromEntries(numbers.map((n) => [n, text(n)]))

/** "nineteen thirty": the hour of the day, and the minute if there is one. */
export const onTheDay = ({ hour, minute }: ClockFace): string[] =>
  minute === 0 ? [`sharp/${hour}`] : [`hour/${hour}`, `minute/${minute}`]

/** "seven thirty": the hour as a dial with hands shows it. */
export const onTheDial = ({ hour, minute }: ClockFace): string[] =>
  onTheDay({ hour: hour % 12 === 0 ? 12 : hour % 12, minute })
