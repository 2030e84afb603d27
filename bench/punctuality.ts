import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startPostgres, type TestPostgres } from '../packages/server/test/postgres.ts'
import { buildProduct } from './build-product.ts'
import { median, quantile, ratio, round } from './figures.ts'
import { type EngineName, openLand } from './ground.ts'
import type { Manner } from './punctuality/phones.ts'
import { ringByGraphile, ringOurs, type Sight } from './punctuality/wire.ts'
import { atMost, type Bench, type Check, none, type Row } from './report.ts'

const run = promisify(execFile)
const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const FEW = 1_000
const MANY = 1_000_000
const PEER = 'graphile-worker, PostgreSQL'
const OURS = ['ours, SQLite', 'ours, PostgreSQL'] as const
interface Sizes {
  /** Calls that are due at once. */
  readonly ringing: readonly number[]
  readonly busy: number
  readonly leadMs: number
}

const WHOLE: Sizes = { ringing: [200, 1_000], busy: 1_000, leadMs: 15_000 }
/** Phones that ring are watched for twice as long as busy ones. */
const SMOKE: Sizes = { ringing: [], busy: 20, leadMs: 5_000 }

/** Milliseconds after the moment at which the last phone may be rung. */
const MOST_MS: Readonly<Record<string, number>> = {
  'ringing 200': 60,
  'ringing 1000': 300,
  'busy 1000': 1_000,
}

/** From picking up to the first packet: longer, and a guest says hello into the silence. */
const SILENT_MS = 1_000

interface Findings {
  readonly rows: readonly Row[]
  readonly checks: readonly Check[]
}

interface Field {
  readonly folder: string
  readonly postgres: TestPostgres
  readonly leadMs: number
}

interface Side {
  readonly name: string
  ring(manner: Manner, calls: number): Promise<Sight>
}

const ours = ({ folder, postgres, leadMs }: Field): Side[] => [
  { name: OURS[0], ring: (manner, calls) => ringOurs({ manner, calls, folder, leadMs }) },
  {
    name: OURS[1],
    ring: async (manner, calls) =>
      ringOurs({ manner, calls, folder, leadMs, database: await postgres.createDatabase() }),
  },
]

const peer = ({ postgres, leadMs }: Field): Side => ({
  name: PEER,
  ring: async (manner, calls) =>
    ringByGraphile({ manner, calls, leadMs, database: await postgres.createDatabase() }),
})

const latenessOf = ({ invited, dueAt }: Sight) => invited.map((at) => at - dueAt)

/** A phone that was not rung at all is as late as can be. */
const lastOf = (sight: Sight, calls: number) =>
  sight.invited.length < calls ? Infinity : Math.max(...latenessOf(sight))

/** Everybody is due in the same instant, and each INVITE is timed where it arrives. */
async function onTheWire(field: Field, manner: Manner, calls: number, rounds: number): Promise<Findings> {
  const rows: Row[] = []
  const last = new Map<string, number>()
  for (const side of [...ours(field), peer(field)]) {
    const sights: Sight[] = []
    for (let turn = 0; turn < rounds; turn++) sights.push(await side.ring(manner, calls))
    const lasts = sights.map((sight) => lastOf(sight, calls))
    last.set(side.name, median(lasts))
    rows.push(rowOf(side.name, manner, calls, sights))
    console.log(`${manner}, ${calls} calls, ${side.name}: last ${lasts.map((ms) => round(ms)).join(', ')} ms`)
  }
  const of = (name: string) => last.get(name) ?? Number.NaN
  const most = MOST_MS[`${manner} ${calls}`]
  const checks = OURS.flatMap((name) => [
    ...(most === undefined
      ? []
      : [atMost(`${manner}, ${calls} calls: last INVITE, ${name}`, most, of(name), ' ms')]),
    atMost(`${manner}, ${calls} calls: last INVITE, ${name} / ${PEER}`, 1, ratio(of(name), of(PEER))),
  ])
  return { rows, checks }
}

const rowOf = (side: string, phones: Manner, calls: number, sights: readonly Sight[]): Row => ({
  phones,
  calls,
  side,
  'first ms': round(median(sights.map((sight) => Math.min(...latenessOf(sight))))),
  'p50 ms': round(median(sights.map((sight) => quantile(latenessOf(sight), 0.5)))),
  'last ms': round(median(sights.map((sight) => lastOf(sight, calls)))),
  rung: Math.min(...sights.map(({ invited }) => invited.length)),
  repeated: Math.max(...sights.map(({ repeated }) => repeated)),
  'all rounds': sights.map((sight) => round(lastOf(sight, calls))).join(' '),
})

const PICKED_UP = { 'picking up': '10 s', 'all picking up': '1 s' } as const

