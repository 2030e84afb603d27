import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type RunningServer, startProduct } from '../packages/server/test/process.ts'
import { round } from './figures.ts'
import { AUTHORIZATION, SITE } from './hotel.ts'
import { atMost, type Check, none } from './report.ts'

/** What the exchange says that it has seen. */
export interface Sight {
  readonly what: 'open' | 'rung'
  /** The number that is rung; when it opens, its port. */
  readonly number: string
  readonly at: number
}

const CALLS = 60
const LINES = 4
const DESK = '9'
const LEAD_MS = 20_000
const AWAY_MS = 20_000
const RING_WITHIN_S = 5
const SETTLED_WITHIN_MS = 420_000
const PROCESS = fileURLToPath(new URL('./exchange-process.ts', import.meta.url))

/** How many calls each line carries, and when the exchange is killed, counted from the due second. */
const SCENES = [
  { name: 'exchange killed before anything rings', calls: 15, afterMs: -100 },
  { name: 'exchange killed while all phones ring', calls: 15, afterMs: 1_000 },
  { name: 'exchange killed in the rush, one call a line', calls: 1, afterMs: 5_000 },
] as const

type Scene = (typeof SCENES)[number]

const siteOf = (port: number, calls: number) => `${SITE}limits: { callsPerSecond: 1000 }
wakeup: { escalation: { extension: "${DESK}" } }
telephony:
  mode: sip
  port: 0
  lines:
${Array.from({ length: LINES }, (_, at) => `    - { uri: "sip:voice${at + 1}@127.0.0.1:${port}", register: false, calls: ${calls} }`).join('\n')}
`

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
  readonly roomAlarms: number
}

async function tryScene(scene: Scene): Promise<Seen> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-exchange-'))
  const exchange = new ExchangeProcess()
  const port = Number((await exchange.open(0)).number)
  const site = path.join(folder, 'site.yaml')
  writeFileSync(site, siteOf(port, scene.calls))
  const product = await startProduct(['--data', path.join(folder, 'data'), '--site', site])
  try {
    const dueAt = Math.ceil((Date.now() + LEAD_MS) / 1_000) * 1_000
    await ask(product, dueAt)
    await setTimeout(dueAt + scene.afterMs - Date.now())
    await exchange.kill()
    await setTimeout(AWAY_MS)
    const { at: backAt } = await exchange.open(port)
    await areSettled(product)
    return { scene: scene.name, ...wireOf(exchange, scene, backAt), ...(await bookOf(product)) }
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

async function bookOf(product: RunningServer) {
  const { alarms } = (await get(product, '/rest/alarm?limit=1000')) as { alarms: { kind: string }[] }
  const count = (isMeant: (kind: string) => boolean) => alarms.filter(({ kind }) => isMeant(kind)).length
  return {
    answered: await listed(product, 'answered'),
    failed: await listed(product, 'failed'),
    lineAlarms: count((kind) => kind === 'line.down'),
    roomAlarms: count((kind) => kind.startsWith('wakeup.')),
  }
}

async function ask({ url }: RunningServer, dueAt: number) {
  const room = Array.from({ length: CALLS }, (_, at) => String(1_000 + at)).join(',')
  const body = new URLSearchParams({ room, datetime: new Date(dueAt).toISOString() })
  const reply = await fetch(`${url}/rest/wakeup`, {
    method: 'POST',
    body,
    headers: { authorization: AUTHORIZATION },
  })
  if (reply.status !== 201) throw new Error(`The calls were answered ${reply.status}: ${await reply.text()}`)
}

async function get({ url }: RunningServer, place: string): Promise<unknown> {
  return (await fetch(`${url}${place}`, { headers: { authorization: AUTHORIZATION } })).json()
}

async function listed(product: RunningServer, list: 'answered' | 'failed'): Promise<number> {
  const found = (await get(product, `/rest/wakeup/list/${list}`)) as Record<string, unknown[]>
  return found[list]?.length ?? 0
}

async function areSettled(product: RunningServer) {
  const limit = Date.now() + SETTLED_WITHIN_MS
  while (
    Date.now() < limit &&
    (await listed(product, 'answered')) + (await listed(product, 'failed')) < CALLS
  )
    await setTimeout(500)
}
