import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { freePorts } from '../../../../peers/ports.ts'
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
  const port = await freePorts()
  const child = spawn('sipp', await words(file, port, options), { cwd: folder, stdio: 'ignore' })
  const exited = once(child, 'exit').then(([code, signal]) => String(code ?? signal))
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(account(file))
    child.kill('SIGKILL')
    await exited
    rmSync(folder, { recursive: true })
  })
  await listens(file, child)
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
    // It opens the port two further on as well, for video.
    '-mp': String(await freePorts(3)),
    '-cp': String(await freePorts()),
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

/** sipp opens its statistics right after its sockets. */
async function listens(file: File, child: ChildProcess): Promise<void> {
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  await until(() => existsSync(file('statistics.csv')) || hasEnded(), 'sipp does not listen')
  if (textOf(file('errors.log')).includes('Address already in use'))
    throw new Error(`sipp did not start\n${account(file)}`)
}

const until = (condition: () => boolean, otherwise: string) =>
  vi.waitFor(
    () => {
      if (!condition()) throw new Error(otherwise)
    },
    { timeout: PATIENCE_MS, interval: 5 },
  )

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
