import type { DossierAttempt } from '@reveille/contract'
import type { MachineSign } from '../../hotel/wakeups/machine-signs.ts'
import { alarmInGerman } from '../../hotel/desk/alarm-german.ts'
import { outcomeInGerman, PROOFS_IN_GERMAN } from '../../hotel/wakeups/outcome-german.ts'
import { troubleWords } from '../../hotel/wakeups/outcome-words.ts'
import { type Source, verdictIn } from '../../hotel/wakeups/wakeup.ts'
import { dayInGerman, momentInGerman, repeatInGerman } from '../answers/german-days.ts'
import type { DossierWords } from './languages.ts'
import { spanWords } from './words.ts'

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

const SOURCES: Readonly<Record<Source, string>> = {
  rest: 'über die Schnittstelle',
  console: 'an der Konsole',
  phone: 'am Telefon des Gastes',
  property: 'durch das Hotelsystem',
  site: 'in der Site-Datei',
  system: 'durch das System selbst',
}

const SIGNS: Readonly<Record<MachineSign, string>> = {
  forwarded: 'die Anlage hatte den Anruf weitergeleitet',
  'long-speech': 'es sprach vier Sekunden ohne Pause',
  beep: 'es piepte',
  'quick-answer': 'es nahm sofort ab',
}

const RESULTS: Readonly<Record<string, string>> = {
  answered: 'Es wurde abgenommen',
  'no-answer': 'Niemand nahm ab',
  busy: 'Es war besetzt',
  rejected: 'Der Anruf wurde abgelehnt',
  unreachable: 'Das Telefon war nicht erreichbar',
  'line-trouble': 'Die Leitung konnte den Anruf nicht übertragen',
  interrupted: 'Das System wurde unterbrochen',
  unreadable: 'Was die Tabelle über sein Ende sagt, ist nicht lesbar',
}

const HUNG_UP: Readonly<Record<string, string>> = {
  us: 'Das System legte am Ende der Ansage auf',
  them: 'Der Hörer wurde aufgelegt',
  lost: 'Die Verbindung ging verloren',
}

function resultOf({ result, rang, forwarded, answeredBy, machineSigns }: DossierAttempt): string {
  if (result === null) return 'Das Telefon klingelt'
  if (answeredBy === 'machine')
    return `Eine Maschine nahm ab: ${machineSigns.map((sign) => SIGNS[sign]).join(', ')}`
  const isBrokenOff = result === 'line-trouble' && rang
  const words = isBrokenOff ? sentence(PROOFS_IN_GERMAN['broken-off']) : (RESULTS[result] ?? result)
  return `${words}${forwarded ? ', nachdem die Anlage den Anruf weitergeleitet hatte' : ''}`
}

function dialledOf({ line, extension, lateMs, result }: DossierAttempt): string {
  if (extension === null)
    return result === 'interrupted'
      ? `Sollte auf Leitung ${line} gewählt werden`
      : `Nicht gewählt: auf Leitung ${line} ging nichts hinaus`
  const late = lateMs === null ? '' : `, ${spanWords(lateMs)} nach der Zeit`
  return `Nebenstelle ${extension} auf Leitung ${line} gewählt${late}`
}

function endOf(attempt: DossierAttempt): string {
  const { hungUpBy, status, reason, cause } = attempt
  const how = hungUpBy === null ? resultOf(attempt) : (HUNG_UP[hungUpBy] ?? hungUpBy)
  const isVain = attempt.result === 'line-trouble'
  const words = isVain ? troubleWords({ status, reason }) : `${status} ${reason}`.trim()
  const said = [status === null ? '' : words, cause === null ? '' : `Ursache ${cause}`]
  const told = said.filter((one) => one !== '').join(', ')
  return told === '' ? how : `${how} (${told})`
}

const times = (count: number) => (count === 1 ? 'einmal' : `${count}-mal`)

