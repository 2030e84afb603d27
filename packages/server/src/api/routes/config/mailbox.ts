import { INTERFACE, type MailboxRecord } from '@reveille/contract'
import type { CustomRoomActions, MailboxActions } from '../../../actions/rooms/mailboxes.ts'
import { numbersOf, parseRange } from '../../../hotel/rooms/mailbox-range.ts'
import { canBeDialled, type Mailbox } from '../../../hotel/rooms/room.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { Routes } from '../../route.ts'
import { configRoutes } from '../config-routes.ts'

export const mailboxRoutes = (routes: Routes, mailboxes: MailboxActions) =>
  configRoutes(routes, INTERFACE.mailbox, {
    noun: 'mailbox',
    all: async (actor) => (await mailboxes.list(actor)).map(shown),
    list: (rows) => ({ mailboxes: rows }),
    get: async (actor, key) => shown(await mailboxes.get(actor, key)),
    add: (actor, fields) => {
      const added =
        'range' in fields
          ? roomsOf(fields.range).map((number) => newMailbox({ ...fields, number }))
          : [newMailbox(fields)]
      return mailboxes.addAll(actor, () => Promise.resolve(added))
    },
    edit: (actor, key, fields, asSeen) =>
      mailboxes.change(actor, key, (before) => {
        asSeen(shown(before))
        return { ...before, ...fields }
      }),
    remove: (actor, key) => mailboxes.remove(actor, key),
  })

const shown = ({ language, ...mailbox }: Mailbox): MailboxRecord =>
  language === null ? mailbox : { ...mailbox, language }

function roomsOf(range: string): string[] {
  const found = parseRange(range)
  if ('wrong' in found) throw new Failure('parameter.invalid', `range ${found.wrong}`, { field: 'range' })
  return numbersOf(found)
}

export function newMailbox({ number, ...fields }: Partial<Mailbox> & { number: string }) {
  if (fields.extension === undefined && !canBeDialled(number)) throw extensionNeeded(number)
  const { extension = number, name = `Room ${number}`, language = null, vip = false, tenant } = fields
  const { floor = '', section = '' } = fields
  return { number, extension, name, language, vip, floor, section, tenant }
}

function extensionNeeded(number: string) {
  const description = `Room ${number} needs an extension: its number cannot be dialled`
  const field = 'extension'
  const problems = [{ code: 'extension.needed', field, description }]
  return new Failure('parameter.invalid', description, { field, problems })
}

export const customRoomRoutes = (routes: Routes, rooms: CustomRoomActions) =>
  configRoutes(routes, INTERFACE.room, {
    noun: 'room',
    all: async (actor) => (await rooms.list(actor)).map((room) => ({ ...room })),
    list: (rows) => ({ rooms: rows }),
    get: (actor, key) => rooms.get(actor, key),
    add: (actor, { floor = '', section = '', ...room }) => rooms.add(actor, { ...room, floor, section }),
    edit: (actor, key, fields, asSeen) =>
      rooms.change(actor, key, (before) => {
        asSeen(before)
        return { ...before, ...fields }
      }),
    remove: (actor, key) => rooms.remove(actor, key),
  })
