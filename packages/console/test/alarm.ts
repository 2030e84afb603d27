import { raiseAlarm } from '../../server/src/logbook/raise-alarm.ts'
import type { AlarmNews } from '../../server/src/hotel/desk/alarm.ts'
import { systemIds } from '../../server/src/kernel/ids.ts'
import type { Hotel } from '../../server/test/hotel.ts'

/** As if the watch of the house had found it. */
export const told = (hotel: Hotel, news: AlarmNews): Promise<unknown> =>
  hotel.app.database.transaction((stores) => raiseAlarm(stores, systemIds(), news, hotel.clock.now()))

/** The alarm that needs no story before it: the call for a room waits, since no line works. */
export const waitsForLine = (hotel: Hotel, room: string): Promise<unknown> =>
  told(hotel, {
    kind: 'wakeup.no-line',
    tenant: '',
    subject: room,
    room,
    text: `The call for ${room} waits`,
    detail: {},
  })
