import { texts } from '../../../texts/table.ts'

const calls = (count: number) => (count === 1 ? '1 call' : `${count} calls`)
const weckrufe = (count: number) => (count === 1 ? '1 Weckruf' : `${count} Weckrufe`)
const enLines = (count: number) => (count === 1 ? '1 line' : `${count} lines`)
const leitungen = (count: number) => (count === 1 ? '1 Leitung' : `${count} Leitungen`)
const rooms = (count: number) => (count === 1 ? '1 room' : `${count} rooms`)

/** The line in which calls are asked for. */
export const entryTexts = texts({
  newCall: { en: 'New call', de: 'Neuer Weckruf' },
  readBack: { en: 'Read back', de: 'Zur Kontrolle' },
  timeAndRooms: {
    en: (time: string, count: number) => `${time} ${rooms(count)}`,
    de: (time: string, count: number) => `${time} ${count} Zimmer`,
  },
  enter: { en: 'Enter', de: 'Enter' },
  enterTwice: { en: 'Enter, Enter', de: 'Enter, Enter' },
  held: { en: 'Read it back, then Enter.', de: 'Vorlesen, dann Enter.' },
  heldByHand: {
    en: (deed: string) => `Read it back, then tap “${deed}”.`,
    de: (deed: string) => `Vorlesen, dann auf «${deed}» tippen.`,
  },

  set: {
    en: (count: number) => (count === 1 ? 'Set' : `Set ${calls(count)}`),
    de: (count: number) => (count === 1 ? 'Setzen' : `${weckrufe(count)} setzen`),
  },
  replaceOne: { en: (time: string) => `Replace ${time}`, de: (time: string) => `${time} ersetzen` },
  replaceMany: {
    en: (count: number) => `Replace ${calls(count)}`,
    de: (count: number) => `${weckrufe(count)} ersetzen`,
  },
  moveSeries: { en: 'Move the series', de: 'Serie verschieben' },
  cancel: { en: 'Cancel', de: 'Absagen' },
  cancelCalls: {
    en: (count: number) => `Cancel ${calls(count)}`,
    de: (count: number) => `${weckrufe(count)} absagen`,
  },
  leaveOut: { en: (day: string) => `Leave out ${day}`, de: (day: string) => `${day} auslassen` },
  nothingToAdd: { en: 'Nothing to add', de: 'Nichts zu tun' },
  nothingToCancel: { en: 'No call to cancel', de: 'Kein Weckruf zum Absagen' },
  sending: { en: 'Sending', de: 'Wird gesendet' },

  notSaid: { en: 'not said', de: 'nicht gesagt' },
  rooms: { en: rooms, de: (count: number) => `${count} Zimmer` },
  noSuch: {
    en: (numbers: string) => `there is no ${numbers}`,
    de: (numbers: string) => `${numbers} gibt es nicht`,
  },
  andMore: { en: (count: number) => `and ${count} more`, de: (count: number) => `und ${count} weitere` },
  andDay: {
    en: (before: string, last: string) => `${before} and ${last}`,
    de: (before: string, last: string) => `${before} und ${last}`,
  },
  guest: { en: 'guest', de: 'Gast' },
  howMany: { en: 'how many', de: 'wie viele' },
  leftOut: { en: 'left out', de: 'weggelassen' },
  staysThere: { en: 'stays there', de: 'wohnt dort' },
  noon: { en: 'noon', de: 'Mittag' },
  midnight: { en: 'midnight', de: 'Mitternacht' },
  today: { en: (day: string) => `today, ${day}`, de: (day: string) => `heute, ${day}` },
  tomorrow: { en: (day: string) => `tomorrow, ${day}`, de: (day: string) => `morgen, ${day}` },
  ahead: { en: (span: string) => `in ${span}`, de: (span: string) => `in ${span}` },
  once: { en: 'once', de: 'einmal' },
  daily: { en: 'every day', de: 'jeden Tag' },
  weekdays: { en: 'Monday to Friday', de: 'Montag bis Freitag' },
  every: { en: (days: string) => `every ${days}`, de: (days: string) => `jeden ${days}` },
  from: { en: (day: string) => `from ${day}`, de: (day: string) => `ab ${day}` },
  until: { en: (day: string) => `until ${day}`, de: (day: string) => `bis ${day}` },
  forDays: {
    en: (days: number) => (days === 1 ? 'for 1 day' : `for ${days} days`),
    de: (days: number) => (days === 1 ? 'für 1 Tag' : `für ${days} Tage`),
  },
  mon: { en: 'Mon', de: 'Mo' },
  tue: { en: 'Tue', de: 'Di' },
  wed: { en: 'Wed', de: 'Mi' },
  thu: { en: 'Thu', de: 'Do' },
  fri: { en: 'Fri', de: 'Fr' },
  sat: { en: 'Sat', de: 'Sa' },
  sun: { en: 'Sun', de: 'So' },
  ringsOn: { en: (days: string) => `Rings ${days} …`, de: (days: string) => `Läutet ${days} …` },
  standardText: { en: 'standard text', de: 'Standardtext' },
  pressKey: { en: 'key', de: 'Taste' },
  pressKeyWhat: { en: 'the guest must press one', de: 'der Gast muss eine drücken' },
  announcementWhat: { en: 'instead of the standard text', de: 'statt des Standardtexts' },
  cancels: { en: 'cancel', de: 'absagen' },
  everyCall: { en: 'every call', de: 'jeder Weckruf' },
  turnEvery: { en: 'repeat it', de: 'wiederholen' },
  turnOnce: { en: 'only once', de: 'nur einmal' },
  altR: { en: 'Alt R', de: 'Alt R' },
  altNumber: { en: (number: number) => `Alt ${number}`, de: (number: number) => `Alt ${number}` },

  vip: { en: 'VIP', de: 'VIP' },
  byHand: { en: 'by hand', de: 'von Hand' },
  handFirst: { en: 'by hand, backup call', de: 'von Hand, Ersatzanruf' },
  vacant: { en: 'is vacant', de: 'ist frei' },
  vacantMany: {
    en: (count: number, rooms: string) => `${count} are vacant: ${rooms}`,
    de: (count: number, rooms: string) => `${count} sind frei: ${rooms}`,
  },
  already: {
    en: (who: string, when: string) => `already set by ${who} ${when}, nothing to add`,
    de: (who: string, when: string) => `schon gesetzt von ${who} ${when}, nichts zu tun`,
  },
  hasOther: {
    en: (room: string, time: string) => `${room} has ${time} already`,
    de: (room: string, time: string) => `${room} hat schon ${time}`,
  },
  haveOther: {
    en: (rooms: string, time: string) => `${rooms} have ${time} already`,
    de: (rooms: string, time: string) => `${rooms} haben schon ${time}`,
  },
  repeating: { en: 'repeats', de: 'wiederholt' },
  setBy: {
    en: (who: string, when: string) => `set by ${who} ${when}`,
    de: (who: string, when: string) => `gesetzt von ${who} ${when}`,
  },
  skipped: {
    en: (asked: string, day: string, rings: string) => `${asked} does not exist on ${day}: rings ${rings}`,
    de: (asked: string, day: string, rings: string) => `${asked} gibt es am ${day} nicht: läutet ${rings}`,
  },
  firstOfTwo: {
    en: (asked: string, day: string) => `${asked} comes twice on ${day}: rings at the first`,
    de: (asked: string, day: string) => `${asked} kommt am ${day} zweimal: läutet beim ersten Mal`,
  },
  secondOfTwo: {
    en: (asked: string, day: string) =>
      `${asked} comes twice on ${day}, the first has passed: rings at the second`,
    de: (asked: string, day: string) =>
      `${asked} kommt am ${day} zweimal, das erste ist vorbei: läutet beim zweiten Mal`,
  },
  forecast: {
    en: (time: string, due: number, lines: number) => `${time} then has ${calls(due)} on ${enLines(lines)}`,
    de: (time: string, due: number, lines: number) =>
      `${time} hat dann ${weckrufe(due)} auf ${leitungen(lines)}`,
  },
  lastRings: {
    en: (time: string) => `the last rings ${time}`,
    de: (time: string) => `der letzte läutet ${time}`,
  },
  noLine: { en: 'no line works: it would not ring', de: 'keine Leitung geht: es würde nicht läuten' },

  replaceIt: {
    en: (time: string) => `replace ${time}`,
    de: (time: string) => `${time} ersetzen`,
  },
  replaceThese: { en: 'replace them', de: 'alle ersetzen' },
  replaceDay: {
    en: (day: string) => `replace it on ${day} only`,
    de: (day: string) => `nur am ${day} ersetzen`,
  },
  replaceSeries: { en: 'move the whole series', de: 'ganze Serie verschieben' },
  keepBoth: { en: 'keep both', de: 'beide behalten' },
  cancelDay: { en: (day: string) => `only ${day}`, de: (day: string) => `nur ${day}` },
  cancelSeries: { en: 'the whole series', de: 'die ganze Serie' },
  whichExtent: {
    en: 'A series is among them. What is meant?',
    de: 'Eine Serie ist dabei. Was ist gemeint?',
  },
  whichOther: { en: 'And the other call?', de: 'Und der andere Weckruf?' },
  enterFirst: { en: 'Enter, then the number', de: 'Enter, dann die Ziffer' },
  pickOne: { en: 'Pick one', de: 'Bitte wählen' },

  'room-or-time': {
    en: 'This can be read in more than one way. What is meant?',
    de: 'Das lässt sich verschieden lesen. Was ist gemeint?',
  },
  'which-party': { en: 'Who is meant?', de: 'Wer ist gemeint?' },
  'which-time': { en: 'Which time is meant?', de: 'Welche Zeit ist gemeint?' },
  'which-morning': { en: 'Which morning?', de: 'Welcher Morgen?' },
  'which-midnight': { en: 'Midnight of which day?', de: 'Mitternacht welches Tages?' },
  'which-prompt': { en: 'Which announcement?', de: 'Welche Ansage?' },
  whichHouse: {
    en: (room: string) => `There is a room ${room} in more than one house. Which?`,
    de: (room: string) => `Zimmer ${room} gibt es in mehreren Häusern. Welches?`,
  },
  all: { en: (numbers: string) => `all: ${numbers}`, de: (numbers: string) => `alle: ${numbers}` },
  asRooms: {
    en: (numbers: string, times: string) => `${numbers} at ${times}`,
    de: (numbers: string, times: string) => `${numbers} um ${times}`,
  },
  roomsOnly: {
    en: (numbers: string) => `rooms ${numbers}, the time comes next`,
    de: (numbers: string) => `Zimmer ${numbers}, die Zeit folgt noch`,
  },

  'unknown-room': { en: 'There is no such room.', de: 'Dieses Zimmer gibt es nicht.' },
  'unknown-floor': { en: 'There is no such floor.', de: 'Diese Etage gibt es nicht.' },
  'unknown-party': { en: 'No guest is called that.', de: 'So heisst kein Gast.' },
  'names-unseen': {
    en: 'This account sees no names of guests.',
    de: 'Dieses Konto sieht keine Namen von Gästen.',
  },
  'unknown-name': {
    en: 'If this is a name: nobody of that name is known to stay there.',
    de: 'Falls das ein Name ist: Niemand dieses Namens ist dort bekannt.',
  },
  othersThere: {
    en: (names: string) => `If this is a name: it is not that of who stays there (${names}).`,
    de: (names: string) => `Falls das ein Name ist: So heisst dort niemand (dort wohnt: ${names}).`,
  },
  'other-room': { en: 'This guest stays elsewhere.', de: 'Dieser Gast wohnt woanders.' },
  staysElsewhere: {
    en: (name: string, room: string) => `${name} stays in ${room}.`,
    de: (name: string, room: string) => `${name} wohnt in ${room}.`,
  },
  'name-unseen': {
    en: 'If this is a name: whether that guest stays there, this account may not see.',
    de: 'Falls das ein Name ist: Ob dieser Gast dort wohnt, darf dieses Konto nicht sehen.',
  },
  'turned-round': { en: 'That range runs backwards.', de: 'Dieser Bereich läuft rückwärts.' },
  'two-widths': { en: 'These numbers are not of one length.', de: 'Diese Nummern sind verschieden lang.' },
  lettered: {
    en: 'Rooms with letters are named one by one.',
    de: 'Zimmer mit Buchstaben werden einzeln genannt.',
  },
  'too-wide': { en: 'That range is too wide.', de: 'Dieser Bereich ist zu gross.' },
  'not-understood': { en: 'This is not understood.', de: 'Das ist nicht verständlich.' },
  denied: {
    en: 'Is a call to be cancelled? Such a line begins with x: x 214 0630.',
    de: 'Soll ein Weckruf abgesagt werden? Dann beginnt die Zeile mit x: x 214 0630.',
  },
  'range-in-words': {
    en: 'Rooms from one number to another have a hyphen between them.',
    de: 'Zimmer von einer Nummer bis zu einer andern schreibt man mit Bindestrich.',
  },
  'no-such-time': { en: 'There is no such time.', de: 'Diese Zeit gibt es nicht.' },
  'time-first': { en: 'The room comes first.', de: 'Zuerst kommt das Zimmer.' },
  twice: { en: 'This is said twice.', de: 'Das ist doppelt gesagt.' },
  'no-such-day': { en: 'There is no such day.', de: 'Diesen Tag gibt es nicht.' },
  past: { en: 'That day is over.', de: 'Dieser Tag ist vorbei.' },
  'unknown-prompt': { en: 'There is no such announcement.', de: 'Diese Ansage gibt es nicht.' },
  'too-many-rooms': { en: 'More than 200 rooms at once.', de: 'Mehr als 200 Zimmer auf einmal.' },
  'too-much': {
    en: 'Too much at once: 500 lines at most, and 2000 letters in a line.',
    de: 'Zu viel auf einmal: höchstens 500 Zeilen, und 2000 Zeichen je Zeile.',
  },
  tooMany: {
    en: (count: number) => `${count} rooms: 200 at once is the most.`,
    de: (count: number) => `${count} Zimmer: höchstens 200 auf einmal.`,
  },
  nearest: { en: (line: string) => `make it ${line}`, de: (line: string) => `stattdessen ${line}` },
  withoutNames: {
    en: (count: number) => `leave the names out of ${count} lines`,
    de: (count: number) => `die Namen in ${count} Zeilen weglassen`,
  },
  examples: { en: 'For example', de: 'Zum Beispiel' },
  wrongLines: {
    en: (count: number, all: number) =>
      count === 1
        ? `1 of ${all} lines cannot be set as it is. It comes first.`
        : `${count} of ${all} lines cannot be set as they are. They come first.`,
    de: (count: number, all: number) =>
      count === 1
        ? `1 von ${all} Zeilen geht so nicht. Sie steht zuoberst.`
        : `${count} von ${all} Zeilen gehen so nicht. Sie stehen zuoberst.`,
  },
  heading: { en: 'A heading: left out.', de: 'Eine Überschrift: weggelassen.' },
  noRoomIn: { en: 'No room in it: left out.', de: 'Kein Zimmer darin: weggelassen.' },
  dayNotTaken: { en: 'Its day is not taken over.', de: 'Ihr Tag wird nicht übernommen.' },
  leftOutLines: {
    en: (count: number) => (count === 1 ? '1 line is left out' : `${count} lines are left out`),
    de: (count: number) => (count === 1 ? '1 Zeile ist weggelassen' : `${count} Zeilen sind weggelassen`),
  },
  leaveLine: {
    en: (line: string) => `leave out the line “${line}”`,
    de: (line: string) => `die Zeile «${line}» weglassen`,
  },
  lacksTime: { en: 'And when?', de: 'Und wann?' },
  lacksRooms: { en: 'For which room?', de: 'Für welches Zimmer?' },
  mixed: {
    en: 'Some lines set calls and some cancel them. One after the other, please.',
    de: 'Einige Zeilen setzen, andere sagen ab. Bitte eins nach dem andern.',
  },

  line: { en: 'Line', de: 'Zeile' },
  room: { en: 'Room', de: 'Zimmer' },
  time: { en: 'Time', de: 'Zeit' },
  note: { en: 'Note', de: 'Hinweis' },

  doneSet: {
    en: (what: string) => `Set: ${what}`,
    de: (what: string) => `Gesetzt: ${what}`,
  },
  doneChanged: {
    en: (what: string) => `Changed: ${what}`,
    de: (what: string) => `Geändert: ${what}`,
  },
  doneCancelled: {
    en: (what: string) => `Cancelled: ${what}`,
    de: (what: string) => `Abgesagt: ${what}`,
  },
  callsOf: {
    en: (count: number, rooms: string) => `${calls(count)}, ${rooms}`,
    de: (count: number, rooms: string) => `${weckrufe(count)}, ${rooms}`,
  },
  setInstead: { en: 'Not at that time, but set is', de: 'Nicht um diese Zeit, gesetzt ist aber' },
  repeated: {
    en: (days: string, day: string) => `${days} from ${day}`,
    de: (days: string, day: string) => `${days} ab ${day}`,
  },
  doneLeftOut: {
    en: (day: string) => `Left out: ${day}`,
    de: (day: string) => `Ausgelassen: ${day}`,
  },
  oneCall: {
    en: (room: string, time: string, day: string) => `${room} at ${time}, ${day}`,
    de: (room: string, time: string, day: string) => `${room} um ${time}, ${day}`,
  },
  manyCalls: {
    en: (count: number, day: string) => `${calls(count)}, ${day}`,
    de: (count: number, day: string) => `${weckrufe(count)}, ${day}`,
  },
  undo: { en: 'Undo', de: 'Rückgängig' },
  undone: {
    en: (was: string) => `Taken back. “${was}” no longer holds.`,
    de: (was: string) => `Rückgängig gemacht. «${was}» gilt nicht mehr.`,
  },

  noSuchRoom: {
    en: 'One of these rooms does not exist, or no longer.',
    de: 'Eines dieser Zimmer gibt es nicht oder nicht mehr.',
  },
  callGone: {
    en: 'One of these calls is gone meanwhile.',
    de: 'Einer dieser Weckrufe ist inzwischen weg.',
  },
  askedMeanwhile: {
    en: 'The same call was asked for meanwhile.',
    de: 'Derselbe Weckruf wurde inzwischen gesetzt.',
  },
  sayWhose: {
    en: 'Several houses have a room of this number: say whose is meant.',
    de: 'Mehrere Häuser haben ein Zimmer mit dieser Nummer: Sagen Sie, wessen gemeint ist.',
  },
  changedMeanwhile: {
    en: 'One of these calls was changed meanwhile.',
    de: 'Einer dieser Weckrufe wurde inzwischen geändert.',
  },
  callOver: {
    en: 'One of these calls is over already.',
    de: 'Einer dieser Weckrufe ist schon vorbei.',
  },
  callRinging: {
    en: 'One of these rooms is being woken just now: say there how it ended.',
    de: 'Eines dieser Zimmer wird gerade geweckt: Sagen Sie dort, wie es ausging.',
  },
  underWay: {
    en: 'The same is being set at this moment.',
    de: 'Dasselbe wird in diesem Augenblick gesetzt.',
  },
  notRepeated: {
    en: 'This call does not repeat: no day can be left out.',
    de: 'Dieser Weckruf wiederholt sich nicht: Kein Tag kann ausfallen.',
  },
  noSuchDay: {
    en: 'None of these calls rings on that day.',
    de: 'An diesem Tag klingelt keiner dieser Weckrufe.',
  },
  noDayLeft: { en: 'No day of it is still to come.', de: 'Kein Tag davon liegt noch vor uns.' },
  failedAll: { en: 'Nothing was set.', de: 'Es wurde nichts gesetzt.' },
  unsure: {
    en: 'The server does not answer. Enter tries again: nothing is set twice.',
    de: 'Der Server antwortet nicht. Enter versucht es nochmals: Es wird nichts doppelt gesetzt.',
  },
  offline: {
    en: 'No connection: calls can be set again when it is back.',
    de: 'Keine Verbindung: Weckrufe lassen sich setzen, sobald sie wieder da ist.',
  },
  locked: {
    en: 'This screen is locked. Enter asks who you are, then reads the line back.',
    de: 'Dieser Bildschirm ist gesperrt. Enter fragt, wer Sie sind, und liest dann die Zeile vor.',
  },

  chips: { en: 'Add a word', de: 'Wort anfügen' },
  chipRoom: { en: '+ room', de: '+ Zimmer' },
  chipTime: { en: 'time', de: 'Zeit' },
  chipTomorrow: { en: 'tomorrow', de: 'morgen' },
  chipDaily: { en: 'daily', de: 'täglich' },
  chipKey: { en: 'key', de: 'Taste' },
  chipLetters: { en: 'ABC', de: 'ABC' },
})

export type EntryTexts = (typeof entryTexts)['en']

export const examplesOf = ({ chipDaily }: EntryTexts) =>
  ['214 0630', `110,111,115-120 0630 ${chipDaily}`, 'x 214'] as const
