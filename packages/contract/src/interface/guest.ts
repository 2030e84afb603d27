import { Type } from 'typebox'
import { GuestChange, GuestChanged, GuestLeft, GuestQuery, GuestRecord } from '../guest.ts'
import type { Entries } from './entry.ts'

const Guest = Type.Object({ id: Type.String({ description: 'Id of the guest' }) })

export const guest = {
  list: {
    id: 'guest.list',
    method: 'GET',
    path: '/rest/guest',
    needs: [],
    oneOf: ['frontdesk', 'administrator'],
    tag: 'Front desk',
    summary: 'Everybody who stays, by room',
    description: 'Sharers in the order in which they came. `q` looks for words in names and rooms.',
    query: GuestQuery,
    reply: Type.Object({ guests: Type.Array(GuestRecord) }),
  },
  change: {
    id: 'guest.change',
    method: 'PUT',
    path: '/rest/guest/:id',
    needs: [],
    oneOf: ['frontdesk', 'administrator'],
    tag: 'Front desk',
    summary: 'Change name, language or VIP of a guest',
    description:
      'What is left out stays. The answer tells the language of the announcements of the room from now on, and warns where a property system has told of the guest.',
    params: Guest,
    body: GuestChange,
    example: { name: 'Ms Keller', vip: true },
    reply: GuestChanged,
  },
  leave: {
    id: 'guest.leave',
    method: 'DELETE',
    path: '/rest/guest/:id',
    needs: [],
    oneOf: ['frontdesk', 'administrator'],
    tag: 'Front desk',
    summary: 'One guest leaves',
    description:
      'Others of the room stay, with its wakeup calls. When the last one leaves, that is the check-out of the room: the answer shows the calls that are cancelled.',
    params: Guest,
    reply: GuestLeft,
  },
} as const satisfies Entries
