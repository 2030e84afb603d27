import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { processorSeconds } from '../sides.ts'
import { type Drain, flakyAfter, PATIENCE_MS, type Race, SECRET } from './ours.ts'
import { openReceivers } from './receivers.ts'

const PROGRAM = fileURLToPath(new URL('./graphile.mjs', import.meta.url))

/** All jobs are written before, and the database comes to rest; then its workers start, and time runs. */
export async function drainPeer(race: Race, database: string, calm: () => Promise<void>): Promise<Drain> {
  const { charges, receivers: names } = race
  const receivers = await openReceivers(charges)
  const addresses = names.map((name) => [name, receivers.urlOf(name)])
  const child = fork(PROGRAM, [database, String(charges), JSON.stringify(addresses), SECRET])
  try {
    await once(child, 'message')
    await calm()
    const server = { pid: child.pid ?? 0 }
    const before = processorSeconds({ server })
    const start = Date.now()
    child.send('start')
    const end = await receivers.drained(PATIENCE_MS)
    const used = processorSeconds({ server }) - before
    const flakyMs = await flakyAfter(start, race, receivers)
    const accounts = await receivers.accounts()
    return { ms: end - start, processorSeconds: used, flakyMs, accounts, reckonings: null }
  } finally {
    child.disconnect()
    receivers.close()
  }
}
