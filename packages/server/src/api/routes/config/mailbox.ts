import { Mailbox as MailboxForm, MailboxRange, Room as RoomForm } from '@reveille/contract'
import { Type } from 'typebox'
import type { CustomRoomActions, MailboxActions } from '../../../actions/rooms/mailboxes.ts'
import { numbersOf, parseRange } from '../../../hotel/rooms/mailbox-range.ts'
import type { Mailbox, Room } from '../../../hotel/rooms/room.ts'
import { Failure } from '../../../kernel/failure.ts'
import { changeForm, configRoutes, type Written } from '../config-routes.ts'
import type { Routes } from '../../route.ts'

export function mailboxRoutes(routes: Routes, mailboxes: MailboxActions) {
  const shown = ({ language, ...mailbox }: Mailbox): Written =>
    language === null ? mailbox : { ...mailbox, language }
  configRoutes(routes, {
    resource: 'mailbox',
    plural: 'mailboxes',
    form: Type.Union([MailboxForm, MailboxRange]),
    change: changeForm([MailboxForm], 'number'),
    list: async (actor) => (await mailboxes.list(actor)).map(shown),
    get: async (actor, key) => shown(await mailboxes.get(actor, key)),
    add: (actor, { range, ...fields }) => {
      const numbers = range === undefined ? [String(fields.number)] : roomsOf(String(range))
      return mailboxes.addAll(actor, () => Promise.resolve(numbers.map((one) => newMailbox(one, fields))))
    },
    edit: (actor, key, fields) => mailboxes.change(actor, key, (before) => ({ ...before, ...fields })),
    remove: (actor, key) => mailboxes.remove(actor, key),
  })
}

function roomsOf(range: string): string[] {
  const found = parseRange(range)
  if ('wrong' in found) throw new Failure('parameter.invalid', `range ${found.wrong}`, { field: 'range' })
  return numbersOf(found)
}

function newMailbox(number: string, fields: Partial<Mailbox>) {
  const { extension = number, name = `Room ${number}`, language = null, vip = false, tenant } = fields
  return { number, extension, name, language, vip, tenant }
}

export function customRoomRoutes(routes: Routes, rooms: CustomRoomActions) {
  configRoutes(routes, {
    resource: 'room',
    plural: 'rooms',
    form: RoomForm,
    change: changeForm([RoomForm], 'number'),
    list: async (actor) => (await rooms.list(actor)).map((room) => ({ ...room })),
    get: async (actor, key) => ({ ...(await rooms.get(actor, key)) }),
    add: (actor, fields) => rooms.add(actor, fields as unknown as Room),
    edit: (actor, key) => rooms.change(actor, key, (before) => before),
    remove: (actor, key) => rooms.remove(actor, key),
  })
}
