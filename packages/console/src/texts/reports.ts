import { texts } from './table.ts'

const some = (rooms: readonly string[], more: (count: number) => string) =>
  rooms.length <= 4 ? rooms.join(', ') : `${rooms.slice(0, 3).join(', ')} ${more(rooms.length - 3)}`

/** What became of reports of room status, and of charges that were held. */
export const roomReportTexts = texts({
  refused: {
    en: (rooms: readonly string[], why: string) =>
      `${some(rooms, (count) => `and ${count} more`)}: not changed. ${why}`,
    de: (rooms: readonly string[], why: string) =>
      `${some(rooms, (count) => `und ${count} weitere`)}: nicht geändert. ${why}`,
  },
  later: {
    en: (room: string, by: string) => `${room}: ${by} reported later. That stays.`,
    de: (room: string, by: string) => `${room}: ${by} hat später gemeldet. Das gilt.`,
  },
  basket: {
    en: (room: string, why: string) => `Mini-bar of ${room}: not charged. ${why}`,
    de: (room: string, why: string) => `Minibar von ${room}: nicht gebucht. ${why}`,
  },
})