/** All are picked up within ten seconds, or within one, and listen. */
async function pickedUp(field: Field, manner: keyof typeof PICKED_UP): Promise<Findings> {
  const rows: Row[] = []
  const checks: Check[] = []
  const within = PICKED_UP[manner]
  for (const side of ours(field)) {
    const { audio, ...sight } = await side.ring(manner, FEW)
    const deviations = audio.flatMap((one) => one.deviations)
    const silent = FEW - audio.filter(({ packets }) => packets > 0).length
    const longest = audio.reduce((most, { silentMs }) => Math.max(most, silentMs), silent > 0 ? Infinity : 0)
    rows.push({
      within,
      side: side.name,
      rung: sight.invited.length,
      'picked up': sight.pickedUp,
      acknowledged: sight.acknowledged,
      'answered for good': sight.answeredForGood.length,
      'without audio': silent,
      'p50 silent ms': round(
        quantile(
          audio.map(({ silentMs }) => silentMs),
          0.5,
        ),
      ),
      'longest silent ms': round(longest),
      packets: audio.reduce((sum, { packets }) => sum + packets, 0),
      'p50 ms': round(quantile(deviations, 0.5)),
      'p99 ms': round(quantile(deviations, 0.99)),
    })
    checks.push(
      none(`${FEW} picked up within ${within}: without audio, ${side.name}`, silent),
      ...(manner === 'picking up'
        ? [
            atMost(
              `${FEW} picked up within ${within}: longest silence, ${side.name}`,
              SILENT_MS,
              longest,
              ' ms',
            ),
          ]
        : []),
    )
    console.log(
      `picked up within ${within}, ${side.name}: ${silent} of ${FEW} without audio, longest silence ${round(longest)} ms`,
    )
  }
  return { rows, checks }
}

async function inTheField<T>(leadMs: number, work: (field: Field) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-punctuality-'))
  const postgres = await startPostgres({ durable: true })
  try {
    return await work({ folder, postgres, leadMs })
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function audio(field: Field): Promise<Findings> {
  const slow = await pickedUp(field, 'picking up')
  const fast = await pickedUp(field, 'all picking up')
  return { rows: [...slow.rows, ...fast.rows], checks: [...slow.checks, ...fast.checks] }
}

async function wire(rounds: number, { ringing, busy, leadMs }: Sizes): Promise<Findings> {
  return inTheField(leadMs, async (field) => {
    const found: Findings[] = []
    for (const calls of ringing) found.push(await onTheWire(field, 'ringing', calls, rounds))
    found.push(await onTheWire(field, 'busy', busy, rounds))
    return { rows: found.flatMap(({ rows }) => rows), checks: found.flatMap(({ checks }) => checks) }
  })
}

/** Runs calls that are due already, and gives how long it took to dial each, in milliseconds. */
async function dialling(place: string): Promise<number[]> {
  const words = ['--import', 'tsx', file('./punctuality/due.ts'), place, String(FEW)]
  const { stdout } = await run(process.execPath, words, { maxBuffer: 2 ** 26, cwd: file('..') })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '[]') as number[]
}

/** What a due call costs, among few and among many that are still to come. */
async function flatness(engine: EngineName, rounds: number): Promise<Findings> {
  const land = await openLand(engine)
  const costs: number[] = []
  const rows: Row[] = []
  for (const pending of [FEW, MANY]) {
    const ground = await land.ground()
    await ground.fill(pending)
    const place = engine === 'sqlite' ? path.dirname(ground.place) : ground.place
    const found: number[] = []
    for (let turn = 0; turn < rounds; turn++) found.push(Math.max(...(await dialling(place))) / FEW)
    costs.push(median(found))
    rows.push({
      engine,
      pending,
      'ms per due call': round(median(found), 3),
      rounds: found.map((one) => round(one, 3)).join(' '),
    })
    console.log(`${engine}, ${pending} pending: ${round(median(found), 3)} ms per due call`)
  }
  await land.clear()
  const [few = Number.NaN, many = Number.NaN] = costs
  return {
    rows,
    checks: [atMost(`${engine}: cost of a due call, among ${MANY} pending / ${FEW}`, 1.3, ratio(many, few))],
  }
}

const NOTHING: Findings = { rows: [], checks: [] }

export const bench: Bench = {
  about:
    'calls due in the same instant, timed where the INVITE arrives, beside graphile-worker (words: wire, audio, flat, --quick)',
  smoke: ['wire', '--smoke'],
  hasPeers: true,
  async run(words) {
    const isSmoke = words.includes('--smoke')
    const rounds = isSmoke || words.includes('--quick') ? 1 : 3
    const isWanted = (part: string) => words.includes(part) || !words.some((word) => !word.startsWith('--'))
    await buildProduct()
    const wired = isWanted('wire') ? await wire(rounds, isSmoke ? SMOKE : WHOLE) : NOTHING
    const heard = isWanted('audio') ? await inTheField(WHOLE.leadMs, audio) : NOTHING
    const flat: Findings[] = []
    if (isWanted('flat'))
      for (const engine of ['sqlite', 'postgres'] as const) flat.push(await flatness(engine, rounds + 2))
    return {
      durability:
        'SQLite: WAL, synchronous FULL; PostgreSQL: fsync on, synchronous_commit on, for both who use it',
      counted:
        'an INVITE counts when it arrives at a UDP receiver in a process of its own; late is: after the instant that all calls are due at. Ours is the product as it is shipped, with one line for 1,000 calls and 1,000 calls a second; the job of graphile-worker sends one datagram that was made before',
      notes: [
        `medians of ${rounds} rounds; graphile-worker with pollInterval 100, 24 concurrent jobs, local queue of 500`,
        'ringing: 180 at once, 486 after 8 s; busy: 486 at once; deviation: of the gap between two packets from 20 ms',
      ],
      tables: [
        { title: 'All due in the same instant', rows: wired.rows },
        { title: '1,000 picked up', rows: heard.rows },
        { title: 'Cost of a due call', rows: flat.flatMap(({ rows }) => rows) },
      ],
      checks: [...wired.checks, ...heard.checks, ...flat.flatMap(({ checks }) => checks)],
    }
  },
}
