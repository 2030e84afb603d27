import { fieldOf, numberIn, textIn } from './facts.ts'
import type { Format } from './format.ts'
import { toldInGerman } from './log-german.ts'
import { kindWords } from './log-kinds.ts'
import { asSentence, outcomeIn } from './outcomes.ts'
import { phoneStepIn, withoutStatus } from './phone-steps.ts'
import { roomTexts } from './rooms.ts'
import { texts } from './table.ts'

const calls = (count: number) => (count === 1 ? '1 call' : `${count} calls`)
const weckrufe = (count: number) => (count === 1 ? '1 Weckruf' : `${count} Weckrufe`)

/** What happened, with its facts: the server's own sentence is English, and writes moments as programs do. */
export const happenedTexts = texts({
  created: { en: (at: string) => `Call asked for ${at}`, de: (at: string) => `Weckruf auf ${at} gesetzt` },
  createdInstead: {
    en: (at: string, was: string) => `Call asked for ${at}, instead of ${was}`,
    de: (at: string, was: string) => `Weckruf auf ${at} gesetzt, statt ${was}`,
  },
  skipped: {
    en: (day: string, next: string) => `${day} is left out; it rings next ${next}`,
    de: (day: string, next: string) => `${day} fällt aus; klingelt wieder ${next}`,
  },
  restored: {
    en: (at: string) => `The call is there again; it rings ${at}`,
    de: (at: string) => `Der Weckruf ist wieder da; er klingelt ${at}`,
  },
  rescheduled: {
    en: (to: string) => `Call moved to ${to}`,
    de: (to: string) => `Weckruf auf ${to} verlegt`,
  },
  replanned: {
    en: (at: string, from: string, zone: string) =>
      `Rings ${at} instead of ${from}: the clocks are of ${zone}`,
    de: (at: string, from: string, zone: string) =>
      `Klingelt ${at} statt ${from}: es gilt die Uhr von ${zone}`,
  },
  deleted: { en: 'Call cancelled', de: 'Weckruf gelöscht' },
  retry: {
    en: (why: string, at: string) => `${why}: to be rung again at ${at}`,
    de: (why: string, at: string) => `${why}: wird um ${at} nochmals angerufen`,
  },
  snoozed: {
    en: (at: string) => `The guest snoozes until ${at}`,
    de: (at: string) => `Der Gast schlummert bis ${at}`,
  },
  movedCall: {
    en: (from: string) => `Call moved from room ${from} with its guest`,
    de: (from: string) => `Weckruf zog mit dem Gast aus Zimmer ${from} um`,
  },
  settled: {
    en: (why: string) => `The guest was not woken: ${why}`,
    de: (why: string) => `Der Gast wurde nicht geweckt: ${why}`,
  },
  setByHand: {
    en: (what: string, why: string) => `Set by hand: ${what}${why === '' ? '' : ` (“${why}”)`}`,
    de: (what: string, why: string) => `Von Hand gesetzt: ${what}${why === '' ? '' : ` («${why}»)`}`,
  },
  statusNone: { en: 'Status taken back', de: 'Zustand zurückgenommen' },
  status: {
    en: (now: string, before: string) => (before === '' ? now : `${now}, was ${before}`),
    de: (now: string, before: string) => (before === '' ? now : `${now}, war ${before}`),
  },
  markSet: {
    en: (mark: string, until: string) => (until === '' ? mark : `${mark} until ${until}`),
    de: (mark: string, until: string) => (until === '' ? mark : `${mark} bis ${until}`),
  },
  markCleared: {
    en: (mark: string) => `${mark}: taken from the door`,
    de: (mark: string) => `${mark}: von der Tür genommen`,
  },
  checkedIn: { en: 'Guest checked in', de: 'Gast eingecheckt' },
  checkedInAsked: {
    en: (asked: string) => `Guest checked in; no announcements are in ${asked}`,
    de: (asked: string) => `Gast eingecheckt; Ansagen auf ${asked} gibt es nicht`,
  },
  checkedOut: {
    en: (count: number) => `Checked out; ${calls(count)} to come cancelled`,
    de: (count: number) => `Ausgecheckt; ${weckrufe(count)} aufgehoben`,
  },
  movedGuest: {
    en: (from: string, count: number) => `Moved here from room ${from}, with ${calls(count)}`,
    de: (from: string, count: number) => `Von Zimmer ${from} hierher umgezogen, mit ${weckrufe(count)}`,
  },
  charged: { en: (what: string) => `${what} charged`, de: (what: string) => `${what} gebucht` },
  voided: { en: (what: string) => `${what} taken back`, de: (what: string) => `${what} storniert` },
})

