import type { Metrics } from '../api/metrics/metrics.ts'
import type { Safe } from '../kernel/safe.ts'
import type { AtHome } from '../runners/nodes/at-home.ts'
import type { Peers } from '../runners/nodes/peers.ts'
import type { Sealer } from '../runners/log/sealer.ts'
import type { HotelDatabase } from '../store/stores/stores.ts'
import type { HouseLanguages } from './languages.ts'
import type { OwnNode } from './node.ts'

/** What is there before any part is made. */
export interface HouseGround {
  readonly database: HotelDatabase
  readonly metrics: Metrics
  readonly sealer: Sealer
  readonly languages: HouseLanguages
  readonly home: AtHome
  readonly peers: Peers
  /** This process among the nodes. */
  readonly own: Pick<OwnNode, 'agreed' | 'errands' | 'others' | 'standing' | 'silentMs'>
  /** For whoever works by itself: nothing is written once another node has taken over. */
  readonly working: HotelDatabase
  /** The same without the fence. */
  readonly unfenced: HotelDatabase
  readonly safe: Safe
}
