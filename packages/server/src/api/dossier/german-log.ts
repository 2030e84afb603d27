import type { Dossier } from '../../actions/wakeups/dossier.ts'
import type { AlarmKind } from '../../hotel/desk/alarm-kinds.ts'
import type { ALARM_ROWS } from '../../hotel/log/alarm-rows.ts'
import type { LogDetails, LogKind } from '../../hotel/log/details.ts'
import { rowOf } from '../../hotel/log/row.ts'
import type { WAKEUP_ROWS } from '../../hotel/log/wakeup-rows.ts'
import type { Zone } from '../../hotel/time/local-time.ts'
import { outcomeInGerman } from '../../hotel/wakeups/outcome-german.ts'
import { unproven } from '../../hotel/wakeups/proof.ts'
import { instantIn } from '../../kernel/clock.ts'
import { momentInGerman } from '../answers/german-days.ts'
import { dialledInGerman, endInGerman, sentence } from './german-calls.ts'
import { shortClockWords, spanWords } from './words.ts'

/** A row as the log has it, whatever its shape. */
type Row = NonNullable<Dossier['removed']>

/** How moments are written, which a row has as text. */
interface Clock {
  day(moment: string): string
  time(moment: string): string
}

type Sentence = (row: Row, clock: Clock) => string | null

/** Of a row that is not of the shape of its kind, nothing is said. */
const told =
  <K extends LogKind>(kind: K, words: (detail: LogDetails[K], clock: Clock) => string): Sentence =>
  (row, clock) =>
    rowOf(kind)(row) ? words(row.detail, clock) : null

const ALARMS: Partial<Readonly<Record<AlarmKind, string>>> = {
  'wakeup.failed': 'Der Gast wurde nicht geweckt',
  'wakeup.by-hand': 'Der Gast ist von Hand zu wecken',
  'wakeup.no-line': 'Keine Leitung für den Weckruf',
  'wakeup.left-behind': 'Der Gast zog ohne seinen Weckruf um',
}
const alarmName = (kind: AlarmKind) => ALARMS[kind] ?? 'Alarm'

type Told = LogDetails['alarm.told']

/** A phone that was rung, and nobody said that they know; the others were not. */
const RINGING: Readonly<Record<string, string>> = {
  answered: 'nahm ab, und niemand nahm dies zur Kenntnis',
  'no-answer': 'wurde angerufen, und niemand nahm ab',
  busy: 'war besetzt',
  rejected: 'wies den Anruf ab',
  unreachable: 'war nicht erreichbar',
}

function tellingOf({ by, extension = '', to, delivered, result = '' }: Told): string {
  const what =
    by === 'mail'
      ? `E-Mail an ${to ?? 'den Empfang'}`
      : `Nebenstelle ${extension} ${RINGING[result] ?? 'angerufen'}`
  const words = by === 'webhook' ? `Meldung an ${to ?? 'den Server'}` : what
  return delivered === false ? `${words}: kam nicht an` : words
}

/** Who is told next stands there in English. */
const inGerman = (to: string) => to.replaceAll(/\bextension (?=\S)/g, 'Nebenstelle ')

const STOPPED = {
  recalled: 'Es klingelt nicht weiter: Jemand hat über den Weckruf entschieden',
  'handed on': 'Es klingelt nicht weiter: Das System wird angehalten',
} as const

/** Who is to ring it; rows of before do not tell. */
function claimOf({ due, method }: LogDetails['wakeup.claimed'], { time }: Clock): string {
  if (method === undefined) return `Vorgemerkt auf ${time(due)}`
  if (method === 'automatic') return `Vorgemerkt: klingelt um ${time(due)}`
  const byHand = 'Vorgemerkt: Der Empfang weckt von Hand'
  return method === 'backup' ? `${byHand}, und wenn er es nicht tut, das System` : byHand
}

type Kind = keyof typeof WAKEUP_ROWS | keyof typeof ALARM_ROWS

