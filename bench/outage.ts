import { execFileSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { startPostgres, type TestPostgres } from '../packages/server/test/postgres.ts'
import { buildProduct, type RunningServer, startProduct } from '../packages/server/test/process.ts'
import { AUTHORIZATION, SITE } from './hotel.ts'
import { round } from './figures.ts'
import { type Account, openPhoneProcess } from './punctuality/phones.ts'
import { atMost, type Bench, type Check, none } from './report.ts'

const CALLS = 60
const DESK = '9'
/** Time to ask for the calls, and for the product to know them. */
const LEAD_MS = 20_000
/** The fault begins so long before the moment of all calls, and lasts so long. */
const BEFORE_MS = 5_000
const LASTS_MS = 60_000
const RING_WITHIN_MS = 1_000
const TOLD_WITHIN_S = 20

/** What is done to the database, and how it is undone. */
interface Fault {
  readonly name: string
  /** Words for the product: where its data lies. */
  open(): Promise<{
    words: readonly string[]
    begin(): Promise<void>
    end(): Promise<void>
    close(): Promise<void>
  }>
}

const siteOf = (port: number) => `${SITE}limits: { callsPerSecond: 1000 }
wakeup: { escalation: { extension: "${DESK}" } }
telephony:
  mode: sip
  lines: [{ uri: "sip:voice1@127.0.0.1:${port}", register: false, calls: 100 }]
`

export const bench: Bench = {
  about:
    'disk full, database stopped for 60 s, database killed, each at the due second of 60 calls (needs root for the disk)',
  async run() {
    await buildProduct()
    const found = []
    for (const fault of [FULL_DISK, STOPPED, KILLED]) {
      const seen = await tryFault(fault)
      console.log(`${fault.name}: ${JSON.stringify(seen)}`)
      found.push({ fault: fault.name, ...seen })
    }
    return {
      durability: 'SQLite: WAL, synchronous FULL; PostgreSQL: fsync on, synchronous_commit on',
      counted:
        'an INVITE counts when it arrives at a UDP receiver in a process of its own; late is: after the instant that all calls are due at. The log is read after the fault is over, and held against what the phones have seen',
      notes: [
        `the fault begins ${BEFORE_MS / 1_000} s before the moment and lasts ${LASTS_MS / 1_000} s; the disk is a tmpfs filled to the last byte`,
      ],
      tables: [{ title: 'Nothing can be written at the due second', rows: found }],
      checks: found.flatMap(checksOf),
    }
  },
}

interface Seen {
  readonly rung: number
  readonly lastMs: number
  readonly rungTwice: number
  readonly deskAfterS: number
  /** How often /readyz said ready meanwhile. */
  readonly ready: number
  readonly woken: number
  readonly dialledRows: number
  readonly lateRows: number
}

const checksOf = ({ fault, ...seen }: Seen & { fault: string }): Check[] => [
  none(`${fault}: rooms not rung`, CALLS - seen.rung),
  atMost(`${fault}: last INVITE`, RING_WITHIN_MS, seen.lastMs, ' ms'),
  none(`${fault}: rung again after an answer`, seen.rungTwice),
  atMost(`${fault}: the desk is told after`, TOLD_WITHIN_S, seen.deskAfterS, ' s'),
  none(`${fault}: /readyz says ready`, seen.ready),
  none(`${fault}: calls that the book does not have as answered`, CALLS - seen.woken),
  none(`${fault}: calls that the log does not have as dialled once`, Math.abs(CALLS - seen.dialledRows)),
]

async function tryFault(fault: Fault): Promise<Seen> {
  const phones = await openPhoneProcess('all picking up')
  const place = await fault.open()
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-outage-'))
  const site = path.join(folder, 'site.yaml')
  writeFileSync(site, siteOf(phones.port))
  const product = await startProduct([...place.words, '--site', site])
  try {
    const dueAt = Math.ceil((Date.now() + LEAD_MS) / 1_000) * 1_000
    await ask(product.url, dueAt)
    await setTimeout(dueAt - BEFORE_MS - Date.now())
    const begun = Date.now()
    await place.begin()
    await setTimeout(dueAt + 15_000 - Date.now())
    const ready = (await get(product, '/readyz')).status === 200 ? 1 : 0
    await setTimeout(begun + LASTS_MS - Date.now())
    await place.end()
    await isReady(product)
    return { ...seenAt(await phones.account(), dueAt, begun), ready, ...(await inBook(product)) }
  } finally {
    phones.close()
    await product.kill()
    await place.close()
    rmSync(folder, { recursive: true })
  }
}

async function ask(url: string, dueAt: number) {
  const room = Array.from({ length: CALLS }, (_, at) => String(1_000 + at)).join(',')
  const body = new URLSearchParams({ room, datetime: new Date(dueAt).toISOString() })
  const headers = { authorization: AUTHORIZATION }
  const reply = await fetch(`${url}/rest/wakeup`, { method: 'POST', body, headers })
  if (reply.status !== 201) throw new Error(`The calls were answered ${reply.status}: ${await reply.text()}`)
}

const get = (product: RunningServer, place: string) =>
  fetch(`${product.url}${place}`, { headers: { authorization: AUTHORIZATION } })

async function isReady(product: RunningServer) {
  const limit = Date.now() + 30_000
  while ((await get(product, '/readyz')).status !== 200) {
    if (Date.now() > limit) throw new Error('The product is not ready again')
    await setTimeout(100)
  }
}

function seenAt({ invitedAt, again }: Account, dueAt: number, begun: number) {
  const rooms = invitedAt.filter(([number]) => number !== DESK).map(([, at]) => at - dueAt)
  const desk = invitedAt.find(([number]) => number === DESK)?.[1] ?? Infinity
  return {
    rung: rooms.length,
    lastMs: round(Math.max(...rooms), 1),
    rungTwice: again.filter((number) => number !== DESK).length,
    deskAfterS: round((desk - begun) / 1_000, 1),
  }
}

async function inBook(product: RunningServer) {
  const list = (await (await get(product, '/rest/wakeup/list/answered')).json()) as { answered: unknown[] }
  const log = (await (await get(product, '/rest/log?kind=wakeup.dialled&limit=1000')).json()) as {
    log: { wakeup: string; detail: { written?: string } }[]
  }
  return {
    woken: list.answered.length,
    dialledRows: log.log.length,
    lateRows: log.log.filter(({ detail }) => detail.written !== undefined).length,
  }
}

/** A disk of its own, and small. */
const FULL_DISK: Fault = {
  name: 'disk full, SQLite',
  open: () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'reveille-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder])
    const data = path.join(folder, 'data')
    mkdirSync(data)
    const filling = path.join(folder, 'filling')
    return Promise.resolve({
      words: ['--data', data],
      begin: () => Promise.resolve(fill(filling)),
      end: () => Promise.resolve(rmSync(filling)),
      close() {
        execFileSync('umount', ['-l', folder])
        rmSync(folder, { recursive: true })
        return Promise.resolve()
      },
    })
  },
}

