import { alarmTexts, alarmWords } from './alarms.ts'
import { type Facts, numberIn, textIn } from './facts.ts'
import { asSentence } from './outcomes.ts'

/** Of one kind of row; moments as this hotel writes times. */
type Sentence = (detail: Facts, timeOf: (moment: unknown) => string) => string

const ENDS = new Map([
  ['answered', 'Der Anruf ist zu Ende'],
  ['no-answer', 'Niemand nahm ab'],
  ['busy', 'Es war besetzt'],
  ['rejected', 'Der Anruf wurde abgewiesen'],
  ['unreachable', 'Das Telefon war nicht erreichbar'],
  ['line-trouble', 'Die Leitung konnte den Anruf nicht übertragen'],
])

const STOPPED = new Map([
  ['recalled', 'Es klingelt nicht weiter: Jemand hat über den Weckruf entschieden'],
  ['handed on', 'Es klingelt nicht weiter: Das System wird angehalten'],
])

function endOf({ kind, stopped, answeredBy, rang }: Facts): string {
  const why = STOPPED.get(textIn(stopped))
  if (why !== undefined) return why
  if (answeredBy === 'machine') return 'Eine Maschine nahm ab'
  if (kind === 'line-trouble' && rang === true) return 'Es klingelte, dann brach der Anruf ab'
  return ENDS.get(textIn(kind)) ?? ''
}

/** Who is to ring it; rows of before do not tell. */
function claimOf({ due, method }: Facts, timeOf: (moment: unknown) => string): string {
  switch (method) {
    case 'automatic':
      return `Vorgemerkt: klingelt um ${timeOf(due)}`
    case 'manual':
      return 'Vorgemerkt: Der Empfang weckt von Hand'
    case 'backup':
      return 'Vorgemerkt: Der Empfang weckt von Hand, und wenn er es nicht tut, das System'
    default:
      return `Vorgemerkt auf ${timeOf(due)}`
  }
}

const RINGING = new Map([
  ['answered', 'nahm ab, und niemand nahm dies zur Kenntnis'],
  ['no-answer', 'wurde angerufen, und niemand nahm ab'],
  ['busy', 'war besetzt'],
  ['rejected', 'wies den Anruf ab'],
  ['unreachable', 'war nicht erreichbar'],
])

function tellingOf({ by, extension, to, delivered, result }: Facts): string {
  const failed = delivered === false ? ': kam nicht an' : ''
  if (by === 'mail') return `E-Mail an ${textIn(to) || 'den Empfang'}${failed}`
  if (by === 'webhook') return `Meldung an ${textIn(to) || 'den Server'}${failed}`
  return `Nebenstelle ${textIn(extension)} ${RINGING.get(textIn(result)) ?? 'wurde angerufen'}`
}

/** At which phone; empty where it was not at one. */
const atPhone = ({ extension }: Facts): string =>
  textIn(extension) === '' ? '' : ` an Nebenstelle ${textIn(extension)}`

const saying = (note: unknown): string => (textIn(note) === '' ? '' : `: «${textIn(note)}»`)

const alarmName = ({ kind }: Facts): string => alarmWords(alarmTexts.de, textIn(kind))
const naming = (words: string, detail: Facts): string =>
  alarmName(detail) === '' ? words : `${words}: ${alarmName(detail)}`

/** Rows of calls and alarms that the server tells in English, and no fact in words elsewhere. */
const SENTENCES = new Map<string, Sentence>([
  ['wakeup.changed', () => 'Nochmals verlangt: eine Taste muss gedrückt werden'],
  ['wakeup.claimed', claimOf],
  [
    'wakeup.dialled',
    ({ extension, line }) => `Nebenstelle ${textIn(extension)} auf Leitung ${textIn(line)} gewählt`,
  ],
  ['wakeup.answered', () => 'Es wurde abgenommen'],
  ['wakeup.key', ({ key }) => `Taste ${textIn(key)} wurde gedrückt`],
  ['wakeup.ended', endOf],
  ['wakeup.answered-late', () => 'Abgenommen an einem Knoten, der das Haus inzwischen verloren hatte'],
  [
    'wakeup.interrupted',
    ({ answered }) =>
      answered === true
        ? 'Das System wurde unterbrochen, nachdem abgenommen worden war'
        : 'Das System wurde beim Anrufen unterbrochen',
  ],
  ['wakeup.followed', () => 'Klingelt und endet mit einem anderen Weckruf dieses Zimmers'],
  [
    'wakeup.waiting',
    ({ until }, timeOf) => `Zählt nicht als Versuch; wird um ${timeOf(until)} nochmals versucht`,
  ],
  ['alarm.raised', (detail) => naming('Alarm', detail)],
  ['alarm.repeated', (detail) => naming(`Alarm zum ${numberIn(detail['times'])}. Mal`, detail)],
  ['alarm.told', tellingOf],
  ['alarm.waiting', () => 'Der Empfang kann noch nicht angerufen werden: keine Leitung ist frei'],
  [
    'alarm.known',
    (detail) => asSentence(`${atPhone(detail)} zur Kenntnis genommen, der Gast noch nicht erreicht`.trim()),
  ],
  ['alarm.passed-on', ({ to }) => `Weitergegeben an ${inGerman(textIn(to))}`],
  [
    'alarm.acknowledged',
    (detail) => asSentence(`${atPhone(detail)} zur Kenntnis genommen${saying(detail['note'])}`.trim()),
  ],
])

/** Who is told next stands there in English. */
const inGerman = (to: string): string => to.replaceAll(/\bextension (?=\S)/g, 'Nebenstelle ')

/** Null for a row of another kind, or of a shape that a newer server writes. */
export function toldInGerman(
  { kind, detail }: { readonly kind: string; readonly detail: Facts },
  timeOf: (moment: unknown) => string,
): string | null {
  return SENTENCES.get(kind)?.(detail, timeOf) || null
}
