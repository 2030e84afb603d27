import type { LogDetails, LogKind } from '../hotel/log/details.ts'
import type { TenantId } from '../hotel/accounts/tenancy.ts'
import type { Source } from '../hotel/wakeups/wakeup.ts'
import type { Instant } from '../kernel/clock.ts'
import type { Stores } from '../store/stores/stores.ts'
import { tellEvents } from './tell-events.ts'

/** Who does something, and from where. */
export interface Doer {
  readonly name: string
  readonly source: Source
  /** Empty where no client sent a request. */
  readonly address: string
}

/** The product itself, at work by the clock. */
export const ITSELF: Doer = { name: 'system', source: 'system', address: '' }

/** What is written into the log beside a fact. */
export interface Happening<K extends LogKind> {
  readonly kind: K
  readonly tenant: TenantId
  readonly room?: string
  readonly wakeup?: string | null
  readonly text: string
  readonly detail: LogDetails[K]
}

export async function record<K extends LogKind>(
  stores: Stores,
  by: Doer,
  now: Instant,
  happening: Happening<K>,
): Promise<void> {
  const row = rowBy(by, now, happening)
  await stores.activity.add(row)
  await tellEvents(stores, [row])
}

/** The row that it becomes, where many are written at once. */
export function rowBy<K extends LogKind>(
  { name, source, address }: Doer,
  now: Instant,
  happening: Happening<K>,
) {
  const { kind, tenant, room = '', wakeup = null, text, detail } = happening
  return {
    at: now,
    tenant,
    kind,
    room,
    actor: name,
    source,
    wakeup,
    text,
    detail: address === '' ? detail : { ...detail, address },
  }
}
