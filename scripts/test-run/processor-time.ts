// A setup file of vitest: keeps with each test file the processor time that it took, its worker's and that of the
// processes that it started. Wall time says more about the machine's other work than about the test.
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    processorMs?: number
  }
}

/** Linux counts in hundredths of a second (proc_pid_stat(5), USER_HZ). */
const TICK_MS = 10

interface Counted {
  readonly pid: number
  readonly parent: number
  readonly ownMs: number
  /** Of its children that have ended and that it has waited for. */
  readonly endedMs: number
}

function readProcess(pid: number): Counted | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name, in brackets, may hold blanks and brackets itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = (at: number) => Number(fields[at]) * TICK_MS
    return { pid, parent: Number(fields[1]), ownMs: ticks(11) + ticks(12), endedMs: ticks(13) + ticks(14) }
  } catch {
    // Ended meanwhile.
    return undefined
  }
}

function descendantsOf(root: number): Counted[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  const all = pids.map(readProcess).filter((one) => one !== undefined)
  const childrenOf = (pid: number): Counted[] =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...childrenOf(child.pid)])
  return childrenOf(root)
}

/** Milliseconds that this process and those that it started have taken; elsewhere than on Linux its own alone. */
function processorTime(): number {
  const { user, system } = process.cpuUsage()
  const ownMs = (user + system) / 1_000
  if (process.platform !== 'linux') return ownMs
  const others = descendantsOf(process.pid).map((one) => one.ownMs + one.endedMs)
  return others.reduce((sum, ms) => sum + ms, ownMs + (readProcess(process.pid)?.endedMs ?? 0))
}

const before = processorTime()

// oxlint-disable-next-line no-empty-pattern -- vitest finds the names of fixtures there, and refuses any other form
afterAll(({}, { file }) => {
  file.meta.processorMs = processorTime() - before
})
