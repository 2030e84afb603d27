import type { FiasRecord } from '../src/wire/record.ts'
import type { WakeupKey } from '../src/records/wakeup.ts'
import type { Booking } from './folio.ts'

/** Everything that happens at the scripted property system. */
export type PmsEvent =
  | { readonly kind: 'connected'; readonly from: string }
  | { readonly kind: 'kicked' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'alive' }
  | { readonly kind: 'received'; readonly record: FiasRecord; readonly isIgnored: boolean }
  | { readonly kind: 'sent'; readonly record: FiasRecord }
  | { readonly kind: 'booked'; readonly booking: Booking }
  | { readonly kind: 'wakeup answered'; readonly key: WakeupKey; readonly status: string }
  /** The client broke a rule of FIAS. */
  | { readonly kind: 'violation'; readonly rule: string }
