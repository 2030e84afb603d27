/** How a wakeup call ended. */
export type Outcome =
  | 'complete'
  | 'no-answer'
  | 'busy'
  | 'diverted'
  | 'no-line'
  | 'unreachable'
  | 'missed'
  /** Missed, because nothing could be written or read when it was due. */
  | 'no-database'

export const OUTCOMES: readonly Outcome[] = [
  'complete',
  'no-answer',
  'busy',
  'diverted',
  'no-line',
  'unreachable',
  'missed',
  'no-database',
]

/** The list that shows a call: by its outcome, or `pending` while it has none. */
export type WakeupList = 'pending' | 'answered' | 'failed'

export const listOfOutcome = (outcome: Outcome | null): WakeupList =>
  outcome === null ? 'pending' : outcome === 'complete' ? 'answered' : 'failed'
