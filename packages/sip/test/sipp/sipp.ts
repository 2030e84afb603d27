import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished, vi } from 'vitest'
import type { Address } from '../../src/messages/address.ts'
import type { Protocol } from '../../src/transport/flow.ts'
import { type Step, writeScenario } from './scenario.ts'
import { readTrace, type Trace } from './trace.ts'

export interface SippOptions {
  readonly protocol?: Protocol
  /** Where sipp calls; without it, sipp is the one who is called. */
  readonly calls?: Address
  readonly callId?: string
  /** Without, what is repeated is answered as before and does not move the scenario on. */
  readonly countsRepetitions?: boolean
  readonly echoes?: boolean
  /** Plays the scenario to whoever comes, until the test is over. */
  readonly lasts?: boolean
}

export interface Sipp {
  readonly address: Address
  /** What went over the wire so far. */
  trace(): Trace
  /** Until sipp has heard this of us. */
  received(method: string): Promise<void>
  /** Lets a scenario go on that waits for it. */
  cue(callId: string): void
  /** What went over the wire, when the scenario has been played to its end; fails when sipp missed anything. */
  finished(): Promise<Trace>
}

const HOST = '127.0.0.1'
/** Longer than anything in a scenario, shorter than a test may take. */
const PATIENCE_MS = 60_000

/** Starts sipp for the test that is running, and ends it with the test. */
export async function startSipp(steps: readonly Step[], options: SippOptions = {}): Promise<Sipp> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sipp-'))
  const file = (name: string) => path.join(folder, name)
  writeFileSync(file('scenario.xml'), writeScenario(steps))
  const started: Program[] = []
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(account(file))
    for (const { child } of started) child.kill('SIGKILL')
    await Promise.all(started.map(({ exited }) => exited))
    rmSync(folder, { recursive: true })
  })
  const { port, exited } = await listening(file, async () => {
    const port = await freePort()
    const child = spawn('sipp', await words(file, port, options), { cwd: folder, stdio: 'ignore' })
    const exited = once(child, 'exit').then(([code, signal]) => String(code ?? signal))
    const program = { port, child, exited }
    started.push(program)
    return program
  })
  const trace = () => readTrace(wholeOf(textOf(file('messages.log'))))
  return {
    address: { host: HOST, port },
    trace,
    received: (method) => until(() => trace().ours.includes(method), `sipp has not heard ${method}`),
    cue: (callId) => sendCue(callId, port),
    async finished() {
      const code = await exited
      if (code !== '0') throw new Error(`sipp ended with ${code}\n${account(file)}`)
      return trace()
    },
  }
}

type File = (name: string) => string

async function words(file: File, port: number, options: SippOptions): Promise<string[]> {
  const {
    protocol = 'UDP',
    calls,
    callId,
    countsRepetitions = false,
    echoes = false,
    lasts = false,
  } = options
  const settings = {
    '-sf': file('scenario.xml'),
    '-i': HOST,
    '-p': String(port),
    '-mi': HOST,
    '-mp': String(await freePort()),
    '-cp': String(await freePort()),
    '-t': protocol === 'TCP' ? 't1' : 'u1',
    '-recv_timeout': String(PATIENCE_MS),
    '-message_file': file('messages.log'),
    '-error_file': file('errors.log'),
    '-stf': file('statistics.csv'),
    ...(callId === undefined ? {} : { '-cid_str': callId }),
  }
  return [
    ...(calls ? [`${calls.host}:${calls.port}`] : []),
    ...Object.entries(settings).flat(),
    ...(lasts ? [] : ['-m', '1']),
    '-nostdin',
    '-trace_msg',
    '-trace_err',
    '-trace_stat',
    ...(countsRepetitions ? ['-nr'] : []),
    ...(echoes ? ['-rtp_echo'] : []),
  ]
}

/** sipp, and where it speaks SIP. */
interface Program {
  readonly port: number
  readonly child: ChildProcess
  /** With what it ended. */
  readonly exited: Promise<string>
}

/** A port that was free may be somebody else's by the time sipp opens it, and so may those beside it for its video. */
const MOST_STARTS = 5

/** sipp opens its statistics right after its sockets, also where it could not open them and says so before it ends. */
async function listening(file: File, start: () => Promise<Program>): Promise<Program> {
  for (let starts = 1; ; starts++) {
    const program = await start()
    const isRunning = () => program.child.exitCode === null
    await until(() => existsSync(file('statistics.csv')) || !isRunning(), 'sipp does not listen')
    if (!existsSync(file('errors.log')) && isRunning()) return program
    await until(() => textOf(file('errors.log')) !== '' || !isRunning(), 'sipp does not say what is wrong')
    const isTaken = textOf(file('errors.log')).includes('Address already in use')
    if (!isTaken && (isRunning() || textOf(file('messages.log')) !== '')) return program
    await program.exited
    if (!isTaken || starts === MOST_STARTS) throw new Error(`sipp did not start\n${account(file)}`)
    for (const name of ['statistics.csv', 'errors.log', 'messages.log']) rmSync(file(name), { force: true })
  }
}

const until = (condition: () => boolean, otherwise: string) =>
  vi.waitFor(
    () => {
      if (!condition()) throw new Error(otherwise)
    },
    { timeout: PATIENCE_MS, interval: 5 },
  )

async function freePort(): Promise<number> {
  const socket = createSocket('udp4')
  socket.bind(0, HOST)
  await once(socket, 'listening')
  const { port } = socket.address()
  await new Promise<void>((resolve) => void socket.close(resolve))
  return port
}

/** sipp takes whatever has the Call-ID for part of the call, wherever it comes from. */
function sendCue(callId: string, port: number) {
  const socket = createSocket('udp4')
  const lines = [
    'MESSAGE sip:sipp SIP/2.0',
    `Via: SIP/2.0/UDP ${HOST};branch=z9hG4bKcue`,
    'From: <sip:test>;tag=test',
    'To: <sip:sipp>',
    `Call-ID: ${callId}`,
    'CSeq: 1 MESSAGE',
    'Content-Length: 0',
  ]
  socket.send(`${lines.join('\r\n')}\r\n\r\n`, port, HOST, () => socket.close())
}

/** Without a message that sipp is still writing. */
const wholeOf = (text: string) => text.slice(0, text.lastIndexOf('\n\n') + 2)

const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'latin1') : '')

const account = (file: File) => `${textOf(file('errors.log'))}\n${textOf(file('messages.log'))}\n`
