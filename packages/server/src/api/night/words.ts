import type { WrittenLanguage } from '../../hotel/settings/written-language.ts'
import type { Day, Weekday, Zone } from '../../hotel/time/local-time.ts'
import type { Instant } from '../../kernel/clock.ts'
import { dayInGerman, momentInGerman, repeatInGerman } from '../answers/german-days.ts'
import { dayWords, momentWords, repeatWords } from '../dossier/words.ts'

/** What stands on the list of the night, in one language. */
export interface NightWords {
  readonly title: string
  readonly pageOf: readonly [page: string, of: string]
  readonly none: string
  readonly cut: string
  readonly notUpToDate: string
  readonly heads: readonly [time: string, room: string, guest: string, how: string, by: string, notes: string]
  readonly byTime: string
  readonly byRoom: string
  readonly confirm: string
  readonly vacant: string
  readonly ringingNow: string
  readonly byHand: string
  readonly byHandFirst: string
  calls(count: number): string
  /** Instead of a span: somebody chose them. */
  readonly chosen: string
  span(from: string | null, until: string): string
  printed(at: string, by: string): string
  unwritten(since: string): string
  extension(number: string): string
  announcement(number: number): string
  rung(times: number): string
  whose(name: string, how: string): string
  moment(at: Instant, zone: Zone): string
  day(at: Instant, zone: Zone): string
  repeat(days: readonly Weekday[], until: Day | null): string
}

const ENGLISH: NightWords = {
  title: 'Wake-up calls',
  pageOf: ['Page', 'of'],
  none: 'No calls are pending.',
  cut: 'There are more calls than these: print a shorter span.',
  notUpToDate: 'Not up to date',
  heads: ['Time', 'Room', 'Guest', 'How', 'Asked by', 'Notes'],
  byTime: 'By time',
  byRoom: 'By room',
  confirm: 'a key must be pressed',
  vacant: 'vacant',
  ringingNow: 'ringing now',
  byHand: 'by hand',
  byHandFirst: 'by hand first',
  calls: (count) => (count === 1 ? '1 call' : `${count} calls`),
  chosen: 'Chosen calls',
  span: (from, until) => `${from === null ? 'Pending' : `From ${from}`} until ${until}`,
  printed: (at, by) =>
    `Printed ${at} for ${by}. This list does not know what was asked for, changed or taken back since then.`,
  unwritten: (since) =>
    `Nothing can be written since ${since}: rooms that were rung since then, and how they answered, are not on this page yet.`,
  extension: (number) => `ext. ${number}`,
  announcement: (number) => `announcement ${number}`,
  rung: (times) => `rung ${times === 1 ? 'once' : `${times} times`}`,
  whose: (name, how) => `${name}, ${how.toLowerCase()}`,
  moment: momentWords,
  day: dayWords,
  repeat: repeatWords,
}

const GERMAN: NightWords = {
  title: 'Weckrufe',
  pageOf: ['Seite', 'von'],
  none: 'Kein Weckruf steht an.',
  cut: 'Es sind mehr Weckrufe als diese: Drucken Sie einen kürzeren Zeitraum.',
  notUpToDate: 'Nicht auf dem neusten Stand',
  heads: ['Zeit', 'Zimmer', 'Gast', 'Wie', 'Bestellt von', 'Notizen'],
  byTime: 'Nach Zeit',
  byRoom: 'Nach Zimmer',
  confirm: 'eine Taste muss gedrückt werden',
  vacant: 'frei',
  ringingNow: 'klingelt gerade',
  byHand: 'von Hand',
  byHandFirst: 'zuerst von Hand',
  calls: (count) => (count === 1 ? '1 Weckruf' : `${count} Weckrufe`),
  chosen: 'Ausgewählte Weckrufe',
  span: (from, until) => `${from === null ? 'Ausstehend' : `Von ${from}`} bis ${until}`,
  printed: (at, by) =>
    `Gedruckt ${at} für ${by}. Was seither bestellt, geändert oder zurückgenommen wurde, weiss diese Liste nicht.`,
  unwritten: (since) =>
    `Seit ${since} lässt sich nichts schreiben: Zimmer, die seither angerufen wurden, und ihre Antworten stehen noch nicht auf dieser Seite.`,
  extension: (number) => `Nst. ${number}`,
  announcement: (number) => `Ansage ${number}`,
  rung: (times) => `${times === 1 ? 'einmal' : `${times}-mal`} angerufen`,
  whose: (name, how) => `${name}, ${how.charAt(0).toLowerCase()}${how.slice(1)}`,
  moment: momentInGerman,
  day: dayInGerman,
  repeat: repeatInGerman,
}

export const NIGHT_WORDS: Readonly<Record<WrittenLanguage, NightWords>> = { en: ENGLISH, de: GERMAN }
