import type { CustomRoom, Mailbox, Room } from '../../hotel/rooms/room.ts'
import { mustBeSpoken } from '../../hotel/site/languages.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { type Actor, tenantFor, transact } from '../actor.ts'
import { type New, resource, type ResourceParts } from '../resource.ts'

export type MailboxActions = ReturnType<typeof mailboxActions>

interface MailboxParts extends ResourceParts {
  changed?(): void
  /** The languages that announcements are in. */
  spoken(): readonly string[]
}

export const mailboxActions = (parts: MailboxParts) =>
  resource<Omit<Mailbox, 'tenant'>>(parts, {
    noun: 'mailbox',
    key: (mailbox) => mailbox.number,
    list: (stores, scope) => stores.mailboxes.list(scope),
    find: (stores, number, scope) => stores.mailboxes.find(number, scope),
    insert: (stores, mailbox) => stores.mailboxes.insert(mailbox),
    update: (stores, mailbox) => stores.mailboxes.update(mailbox),
    remove: (stores, mailbox) => stores.mailboxes.remove(mailbox),
    changed: () => parts.changed?.(),
    check: async (_, { language }, before) => {
      if (language !== before?.language) mustBeSpoken(language, parts.spoken())
    },
    mayRemove: async (stores, { tenant, number }) => {
      const calls = await stores.wakeups.pendingOfRoom(tenant, number)
      const guests = await stores.guests.ofRoom(tenant, number)
      if (calls.length > 0)
        throw new Failure('calls.pending', `Room ${number} still has pending wakeup calls`)
      if (guests.length > 0) throw new Failure('room.occupied', `Room ${number} is occupied; check out first`)
    },
  })

export type CustomRoomActions = ReturnType<typeof customRoomActions>

/** The inventory's own room list; once a tenant has one, it replaces the tenant's mailboxes. */
export function customRoomActions(parts: ResourceParts) {
  const rooms = resource<Omit<CustomRoom, 'tenant'>>(parts, {
    noun: 'room',
    key: (room) => room.number,
    list: (stores, scope) => stores.rooms.listCustom(scope),
    find: (stores, number, scope) => stores.rooms.findCustom(number, scope),
    insert: (stores, room) => stores.rooms.insertCustom(room),
    update: (stores, room) => stores.rooms.updateCustom(room),
    remove: (stores, room) => stores.rooms.removeCustom(room),
  })

  /** Whoever adds the first room of a list may not know that all others are hidden by it. */
  const add = (actor: Actor, room: New<Omit<CustomRoom, 'tenant'>>) => {
    const now = parts.clock.now()
    return transact(parts.database, actor, now, async (stores) => {
      const hidden = await hiddenBy(stores, { ...room, tenant: tenantFor(actor, room.tenant) })
      return {
        id: await rooms.addOne(stores, actor, now, room),
        note: hidden === 0 ? '' : hiddenWords(hidden),
      }
    })
  }

  return { ...rooms, add }
}

/** How many mailboxes cannot be charged any more once this room is on the list: none unless it is the first. */
async function hiddenBy(stores: Stores, { tenant, number }: Room): Promise<number> {
  if ((await stores.rooms.listCustom(tenant)).length > 0) return 0
  return (await stores.mailboxes.list(tenant)).filter((mailbox) => mailbox.number !== number).length
}

const hiddenWords = (hidden: number) =>
  `. It is the first of the list: from now on only rooms of the list can be charged, and the ${hidden} mailboxes that are not on it cannot`
