import type { DossierAttempt } from '@reveille/contract'
import type { Dossier } from '../../actions/wakeups/dossier.ts'
import type { Alarm } from '../../hotel/desk/alarm.ts'
import type { Day, Weekday, Zone } from '../../hotel/time/local-time.ts'
import type { Verdict } from '../../hotel/wakeups/proof.ts'
import type { Source, Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Instant } from '../../kernel/clock.ts'

/** What stands on a printed dossier, in one language. */
export interface DossierWords {
  readonly wakeupCall: string
  readonly pageOf: readonly [page: string, of: string]
  readonly alteredBelow: string
  readonly altered: string
  readonly alteredLead: string
  readonly nothing: string
  readonly facts: Readonly<
    Record<
      'guest' | 'asked' | 'repeats' | 'announcement' | 'firstRung' | 'rung' | 'over' | 'takenBack',
      string
    >
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
