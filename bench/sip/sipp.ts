import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Address, freePorts, HERE } from '../../peers/ports.ts'

/** What sipp counted, from the last line of its statistics. */
export interface SippFigures {
  readonly begun: number
  readonly whole: number
  readonly failed: number
  readonly repeated: number
  readonly perSecond: number
}

export interface Uas {
  readonly address: Address
  /** Where it sends every packet of audio back from. */
  readonly echoPort: number
  /** Ends it, once the last call has ended, and gives what it counted. */
  stop(): Promise<SippFigures>
}

/** Calls that nobody hangs up would keep it for ever. */
const PATIENCE_MS = 8_000

/** `sipp -sn uas`: 180 and 200 to every INVITE, 200 to every BYE. */
export async function startUas(): Promise<Uas> {
  // It echoes what comes to the port two further on, too.
  const [port, echoPort] = [await freePorts(), await freePorts(3)]
  const uas = await startSipp(['-sn', 'uas', '-p', String(port), '-rtp_echo', '-mp', String(echoPort)])
  await isBound(port, uas.child)
  return {
    address: { host: HERE, port },
    echoPort,
    async stop() {
      uas.child.kill('SIGUSR1')
      const hurry = setTimeout(() => uas.child.kill('SIGKILL'), PATIENCE_MS)
      const figures = await uas.figures()
      clearTimeout(hurry)
      return figures
    },
  }
}

/** `sipp -sn uac` without a pause, as fast as it goes with so many calls at a time. */
export async function runUac(uas: Address, inFlight: number, calls: number): Promise<SippFigures> {
  const rate = ['-d', '0', '-r', '100000', '-l', String(inFlight), '-m', String(calls)]
  const ports = ['-p', String(await freePorts()), '-mp', String(await freePorts(3))]
  const uac = await startSipp(['-sn', 'uac', ...rate, ...ports, `${uas.host}:${uas.port}`])
  return uac.figures()
}

/** As much as the system allows, so that nothing is lost when either side is held up. */
const BUFFER_BYTES = '4194304'

async function startSipp(words: readonly string[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-sipp-'))
  const statistics = path.join(folder, 'statistics.csv')
  const always = ['-i', HERE, '-nostdin', '-buff_size', BUFFER_BYTES, '-trace_stat', '-stf', statistics]
  const child = spawn('sipp', [...words, ...always, '-fd', '1'], { cwd: folder, stdio: 'ignore' })
  // Whoever started it may end without saying so.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = once(child, 'close').finally(() => process.off('exit', kill))
  return {
    child,
    async figures() {
      await ended
      const text = await readFile(statistics, 'latin1')
      await rm(folder, { recursive: true })
      return figuresIn(text)
    },
  }
}

/** The columns that end in (C) count from the beginning. */
function figuresIn(text: string): SippFigures {
  const lines = text.trim().split('\n')
  const names = lines[0]?.split(';') ?? []
  const values = lines.at(-1)?.split(';') ?? []
  const of = (name: string) => values[names.indexOf(name)] ?? ''
  return {
    begun: Number(of('TotalCallCreated')),
    whole: Number(of('SuccessfulCall(C)')),
    failed: Number(of('FailedCall(C)')),
    repeated: Number(of('Retransmissions(C)')),
    perSecond: Number(of('CallRate(C)')),
  }
}

/** sipp does not say when it listens, but the system does (127.0.0.1 in its way of writing). */
async function isBound(port: number, child: ChildProcess) {
  const line = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')} `
  while (!(await readFile('/proc/net/udp', 'latin1')).includes(line)) {
    if (child.exitCode !== null) throw new Error(`sipp has ended with ${child.exitCode}`)
    await wait(20)
  }
}
