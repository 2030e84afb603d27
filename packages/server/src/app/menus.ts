import { type PhoneActions, phoneActions } from '../actions/wakeups/by-phone.ts'
import type { Actor } from '../actions/actor.ts'
import type { Settings } from '../actions/settings.ts'
import type { Voice } from '../calls/caller.ts'
import type { Telephony } from '../calls/lines/telephony.ts'
import type { GuestDeed, GuestResult } from '../hotel/menus/guest-menu.ts'
import type { HotelLanguages } from '../hotel/rooms/stay.ts'
import { MenuCalls, type MenuDeed } from '../runners/menus/menu-calls.ts'
import type { Outside } from './config.ts'

interface Ground {
  readonly parts: Parameters<typeof phoneActions>[0]
  readonly settings: Settings
  readonly telephony: Telephony
  readonly voice: Voice
  site(): HotelLanguages
}

/** Answers those who call. */
export function assembleMenus({ clock, log }: Outside, ground: Ground): void {
  const { parts, settings, telephony, voice, site } = ground
  const actions = phoneActions(parts)
  const rules = () => settings.current().menus
  const guests = {
    room: (tenant: string, extension: string) => actions.room(tenant, extension),
    carryOut: (deed: GuestDeed, by: MenuDeed) => carryOut(actions, deed, by, rules().guestCalls),
  }
  const menus = new MenuCalls({ voice, clock, log, guests, site, rules })
  telephony.caller.onInbound((call) => menus.answer(call))
}

function carryOut(actions: PhoneActions, deed: GuestDeed, by: MenuDeed, most: number): Promise<GuestResult> {
  const actor = actorOf(deed, by)
  switch (deed.kind) {
    case 'set':
      return actions.set(actor, by.room, deed, most)
    case 'cancel':
      return actions.cancel(actor, by.room, deed.id)
    case 'tell desk':
      return actions.needsHelp(actor, by.room)
  }
}

/** The log names the room, and the call by the name that it has on the wire. A deed is done once, however often it is tried. */
const actorOf = (deed: GuestDeed, { room, call, number }: MenuDeed): Actor => ({
  name: `room ${room.number}`,
  source: 'phone',
  address: `${call.address} ${call.callId}`,
  scope: room.tenant,
  permissions: [],
  receipt: {
    tenant: room.tenant,
    scope: `phone ${room.number}`,
    key: `${call.callId} ${number}`,
    fingerprint: JSON.stringify(deed),
  },
})