/** As the log keeps it. */
interface LogRow {
  readonly kind: string
  readonly text: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** `isForeign`: it is the server's own sentence, in English. */
export interface Happened {
  readonly words: string
  readonly isForeign: boolean
}

const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?/g
const DAY = /\b(20\d\d)(0[1-9]|1[0-2])([0-2]\d|3[01])\b/g

/** Tue 17 Nov 07:15 */
const momentWords = (format: Format, moment: string): string =>
  `${format.writtenDay(moment)} ${format.writtenTime(moment)}`

const dayWords = (format: Format, day: string): string =>
  format.writtenDay(day.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'))

/** A sentence of the server, with its moments and days as people write them. */
export const readable = (text: string, format: Format): string =>
  text
    .replaceAll(MOMENT, (moment) => momentWords(format, moment))
    .replaceAll(DAY, (day) => dayWords(format, day))

const MARKS = ['dnd', 'refused', 'priority'] as const

function markIn(format: Format, mark: unknown): string {
  const known = MARKS.find((one) => one === mark)
  return known === undefined ? textIn(mark) : roomTexts[format.language][known]
}

/** 2 × Cola */
const soldIn = ({ quantity, item }: LogRow['detail']) =>
  `${Math.abs(numberIn(quantity))} × ${fieldOf(item, 'description')}`

function ofCall({ kind, detail }: LogRow, format: Format): string | null {
  const said = happenedTexts[format.language]
  const at = (field: string) => momentWords(format, textIn(detail[field]))
  switch (kind) {
    case 'wakeup.created':
      return detail['instead'] === undefined
        ? said.created(at('scheduled'))
        : said.createdInstead(at('scheduled'), at('instead'))
    case 'wakeup.skipped':
      return said.skipped(dayWords(format, textIn(detail['day'])), at('next'))
    case 'wakeup.restored':
      return said.restored(at('scheduled'))
    case 'wakeup.rescheduled':
      return said.rescheduled(at('scheduled'))
    case 'wakeup.replanned':
      return said.replanned(at('scheduled'), at('from'), textIn(detail['zone']))
    case 'wakeup.deleted':
      return said.deleted
    case 'wakeup.moved':
      return said.movedCall(textIn(detail['from']))
    case 'wakeup.retry':
      return said.retry(
        asSentence(outcomeIn(format.language, detail['after'], detail['proof'])),
        format.writtenTime(textIn(detail['at'])),
      )
    case 'wakeup.snoozed':
      return said.snoozed(format.writtenTime(textIn(detail['until'])))
    case 'wakeup.settled': {
      const why = outcomeIn(format.language, detail['outcome'], detail['proof'])
      if (why === '') return null
      return detail['outcome'] === 'complete' ? asSentence(why) : said.settled(why)
    }
    case 'wakeup.overwritten': {
      const what = outcomeIn(format.language, detail['outcome'])
      return what === '' ? null : said.setByHand(what, textIn(detail['reason']))
    }
    default:
      return null
  }
}

function ofPhone(row: LogRow, format: Format): string | null {
  const timeOf = (moment: unknown) => format.writtenTime(textIn(moment))
  const words = phoneStepIn(row, format.language, timeOf)
  return words ?? (format.language === 'de' ? toldInGerman(row, timeOf) : null)
}

function ofRoom({ kind, detail }: LogRow, format: Format): string | null {
  const said = happenedTexts[format.language]
  const { until, status, previous } = detail
  switch (kind) {
    case 'room.status.changed':
      return fieldOf(status, 'id') === ''
        ? said.statusNone
        : said.status(fieldOf(status, 'description'), fieldOf(previous, 'description'))
    case 'room.mark.set':
      return said.markSet(
        markIn(format, detail['mark']),
        typeof until === 'string' ? momentWords(format, until) : '',
      )
    case 'room.mark.cleared':
      return said.markCleared(markIn(format, detail['mark']))
    case 'guest.checked-in':
      return 'asked' in detail
        ? said.checkedInAsked(format.languageName(textIn(detail['asked'])))
        : said.checkedIn
    case 'guest.checked-out':
      return 'wakeups' in detail ? said.checkedOut(numberIn(detail['wakeups'])) : null
    case 'guest.moved':
      return 'wakeups' in detail ? said.movedGuest(textIn(detail['from']), numberIn(detail['wakeups'])) : null
    case 'inventory.charged':
      return said.charged(soldIn(detail))
    case 'inventory.voided':
      return said.voided(soldIn(detail))
    default:
      return null
  }
}

/**
 * In the language of whoever looks, with times in the hotel's zone and clock. Where only the server has a sentence, in
 * German what kind of thing it was, if that is all there is to say.
 */
export function happened(row: LogRow, format: Format): Happened {
  const words = ofCall(row, format) ?? ofPhone(row, format) ?? ofRoom(row, format)
  return words === null || words === ''
    ? { words: readable(withoutStatus(row.text), format), isForeign: true }
    : { words, isForeign: false }
}

/** The same where nothing else says what kind of thing it was. */
export function happenedAlone(row: LogRow, format: Format): Happened {
  const told = happened(row, format)
  const kind = kindWords(row.kind, format.language)
  if (!told.isForeign || format.language === 'en' || kind === '') return told
  return { words: kind, isForeign: false }
}
