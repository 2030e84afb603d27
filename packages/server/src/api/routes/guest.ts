import { type GuestChanged, type GuestLeft, type GuestRecord, INTERFACE } from '@reveille/contract'
import type { GuestActions } from '../../actions/rooms/guests.ts'
import type { Settings } from '../../actions/settings.ts'
import { plainName } from '../../hotel/accounts/tenancy.ts'
import type { Guest } from '../../hotel/rooms/stay.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import { json } from '../answers/answer.ts'
import { shortList } from '../answers/short-list.ts'
import type { Routes } from '../route.ts'
import { checkedOut } from './stay.ts'

const { list, change, leave } = INTERFACE.guest

export function guestRoutes({ route }: Routes, guests: GuestActions, settings: Settings) {
  route(list, async (call) => {
    const found = await guests.list(call.actor, call.query)
    return shortList(
      found.map((guest) => guestRecord(guest, settings)),
      (rows) => ({ guests: rows }),
      call,
    )
  })
  route(change, async ({ actor, params, body }) =>
    json(guestChanged(await guests.change(actor, params.id, body))),
  )
  route(leave, async ({ actor, params }) => {
    const { cancelled, system } = await guests.leave(actor, params.id)
    const left: GuestLeft = { ...checkedOut(cancelled, settings), ...warningOf(system) }
    return json(left)
  })
}

const guestRecord = (guest: Guest, settings: Settings): GuestRecord => ({
  id: guest.id,
  room: guest.room,
  tenant: guest.tenant,
  name: guest.name,
  ...(guest.language === null ? {} : { language: guest.language }),
  vip: guest.vip,
  arrived: formatInstant(guest.arrivedAt, settings.zoneOf(guest.tenant)),
  system: plainName({ tenant: guest.tenant, name: guest.system }),
  reservation: guest.reservation,
  departs: guest.departs,
})

type Changed = Awaited<ReturnType<GuestActions['change']>>

const guestChanged = ({ language, unspoken, system }: Changed): GuestChanged => ({
  error: 0,
  description:
    unspoken === null
      ? 'Changed'
      : `Changed; there are no announcements in ${unspoken}, so the room is woken in ${language}`,
  language,
  ...warningOf(system),
})

const warningOf = (system: string) =>
  system === ''
    ? {}
    : {
        warning: `The property system ${system} has told of this guest. It is not told of this, and may set it back`,
      }
