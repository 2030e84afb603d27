import { texts } from '../../texts/table.ts'

const n = (count: number, one: string, many: string) => (count === 1 ? one : many)

export const todayTexts = texts({
  entryLabel: { en: 'Set wake-up calls', de: 'Weckrufe setzen' },
  entryHint: { en: 'Room and time: 214 0630', de: 'Zimmer und Zeit: 214 0630' },
  holds: { en: 'The morning holds.', de: 'Der Morgen steht.' },
  holdsUntil: {
    en: (minute: string, last: string) => `The morning holds: ${minute} rings until ${last}.`,
    de: (minute: string, last: string) => `Der Morgen steht: ${minute} klingelt bis ${last}.`,
  },
  unwoken: {
    en: (count: number) => n(count, '1 guest is not woken.', `${count} guests are not woken.`),
    de: (count: number) => n(count, '1 Gast ist nicht geweckt.', `${count} Gäste sind nicht geweckt.`),
  },
  noLines: {
    en: 'Nobody can be rung: no line works.',
    de: 'Niemand kann geweckt werden: keine Leitung geht.',
  },
  tooFew: { en: 'The lines are too few.', de: 'Die Leitungen reichen nicht.' },
  morningOf: { en: (day: string) => `Morning of ${day}`, de: (day: string) => `Morgen vom ${day}` },
  calls: {
    en: (count: number) => n(count, 'call', 'calls'),
    de: (count: number) => n(count, 'Weckruf', 'Weckrufe'),
  },
  callsOn: {
    en: (count: number, day: string) => `${n(count, 'call', 'calls')} on ${day}`,
    de: (count: number, day: string) => `${n(count, 'Weckruf', 'Weckrufe')} am ${day}`,
  },
  woken: { en: 'reached', de: 'erreicht' },
  answeredLater: { en: 'reached later', de: 'später erreicht' },
  reachedByHand: { en: 'reached by hand', de: 'persönlich erreicht' },
  missed: { en: 'not woken', de: 'nicht geweckt' },
  knownLeft: { en: 'somebody knows', de: 'jemand weiss es' },
  underWay: { en: 'under way', de: 'im Gang' },
  toCome: { en: 'to come', de: 'kommen noch' },
  ofLines: {
    en: (working: number, total: number) => `${working} of ${total}`,
    de: (working: number, total: number) => `${working} von ${total}`,
  },
  lines: { en: 'lines', de: 'Leitungen' },
  fullest: { en: 'fullest minute', de: 'vollste Minute' },
  ringsOut: { en: 'rings out by', de: 'klingelt aus um' },
  lastRing: { en: 'last ring', de: 'letzter um' },
  nightCheck: { en: 'night check', de: 'Nachtprüfung' },
  checkedWell: { en: (when: string) => `${when} well`, de: (when: string) => `${when} in Ordnung` },
  checkedBadly: {
    en: (when: string) => `night check ${when} found something`,
    de: (when: string) => `Nachtprüfung ${when} fand etwas`,
  },
  notChecked: { en: 'not made', de: 'nicht gelaufen' },
  backlog: { en: 'messages', de: 'Meldungen' },
  nothingWaits: { en: 'none waiting', de: 'keine offen' },
  waiting: {
    en: (count: number) => n(count, '1 message waits', `${count} messages wait`),
    de: (count: number) => n(count, '1 Meldung wartet', `${count} Meldungen warten`),
  },
  uncertain: {
    en: (count: number) => n(count, '1 message is uncertain', `${count} messages are uncertain`),
    de: (count: number) => n(count, '1 Meldung ist ungewiss', `${count} Meldungen sind ungewiss`),
  },
  replacedBy: {
    en: (who: string, time: string) => `replaced by ${who}, ${time}`,
    de: (who: string, time: string) => `ersetzt von ${who}, ${time}`,
  },
  cancelledBy: {
    en: (who: string, time: string) => `cancelled by ${who}, ${time}`,
    de: (who: string, time: string) => `gelöscht von ${who}, ${time}`,
  },
  verdict: { en: 'Verdict', de: 'Lage' },

  strip: { en: 'Calls per minute against the lines', de: 'Weckrufe je Minute gegen die Leitungen' },
  capacity: {
    en: (lines: number, calls: number) => `${lines} ${n(lines, 'line', 'lines')} · ${calls} calls a minute`,
    de: (lines: number, calls: number) =>
      `${lines} ${n(lines, 'Leitung', 'Leitungen')} · ${calls} Anrufe je Minute`,
  },
  later: { en: 'rings a minute later', de: 'klingelt eine Minute später' },
  minute: { en: 'Minute', de: 'Minute' },
  due: { en: 'Calls', de: 'Weckrufe' },
  vipDue: { en: 'of them VIP', de: 'davon VIP' },
  overCapacity: { en: 'more than the lines take at once', de: 'mehr als die Leitungen fassen' },
  missedDue: { en: 'not woken', de: 'nicht geweckt' },

  list: { en: 'Wake-up calls', de: 'Weckrufe' },
  filter: { en: 'Room, name, time', de: 'Zimmer, Name, Zeit' },
  day: { en: 'Day', de: 'Tag' },
  backToNow: { en: 'Back to now', de: 'Zurück zu jetzt' },
  print: { en: 'Print the list', de: 'Liste drucken' },
  shown: {
    en: (shown: number, all: number) => `${shown} of ${all} calls shown`,
    de: (shown: number, all: number) => `${shown} von ${all} Weckrufen gezeigt`,
  },
  showAll: { en: 'Show all', de: 'Alle zeigen' },
  now: { en: (time: string) => `now ${time}`, de: (time: string) => `jetzt ${time}` },
  earlier: { en: 'Earlier', de: 'Früher' },
  hideEarlier: { en: 'Hide what was earlier', de: 'Früheres ausblenden' },
  none: {
    en: 'Nobody is to be woken until noon tomorrow. Type a room and a time above, such as 214 0630.',
    de: 'Bis morgen Mittag ist niemand zu wecken. Oben Zimmer und Zeit eintippen, etwa 214 0630.',
  },
  noneThen: { en: 'No calls on this day.', de: 'Keine Weckrufe an diesem Tag.' },
  noneLike: { en: 'No call is like that.', de: 'Kein Weckruf passt dazu.' },
  moreRooms: {
    en: (count: number) => n(count, '+ 1 room', `+ ${count} rooms`),
    de: (count: number) => `+ ${count} Zimmer`,
  },
  and: { en: '·', de: '·' },
  within: { en: (ahead: string) => `in ${ahead}`, de: (ahead: string) => `in ${ahead}` },
  overdue: { en: 'due', de: 'fällig' },
  nextAt: { en: (time: string) => `at ${time}`, de: (time: string) => `um ${time}` },
  attemptAt: {
    en: (number: number, time: string) => `attempt ${number} at ${time}`,
    de: (number: number, time: string) => `Versuch ${number} um ${time}`,
  },
  ringsAgain: {
    en: (time: string) => `rings again ${time}`,
    de: (time: string) => `klingelt wieder ${time}`,
  },
  allPickedUp: {
    en: (count: number, time: string) => `all ${count} picked up, the last ${time}`,
    de: (count: number, time: string) => `alle ${count} abgenommen, zuletzt ${time}`,
  },
  setBy: { en: (who: string) => `set by ${who}`, de: (who: string) => `gesetzt von ${who}` },
  needsHand: { en: 'ring the room and mark it', de: 'Zimmer anrufen und eintragen' },
  byHand: { en: 'by hand', de: 'von Hand' },
  backup: { en: (time: string) => `backup ${time}`, de: (time: string) => `Ersatzanruf ${time}` },
  systemRings: {
    en: (time: string) => `the system rings ${time}`,
    de: (time: string) => `das System klingelt ${time}`,
  },
  openFor: { en: (age: string) => `open for ${age}`, de: (age: string) => `offen seit ${age}` },
  select: { en: (what: string) => `Select ${what}`, de: (what: string) => `${what} auswählen` },

  selected: {
    en: (count: number) => `${count} selected`,
    de: (count: number) => `${count} ausgewählt`,
  },
  deselect: { en: 'Deselect', de: 'Auswahl aufheben' },
  tooManyOnPaper: {
    en: 'At most 200 chosen calls go on paper at once. Without a selection the whole list does.',
    de: 'Höchstens 200 ausgewählte Weckrufe gehen auf einmal aufs Papier. Ohne Auswahl die ganze Liste.',
  },
  tooMany: { en: 'Only pending calls can be cancelled.', de: 'Nur offene Weckrufe lassen sich löschen.' },

  keyDown: { en: 'Next call', de: 'Nächster Weckruf' },
  keyUp: { en: 'Previous call', de: 'Voriger Weckruf' },
  keySelect: { en: 'Select', de: 'Auswählen' },
  keyMark: { en: 'Mark', de: 'Ergebnis setzen' },
  keyCancel: { en: 'Cancel', de: 'Löschen' },
})

export type TodayTexts = (typeof todayTexts)['en']
