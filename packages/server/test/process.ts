import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const BUNDLE = path.join(ROOT, 'packages/server/dist/main.js')

/** A server in a process of its own, started and ready. */
export interface RunningServer {
  readonly url: string
  readonly pid: number
  /** What it has said before it was ready, for people and in its log. */
  said(): string
  /** kill -9; resolves when the process is gone. */
  kill(): Promise<void>
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
}

/** The product itself, as `npm start` runs it, on a port that it picks. */
export const startProduct = (
  options: readonly string[],
  nodeOptions: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) => startServer(productWords(options, nodeOptions), env)

const productWords = (options: readonly string[], nodeOptions: readonly string[] = []) => [
  ...nodeOptions,
  BUNDLE,
  '--port',
  '0',
  '--log-level',
  'warn',
  ...options,
]

/** A start that is cut short by kill -9; says whether it was, or was over before. */
export async function startInVain(options: readonly string[], afterMs: number): Promise<boolean> {
  const child = spawn(process.execPath, productWords(options), { stdio: 'ignore' })
  const gone = once(child, 'exit')
  const timer = setTimeout(() => void child.kill('SIGKILL'), afterMs)
  await gone
  clearTimeout(timer)
  return child.signalCode === 'SIGKILL'
}

/** Starts Node and waits for the line that says where it serves. */
export async function startServer(
  words: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const env = { ...process.env, ...more }
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'], env })
  const orphaned = () => child.kill('SIGKILL')
  process.once('exit', orphaned)
  const gone = once(child, 'exit').finally(() => process.off('exit', orphaned))
  const { pid = 0 } = child
  const { url, said } = await readyAt(child)
  return {
    url,
    pid,
    said: () => said,
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
    async stop() {
      child.kill('SIGTERM')
      await gone
      return child.exitCode
    },
  }
}

/** Where a server says that it serves. */
export async function readyAt(child: ChildProcess): Promise<{ readonly url: string; readonly said: string }> {
  if (!child.stdout || !child.stderr) throw new Error('The server has no output')
  let complaints = ''
  child.stderr.on('data', (text) => (complaints = `${complaints}${text}`.slice(-4_000)))
  for await (const line of createInterface({ input: child.stdout })) {
    complaints = `${complaints}${line}\n`.slice(-4_000)
    const address = / is ready at (\S+)$/.exec(line)?.[1]
    if (address === undefined) continue
    child.stdout.resume()
    return { url: address, said: complaints }
  }
  throw new Error(`The server did not start: ${complaints}`)
}
