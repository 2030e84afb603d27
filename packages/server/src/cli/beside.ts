import { execFile } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { promisify } from 'node:util'
import type { Maintenance, UpkeepFinding } from '../actions/site/upkeep.ts'
import type { ServeOptions } from '../config/options.ts'
import { Failure, messageOf } from '../kernel/failure.ts'

const run = promisify(execFile)
const MOST_OUTPUT = 16 * 2 ** 20

/** The commands of this very program, each in a process of its own: a large database keeps nobody waiting here. */
export function besideServer({ data, database, keyFile }: ServeOptions): Maintenance {
  const place = [
    '--data',
    data,
    ...(database === null ? [] : ['--database', database]),
    ...(keyFile === null ? [] : ['--key-file', keyFile]),
  ]
  const command = (...words: string[]) => {
    const program = [...process.execArgv, process.argv[1] ?? '']
    const running = run(process.execPath, [...program, ...words, ...place], { maxBuffer: MOST_OUTPUT })
    stepBack(running.child.pid)
    return running
  }
  const made = async (file: string, ...more: string[]) => {
    await command('backup', file, ...more).catch((error: unknown) => {
      throw new Failure('internal', wordsOf(error))
    })
  }
  return {
    backup: (file) => made(file),
    triedBackup: (file) => made(file, '--verify'),
    async examine() {
      // With faults it ends with 1, and says them all the same.
      const { stdout } = await command('doctor', '--json').catch((error: unknown) => {
        if (isSaid(error)) return error
        throw new Failure('internal', wordsOf(error))
      })
      return (JSON.parse(stdout) as { findings: UpkeepFinding[] }).findings
    },
  }
}

/** Whoever is to be woken goes first. */
function stepBack(pid: number | undefined) {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or the machine does not let us: it is as fast as anybody then.
  }
}

const isSaid = (error: unknown): error is Error & { readonly stdout: string } =>
  error instanceof Error && 'stdout' in error && String(error.stdout).startsWith('{')

const wordsOf = (error: unknown) =>
  error instanceof Error && 'stderr' in error && error.stderr !== ''
    ? String(error.stderr).trim()
    : messageOf(error)
