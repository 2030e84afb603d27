import { setImmediate } from 'node:timers/promises'

const PATIENCE_MS = 60_000

/** Looks again after whatever has happened, until it is so. */
export async function until(what: string, isSo: () => boolean) {
  const deadline = performance.now() + PATIENCE_MS
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`It did not come to: ${what}`)
    await setImmediate()
  }
}

/** Lets everything that is on its way arrive: there and back, several times. */
export async function settled() {
  for (let turn = 0; turn < 20; turn++) await setImmediate()
}
