import type { DossierAttempt } from '@reveille/contract'
import type { Dossier } from '../../actions/wakeups/dossier.ts'
import type { Alarm } from '../../hotel/desk/alarm.ts'
import type { WrittenLanguage } from '../../hotel/settings/written-language.ts'
import type { Day, Weekday, Zone } from '../../hotel/time/local-time.ts'
import { outcomeSentence, outcomeWords } from '../../hotel/wakeups/outcome-words.ts'
import type { Verdict } from '../../hotel/wakeups/proof.ts'
import type { Source, Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Instant } from '../../kernel/clock.ts'
import { GERMAN } from './german.ts'
import {
  dayWords,
  dialledWords,
  endWords,
  momentWords,
  repeatWords,
  resultWords,
  sourceWords,
  stateWords,
} from './words.ts'

/** What stands on a printed dossier, in one language. */
export interface DossierWords {
  readonly wakeupCall: string
  readonly pageOf: readonly [page: string, of: string]
  readonly alteredBelow: string
  readonly altered: string
  readonly alteredLead: string
  readonly nothing: string
  readonly facts: Readonly<
    Record<'asked' | 'repeats' | 'announcement' | 'firstRung' | 'rung' | 'over' | 'takenBack', string>
  >
  readonly onTime: string
  readonly eachTime: string
  readonly pickedUp: string
  readonly setByHand: string
  readonly byHandHeads: readonly [when: string, by: string, setTo: string, why: string]
  readonly noOutcome: string
  readonly notSaid: string
  readonly told: string
  readonly toldHeads: readonly [when: string, what: string, how: string, acknowledged: string]
  readonly onTheList: string
  readonly notYet: string
  readonly daysOver: string
  readonly dayHeads: readonly [day: string, end: string, dossier: string]
  readonly log: string
  readonly logHeads: readonly [seal: string, when: string, by: string, what: string]
  readonly notAsSealed: string
  readonly notSealed: string
  readonly notUpToDate: string
  room(number: string): string
  title(room: string, at: string): string
  setBy(actor: string): string
  changedRows(count: number): string
  removedRows(count: number): string
  alteration(of: string, field: string, shown: string, logged: string): string
  askedBy(at: string, actor: string, source: string, from: string | undefined): string
  oneDay(series: string): string
  announcement(prompt: number, mustConfirm: boolean): string
  late(span: string): string
  count(attempts: number, snoozes: number): string
  takenBack(at: string, actor: string, text: string): string
  exchangeSaid(status: number, reason: string): string
  pressed(key: string): string
  heard(span: string): string
  found(verdict: Verdict): string
  outcome(verdict: Verdict): string
  calls(count: number): string
  mails(count: number): string
  overByItself(at: string): string
  knownBy(who: string, at: string, note: string): string
  unwritten(since: string): string
  seals(zone: string): string
  printed(call: string, at: string, by: string): string
  state(call: Wakeup, isRemoved: boolean): string
  source(source: Source): string
  day(at: Instant, zone: Zone): string
  moment(at: Instant, zone: Zone): string
  repeat(days: readonly Weekday[], until: Day | null): string
  result(attempt: DossierAttempt): string
  dialled(attempt: DossierAttempt): string
  end(attempt: DossierAttempt): string
  /** What a row of the log tells; null where only its own sentence does, which is English. */
  logged(row: NonNullable<Dossier['removed']>, zone: Zone): string | null
  /** The same for an alarm. */
  alarm(alarm: Alarm, zone: Zone): string | null
}

const times = (count: number) => (count === 1 ? 'once' : `${count} times`)

const ENGLISH: DossierWords = {
  wakeupCall: 'Wakeup call',
  pageOf: ['Page', 'of'],
  alteredBelow: 'altered in the database: see below',
  altered: 'Altered in the database',
  alteredLead:
    'Somebody has changed the database by hand: what stands here proves nothing until that is explained.',
  nothing: 'nothing',
  facts: {
    asked: 'Asked for',
    repeats: 'Repeats',
    announcement: 'Announcement',
    firstRung: 'First rung',
    rung: 'Rung',
    over: 'Over',
    takenBack: 'Taken back',
  },
  onTime: 'on time',
  eachTime: 'Each time the room was rung',
  pickedUp: 'The phone was picked up',
  setByHand: 'Set by hand',
  byHandHeads: ['When', 'By', 'Set to', 'Why'],
  noOutcome: 'The system itself had found no outcome.',
  notSaid: 'not said',
  told: 'What the desk was told',
  toldHeads: ['When', 'What', 'How', 'Acknowledged'],
  onTheList: 'on the list',
  notYet: 'not yet',
  daysOver: 'Days that are over',
  dayHeads: ['Day', 'How it ended', 'Dossier'],
  log: 'The log',
  logHeads: ['Seal', 'When', 'By', 'What'],
  notAsSealed: 'NOT AS IT WAS SEALED: ',
  notSealed: 'not sealed yet',
  notUpToDate: 'Not up to date',
  room: (number) => `Room ${number}`,
  title: (room, at) => `Wakeup call, room ${room}, ${at}`,
  setBy: (actor) => `set by hand by ${actor}`,
  changedRows: (count) => `Rows of the log below that were changed: ${count}`,
  removedRows: (count) => `Rows of the log from this time that were removed: ${count}`,
  alteration: (of, field, shown, logged) => `${of}, ${field}: ${shown} in the record, ${logged} in the log`,
  askedBy: (at, actor, source, from) =>
    `${at} by ${actor}, ${source}${from === undefined ? '' : `, from ${from}`}`,
  oneDay: (series) => `one day of a repeating call (${series})`,
  announcement: (prompt, mustConfirm) =>
    `${prompt === 0 ? 'the usual one' : `number ${prompt}`}${mustConfirm ? '; the guest must press a key' : ''}`,
  late: (span) => `${span} after the time asked for`,
  count: (attempts, snoozes) =>
    snoozes === 0 ? times(attempts) : `${times(attempts)}; snoozed ${times(snoozes)}`,
  takenBack: (at, actor, text) => `${at} by ${actor}: ${text}`,
  exchangeSaid: (status, reason) => `The exchange said: ${status} ${reason}`,
  pressed: (key) => `Key ${key} was pressed`,
  heard: (span) => `; ${span} of the announcement had been heard at the phone`,
  found: (verdict) => `What the system found: ${outcomeWords(verdict)}.`,
  outcome: outcomeSentence,
  calls: (count) => (count === 1 ? '1 call' : `${count} calls`),
  mails: (count) => (count === 1 ? '1 e-mail' : `${count} e-mails`),
  overByItself: (at) => `over by itself, ${at}`,
  knownBy: (who, at, note) => `by ${who}, ${at}${note === '' ? '' : `: ${note}`}`,
  unwritten: (since) =>
    `Nothing can be written since ${since}: rooms that were rung since then, and how they answered, are not on this page yet.`,
  seals: (zone) =>
    `All times are the hotel’s (${zone}). Every row of the log is sealed: its hash is made of the row itself and of the hash before it. The command “doctor” follows the seals from the first to the last and names the first row that was changed, removed or put in by hand.`,
  printed: (call, at, by) => `Call ${call}. Printed ${at} for ${by}.`,
  state: stateWords,
  source: sourceWords,
  day: dayWords,
  moment: momentWords,
  repeat: repeatWords,
  result: resultWords,
  dialled: dialledWords,
  end: endWords,
  logged: ({ text }) => text,
  alarm: ({ text }) => text,
}

export const DOSSIER_WORDS: Readonly<Record<WrittenLanguage, DossierWords>> = { en: ENGLISH, de: GERMAN }
