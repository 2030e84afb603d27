import { fitsIn } from '../../kernel/schema.ts'
import { outcomeInGerman } from '../wakeups/outcome-german.ts'
import type { Alarm } from './alarm.ts'
import { aboutOf } from './alarm-about.ts'
import { findingInGerman } from './night-check-german.ts'
import { ALARM_DETAILS, type AlarmDetails, type AlarmKind } from './alarm-kinds.ts'

/** One sentence for every kind, without its room. */
type Sentences = { readonly [K in AlarmKind]: (detail: AlarmDetails[K], alarm: Alarm) => string }

const SENTENCES: Sentences = {
  'wakeup.failed': ({ scheduled, outcome, proof = null }) =>
    `Gast nicht geweckt, Weckruf um ${clock(scheduled)}: ${outcomeInGerman({ outcome, proof })}`,
  'wakeup.by-hand': ({ scheduled, rings }) =>
    `Gast bitte von Hand wecken, Weckruf um ${clock(scheduled)}${rings === undefined ? '' : `; sonst klingelt es um ${clock(rings)} von selbst`}`,
  'wakeup.no-line': () => 'Der Weckruf wartet, keine Leitung ist frei',
  'wakeup.left-behind': ({ scheduled }) =>
    `Der Gast ist umgezogen, sein Weckruf um ${clock(scheduled)} nicht: bitte fragen Sie ihn`,
  'guest.needs-help': ({ called }) =>
    `Der Gast kam um ${clock(called)} mit dem Weckdienst am Telefon nicht zurecht: bitte rufen Sie ihn an`,
  'menu.guessing': ({ phone, number, locked }) => {
    const whose = number === '' ? 'eine Nummer, die niemand hat' : number
    const at = phone === '' ? 'An Telefonen ohne Rufnummer' : `Am Telefon ${phone}`
    return `${at} wurden falsche Nummern oder PINs probiert, zuletzt für ${whose}: 15 Minuten lang wird ${locked === 'phone' ? 'dort' : `für ${whose}`} keine geprüft`
  },
  'line.down': ({ why }, alarm) => `Die Leitung ${aboutOf(alarm).id} geht nicht${saying(why)}`,
  'database.away': ({ until, why }) =>
    `Die Datenbank nimmt nichts an; was bis ${clock(until)} fällig ist, ist bekannt und klingelt${saying(why)}`,
  'takeover.waiting': ({ until }) =>
    `Weckrufe vor ${clock(until)} werden bis dahin zurückgehalten, weil ein anderer Server sie vielleicht noch macht`,
  'house.passed-over': ({ calls, backup }) =>
    `${much(calls, 'Weckruf', 'Weckrufe')} seit der Sicherung vom ${day(backup)}, ${clock(backup)}: Niemand weiss, ob geklingelt wurde`,
  'disk.low': ({ free }) =>
    `Die Festplatte ist fast voll, ${Math.round(free / MEGABYTE)} MB sind frei. Ist sie voll, wird nichts Neues angenommen`,
  'clock.jumped': ({ shows, expected, calls }) =>
    `Die Uhr der Maschine ist gesprungen, sie zeigt ${clock(shows)} statt ${clock(expected)}${calls === 0 ? '' : `; ${much(calls, 'Weckruf klingelt', 'Weckrufe klingeln')} vielleicht zur falschen Zeit`}`,
  'clock.apart': ({ seconds }) =>
    `Die Uhren dieser Maschine und der Datenbank liegen ${Math.abs(seconds)} s auseinander`,
  'night.check': ({ findings }) =>
    `Vor dem Morgen: ${findings
      .filter(({ ok }) => !ok)
      .map(findingInGerman)
      .join('; ')}`,
  'backup.failed': ({ why }) => `Die Sicherung der Nacht ist nicht gelungen${saying(why)}`,
  'report.unsent': ({ why }) => `Ein Bericht konnte nicht gesendet werden${saying(why)}`,
  'delivery.failing': ({ destination, why }) =>
    `Seit 10 Minuten kommt bei ${destination} nichts an; Meldungen bleiben und werden nochmals versucht${saying(why)}`,
  'delivery.disabling': ({ destination, why }) =>
    `Seit 4 Tagen kommt bei ${destination} nichts an; geht das so weiter, wird es in einem Tag abgeschaltet${saying(why)}`,
  'delivery.disabled': ({ destination, why }) =>
    `Abgeschaltet wurde ${destination}; Meldungen bleiben, bis es wieder eingeschaltet wird${saying(why)}`,
  'delivery.late': ({ destination, why }) => `Eine Meldung kommt bei ${destination} nicht an${saying(why)}`,
  'delivery.refused': ({ destination, why }) =>
    `Eine Meldung wurde von ${destination} abgelehnt${saying(why)}`,
  'delivery.uncertain': ({ destination }) =>
    `Niemand weiss, ob eine Meldung bei ${destination} angekommen ist: bitte entscheiden Sie`,
  'delivery.doubled': ({ destination }) =>
    `Eine Meldung steht vielleicht zweimal bei ${destination}: bitte sehen Sie dort nach`,
  'delivery.check-out': ({ deliveries, total }) =>
    `Abreise mit ungewissen Posten (${deliveries}), zusammen ${total}: stehen sie auf der Rechnung, und nur einmal?`,
  'charge.take-back': ({ quantity, item, description, total, destination, certain }) =>
    `${quantity} × ${description ?? item}, ${total}, ist bei ${destination} von Hand zu stornieren${certain ? '' : '; vielleicht steht es nicht dort'}`,
  'property.refused': ({ system, why, scheduled }) =>
    `Ein Weckruf${scheduled === undefined ? '' : ` um ${clock(scheduled)}`}, den ${system} verlangte, ist nicht möglich${saying(why)}`,
  'property.down': ({ why }, alarm) =>
    `Das Hotelsystem ${aboutOf(alarm).id} ist weder zu hören noch zu erreichen${saying(why)}`,
  'property.lost': ({ count }, alarm) =>
    `${much(count, 'Nachricht', 'Nachrichten')} von ${aboutOf(alarm).id} verloren: bitte alle Gäste neu abfragen`,
}

const MEGABYTE = 2 ** 20
/** Moments stand in details as the interface writes them, by the clocks of the hotel. */
const clock = (moment: string) => moment.slice(11, 16)
const day = (moment: string) => moment.slice(0, 10).split('-').toReversed().join('.')
const much = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`
/** What the other side said, in its own words. */
const saying = (why: string | undefined) => (why === undefined || why === '' ? '' : ` (${why})`)

const fits = fitsIn(ALARM_DETAILS)

const isOf = <K extends AlarmKind>(kind: K, detail: unknown): detail is AlarmDetails[K] => fits(kind, detail)

/** An alarm as one sentence in German; one whose detail another version wrote stays as it was. */
export function alarmInGerman(alarm: Alarm): string {
  const { room, detail } = alarm
  const sentence = sentenceOf(alarm.kind, alarm)
  if (sentence === null) return alarm.text
  const times = typeof detail['times'] === 'number' ? ` (${detail['times']}-mal)` : ''
  return `${room === '' ? '' : `Zimmer ${room}: `}${sentence}${times}`
}

function sentenceOf<K extends AlarmKind>(kind: K, alarm: Alarm): string | null {
  const detail: unknown = alarm.detail
  return isOf(kind, detail) ? SENTENCES[kind](detail, alarm) : null
}
