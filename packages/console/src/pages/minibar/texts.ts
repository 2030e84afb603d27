import { texts } from '../../texts/table.ts'

export const minibarTexts = texts({
  title: { en: 'Mini-bar', de: 'Minibar' },
  room: { en: 'Room', de: 'Zimmer' },
  keypad: { en: 'Room number', de: 'Zimmernummer' },
  back: { en: 'Delete the last digit', de: 'Letzte Ziffer löschen' },
  go: { en: 'Open this room', de: 'Dieses Zimmer öffnen' },
  nextRooms: { en: 'Next on the corridor', de: 'Die nächsten auf dem Gang' },
  allDone: { en: 'Every room was looked after today.', de: 'Heute wurde jedes Zimmer kontrolliert.' },
  notDone: {
    en: (count: number, occupied: number) =>
      `${count === 1 ? '1 room' : `${count} rooms`} not checked today, ${occupied} occupied`,
    de: (count: number, occupied: number) =>
      `${count} Zimmer heute noch nicht kontrolliert, ${occupied} belegt`,
  },
  noRoom: { en: 'No room begins like that.', de: 'So beginnt kein Zimmer.' },
  noRooms: {
    en: 'There are no rooms yet. An administrator adds them in the settings.',
    de: 'Es gibt noch keine Zimmer. Die Administration legt sie in den Einstellungen an.',
  },
  noItems: {
    en: 'Nothing can be charged yet. Items are added in the settings.',
    de: 'Es gibt noch nichts zu buchen. Artikel werden in den Einstellungen angelegt.',
  },
  toItems: { en: 'Settings, Items', de: 'Einstellungen, Artikel' },
  otherRoom: { en: 'Other room', de: 'Anderes Zimmer' },
  occupied: { en: 'Occupied', de: 'Belegt' },
  vacant: { en: 'Vacant', de: 'Frei' },
  checked: {
    en: (when: string, who: string) => `checked ${when}, ${who}`,
    de: (when: string, who: string) => `kontrolliert ${when}, ${who}`,
  },
  notChecked: { en: 'not checked today', de: 'heute nicht kontrolliert' },
  atMost: { en: (max: number) => `${max} at most`, de: (max: number) => `höchstens ${max}` },
  tooMany: { en: 'More than may be charged at once', de: 'Mehr, als auf einmal gebucht werden darf' },
  noLongerSold: {
    en: (count: number) =>
      count === 1
        ? '1 that was chosen is no longer sold, and left out.'
        : `${count} that were chosen are no longer sold, and left out.`,
    de: (count: number) => `${count} Gewähltes wird nicht mehr verkauft und bleibt weg.`,
  },
  fewer: { en: (item: string) => `One ${item} less`, de: (item: string) => `${item}: eins weniger` },
  another: { en: (item: string) => `One more ${item}`, de: (item: string) => `${item}: eins mehr` },
  nothingUsed: { en: 'Nothing used', de: 'Nichts entnommen' },
  send: {
    en: (count: number, room: string) => `Send ${count === 1 ? '1 item' : `${count} items`} to ${room}`,
    de: (count: number, room: string) => `${count} Artikel auf ${room} buchen`,
  },
  choose: { en: 'Choose what was used', de: 'Wählen, was entnommen wurde' },
  sendingNow: { en: 'Sending', de: 'Wird gesendet' },
  held: {
    en: 'Not sent: it is held on this device and goes when the connection is back.',
    de: 'Nicht gesendet: liegt auf diesem Gerät und geht, sobald die Verbindung zurück ist.',
  },
  refused: { en: 'Not charged', de: 'Nicht gebucht' },
  seen: { en: 'I have seen it', de: 'Gesehen' },
  stored: { en: 'stored', de: 'gespeichert' },
  checkedNothing: { en: 'nothing used', de: 'nichts entnommen' },
  items: {
    en: (count: number) => (count === 1 ? '1 item' : `${count} items`),
    de: (count: number) => `${count} Artikel`,
  },
  charged: { en: 'Charged in the last 24 hours', de: 'Gebucht in den letzten 24 Stunden' },
  chargedSum: {
    en: (count: number, sum: string) =>
      `${count === 1 ? '1 charge' : `${count} charges`} in 24 hours, ${sum}`,
    de: (count: number, sum: string) =>
      `${count === 1 ? '1 Buchung' : `${count} Buchungen`} in 24 Stunden, ${sum}`,
  },
  noneSum: { en: 'No charges in 24 hours', de: 'Keine Buchungen in 24 Stunden' },
  needsInventory: {
    en: 'Charging a room needs the permission “Charge items and keep the list of items”. An administrator gives it, under Settings, Users.',
    de: 'Ein Zimmer zu belasten braucht die Berechtigung «Artikel buchen und die Artikelliste führen». Die Administration vergibt sie unter Einstellungen, Konten.',
  },
  needsCorrect: {
    en: 'Correcting a charge or taking it back needs the permission “Take charges back”. An administrator gives it, under Settings, Users.',
    de: 'Eine Buchung zu korrigieren oder zu stornieren braucht die Berechtigung «Buchungen zurücknehmen». Die Administration vergibt sie unter Einstellungen, Konten.',
  },
  noneCharged: { en: 'Nothing was charged.', de: 'Es wurde nichts gebucht.' },
  takeBack: { en: 'Take back…', de: 'Stornieren…' },
  correct: { en: 'Correct…', de: 'Korrigieren…' },
  correctTitle: {
    en: (what: string, room: string) => `Correct ${what} of room ${room}`,
    de: (what: string, room: string) => `${what} von Zimmer ${room} korrigieren`,
  },
  correctWhat: {
    en: 'It is taken back, and what is right is charged instead, in one step. The same item keeps the price of then.',
    de: 'Die falsche Buchung wird storniert und in einem Schritt durch die richtige ersetzt. Derselbe Artikel kostet, was er damals kostete.',
  },
  item: { en: 'Item', de: 'Artikel' },
  quantity: { en: 'How many', de: 'Wie viele' },
  correctDeed: { en: 'Correct it', de: 'Korrigieren' },
  takeBackTitle: {
    en: (what: string, room: string) => `Take back ${what} of room ${room}`,
    de: (what: string, room: string) => `${what} von Zimmer ${room} stornieren`,
  },
  takeBackWhat: {
    en: 'Every connector that has the charge is told, or the desk is asked to do it there.',
    de: 'Jede Anbindung, bei der die Buchung steht, erfährt davon; wo das nicht geht, storniert sie der Empfang dort von Hand.',
  },
  takeBackDeed: { en: 'Take it back', de: 'Stornieren' },
  reason: { en: 'Why', de: 'Warum' },
  reasonHint: {
    en: 'Needed: it stands in the log, and whoever checks the bill reads it.',
    de: 'Nötig: Es steht im Protokoll, und wer die Rechnung prüft, liest es.',
  },
  reasonMissing: { en: 'First say why.', de: 'Zuerst sagen, warum.' },
  nothingChanged: {
    en: 'First change the item or how many.',
    de: 'Zuerst den Artikel oder die Anzahl ändern.',
  },
  otherRoomHint: {
    en: 'A charge cannot be moved to another room: take it back here, and charge the other room.',
    de: 'Eine Buchung lässt sich nicht auf ein anderes Zimmer verschieben: hier stornieren und auf das andere Zimmer buchen.',
  },
  toOtherRoom: { en: 'It was another room…', de: 'Es war ein anderes Zimmer…' },
  nowOther: {
    en: (what: string) => `Taken back. Now charge ${what} to the right room.`,
    de: (what: string) => `Storniert. Jetzt ${what} auf das richtige Zimmer buchen.`,
  },
  whichRoom: {
    en: (room: string) => `There are several rooms ${room}. Which one?`,
    de: (room: string) => `Es gibt mehrere Zimmer ${room}. Welches?`,
  },
  noSuchRoom: {
    en: (room: string) => `There is no room ${room} to charge.`,
    de: (room: string) => `Auf ein Zimmer ${room} kann nicht gebucht werden.`,
  },
})
