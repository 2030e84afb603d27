import type { CallHandle } from '../src/call/call-handle.ts'
import type { Address } from '../src/messages/address.ts'
import type { Timings } from '../src/transactions/timers.ts'

/** What a process of ours is to do before it is killed, or after another was. */
export interface CallerPlan {
  readonly exchange: Address
  readonly protocol: 'UDP' | 'TCP'
  readonly port: number
  readonly timings: Timings
  /** Real audio, on these ports. */
  readonly audioPorts?: { readonly low: number; readonly high: number }
  /** Stands still while the first handle, or the one with the answer, is written: just before or just after. */
  readonly holds?: 'handle written' | 'answer unwritten' | 'answer written'
  readonly hangsUpOn?: 'ringing' | 'answer'
  /** Ends what another has begun, in the place of a call of its own. */
  readonly abandons?: CallHandle
}
