import { type Clock, seconds } from '../kernel/clock.ts'

const PATIENCE = seconds(1)
/** What a node says of itself whose beats do not reach the database. */
const CUT_OFF = 'node.cut-off'

/** Whether the node at this address says that it is cut off from the database. One that says nothing may have it. */
export async function isCutOff(address: string, clock: Clock): Promise<boolean> {
  const giveUp = new AbortController()
  const timer = clock.at(clock.now() + PATIENCE, () => giveUp.abort())
  try {
    const answer = await fetch(new URL('/readyz', address), { signal: giveUp.signal })
    return codeOf(await answer.json()) === CUT_OFF
  } catch {
    return false
  } finally {
    timer.cancel()
  }
}

const codeOf = (said: unknown) =>
  typeof said === 'object' && said !== null && 'code' in said ? said.code : undefined
