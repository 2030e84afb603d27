import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { isVipRoom } from '../../hotel/rooms/stay.ts'
import { backupAt, methodOf } from '../../hotel/wakeups/before-call.ts'
import { toldAs, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { type Method, policyOf, type WakeupPolicy } from '../../hotel/wakeups/wakeup-policy.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Stores } from '../../store/stores/stores.ts'
import type { Settings } from '../settings.ts'
import { rungAgainOf } from './again.ts'
import { CALL_ALARMS } from './remove-call.ts'

/** A call, the open alarm about it, and who rings it. */
export interface WholeCall {
  readonly call: Wakeup
  readonly alarm: string | null
  /** The call by which the room was rung again after this one had failed. */
  readonly again: Wakeup | null
  readonly method: Method
  /** When the system rings what the desk has not; null: it does not wait for the desk. */
  readonly backupAt: Instant | null
}

export async function wholeCalls(
  stores: Pick<Stores, 'alarms' | 'mailboxes' | 'guests' | 'wakeups'>,
  settings: Settings,
  calls: readonly Wakeup[],
): Promise<WholeCall[]> {
  const open = await stores.alarms.openAboutThose(CALL_ALARMS, calls.map(toldAs))
  const about = new Map(open.map(({ subject, id }) => [subject, id]))
  const ringing = await whoRings(stores, settings, calls)
  const again = await rungAgainOf(stores, calls)
  return calls.map((call) => ({
    call,
    alarm: about.get(toldAs(call)) ?? null,
    again: again.get(call.id) ?? null,
    ...ringing(call),
  }))
}

/** Rooms are looked up only where who rings depends on them. */
async function whoRings(
  stores: Pick<Stores, 'mailboxes' | 'guests'>,
  settings: Settings,
  calls: readonly Wakeup[],
): Promise<(call: Wakeup) => Pick<WholeCall, 'method' | 'backupAt'>> {
  const { wakeup, tenants } = settings.current()
  const policies = new Map<TenantId, WakeupPolicy>()
  const vips = new Map<TenantId, ReadonlySet<string>>()
  for (const tenant of new Set(calls.map((call) => call.tenant))) {
    const policy = policyOf(wakeup, tenants.get(tenant)?.wakeup)
    policies.set(tenant, policy)
    const own = calls.filter((call) => call.tenant === tenant && call.state !== 'done')
    if (policy.method !== policy.vipMethod) vips.set(tenant, await vipsAmong(stores, tenant, own))
  }
  return (call) => {
    const policy = policies.get(call.tenant) ?? policyOf(wakeup, undefined)
    const due = { ...call, vip: vips.get(call.tenant)?.has(call.room) ?? false }
    return { method: methodOf(due, policy), backupAt: backupAt(due, policy) }
  }
}

async function vipsAmong(
  { mailboxes, guests }: Pick<Stores, 'mailboxes' | 'guests'>,
  tenant: TenantId,
  calls: readonly Wakeup[],
): Promise<ReadonlySet<string>> {
  const numbers = [...new Set(calls.map(({ room }) => room))]
  const staying = await guests.ofRooms(tenant, numbers)
  const rooms = await mailboxes.ofNumbers(tenant, numbers)
  const isVip = (mailbox: (typeof rooms)[number]) =>
    isVipRoom(
      mailbox,
      staying.filter(({ room }) => room === mailbox.number),
    )
  return new Set(rooms.filter(isVip).map(({ number }) => number))
}
