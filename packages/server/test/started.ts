import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach } from 'vitest'

const START = fileURLToPath(new URL('../../../scripts/start.mjs', import.meta.url))

/** The product as `npm start` starts it, and what it has said so far. */
export interface Run {
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
  output(): string
  complaints(): string
  /** Waits until this stands on standard output. */
  says(words: RegExp): Promise<RegExpExecArray>
  /** Waits for the ready line; the address in it. */
  ready(): Promise<string>
}

/** A folder to start things in, new for every test; whatever still runs at its end is killed. */
export function useStarts() {
  let folder: string
  let runs: Run[]
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'reveille-start-'))
    runs = []
  })
  afterEach(async () => {
    for (const { child, ended } of runs) {
      child.kill('SIGKILL')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  })

  return {
    folder: () => folder,
    data: () => path.join(folder, 'data'),
    file(name: string, text: string) {
      writeFileSync(path.join(folder, name), text)
      return path.join(folder, name)
    },
    start(words: readonly string[], env: Record<string, string> = {}): Run {
      const run = watched(
        spawn(process.execPath, [START, ...words], { env: { ...process.env, ...env }, cwd: folder }),
      )
      runs.push(run)
      return run
    },
  }
}

function watched(child: ChildProcess): Run {
  let output = ''
  let complaints = ''
  child.stdout?.on('data', (data) => (output += String(data)))
  child.stderr?.on('data', (data) => (complaints += String(data)))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const says = async (words: RegExp) => {
    const end = ended.then(() => 'ended' as const)
    for (;;) {
      const found = words.exec(output)
      if (found !== null) return found
      if ((await Promise.race([once(child.stdout ?? child, 'data'), end])) === 'ended')
        throw new Error(`It has ended: ${output}${complaints}`)
    }
  }
  return {
    child,
    ended,
    output: () => output,
    complaints: () => complaints,
    says,
    ready: async () => (await says(/^Reveille is ready at (\S+)$/m))[1] ?? '',
  }
}