/** Every kind of row that a dossier may show. */
const SENTENCES: Readonly<Record<Kind, Sentence>> = {
  'wakeup.created': told('wakeup.created', ({ scheduled, instead }, { day }) =>
    instead === undefined
      ? `Weckruf auf ${day(scheduled)} gesetzt`
      : `Weckruf auf ${day(scheduled)} gesetzt, statt ${day(instead)}`,
  ),
  'wakeup.skipped': told(
    'wakeup.skipped',
    ({ next }, { day }) => `Ein Tag fällt aus; klingelt wieder ${day(next)}`,
  ),
  'wakeup.replanned': told(
    'wakeup.replanned',
    ({ scheduled, from, zone }, { day }) =>
      `Klingelt ${day(scheduled)} statt ${day(from)}: Es gilt die Uhr von ${zone}`,
  ),
  'wakeup.restored': told(
    'wakeup.restored',
    ({ scheduled }, { day }) => `Der Weckruf ist wieder da; er klingelt ${day(scheduled)}`,
  ),
  'wakeup.changed': told('wakeup.changed', () => 'Nochmals verlangt: Der Gast muss eine Taste drücken'),
  'wakeup.moved': told('wakeup.moved', ({ from }) => `Der Weckruf zog mit dem Gast aus Zimmer ${from} um`),
  'wakeup.deleted': told('wakeup.deleted', () => 'Der Weckruf wurde gelöscht'),
  'wakeup.cancelled': told('wakeup.cancelled', () => 'Der Weckruf wurde aufgehoben'),
  'wakeup.rescheduled': told(
    'wakeup.rescheduled',
    ({ scheduled }, { day }) => `Weckruf auf ${day(scheduled)} verlegt`,
  ),
  'wakeup.settled': told('wakeup.settled', ({ outcome, proof = null }) =>
    sentence(outcomeInGerman({ outcome, proof })),
  ),
  'wakeup.overwritten': told('wakeup.overwritten', ({ outcome, reason }) => {
    const words = `Von Hand gesetzt: ${outcomeInGerman(unproven(outcome))}`
    return reason === undefined || reason === '' ? words : `${words} («${reason}»)`
  }),
  'wakeup.dialled': told('wakeup.dialled', ({ line, extension, lateMs }) =>
    dialledInGerman({ line, extension, lateMs, result: null }),
  ),
  'wakeup.progress': told('wakeup.progress', ({ status, reason }) => `${status} ${reason}`),
  'wakeup.answered': told('wakeup.answered', () => 'Es wurde abgenommen'),
  'wakeup.key': told('wakeup.key', ({ key }) => `Taste ${key} wurde gedrückt`),
  'wakeup.ended': told(
    'wakeup.ended',
    ({ kind, stopped, rang = false, hungUpBy = null, answeredBy = null, ...end }) =>
      stopped === undefined
        ? endInGerman({
            ...end,
            result: kind,
            rang,
            hungUpBy,
            answeredBy,
            machineSigns: [...(end.machineSigns ?? [])],
          })
        : STOPPED[stopped],
  ),
  'wakeup.answered-late': told(
    'wakeup.answered-late',
    ({ heardMs }) =>
      `Abgenommen an einem Knoten, der das Haus inzwischen verloren hatte (${spanWords(heardMs)})`,
  ),
  'wakeup.interrupted': told('wakeup.interrupted', ({ answered }) =>
    answered
      ? 'Das System wurde unterbrochen, nachdem abgenommen worden war'
      : 'Das System wurde unterbrochen, während es anrief',
  ),
  'wakeup.claimed': told('wakeup.claimed', claimOf),
  'wakeup.followed': told(
    'wakeup.followed',
    () => 'Klingelt und endet mit einem anderen Weckruf dieses Zimmers',
  ),
  'wakeup.retry': told('wakeup.retry', ({ at, after, proof = null }, { time }) => {
    const why = sentence(outcomeInGerman({ outcome: after, proof }))
    return `${why}: wird um ${time(at)} nochmals angerufen`
  }),
  'wakeup.snoozed': told('wakeup.snoozed', ({ until }, { time }) => `Der Gast schlummert bis ${time(until)}`),
  'wakeup.waiting': told(
    'wakeup.waiting',
    ({ until }, { time }) => `Zählt nicht als Versuch; wird um ${time(until)} nochmals versucht`,
  ),
  'alarm.raised': told('alarm.raised', ({ kind }) => `Alarm: ${alarmName(kind)}`),
  'alarm.repeated': told(
    'alarm.repeated',
    ({ kind, times }) => `Alarm zum ${times}. Mal: ${alarmName(kind)}`,
  ),
  'alarm.told': told('alarm.told', tellingOf),
  'alarm.waiting': told(
    'alarm.waiting',
    () => 'Der Empfang kann noch nicht angerufen werden: Keine Leitung ist frei',
  ),
  'alarm.known': told('alarm.known', () => 'Jemand weiss davon; der Gast ist noch zu erreichen'),
  'alarm.passed-on': told('alarm.passed-on', ({ to }) => `Weitergegeben an ${inGerman(to)}`),
  'alarm.acknowledged': told('alarm.acknowledged', ({ note = '' }) =>
    note === '' ? 'Alarm zur Kenntnis genommen' : `Alarm zur Kenntnis genommen: «${note}»`,
  ),
  'alarm.over': told('alarm.over', () => 'Alarm vorbei'),
}

const isKnown = (kind: string): kind is Kind => Object.hasOwn(SENTENCES, kind)

const clockIn = (zone: Zone): Clock => ({
  day: (moment) => momentInGerman(instantIn(moment), zone),
  time: (moment) => shortClockWords(instantIn(moment), zone),
})

/** Null for a row that only its own sentence tells. */
export const loggedInGerman = (row: Row, zone: Zone): string | null =>
  isKnown(row.kind) ? SENTENCES[row.kind](row, clockIn(zone)) : null
