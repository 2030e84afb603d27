import type { Outage } from '../src/runners/wakeups/outage-journal.ts'

/** For runners whose database is never away. */
export const NO_OUTAGE: Outage = {
  since: null,
  why: '',
  isOn: () => Promise.resolve(false),
  begins: () => false,
  keep: () => Promise.resolve(),
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
  onOver: () => {},
  onWriteBack: () => {},
}
