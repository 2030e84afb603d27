import type { MarkName, StateName } from './icons.ts'

interface Look {
  readonly state: StateName
  readonly mark: MarkName
}

/** How a delivery looks, by its state. */
export const DELIVERY_LOOK: Readonly<Record<string, Look>> = {
  uncertain: { state: 'put', mark: 'question' },
  refused: { state: 'bad', mark: 'cross' },
  waiting: { state: 'waits', mark: 'waits' },
  sending: { state: 'busy', mark: 'half' },
  dead: { state: 'over', mark: 'bar' },
  takenBack: { state: 'over', mark: 'bar' },
  delivered: { state: 'good', mark: 'tick' },
}

/** And a lane. */
export const LANE_LOOK: Readonly<Record<string, Look>> = {
  flowing: { state: 'good', mark: 'dot' },
  probing: { state: 'put', mark: 'again' },
  paused: { state: 'again', mark: 'pause' },
  failing: { state: 'bad', mark: 'failed' },
  unready: { state: 'again', mark: 'pause' },
  disabled: { state: 'over', mark: 'square' },
}

export const UNKNOWN_LOOK: Look = { state: 'waits', mark: 'waits' }
