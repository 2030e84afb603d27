import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { connect } from 'node:net'
import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'

export interface Disk {
  /** Bytes of the drive, and bytes of it that are free to us. */
  readonly size: number
  readonly free: number
}

/** The drive that a folder lies on. */
export async function diskOf(folder: string): Promise<Disk> {
  const { blocks, bavail, bsize } = await statfs(folder)
  return { size: blocks * bsize, free: bavail * bsize }
}

/** As others in its network may know it. */
export const machineName = (): string => hostname()

const RESOLUTION_MS = 20

/** From now on: the longest that the event loop was held up since it was last asked, in milliseconds. */
export function watchLoopDelay(): () => number {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  return () => {
    // It counts from one look to the next, of which this much is no delay.
    const longest = Math.max(0, Math.round(delays.max / 1e6) - RESOLUTION_MS)
    delays.reset()
    return longest
  }
}

const PATIENCE_MS = 5_000

/** What another program prints; null where it is missing or fails. */
export type Ask = (program: string, words: readonly string[]) => Promise<string | null>

/**
 * Whether a time service keeps the machine's clock right; null where an ordinary user cannot find out, as in most
 * containers. Node cannot ask the kernel itself: systemd tells its flag, which the kernel takes back whenever somebody
 * sets the clock.
 */
export async function clockInStep(ask: Ask = askProgram): Promise<boolean | null> {
  const flag = (await ask('timedatectl', ['show', '--property=NTPSynchronized', '--value']))?.trim()
  if (flag === 'yes' || flag === 'no') return flag === 'yes'
  const chrony = await ask('chronyc', ['-n', 'tracking'])
  const leap = chrony === null ? undefined : /^Leap status\s*:\s*(.+)$/m.exec(chrony)?.[1]
  return leap === undefined ? null : !leap.startsWith('Not sync')
}

const askProgram: Ask = (program, words) =>
  new Promise((resolve) => {
    execFile(program, words, { timeout: PATIENCE_MS }, (error, said) => resolve(error ? null : said))
  })

/** Which start of the machine this is; null where that cannot be told. */
export function bootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return null
  }
}

/**
 * Lets the memory that is waiting to be cleared grow to 60 % of what is in use, and no further. By itself V8 lets a small heap
 * grow to four times its size first: whoever makes us busy would make us large as well, although nothing is kept of it.
 */
export const clearMemoryEarly = () => setFlagsFromString('--heap-growing-percent=60')

/** What most systems allow at the least. */
const FEWEST_OPEN_FILES = 1_024

/** How many files and connections this process may have open at once; Node itself raises it as far as it may. */
export function mostOpenFiles(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const soft = /^Max open files +(\d+)/m.exec(limits)?.[1]
    return Number(soft ?? FEWEST_OPEN_FILES)
  } catch {
    return FEWEST_OPEN_FILES
  }
}

/** Null when something listens there, otherwise why not. */
export function reach(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: PATIENCE_MS })
    const end = (problem: string | null) => {
      socket.destroy()
      resolve(problem)
    }
    socket.once('connect', () => end(null))
    socket.once('timeout', () => end('no answer'))
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
  })
}
