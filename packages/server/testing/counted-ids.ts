import type { Ids } from '../src/kernel/ids.ts'

/** The same on every run. */
export function countedIds(): Ids {
  let count = 0
  return {
    uuid: () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
    secret: (length) => 'x'.repeat(length),
    bytes: (length) => Buffer.alloc(length, 7),
    between: (low) => low,
  }
}
