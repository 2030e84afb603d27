import { alarmInGerman } from '../../hotel/desk/alarm-german.ts'
import { outcomeInGerman } from '../../hotel/wakeups/outcome-german.ts'
import { type Source, verdictIn } from '../../hotel/wakeups/wakeup.ts'
import { dayInGerman, momentInGerman, repeatInGerman } from '../answers/german-days.ts'
import { dialledInGerman, endInGerman, resultInGerman, sentence } from './german-calls.ts'
import { loggedInGerman } from './german-log.ts'
import type { DossierWords } from './dossier-words.ts'

const SOURCES: Readonly<Record<Source, string>> = {
  rest: 'über die Schnittstelle',
  console: 'an der Konsole',
  phone: 'am Telefon des Gastes',
  property: 'durch das Hotelsystem',
  site: 'in der Site-Datei',
  system: 'durch das System selbst',
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
    guest: 'Jetzt im Zimmer',
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
    `Alle Zeiten sind die des Hotels (${zone}). Jede Zeile des Protokolls ist versiegelt: Ihr Hash entsteht aus der Zeile selbst und aus dem Hash davor. Der Befehl «doctor» folgt den Siegeln vom ersten bis zum letzten und nennt die erste Zeile, die von Hand verändert, entfernt oder eingefügt wurde. Die Sätze des Protokolls sind übersetzt; versiegelt ist ihr englischer Wortlaut.`,
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
  result: resultInGerman,
  dialled: dialledInGerman,
  end: endInGerman,
  logged: loggedInGerman,
  alarm: alarmInGerman,
}
