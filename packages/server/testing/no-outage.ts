import type { SignOfLife } from '../src/runners/wakeups/sign-of-life.ts'
import type { Outage } from '../src/runners/wakeups/outage-journal.ts'

/** For runners whose database is never away. */
export const NO_OUTAGE: Outage = {
  since: null,
  why: '',
  isOn: () => Promise.resolve(false),
  begins: () => false,
  keep: () => Promise.resolve(),
  unwritten: [],
  onOver: () => {},
  onWriteBack: () => {},
}

/** No other process rings. */
export const ALONE: Pick<SignOfLife, 'heldBackUntil' | 'onAlone' | 'sign'> = {
  heldBackUntil: null,
  onAlone: () => {},
  sign: () => Promise.resolve(),
}
