import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Sightings } from './sightings.ts'

/** A program that runs, and what it has said so far. */
export interface Running {
  /** Resolves when it says something with these words in it; fails when it ends before that. */
  says(words: string): Promise<void>
  /** As by a power cut: it and everything that it has started. */
  stop(): Promise<void>
}

/**
 * Beside the program, in its group, somebody waits for the end of our side of a pipe, which comes however we end: a test
 * that hangs is ended without a word. Then the whole group goes.
 */
const WITH_WATCHMAN = `
  exec 3<&0
  # Not a child of the program, which would wait for it.
  ( { cat <&3; kill -9 0; } >/dev/null 2>&1 & )
  exec "$@" 3<&- </dev/null
`

export function run(command: string, args: readonly string[], onLine?: (line: string) => void): Running {
  const words = ['-c', WITH_WATCHMAN, command, command, ...args]
  const child = spawn('/bin/sh', words, { detached: true, stdio: 'pipe', env: environment() })
  const lines = new Sightings<string>()
  const hear = (line: string) => {
    onLine?.(line)
    lines.add(line)
  }
  for (const said of [child.stdout, child.stderr]) createInterface({ input: said }).on('line', hear)
  const exited = once(child, 'exit')
  let stopped: Promise<void> | undefined
  return {
    async says(wanted) {
      const said = lines.next(`${command} to say ${wanted}`, (line) => line.includes(wanted))
      await Promise.race([said, endedEarly(command, exited, lines)])
    },
    // Never twice: its number may be somebody else's by then.
    stop: () => (stopped ??= stop(child, exited, lines)),
  }
}

/** Where Debian puts servers is on the path of administrators only. */
const environment = () => ({ ...process.env, PATH: `${process.env['PATH'] ?? ''}${path.delimiter}/usr/sbin` })

async function endedEarly(command: string, exited: Promise<unknown>, lines: Sightings<string>) {
  await exited
  throw new Error(`${command} has ended: ${lines.all.join('\n')}`)
}

async function stop({ pid }: ChildProcess, exited: Promise<unknown>, lines: Sightings<string>) {
  lines.close()
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // It has ended by itself.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
  await exited
}
