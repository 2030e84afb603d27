import type { MarkName, StateName } from './icons.ts'

interface Look {
  readonly state: StateName
  readonly mark: MarkName
}

/** How what is said of a call in a word looks. */
export const callLooks = {
  failed: { state: 'bad', mark: 'failed' },
  'by-hand': { state: 'hand', mark: 'hand' },
  ringing: { state: 'busy', mark: 'bell' },
  again: { state: 'again', mark: 'again' },
  snoozed: { state: 'put', mark: 'crescent' },
  waits: { state: 'waits', mark: 'waits' },
  known: { state: 'bad', mark: 'cross' },
  later: { state: 'good', mark: 'again' },
  marked: { state: 'hand', mark: 'hand' },
  answered: { state: 'good', mark: 'tick' },
  deleted: { state: 'over', mark: 'bar' },
} as const satisfies Readonly<Record<string, Look>>
