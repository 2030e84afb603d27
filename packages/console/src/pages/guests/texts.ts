import { texts } from '../../texts/table.ts'

export const guestTexts = texts({
  title: { en: 'Guests', de: 'Gäste' },
  search: { en: 'Search by name or room', de: 'Nach Name oder Zimmer suchen' },
  count: {
    en: (count: number) => (count === 1 ? '1 guest' : `${count} guests`),
    de: (count: number) => (count === 1 ? '1 Gast' : `${count} Gäste`),
  },
  checkIn: { en: 'Check in', de: 'Anmelden' },
  room: { en: 'Room', de: 'Zimmer' },
  name: { en: 'Name', de: 'Name' },
  language: { en: 'Language', de: 'Sprache' },
  ofHouse: { en: 'As the house speaks', de: 'Wie das Haus spricht' },
  unspoken: {
    en: (room: string, asked: string, spoken: string) =>
      `Checked in to ${room}. There are no announcements in ${asked}: the room is woken in ${spoken}.`,
    de: (room: string, asked: string, spoken: string) =>
      `In ${room} eingecheckt. Ansagen auf ${asked} gibt es nicht: geweckt wird auf ${spoken}.`,
  },
  vip: { en: 'VIP', de: 'VIP' },
  since: { en: 'Since', de: 'Seit' },
  from: { en: 'From', de: 'Von' },
  fromDesk: { en: 'desk', de: 'Empfang' },
  next: { en: 'Next call', de: 'Nächster Weckruf' },
  open: { en: (name: string) => `Open ${name}`, de: (name: string) => `${name} öffnen` },
  nameless: { en: 'No name', de: 'Ohne Name' },
  none: { en: 'Nobody stays here now.', de: 'Zurzeit wohnt niemand hier.' },
  noneFound: { en: 'Nobody is called that.', de: 'So heisst hier niemand.' },
  guestOf: { en: (room: string) => `Room ${room}`, de: (room: string) => `Zimmer ${room}` },
  save: { en: 'Save', de: 'Speichern' },
  saved: { en: 'Saved', de: 'Gespeichert' },
  ofSystem: {
    en: (system: string) =>
      `This guest comes from ${system}. It is not told of changes made here, and may set them back.`,
    de: (system: string) =>
      `Dieser Gast kommt aus ${system}. Es erfährt nichts von Änderungen hier und kann sie rückgängig machen.`,
  },
  move: { en: 'Move', de: 'Umziehen' },
  moveTo: { en: 'To which room (only empty ones)', de: 'In welches Zimmer (nur freie)' },
  moveDeed: { en: (room: string) => `Move to ${room}`, de: (room: string) => `Nach ${room} umziehen` },
  movesAll: {
    en: (count: number) => `All ${count} guests of the room move, with its calls.`,
    de: (count: number) => `Alle ${count} Gäste des Zimmers ziehen um, mit den Weckrufen.`,
  },
  moved: { en: (room: string) => `Moved to ${room}`, de: (room: string) => `Nach ${room} umgezogen` },
  noEmpty: { en: 'No room is empty.', de: 'Kein Zimmer ist frei.' },
  checkOut: { en: 'Check out', de: 'Abmelden' },
  checkOutAll: {
    en: (room: string, count: number) => `Check out ${room}, all ${count}`,
    de: (room: string, count: number) => `${room} abmelden, alle ${count}`,
  },
  checkOutRoom: { en: (room: string) => `Check out ${room}`, de: (room: string) => `${room} abmelden` },
  oneLeaves: { en: (name: string) => `Only ${name} leaves`, de: (name: string) => `Nur ${name} reist ab` },
  othersStay: {
    en: (names: string) => `${names} may stay, with the calls of the room.`,
    de: (names: string) => `${names} kann bleiben, mit den Weckrufen des Zimmers.`,
  },
  cancels: {
    en: (count: number, times: string) =>
      count === 1 ? `1 call will be cancelled: ${times}` : `${count} calls will be cancelled: ${times}`,
    de: (count: number, times: string) =>
      count === 1 ? `1 Weckruf wird gelöscht: ${times}` : `${count} Weckrufe werden gelöscht: ${times}`,
  },
  cancelsNone: { en: 'No call is to come.', de: 'Kein Weckruf steht aus.' },
  byHand: { en: 'by hand', de: 'von Hand' },
  daily: { en: (time: string) => `daily ${time}`, de: (time: string) => `täglich ${time}` },
  noWayBack: {
    en: 'A check-out cannot be undone.',
    de: 'Eine Abmeldung lässt sich nicht rückgängig machen.',
  },
  left: { en: (room: string) => `${room} is checked out`, de: (room: string) => `${room} ist abgemeldet` },
  hasLeft: { en: (name: string) => `${name} has left`, de: (name: string) => `${name} ist abgereist` },
  welcome: { en: (room: string) => `Checked in to ${room}`, de: (room: string) => `In ${room} angemeldet` },
  gone: { en: 'This guest has left.', de: 'Dieser Gast ist abgereist.' },
  occupiedBy: {
    en: (names: string) => `${names} stays there: this guest shares the room.`,
    de: (names: string) => `${names} wohnt dort: Dieser Gast teilt das Zimmer.`,
  },
  noSuchRoom: {
    en: 'There is no such room with a telephone.',
    de: 'Ein solches Zimmer mit Telefon gibt es nicht.',
  },
  whichHouse: {
    en: (room: string) => `There are several rooms ${room}. Of which house?`,
    de: (room: string) => `Es gibt mehrere Zimmer ${room}. Welchen Hauses?`,
  },
  and: { en: ' and ', de: ' und ' },
})
