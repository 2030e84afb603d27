import { type Language, texts } from './table.ts'

/** What an exchange tells of a call that is being made, and why it was not: in words, where it tells a number. */
const phoneSteps = texts({
  /** 180 */
  rings: { en: 'The phone rings', de: 'Das Telefon klingelt' },
  /** 181 */
  forwarded: { en: 'The exchange forwards the call', de: 'Die Telefonanlage leitet den Anruf um' },
  /** 182 */
  queued: {
    en: 'The exchange lets the call wait its turn',
    de: 'Die Telefonanlage lässt den Anruf warten, bis er an der Reihe ist',
  },
  /** 100, 183 and whatever else is on the way: nobody rings yet. */
  putThrough: { en: 'The exchange puts the call through', de: 'Die Telefonanlage stellt den Anruf durch' },
  notPutThrough: {
    en: 'The exchange did not put the call through',
    de: 'Die Telefonanlage stellte den Anruf nicht durch',
  },
  brokenOff: {
    en: 'The phone rang, then the exchange broke the call off',
    de: 'Das Telefon klingelte, dann brach die Telefonanlage den Anruf ab',
  },
  waits: {
    en: (at: string) =>
      `The exchange did not put the call through; that is no attempt, and it is tried again at ${at}`,
    de: (at: string) =>
      `Die Telefonanlage stellte den Anruf nicht durch; das zählt nicht als Versuch, er wird um ${at} wiederholt`,
  },
})

/** Statuses of the wire that have words of their own. */
const WORD_OF = new Map<unknown, 'rings' | 'forwarded' | 'queued'>([
  [180, 'rings'],
  [181, 'forwarded'],
  [182, 'queued'],
])

/** A final answer that is no: of what we found ourselves there is none. */
const isRefusal = (status: unknown) => typeof status === 'number' && status >= 300
/** `503 Service Unavailable` */
const STATUS_LINE = /^[3-6]\d\d /

interface Step {
  readonly kind: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** Null where it is about something else, or the server says it without a number. */
export function phoneStepIn(
  { kind, detail }: Step,
  language: Language,
  timeOf: (moment: unknown) => string,
): string | null {
  const said = phoneSteps[language]
  const { status, reason } = detail
  switch (kind) {
    case 'wakeup.progress':
      return said[WORD_OF.get(status) ?? 'putThrough']
    case 'wakeup.ended':
      if (detail['kind'] !== 'line-trouble' || !isRefusal(status)) return null
      return detail['rang'] === true ? said.brokenOff : said.notPutThrough
    case 'wakeup.waiting':
      return typeof reason === 'string' && STATUS_LINE.test(reason)
        ? said.waits(timeOf(detail['until']))
        : null
    default:
      return null
  }
}

/** `… could carry it (503 Service Unavailable)`, as the server tells the desk why. */
const IN_BRACKETS = / \([3-6]\d\d [^)]*\)$/

/** A sentence of the server for those to whom the numbers of the wire say nothing. */
export const withoutStatus = (text: string): string => text.replace(IN_BRACKETS, '')
