import { Type } from 'typebox'
import { maybe, number, text, textOrNull, yesNo } from '../../kernel/schema.ts'
import { CHARGE_FACTS } from '../inventory/charge-facts.ts'
import { TAKEN_BACK } from '../deliveries/take-back.ts'
import { STATUS_FACTS } from '../rooms/room-status.ts'
import { detail } from './detail.ts'

const guest = {
  name: text,
  language: textOrNull,
  vip: yesNo,
  reservation: maybe(text),
  departs: maybe(textOrNull),
}
/** A row about the whole room names no guest. */
const anyGuest = {
  name: maybe(text),
  language: maybe(textOrNull),
  vip: maybe(yesNo),
  reservation: maybe(text),
  departs: maybe(textOrNull),
  wakeups: maybe(number),
}

/** Guests and what they consume. */
export const GUEST_ROWS = {
  /** `asked`: the guest's language, where no announcements are in it. */
  'guest.checked-in': detail({ ...guest, asked: maybe(text) }),
  'guest.changed': detail(guest),
  'guest.checked-out': detail({ ...anyGuest, guests: maybe(number) }),
  'guest.moved': detail({ ...anyGuest, from: text }),
}

export const CHARGE_ROWS = {
  'inventory.charged': detail({ ...CHARGE_FACTS, color: text, connectors: number }),
  /** A charge that was taken back, and what was done about it at each connector that had been told of it. */
  'inventory.voided': detail({
    ...CHARGE_FACTS,
    reason: text,
    color: text,
    connectors: Type.Immutable(Type.Array(Type.Object({ name: text, how: Type.Enum(TAKEN_BACK) }))),
  }),
  /** Somebody looked, and nothing was used. */
  'inventory.checked': detail({}),
  /** What the rule that refused it was about. */
  'inventory.refused': detail({
    room: maybe(text),
    item: maybe(text),
    max: maybe(number),
    quantity: maybe(number),
    connector: maybe(text),
  }),
}

export const ROOM_MARK_ROWS = {
  'room.mark.set': detail({ mark: text, until: textOrNull, note: text }),
  /** `left`: nobody stays in the room any more. */
  'room.mark.cleared': detail({ mark: text, left: maybe(yesNo) }),
}

export const ROOM_STATUS_ROWS = {
  /** `reported`: when, if that was before. */
  'room.status.changed': detail({
    ...STATUS_FACTS,
    reported: maybe(text),
    room: text,
    tenant: text,
    servers: number,
  }),
}
