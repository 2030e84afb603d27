import type { Actor } from '../actions/actor.ts'
import { HIDDEN_PHONE, type PhonePinActions } from '../actions/accounts/phone-pins.ts'
import type { InboundCall } from '../calls/caller.ts'
import type { Account } from '../hotel/accounts/account.ts'
import type { TenantId } from '../hotel/accounts/tenancy.ts'
import type { Alarm } from '../hotel/desk/alarm.ts'
import type { DeskAnswer } from '../hotel/desk/desk-keys.ts'
import type { DeskDeed, DeskResult } from '../hotel/menus/desk-menu.ts'
import type { HousekeepingDeed, HousekeepingResult } from '../hotel/menus/housekeeping-menu.ts'
import type { MinibarDeed, MinibarResult } from '../hotel/menus/minibar-menu.ts'
import type { DeskPhone } from '../runners/desk/desk-runner.ts'
import type { StaffDeeds } from '../runners/menus/menu-calls.ts'
import type { AlarmFilter } from '../store/stores/alarm-store.ts'

/** What the house does for those who work here. */
export interface StaffHouse {
  readonly pins: Pick<PhonePinActions, 'signIn'>
  status(actor: Actor, deed: HousekeepingDeed): Promise<HousekeepingResult>
  charge(actor: Actor, deed: MinibarDeed): Promise<MinibarResult>
  alarms(filter: AlarmFilter): Promise<readonly Alarm[]>
  /** Who is told of alarms by telephone. */
  desks(tenant: TenantId): readonly string[]
  /** While somebody hears of its alarms, that desk is not rung; gives what ends that. */
  hold(tenant: TenantId, extension: string): () => void
  /** False where somebody was faster. */
  answer(alarm: Alarm, answer: DeskAnswer, by: DeskPhone): Promise<boolean>
}

const MOST_ALARMS = 200

/** One call of somebody who works here: who signs in is who everything is done by. */
export function staffByPhone(house: StaffHouse) {
  return (call: InboundCall, caller: string | null): StaffDeeds => {
    let account: Account | null = null
    const isDesk = caller !== null && house.desks(call.tenant).includes(caller)
    let letGo: (() => void) | null = null

    const actor = (deed: { readonly kind: string }, number: number): Actor => {
      if (account === null) throw new Error('Nobody has signed in')
      const scope = account.tenant === '' ? call.tenant || null : account.tenant
      return {
        name: account.username,
        source: 'phone',
        address: `${call.address} ${call.callId}`,
        scope,
        permissions: account.permissions,
        receipt: {
          tenant: scope ?? '',
          scope: `phone ${account.username}`,
          key: `${call.callId} ${call.tag} ${number}`,
          fingerprint: JSON.stringify(deed),
        },
      }
    }

    const nextAlarm = async (told: readonly string[]): Promise<DeskResult> => {
      const scope = account?.tenant || call.tenant || null
      const open = await house.alarms({ scope, states: ['open'], limit: MOST_ALARMS })
      const alarm = open.find(({ id }) => !told.includes(id))
      return alarm ? { kind: 'alarm', alarm } : { kind: 'no alarm' }
    }

    const desk = async (deed: DeskDeed): Promise<DeskResult> => {
      if (caller !== null && isDesk) letGo ??= house.hold(call.tenant, caller)
      if (deed.kind === 'find alarm') return nextAlarm(deed.told)
      const name = nameOf(account, caller)
      const by = { name, extension: caller ?? HIDDEN_PHONE, line: call.line }
      const isFirst = await house.answer(deed.alarm, deed.answer, by)
      return isFirst ? { kind: 'noted', answer: deed.answer } : { kind: 'known before' }
    }

    return {
      isDesk,
      async signIn({ number, pin }, needs) {
        const signed = await house.pins.signIn({
          number,
          pin,
          needs,
          tenant: call.tenant,
          phone: caller ?? HIDDEN_PHONE,
        })
        if (signed.kind === 'signed in') account = signed.account
        return { kind: signed.kind }
      },
      housekeeping: (deed, number) => house.status(actor(deed, number), deed),
      minibar: (deed, number) => house.charge(actor(deed, number), deed),
      desk,
      end: () => letGo?.(),
    }
  }
}

/** What a phone that hides says of itself is nobody's word. */
function nameOf(account: Account | null, phone: string | null): string {
  const names = [account?.username, phone === null ? undefined : `extension ${phone}`]
  return names.filter((one) => one !== undefined).join(' at ')
}
