import { texts } from './table.ts'

/** What rooms are, on every page that tells of them. */
export const roomTexts = texts({
  room: { en: 'Room', de: 'Zimmer' },
  floor: { en: (name: string) => `Floor ${name}`, de: (name: string) => `Etage ${name}` },
  noFloor: { en: 'Elsewhere', de: 'Ohne Etage' },
  noSection: { en: 'No section', de: 'Ohne Bereich' },

  dirty: { en: 'Dirty', de: 'Schmutzig' },
  in_progress: { en: 'In progress', de: 'In Arbeit' },
  pickup: { en: 'Pickup', de: 'Nachzureinigen' },
  clean: { en: 'Clean', de: 'Sauber' },
  inspected: { en: 'Inspected', de: 'Geprüft' },
  out_of_order: { en: 'Out of order', de: 'Gesperrt' },
  out_of_service: { en: 'Out of service', de: 'Ausser Betrieb' },
  other: { en: 'Other', de: 'Andere' },
  unreported: { en: 'Not reported', de: 'Ungemeldet' },

  occupied: { en: 'Occupied', de: 'Belegt' },
  vacant: { en: 'Vacant', de: 'Frei' },
  vip: { en: 'VIP', de: 'VIP' },
  dnd: { en: 'Do not disturb', de: 'Nicht stören' },
  refused: { en: 'No service wanted', de: 'Kein Service gewünscht' },
  priority: { en: 'To be done first', de: 'Zuerst machen' },
  aCall: { en: 'Wake-up call', de: 'Weckruf' },
  call: { en: (at: string) => `Wake-up call ${at}`, de: (at: string) => `Weckruf ${at}` },
  waits: { en: 'waits to be sent', de: 'wartet' },
  notSent: { en: 'not stored yet', de: 'noch nicht gespeichert' },
})

export type RoomTexts = (typeof roomTexts)['en']
