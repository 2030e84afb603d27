import { texts } from '../../texts/table.ts'

const several = (count: number) => (count === 1 ? '1 room' : `${count} rooms`)

export const boardTexts = texts({
  title: { en: 'Rooms', de: 'Zimmer' },
  all: { en: 'All', de: 'Alle' },
  late: { en: 'Too long', de: 'Zu lange' },
  odd: { en: 'Does not fit', de: 'Passt nicht' },
  oddWhy: {
    en: 'Occupied, but reported ready for the next or unfit',
    de: 'Belegt, aber als bereit oder gesperrt gemeldet',
  },
  view: { en: 'View', de: 'Ansicht' },
  group: { en: 'Together by', de: 'Zusammen nach' },
  byFloor: { en: 'Floor', de: 'Etage' },
  bySection: { en: 'Section', de: 'Bereich' },
  byState: { en: 'State', de: 'Zustand' },
  limitDirty: { en: 'Dirty too long after (hours)', de: 'Schmutzig zu lange nach (Stunden)' },
  limitProgress: { en: 'In progress too long after (hours)', de: 'In Arbeit zu lange nach (Stunden)' },
  print: { en: 'Print by floor', de: 'Nach Etage drucken' },
  clear: { en: 'Show all rooms', de: 'Alle Zimmer zeigen' },
  none: { en: 'No room is like that.', de: 'Kein Zimmer ist so.' },
  noRooms: {
    en: 'There are no rooms yet. An administrator adds them in the settings.',
    de: 'Es gibt noch keine Zimmer. Die Administration fügt sie in den Einstellungen hinzu.',
  },
  street: { en: 'Floors', de: 'Etagen' },
  tall: { en: 'tall: to do', de: 'hoch: zu tun' },
  toDo: {
    en: (count: number) => `${count} dirty`,
    de: (count: number) => `${count} schmutzig`,
  },
  others: {
    en: (count: number) => (count === 1 ? 'and 1 other' : `and ${count} others`),
    de: (count: number) => (count === 1 ? 'und 1 anderes' : `und ${count} andere`),
  },
  selectFloor: { en: 'Select floor', de: 'Ganze Etage auswählen' },
  selectAll: { en: 'Select all', de: 'Alle wählen' },
  selected: { en: several, de: (count: number) => `${count} Zimmer` },
  leftOut: {
    en: (rooms: readonly string[]) =>
      rooms.length === 1
        ? `${rooms[0]}: do not disturb, left out`
        : `${rooms.length} rooms: do not disturb, left out`,
    de: (rooms: readonly string[]) =>
      rooms.length === 1
        ? `${rooms[0]} will nicht gestört werden: ausgelassen`
        : `${rooms.length} wollen nicht gestört werden: ausgelassen`,
  },
  include: { en: 'include', de: 'einschliessen' },
  nobody: {
    en: 'Nothing to report: all are left out',
    de: 'Nichts zu melden: alle sind ausgelassen',
  },
  esc: { en: 'Esc', de: 'Esc' },
  unselect: { en: 'Select none', de: 'Keine wählen' },
  findRoom: { en: 'Find a room on the board', de: 'Zimmer auf der Tafel suchen' },
  number: { en: 'Room', de: 'Zimmer' },
  findWhy: {
    en: (count: number) =>
      `Of ${count} rooms only those near by are on the page: the browser’s own search would miss the others. The same key once more opens it.`,
    de: (count: number) =>
      `Von ${count} Zimmern sind nur die in der Nähe auf der Seite: Die Suche des Browsers fände die übrigen nicht. Dieselbe Taste nochmals öffnet sie.`,
  },
  notFound: { en: 'No room on the board begins so.', de: 'Kein Zimmer der Tafel beginnt so.' },
  show: { en: 'Show it', de: 'Zeigen' },
  showRoom: { en: (room: string) => `Show ${room}`, de: (room: string) => `${room} zeigen` },
  keyMove: { en: 'Move over the board', de: 'Über die Tafel gehen' },
  keyJump: { en: 'Go to the room of this number', de: 'Zum Zimmer mit dieser Nummer' },
  keyOpen: { en: 'Open the room to report it', de: 'Zimmer zum Melden öffnen' },
  keySelect: { en: 'Select the room', de: 'Zimmer wählen' },
  keyReport: { en: 'Report what is open or selected', de: 'Geöffnetes oder Gewähltes melden' },
  more: { en: 'More', de: 'Mehr' },
  report: { en: (room: string) => `Report room ${room}`, de: (room: string) => `Zimmer ${room} melden` },
  reportAll: { en: 'Report the selected rooms', de: 'Die gewählten Zimmer melden' },
  noTypes: {
    en: 'The hotel has no status to report yet.',
    de: 'Das Hotel hat noch keinen Zustand zum Melden.',
  },
  toStates: { en: 'Settings, Room status', de: 'Einstellungen, Zimmerstatus' },
  for: {
    en: (word: string, age: string) => `${word} for ${age}`,
    de: (word: string, age: string) => `${word} seit ${age}`,
  },
  openRoom: { en: 'Open room', de: 'Zimmer öffnen' },
  marks: { en: 'At the door', de: 'An der Tür' },
  setMark: { en: (mark: string) => `Set: ${mark}`, de: (mark: string) => `Setzen: ${mark}` },
  sayMore: {
    en: (mark: string) => `${mark}: until when, or a note`,
    de: (mark: string) => `${mark}: bis wann, oder eine Notiz`,
  },
  until: { en: 'Until (empty: until it is cleared)', de: 'Bis (leer: bis es gelöscht wird)' },
  ends: { en: 'Until when', de: 'Bis wann' },
  untilNoon: { en: 'Until noon', de: 'Bis Mittag' },
  untilTomorrow: { en: 'Until tomorrow noon', de: 'Bis morgen Mittag' },
  openEnd: { en: 'Open end', de: 'Ohne Ende' },
  untilNote: { en: 'Note (optional)', de: 'Notiz (freiwillig)' },
  untilTime: { en: (time: string) => `until ${time}`, de: (time: string) => `bis ${time}` },
  byWhom: { en: (who: string) => `by ${who}`, de: (who: string) => `von ${who}` },

  done: {
    en: (room: string, word: string) => `${room}: ${word}`,
    de: (room: string, word: string) => `${room}: ${word}`,
  },
  doneAll: {
    en: (count: number, word: string) => `${several(count)}: ${word}`,
    de: (count: number, word: string) => `${count} Zimmer: ${word}`,
  },
  waitsHere: {
    en: (words: string) => `${words}. It waits here until the server is back.`,
    de: (words: string) => `${words}. Wartet hier, bis der Server wieder da ist.`,
  },
  undo: { en: 'Undo', de: 'Rückgängig' },
  askTitle: {
    en: (rooms: readonly string[], word: string) =>
      rooms.length === 1
        ? `Room ${rooms[0]} is occupied. ${word}?`
        : `${rooms.length} rooms are occupied. ${word}?`,
    de: (rooms: readonly string[], word: string) =>
      rooms.length === 1
        ? `Zimmer ${rooms[0]} ist belegt. ${word}?`
        : `${rooms.length} Zimmer sind belegt. ${word}?`,
  },
  askDeed: {
    en: (word: string, count: number) =>
      count === 1 ? `Report ${word}` : `Report ${several(count)}: ${word}`,
    de: (word: string, count: number) => (count === 1 ? `${word} melden` : `${count} Zimmer melden: ${word}`),
  },

  history: { en: 'Status', de: 'Zustand' },
  guests: { en: 'Guests', de: 'Gäste' },
  nobodyStays: { en: 'Nobody is checked in.', de: 'Niemand ist angemeldet.' },
  somebodyStays: { en: 'Somebody is checked in.', de: 'Jemand ist angemeldet.' },
  since: { en: (day: string) => `since ${day}`, de: (day: string) => `seit ${day}` },
  calls: { en: 'Wake-up calls', de: 'Weckrufe' },
  noCalls: { en: 'No call is to come.', de: 'Kein Weckruf steht aus.' },
  noneRang: {
    en: 'No call ended here in the last 7 days.',
    de: 'In den letzten 7 Tagen ging hier kein Weckruf zu Ende.',
  },
  rang: {
    en: (count: number) => `Ended in the last 7 days: ${count}`,
    de: (count: number) => `In den letzten 7 Tagen zu Ende gegangen: ${count}`,
  },
  charges: { en: 'Charges', de: 'Buchungen' },
  noChargesLately: {
    en: 'Nothing was charged in the last 24 hours. What is older is seen by those who look after the books.',
    de: 'In den letzten 24 Stunden wurde nichts gebucht. Was älter ist, sehen die, die die Bücher führen.',
  },
  noCharges: {
    en: 'Nothing was charged in the last 7 days.',
    de: 'In den letzten 7 Tagen wurde nichts gebucht.',
  },
  log: { en: 'What happened', de: 'Was geschah' },
  noLog: { en: 'Nothing yet.', de: 'Noch nichts.' },
  wholeLog: {
    en: 'This is everything that the log still holds about this room.',
    de: 'Das ist alles, was das Protokoll über dieses Zimmer noch enthält.',
  },
  newestLog: {
    en: (count: number) => `These are the last ${count} rows about this room.`,
    de: (count: number) => `Das sind die letzten ${count} Einträge zu diesem Zimmer.`,
  },
  inLog: { en: 'Open them in the log', de: 'Im Protokoll öffnen' },
  gone: {
    en: (room: string) => `There is no room ${room}.`,
    de: (room: string) => `Es gibt kein Zimmer ${room}.`,
  },
  toBoard: { en: 'To the board', de: 'Zur Übersicht' },
  chooseTenant: {
    en: (room: string) => `There are several rooms ${room}. Which one?`,
    de: (room: string) => `Es gibt mehrere Zimmer ${room}. Welches?`,
  },
  extension: {
    en: (number: string) => `Extension ${number}`,
    de: (number: string) => `Nebenstelle ${number}`,
  },

  state: { en: 'State', de: 'Zustand' },
  doneBox: { en: 'Done', de: 'Erledigt' },
  at: { en: 'Since', de: 'Seit' },
})

export type BoardTexts = (typeof boardTexts)['en']
