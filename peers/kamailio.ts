import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { configOf, type KamailioOptions, TLS_FILES } from './kamailio-config.ts'
import { type Address, freePorts, HERE } from './ports.ts'
import { run, type Running } from './process.ts'
import { Sightings } from './sightings.ts'

export { DOMAIN, type KamailioOptions } from './kamailio-config.ts'

/** A request that it was sent, repetitions included. */
export interface Passed {
  readonly method: string
  readonly cseq: number
  readonly callId: string
  readonly from: Address
  /** The port at which it came in. */
  readonly at: number
}

/** Somebody's address was kept; for no time, forgotten. */
export interface Bound {
  readonly user: string
  readonly seconds: number
}

/** The hotel's exchange, that we did not write: registrar and proxy. */
export interface Kamailio {
  readonly address: Address
  readonly backDoor: Address
  /** Over TLS, if it was given something to show. */
  readonly secure: Address
  readonly passed: Sightings<Passed>
  readonly bound: Sightings<Bound>
  /** As by a power cut: it comes back at the same address, and knows nobody. */
  crash(): Promise<void>
  comeBack(): Promise<void>
  stop(): Promise<void>
}

export async function startKamailio(options: KamailioOptions): Promise<Kamailio> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kamailio-'))
  const port = await freePorts(3)
  const config = path.join(folder, 'kamailio.cfg')
  await writeFile(config, configOf(options, folder, [port, port + 1, port + 2]))
  for (const name of ['key', 'cert', 'ca'] as const)
    await writeFile(path.join(folder, TLS_FILES[name]), options.tls?.[name] ?? '')
  const [passed, bound] = [new Sightings<Passed>(), new Sightings<Bound>()]
  let running: Running | undefined
  const comeBack = async () => {
    running = run('kamailio', argumentsOf(folder, config), (line) => notice(line, passed, bound))
    await running.says('| ready')
  }
  const crash = async () => {
    await running?.stop()
    bound.forget()
  }
  const stop = async () => {
    await crash()
    await rm(folder, { recursive: true, force: true })
  }
  await comeBack().catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const doorAt = (number: number) => ({ host: HERE, port: number })
  const doors = { address: doorAt(port), backDoor: doorAt(port + 1), secure: doorAt(port + 2) }
  return { ...doors, passed, bound, crash, comeBack, stop }
}

const argumentsOf = (folder: string, config: string) => [
  '-DD',
  '-E',
  '-f',
  config,
  '-Y',
  folder,
  '-w',
  folder,
  '-P',
  path.join(folder, 'pid'),
  '-m',
  '32',
  '-M',
  '8',
]

const PASSED = /\| passed (\S+) (\d+) (\S+) (\S+) (\d+) (\d+)$/
const BOUND = /\| bound (\S+) (\d+)$/

function notice(line: string, passed: Sightings<Passed>, bound: Sightings<Bound>): void {
  const [, method = '', cseq, callId = '', host = '', port, at] = PASSED.exec(line) ?? []
  if (method)
    passed.add({ method, cseq: Number(cseq), callId, from: { host, port: Number(port) }, at: Number(at) })
  const [, user = '', seconds] = BOUND.exec(line) ?? []
  if (user) bound.add({ user, seconds: Number(seconds) })
}
