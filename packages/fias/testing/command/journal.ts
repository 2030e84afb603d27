import { recordText } from '../../src/wire/record.ts'
import type { Booking } from '../folio.ts'
import type { PmsEvent } from '../pms-events.ts'
import type { ScriptedPms } from '../scripted-pms.ts'

/** What an event is in words. */
export function eventText(event: PmsEvent): string {
  switch (event.kind) {
    case 'connected':
      return `connected from ${event.from}`
    case 'kicked':
      return 'drops the connection before, for the newer one'
    case 'closed':
      return 'the connection is closed'
    case 'alive':
      return 'the link is alive'
    case 'received':
      return `< ${recordText(event.record)}${event.isIgnored ? '   ignored: the link is not alive' : ''}`
    case 'sent':
      return `> ${recordText(event.record)}`
    case 'booked':
      return `booked: ${bookingText(event.booking)}`
    case 'wakeup answered':
      return `wake-up call of room ${event.key.room}, ${event.key.date} ${event.key.time}: ${event.status}`
    case 'violation':
      return `AGAINST THE RULES: ${event.rule}`
  }
}

function bookingText({ room, number, articles, amount, itemText, isDuplicate }: Booking): string {
  const what = [
    ...articles.map(({ article, count }) => `${count} of article ${article}`),
    ...(amount === null ? [] : [`amount ${amount}`]),
    ...(itemText === null ? [] : [itemText]),
  ]
  return `room ${room}, P#${number}: ${what.join(', ')}${isDuplicate ? ', A SECOND TIME' : ''}`
}

export function folioLines(pms: ScriptedPms): string[] {
  const rooms = [...pms.folio.rooms].filter(([, guests]) => guests.length > 0)
  return [
    'Rooms:',
    ...rooms.map(
      ([room, guests]) =>
        `  ${room}: ${guests.map(({ name, reservation }) => `${name} (${reservation})`).join(', ')}`,
    ),
    'Postings:',
    ...pms.folio.bookings.map((booking) => `  ${bookingText(booking)}`),
    'Wake-up calls:',
    ...pms.wakeups.map(
      ({ room, date, time, answer, isCleared }) =>
        `  room ${room}, ${date} ${time}: ${answer ?? (isCleared ? 'taken back' : 'open')}`,
    ),
    `Against the rules: ${pms.violations.length}`,
  ]
}

/** 07:00:12.345, by the clock on the wall. */
export function timeText(now: number): string {
  const moment = new Date(now)
  return `${moment.toTimeString().slice(0, 8)}.${String(moment.getMilliseconds()).padStart(3, '0')}`
}
