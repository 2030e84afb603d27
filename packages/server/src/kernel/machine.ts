import { execFile } from 'node:child_process'
import { statfs } from 'node:fs/promises'
import { connect } from 'node:net'

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

const PATIENCE_MS = 5_000

/** Whether a time service keeps the machine's clock right; null where the system cannot tell. */
export function clockInStep(): Promise<boolean | null> {
  return new Promise((resolve) => {
    const words = ['show', '--property=NTPSynchronized', '--value']
    execFile('timedatectl', words, { timeout: PATIENCE_MS }, (error, output) =>
      resolve(error ? null : output.trim() === 'yes'),
    )
  })
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