function fill(file: string) {
  const handle = openSync(file, 'w')
  for (let size = 1 << 20; size > 0; size >>= 1)
    try {
      for (;;) writeSync(handle, Buffer.alloc(size))
    } catch {
      // Smaller pieces, to the last byte.
    }
  closeSync(handle)
}

const onPostgres = (
  name: string,
  faultOf: (server: TestPostgres, url: string) => { begin(): Promise<void>; end(): Promise<void> },
): Fault => ({
  name,
  async open() {
    const server = await startPostgres({ durable: true })
    const url = await server.createDatabase()
    const folder = mkdtempSync(path.join(tmpdir(), 'reveille-outage-'))
    return {
      words: ['--data', folder, '--database', url],
      ...faultOf(server, url),
      close: () => server.stop(),
    }
  },
})

const KILLED = onPostgres('killed, PostgreSQL', (server) => ({
  begin: () => server.halt(),
  end: () => server.start(),
}))

const STOPPED = onPostgres('stopped, PostgreSQL', (_, url) => {
  let stopped: number[] = []
  const tell = (signal: NodeJS.Signals) => stopped.forEach((pid) => process.kill(pid, signal))
  return {
    async begin() {
      const postmaster = parentOf(await backend(url))
      stopped = [postmaster, ...childrenOf(postmaster)]
      tell('SIGSTOP')
    },
    end: () => Promise.resolve(tell('SIGCONT')),
  }
})

async function backend(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await client.end()
  return rows[0]?.pid ?? 0
}

/** The field after the name in brackets: state, then parent. */
const parentOf = (pid: number | string) =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])

function childrenOf(parent: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return all.filter((pid) => isChild(pid, parent)).map(Number)
}

function isChild(pid: string, parent: number): boolean {
  try {
    return parentOf(pid) === parent
  } catch {
    return false
  }
}
