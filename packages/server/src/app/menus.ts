import { phonePinActions } from '../actions/accounts/phone-pins.ts'
import type { Actor } from '../actions/actor.ts'
import { chargeByPhone } from '../actions/inventory/charge-by-phone.ts'
import { chargeActions } from '../actions/inventory/charges.ts'
import { roomStatusActions } from '../actions/rooms/room-status.ts'
import { statusByPhone } from '../actions/rooms/status-by-phone.ts'
import type { Settings } from '../actions/settings.ts'
import { type PhoneActions, phoneActions } from '../actions/wakeups/by-phone.ts'
import type { Voice } from '../calls/caller.ts'
import type { Telephony } from '../calls/lines/telephony.ts'
import type { TenantId } from '../hotel/accounts/tenancy.ts'
import type { GuestDeed, GuestResult } from '../hotel/menus/guest-menu.ts'
import type { HotelLanguages } from '../hotel/rooms/stay.ts'
import { policyOf } from '../hotel/wakeups/wakeup-policy.ts'
import type { DeskRunner } from '../runners/desk/desk-runner.ts'
import { MenuCalls, type MenuDeed } from '../runners/menus/menu-calls.ts'
import type { Outside } from './config.ts'
import type { ActionParts } from './routes.ts'
import { staffByPhone, type StaffHouse } from './staff-by-phone.ts'

interface Ground {
  readonly parts: ActionParts
  readonly settings: Settings
  readonly telephony: Telephony
  readonly voice: Voice
  readonly desk: Pick<DeskRunner, 'hold' | 'answered'>
  site(): HotelLanguages
}

/** Answers those who call. */
export function assembleMenus({ clock, log }: Outside, ground: Ground): void {
  const { parts, settings, telephony, voice, site } = ground
  const actions = phoneActions(parts)
  const rules = () => settings.current().menus
  const guests = {
    room: (tenant: string, extension: string) => actions.room(tenant, extension),
    carryOut: (deed: GuestDeed, by: MenuDeed) => carryOut(actions, deed, by, rules()),
  }
  const staff = staffByPhone(staffHouse(ground))
  const menus = new MenuCalls({ voice, clock, log, guests, staff, site, rules })
  telephony.caller.onInbound((call) => menus.answer(call))
}

function staffHouse({ parts, settings, desk }: Ground): StaffHouse {
  const { database } = parts
  const chain = (tenant: TenantId) => {
    const { wakeup, tenants } = settings.current()
    return policyOf(wakeup, tenants.get(tenant)?.wakeup).escalation
  }
  return {
    pins: phonePinActions(parts),
    status: statusByPhone({ database, statuses: roomStatusActions(parts) }),
    charge: chargeByPhone({ database, charging: chargeActions(parts) }),
    alarms: (filter) => database.read.alarms.page(filter),
    desks: (tenant) => chain(tenant).flatMap(({ extension }) => extension ?? []),
    hold: (tenant, extension) => desk.hold({ tenant, extension }),
    answer: (alarm, answer, by) => desk.answered(alarm, answer, by),
  }
}

type Rules = ReturnType<Settings['current']>['menus']

async function carryOut(
  actions: PhoneActions,
  deed: GuestDeed,
  by: MenuDeed,
  { guestCalls, connectTo }: Rules,
): Promise<GuestResult> {
  const actor = actorOf(deed, by)
  switch (deed.kind) {
    case 'set':
      return actions.set(actor, by.room, deed, guestCalls)
    case 'cancel':
      return actions.cancel(actor, by.room, deed.id)
    case 'get help':
      return deed.mayConnect && connectTo !== ''
        ? { kind: 'to be connected' }
        : actions.needsHelp(actor, by.room)
    case 'connect':
      return { kind: (await by.call.transfer(connectTo)) ? 'connected' : 'not connected' }
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
    key: `${call.callId} ${call.tag} ${number}`,
    fingerprint: JSON.stringify(deed),
  },
})
