/** How a wakeup call ended. */
export type Outcome = 'complete' | 'no-answer' | 'busy' | 'diverted' | 'no-line' | 'unreachable' | 'missed'

export const OUTCOMES: readonly Outcome[] = [
  'complete',
  'no-answer',
  'busy',
  'diverted',
  'no-line',
  'unreachable',
  'missed',
]

/** The list that shows a call: by its outcome, or `pending` while it has none. */
export type WakeupList = 'pending' | 'answered' | 'failed'

export const listOfOutcome = (outcome: Outcome | null): WakeupList =>
  outcome === null ? 'pending' : outcome === 'complete' ? 'answered' : 'failed'