export const GERMAN: DossierWords = {
  wakeupCall: 'Weckruf',
  pageOf: ['Seite', 'von'],
  alteredBelow: 'in der Datenbank verändert: siehe unten',
  altered: 'In der Datenbank verändert',
  alteredLead:
    'Jemand hat die Datenbank von Hand verändert: Was hier steht, beweist nichts, bis das erklärt ist.',
  nothing: 'nichts',
  facts: {
    asked: 'Bestellt',
    repeats: 'Wiederholt sich',
    announcement: 'Ansage',
    firstRung: 'Zuerst angerufen',
    rung: 'Angerufen',
    over: 'Erledigt',
    takenBack: 'Zurückgenommen',
  },
  onTime: 'pünktlich',
  eachTime: 'Jeder Anruf im Zimmer',
  pickedUp: 'Es wurde abgenommen',
  setByHand: 'Von Hand gesetzt',
  byHandHeads: ['Wann', 'Wer', 'Gesetzt auf', 'Warum'],
  noOutcome: 'Das System selbst hatte keinen Ausgang gefunden.',
  notSaid: 'nicht gesagt',
  told: 'Was dem Empfang gesagt wurde',
  toldHeads: ['Wann', 'Was', 'Wie', 'Zur Kenntnis genommen'],
  onTheList: 'in der Liste',
  alarm: alarmInGerman,
  notYet: 'noch nicht',
  daysOver: 'Vergangene Tage',
  dayHeads: ['Tag', 'Wie es ausging', 'Dossier'],
  log: 'Das Protokoll',
  logHeads: ['Siegel', 'Wann', 'Wer', 'Was'],
  notAsSealed: 'NICHT WIE VERSIEGELT: ',
  notSealed: 'noch nicht versiegelt',
  notUpToDate: 'Nicht auf dem neusten Stand',
  room: (number) => `Zimmer ${number}`,
  title: (room, at) => `Weckruf, Zimmer ${room}, ${at}`,
  setBy: (actor) => `von Hand gesetzt von ${actor}`,
  changedRows: (count) => `Veränderte Zeilen des Protokolls unten: ${count}`,
  removedRows: (count) => `Entfernte Zeilen des Protokolls aus dieser Zeit: ${count}`,
  alteration: (of, field, shown, logged) => `${of}, ${field}: ${shown} im Datensatz, ${logged} im Protokoll`,
  askedBy: (at, actor, source, from) =>
    `${at} von ${actor}, ${source}${from === undefined ? '' : `, von ${from} aus`}`,
  oneDay: (series) => `ein Tag eines wiederkehrenden Weckrufs (${series})`,
  announcement: (prompt, mustConfirm) =>
    `${prompt === 0 ? 'die übliche' : `Nummer ${prompt}`}${mustConfirm ? '; der Gast muss eine Taste drücken' : ''}`,
  late: (span) => `${span} nach der bestellten Zeit`,
  count: (attempts, snoozes) =>
    snoozes === 0 ? times(attempts) : `${times(attempts)}; ${times(snoozes)} geschlummert`,
  takenBack: (at, actor, text) => `${at} von ${actor}: ${text}`,
  exchangeSaid: (status, reason) => `Die Anlage sagte: ${status} ${reason}`,
  pressed: (key) => `Taste ${key} wurde gedrückt`,
  heard: (span) => `; ${span} der Ansage waren am Telefon zu hören`,
  found: (verdict) => `Was das System fand: ${outcomeInGerman(verdict)}.`,
  outcome: (verdict) => sentence(outcomeInGerman(verdict)),
  calls: (count) => (count === 1 ? '1 Anruf' : `${count} Anrufe`),
  mails: (count) => (count === 1 ? '1 E-Mail' : `${count} E-Mails`),
  overByItself: (at) => `von selbst vorbei, ${at}`,
  knownBy: (who, at, note) => `von ${who}, ${at}${note === '' ? '' : `: ${note}`}`,
  unwritten: (since) =>
    `Seit ${since} lässt sich nichts schreiben: Zimmer, die seither angerufen wurden, und ihre Antworten stehen noch nicht auf dieser Seite.`,
  seals: (zone) =>
    `Alle Zeiten sind die des Hotels (${zone}). Jede Zeile des Protokolls ist versiegelt: Ihr Hash entsteht aus der Zeile selbst und aus dem Hash davor. Der Befehl «doctor» folgt den Siegeln vom ersten bis zum letzten und nennt die erste Zeile, die von Hand verändert, entfernt oder eingefügt wurde. Die Sätze des Protokolls sind englisch: So wurden sie versiegelt.`,
  printed: (call, at, by) => `Weckruf ${call}. Gedruckt ${at} für ${by}.`,
  state(call, isRemoved) {
    if (isRemoved) return 'Der Weckruf wurde zurückgenommen'
    const verdict = verdictIn(call)
    if (verdict) return sentence(outcomeInGerman(verdict))
    if (call.state === 'calling') return 'Im Zimmer klingelt es'
    return call.days.length > 0 ? 'Der nächste einer Reihe' : 'Noch nicht angerufen'
  },
  source: (source) => SOURCES[source] ?? source,
  day: dayInGerman,
  moment: momentInGerman,
  repeat: repeatInGerman,
  result: resultOf,
  dialled: dialledOf,
  end: endOf,
}
