import { existsSync, readFileSync } from 'node:fs'

const OF_THIS_THREAD = '/proc/thread-self/schedstat'

/**
 * Milliseconds of the processor that this takes: how long a busy machine makes us wait says nothing about us, and
 * neither does what other threads of this process do meanwhile.
 */
export function processorMs(work: () => void): number {
  const before = spentMs()
  work()
  return spentMs() - before
}

/** The least of three: slow each time is slow; once may be the collector of garbage, or the machine itself. */
export const leastProcessorMs = (work: () => void): number =>
  Math.min(processorMs(work), processorMs(work), processorMs(work))

/** On this thread, where Linux tells it; elsewhere on the whole process. */
function spentMs(): number {
  if (existsSync(OF_THIS_THREAD)) {
    const [nanoseconds = ''] = readFileSync(OF_THIS_THREAD, 'ascii').split(' ')
    return Number(nanoseconds) / 1e6
  }
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
