import { texts } from './table.ts'

/** Alarms in words; where we have none for what happened, the server's own sentence stands below, in English. */
export const alarmTexts = texts({
  banner: { en: 'Open alarms', de: 'Offene Alarme' },
  know: { en: 'I know', de: 'Zur Kenntnis' },
  knowOf: {
    en: (rooms: string) => `I know of room ${rooms}`,
    de: (rooms: string) => `Zur Kenntnis: Zimmer ${rooms}`,
  },
  knowAll: { en: 'I know of all', de: 'Alle zur Kenntnis' },
  knowKind: {
    en: (kind: string, count: number) => `I know of all ${count}: ${kind}`,
    de: (kind: string, count: number) => `Alle ${count} zur Kenntnis: ${kind}`,
  },
  open: { en: 'Open', de: 'Öffnen' },
  ringAgain: { en: 'Ring again now', de: 'Nochmals anrufen' },
  ringRooms: {
    en: (count: number) => (count === 1 ? 'Ring 1 room again' : `Ring ${count} rooms again`),
    de: (count: number) => (count === 1 ? '1 Zimmer nochmals anrufen' : `${count} Zimmer nochmals anrufen`),
  },
  askRing: {
    en: (count: number) => (count === 1 ? 'Ring 1 room again now?' : `Ring ${count} rooms again now?`),
    de: (count: number) =>
      count === 1 ? '1 Zimmer jetzt nochmals anrufen?' : `${count} Zimmer jetzt nochmals anrufen?`,
  },
  ringRoomsSoon: {
    en: (count: number) => (count === 1 ? '1 room rings in a moment' : `${count} rooms ring in a moment`),
    de: (count: number) => (count === 1 ? '1 Zimmer klingelt gleich' : `${count} Zimmer klingeln gleich`),
  },
  ringing: { en: 'Rings in a moment', de: 'Klingelt gleich' },
  byHand: { en: 'Reached by hand', de: 'Persönlich erreicht' },
  /** The guest has answered since: what the alarm told is so no longer. */
  settle: { en: 'Answered: settle it', de: 'Abgenommen: erledigt' },
  settledBy: {
    en: (time: string) => `Answered when rung again at ${time}`,
    de: (time: string) => `Nahm beim erneuten Anruf um ${time} ab`,
  },
  answeredAgain: { en: 'Answered later', de: 'Später erreicht' },
  ringsAgain: { en: 'Not woken yet, rings again', de: 'Noch nicht geweckt, klingelt nochmals' },
  notAgain: { en: 'Rung again, still not woken', de: 'Nochmals angerufen, nicht geweckt' },
  reached: { en: 'Guest reached by hand', de: 'Gast persönlich erreicht' },
  notReachedYet: { en: 'not reached yet', de: 'noch nicht erreicht' },
  notReached: { en: 'Known, and not woken yet', de: 'Bekannt, aber noch nicht geweckt' },
  leftToWake: {
    en: (count: number) => (count === 1 ? '1 guest not woken yet' : `${count} guests not woken yet`),
    de: (count: number) => (count === 1 ? '1 Gast noch nicht geweckt' : `${count} Gäste noch nicht geweckt`),
  },
  note: { en: 'Note for the log (optional)', de: 'Notiz fürs Protokoll (freiwillig)' },
  ringsRoom: {
    en: (room: string) => `${room} rings in a moment`,
    de: (room: string) => `${room} klingelt gleich`,
  },
  openFor: { en: (age: string) => `open for ${age}`, de: (age: string) => `offen seit ${age}` },
  since: { en: (age: string) => `for ${age}`, de: (age: string) => `seit ${age}` },
  rooms: {
    en: (count: number) => `${count} rooms`,
    de: (count: number) => `${count} Zimmer`,
  },
  times: { en: (count: number) => `${count} times`, de: (count: number) => `${count}-mal` },
  andMore: {
    en: (count: number) => `and ${count} more`,
    de: (count: number) => `und ${count} weitere`,
  },
  mustAct: {
    en: (count: number) => (count === 1 ? '1 alarm must be acted on' : `${count} alarms must be acted on`),
    de: (count: number) =>
      count === 1 ? 'Bei 1 Alarm muss jemand handeln' : `Bei ${count} Alarmen muss jemand handeln`,
  },
  areOpen: {
    en: (count: number) => (count === 1 ? '1 alarm is open' : `${count} alarms are open`),
    de: (count: number) => (count === 1 ? '1 Alarm ist offen' : `${count} Alarme sind offen`),
  },
  moreOpen: {
    en: (count: number) => `${count} more open`,
    de: (count: number) => (count === 1 ? '1 weiterer ist offen' : `${count} weitere sind offen`),
  },
  toFirst: { en: 'To the first', de: 'Zum ersten' },
  soundOff: { en: 'Sound is off', de: 'Ton ist aus' },
  soundOn: { en: 'Switch the sound on', de: 'Ton einschalten' },
  none: { en: 'No alarm is open.', de: 'Kein Alarm ist offen.' },
  allWell: { en: 'The house is well.', de: 'Dem Haus geht es gut.' },
  /** `count` as it is written, which may be more than was counted. */
  knownOnes: {
    en: (isOne: boolean, count: string) =>
      isOne ? '1 is known and not over.' : `${count} are known and not over.`,
    de: (isOne: boolean, count: string) =>
      isOne ? '1 ist bekannt und nicht vorbei.' : `${count} sind bekannt und nicht vorbei.`,
  },
  noneOfThese: { en: 'There are none.', de: 'Es gibt keine.' },
  title: { en: 'Alarms', de: 'Alarme' },
  print: { en: 'Print for the shift book', de: 'Fürs Schichtbuch drucken' },
  when: { en: 'When', de: 'Wann' },
  where: { en: 'Room', de: 'Zimmer' },
  what: { en: 'What', de: 'Was' },
  told: { en: 'Told', de: 'Gemeldet' },
  red: { en: 'Somebody must act', de: 'Jemand muss handeln' },
  amber: { en: 'The house is not well', de: 'Dem Haus geht es nicht gut' },
  known: { en: 'Known', de: 'Bekannt' },
  over: { en: 'Over', de: 'Vorbei' },
  openOnes: { en: 'Open', de: 'Offen' },
  knownBy: {
    en: (who: string, when: string) => `known by ${who} ${when}`,
    de: (who: string, when: string) => `${who} weiss es seit ${when}`,
  },
  overItself: {
    en: (when: string) => `over by itself ${when}`,
    de: (when: string) => `von selbst vorbei ${when}`,
  },
  rung: {
    en: (count: number) => (count === 1 ? 'desk called once' : `desk called ${count} times`),
    de: (count: number) => `Empfang ${count}-mal angerufen`,
  },
  mailed: { en: 'mailed', de: 'gemailt' },

  'wakeup.failed': { en: 'Guest not woken', de: 'Gast nicht geweckt' },
  'wakeup.by-hand': { en: 'Call this guest by hand', de: 'Gast von Hand wecken' },
  'wakeup.no-line': { en: 'Call waits: no line', de: 'Anruf wartet: keine Leitung' },
  'wakeup.left-behind': { en: 'Guest moved, call did not', de: 'Gast umgezogen, Weckruf nicht' },
  'guest.needs-help': { en: 'Guest needs help by phone', de: 'Gast braucht Hilfe am Telefon' },
  'menu.guessing': { en: 'Somebody guesses PINs', de: 'Jemand probiert PINs' },
  'line.down': { en: 'A line is out of order', de: 'Eine Leitung ist gestört' },
  'database.away': { en: 'The database takes nothing', de: 'Die Datenbank nimmt nichts an' },
  'takeover.waiting': {
    en: 'Another server may still ring',
    de: 'Ein anderer Server klingelt vielleicht noch',
  },
  'house.passed-over': {
    en: 'Calls since the backup are unknown',
    de: 'Anrufe seit der Sicherung sind unbekannt',
  },
  'disk.low': { en: 'The disk is nearly full', de: 'Die Festplatte ist fast voll' },
  'clock.jumped': { en: "The machine's clock has jumped", de: 'Die Uhr der Maschine ist gesprungen' },
  'clock.apart': { en: 'Two clocks differ', de: 'Zwei Uhren gehen verschieden' },
  'night.check': { en: 'The night check found something', de: 'Die Nachtprüfung hat etwas gefunden' },
  'backup.failed': { en: 'No backup of the night', de: 'Keine Sicherung der Nacht' },
  'report.unsent': { en: 'A report could not be sent', de: 'Ein Bericht wurde nicht gesendet' },
  'delivery.failing': { en: 'Messages do not arrive', de: 'Meldungen kommen nicht an' },
  'delivery.disabling': { en: 'A destination is soon disabled', de: 'Ein Ziel wird bald abgeschaltet' },
  'delivery.disabled': { en: 'A destination was disabled', de: 'Ein Ziel wurde abgeschaltet' },
  'delivery.late': { en: 'A message does not get through', de: 'Eine Meldung kommt nicht durch' },
  'delivery.refused': { en: 'A message was refused', de: 'Eine Meldung wurde abgelehnt' },
  'delivery.uncertain': { en: 'Nobody knows whether it was booked', de: 'Niemand weiss, ob gebucht wurde' },
  'delivery.doubled': { en: 'It may have been booked twice', de: 'Vielleicht doppelt gebucht' },
  'delivery.check-out': { en: 'Check-out with open charges', de: 'Abreise mit offenen Posten' },
  'charge.take-back': {
    en: 'A charge must be taken back by hand',
    de: 'Ein Posten ist von Hand zu stornieren',
  },
  'property.refused': { en: 'The property system asked in vain', de: 'Das Hotelprogramm bat vergeblich' },
  'property.down': { en: 'The property system is not there', de: 'Das Hotelprogramm ist nicht da' },
  'property.lost': {
    en: 'News of the property system were lost',
    de: 'Nachrichten des Hotelprogramms gingen verloren',
  },
})

type AlarmTexts = (typeof alarmTexts)['en']
type KindOfAlarm = Extract<keyof AlarmTexts, `${string}.${string}`>

const isKnown = (said: AlarmTexts, kind: string): kind is KindOfAlarm => kind.includes('.') && kind in said

/** What kind of alarm it is, in words; empty where a newer server raises one that we do not know. */
export const alarmWords = (said: AlarmTexts, kind: string): string => (isKnown(said, kind) ? said[kind] : '')

/** How it stands with a guest who was not woken; null where nothing else is known. */
type Standing = 'reached' | 'answered' | 'unanswered' | 'rings'

/** The same of one, as it stands: no guest is told to be asleep who has answered since. */
export function standingWords(said: AlarmTexts, kind: string, standing: Standing | null): string {
  switch (standing) {
    case null:
      return alarmWords(said, kind)
    case 'reached':
      return said.reached
    case 'answered':
      return said.answeredAgain
    case 'unanswered':
      return said.notAgain
    case 'rings':
      return said.ringsAgain
  }
}
