import type { MarkName, StateName } from './icons.ts'

interface Look {
  readonly state: StateName
  readonly mark: MarkName
}

const OVER: Look = { state: 'over', mark: 'bar' }
const IN_DOUBT: Look = { state: 'put', mark: 'question' }
const WAITS: Look = { state: 'waits', mark: 'waits' }

const LOOKS: Readonly<Record<string, Look>> = {
  delivered: { state: 'good', mark: 'tick' },
  refused: { state: 'bad', mark: 'failed' },
  uncertain: IN_DOUBT,
  desk: IN_DOUBT,
  waiting: WAITS,
  sending: WAITS,
}

/** How the answer of a connector to a charge looks, by its state. */
export const chargeLook = (state: string): Look => LOOKS[state] ?? OVER
