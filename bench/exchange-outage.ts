import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type RunningServer, startProduct } from '../packages/server/test/process.ts'
import { round } from './figures.ts'
import { askForCalls, CALLS, DESK, get, listed, siteOf } from './outage-calls.ts'
import { atMost, type Check, none } from './report.ts'

/** What the exchange says that it has seen. */
export interface Sight {
  readonly what: 'open' | 'rung'
  /** The number that is rung; when it opens, its port. */
  readonly number: string
  readonly at: number
}

const LINES = 4
const AWAY_MS = 20_000
const RING_WITHIN_S = 5
/** A room that waits so long for a line is told to the desk, whatever the reason: there are few lines. */
const DESK_KNOWS_AFTER_MS = 120_000
const SETTLED_WITHIN_MS = 420_000
const PROCESS = fileURLToPath(new URL('./exchange-process.ts', import.meta.url))

/** How many calls each line carries, and when the exchange is killed, counted from the due second. */
const SCENES = [
  { name: 'exchange killed before anything rings', calls: 15, afterMs: -100 },
  { name: 'exchange killed while all phones ring', calls: 15, afterMs: 1_000 },
  { name: 'exchange killed in the rush, one call a line', calls: 1, afterMs: 5_000 },
] as const

type Scene = (typeof SCENES)[number]

const linesOf = ({ calls }: Scene) =>
  Array.from({ length: LINES }, (_, at) => ({ user: `voice${at + 1}`, calls }))

class ExchangeProcess {
  readonly seen: Sight[] = []
  #child: ChildProcess | undefined

  /** Resolves with its port once it listens. */
  async open(port: number): Promise<Sight> {
    const child = fork(PROCESS, [String(port)], { execArgv: ['--import', 'tsx'] })
    this.#child = child
    child.on('message', (sight: Sight) => void this.seen.push(sight))
    for (;;) {
      const [sight] = (await once(child, 'message')) as [Sight]
      if (sight.what === 'open') return sight
    }
  }

  async kill() {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  rungSince = (at: number) => this.seen.filter((sight) => sight.what === 'rung' && sight.at >= at)
}

/** An exchange that is killed at the due second of all calls, and is away for 20 s. */
export async function exchangeOutages(words: readonly string[]): Promise<{ rows: Seen[]; checks: Check[] }> {
  const rows: Seen[] = []
  for (const scene of SCENES.filter(({ name }) => words.every((word) => name.includes(word)))) {
    const seen = await tryScene(scene)
    console.log(`${scene.name}: ${JSON.stringify(seen)}`)
    rows.push(seen)
  }
  return { rows, checks: rows.flatMap(checksOf) }
}

const checksOf = (seen: Seen): Check[] => [
  none(`${seen.scene}: rooms, or lines, that are not rung again`, seen.wanted - seen.rungInTime),
  atMost(`${seen.scene}: the last of them after its return`, RING_WITHIN_S, seen.lastS, ' s'),
  none(`${seen.scene}: calls that were not answered`, CALLS - seen.answered),
  none(`${seen.scene}: calls that failed`, seen.failed),
  atMost(`${seen.scene}: calls to the desk`, 1, seen.deskCalls, ''),
  none(`${seen.scene}: lines that the desk was not told of once`, Math.abs(LINES - seen.lineAlarms)),
  none(`${seen.scene}: alarms of single rooms`, seen.roomAlarms),
]

interface Seen {
  readonly [figure: string]: string | number
  readonly scene: string
  /** So many rooms can be rung at once when it is back. */
  readonly wanted: number
  readonly rungInTime: number
  readonly lastS: number
  readonly answered: number
  readonly failed: number
  readonly deskCalls: number
  readonly lineAlarms: number
  /** Of rooms that did not wait for a line for two minutes, and of any that failed. */
  readonly roomAlarms: number
  readonly longWaits: number
}

async function tryScene(scene: Scene): Promise<Seen> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-exchange-'))
  const exchange = new ExchangeProcess()
  const port = Number((await exchange.open(0)).number)
  const site = path.join(folder, 'site.yaml')
  writeFileSync(site, siteOf(port, linesOf(scene)))
  const product = await startProduct(['--data', path.join(folder, 'data'), '--site', site])
  try {
    const dueAt = await askForCalls(product)
    await setTimeout(dueAt + scene.afterMs - Date.now())
    await exchange.kill()
    await setTimeout(AWAY_MS)
    const { at: backAt } = await exchange.open(port)
    await areSettled(product)
    return { scene: scene.name, ...wireOf(exchange, scene, backAt), ...(await bookOf(product, dueAt)) }
  } finally {
    await product.kill()
    await exchange.kill()
    rmSync(folder, { recursive: true })
  }
}

function wireOf(exchange: ExchangeProcess, { calls }: Scene, backAt: number) {
  const wanted = Math.min(CALLS, calls * LINES)
  const since = exchange.rungSince(backAt)
  const rooms = [...new Set(since.filter(({ number }) => number !== DESK).map(({ number }) => number))]
  const firstAt = (room: string) => since.find(({ number }) => number === room)?.at ?? Infinity
  const late = rooms.map((room) => (firstAt(room) - backAt) / 1_000).toSorted((a, b) => a - b)
  return {
    wanted,
    rungInTime: Math.min(wanted, late.filter((seconds) => seconds <= RING_WITHIN_S).length),
    lastS: round(late[wanted - 1] ?? Infinity, 2),
    deskCalls: exchange.seen.filter(({ what, number }) => what === 'rung' && number === DESK).length,
  }
}

interface AlarmSeen {
  readonly kind: string
  readonly raised: string
}

async function bookOf(product: RunningServer, dueAt: number) {
  const { alarms } = (await (await get(product, '/rest/alarm?limit=1000')).json()) as { alarms: AlarmSeen[] }
  const hasWaitedLong = ({ kind, raised }: AlarmSeen) =>
    kind === 'wakeup.no-line' && Date.parse(raised) >= dueAt + DESK_KNOWS_AFTER_MS
  const ofRooms = alarms.filter(({ kind }) => kind.startsWith('wakeup.'))
  return {
    answered: (await listed(product, 'answered')).length,
    failed: (await listed(product, 'failed')).length,
    lineAlarms: alarms.filter(({ kind }) => kind === 'line.down').length,
    roomAlarms: ofRooms.filter((alarm) => !hasWaitedLong(alarm)).length,
    longWaits: ofRooms.filter(hasWaitedLong).length,
  }
}

async function areSettled(product: RunningServer) {
  const limit = Date.now() + SETTLED_WITHIN_MS
  const settled = async () =>
    (await listed(product, 'answered')).length + (await listed(product, 'failed')).length
  while (Date.now() < limit && (await settled()) < CALLS) await setTimeout(500)
}
