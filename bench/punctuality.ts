import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startPostgres, type TestPostgres } from '../packages/server/test/postgres.ts'
import { buildProduct } from '../packages/server/test/process.ts'
import { median, quantile, round } from './figures.ts'
import { type EngineName, openLand } from './ground.ts'
import { installPeers } from './install-peers.ts'
import { atMost, type Bench, type Check, type Row } from './report.ts'

const run = promisify(execFile)
const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Time to be ready before the moment comes. */
const LEAD_MS = 20_000
const SIZES = [1_000, 5_000]
const FEW = 1_000
const MANY = 1_000_000

/** Runs one side in a process of its own and gives the lateness of each dial, in milliseconds. */
async function lateness(program: string, words: readonly (string | number)[]): Promise<number[]> {
  const loader = program.endsWith('.ts') ? ['--import', 'tsx'] : []
  const options = { maxBuffer: 2 ** 26, cwd: file('..') }
  const { stdout } = await run(process.execPath, [...loader, file(program), ...words.map(String)], options)
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '[]') as number[]
}

interface Side {
  readonly name: string
  measure(calls: number): Promise<number[]>
}

const sidesOn = (postgres: TestPostgres, folder: string): Side[] => [
  { name: 'floor: setTimeout', measure: (calls) => lateness('./punctuality/floor.mjs', [calls, LEAD_MS]) },
  {
    name: 'ours, SQLite',
    measure: (calls) => {
      const place = mkdtempSync(path.join(folder, 'data-'))
      return lateness('./punctuality/ours.ts', [place, calls, LEAD_MS])
    },
  },
  {
    name: 'ours, PostgreSQL',
    measure: async (calls) =>
      lateness('./punctuality/ours.ts', [await postgres.createDatabase(), calls, LEAD_MS]),
  },
  {
    name: 'graphile-worker, PostgreSQL',
    measure: async (calls) =>
      lateness('./punctuality/graphile.mjs', [await postgres.createDatabase(), calls, LEAD_MS]),
  },
]

async function race(rounds: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-punctuality-'))
  const postgres = await startPostgres({ durable: true })
  const rows: Row[] = []
  const last = new Map<string, number>()
  for (const calls of SIZES)
    for (const side of sidesOn(postgres, folder)) {
      const found: number[][] = []
      for (let turn = 0; turn < rounds; turn++) found.push(await side.measure(calls))
      const lasts = found.map((all) => Math.max(...all))
      last.set(`${side.name} ${calls}`, median(lasts))
      rows.push({
        calls,
        side: side.name,
        'first ms': round(median(found.map((all) => Math.min(...all)))),
        'p50 ms': round(median(found.map((all) => quantile(all, 0.5)))),
        'last ms': round(median(lasts)),
        'all rounds': lasts.join(' '),
      })
      console.log(`${calls} calls, ${side.name}: last ${lasts.join(', ')} ms`)
    }
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
  const of = (name: string, calls: number) => last.get(`${name} ${calls}`) ?? Number.NaN
  const peer = 'graphile-worker, PostgreSQL'
  const checks = SIZES.flatMap((calls) =>
    ['ours, SQLite', 'ours, PostgreSQL'].map((name) =>
      atMost(`${calls} calls: last dial, ${name} / ${peer}`, 0.5, of(name, calls) / of(peer, calls)),
    ),
  )
  return { rows, checks }
}

/** What a due call costs, among few and among many that are still to come. */
async function flatness(engine: EngineName, rounds: number): Promise<{ rows: Row[]; checks: Check[] }> {
  const land = await openLand(engine)
  const costs: number[] = []
  const rows: Row[] = []
  for (const pending of [FEW, MANY]) {
    const ground = await land.ground()
    await ground.fill(pending)
    const place = engine === 'sqlite' ? path.dirname(ground.place) : ground.place
    const found: number[] = []
    for (let turn = 0; turn < rounds; turn++)
      found.push(Math.max(...(await lateness('./punctuality/ours.ts', [place, FEW, 0]))) / FEW)
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
    checks: [atMost(`${engine}: cost of a due call, among ${MANY} pending / ${FEW}`, 1.3, many / few)],
  }
}

export const bench: Bench = {
  about: 'calls due in the same instant, beside graphile-worker and bare timers (words: race, flat, --quick)',
  async run(words) {
    const rounds = words.includes('--quick') ? 1 : 3
    const both = !words.includes('race') && !words.includes('flat')
    await buildProduct()
    if (both || words.includes('race')) await installPeers()
    const raced = both || words.includes('race') ? await race(rounds) : { rows: [], checks: [] }
    const flat = []
    if (both || words.includes('flat'))
      for (const engine of ['sqlite', 'postgres'] as const) flat.push(await flatness(engine, rounds + 2))
    return {
      durability:
        'SQLite: WAL, synchronous FULL; PostgreSQL: fsync on, synchronous_commit on, for both who use it',
      counted:
        'a dial counts when the telephone is told to dial; ours has then committed an attempt for it (up to three seconds before), graphile-worker has locked the job and counted its attempt. Late is: after the instant that all calls are due at',
      notes: [
        `medians of ${rounds} rounds; graphile-worker with pollInterval 100, 24 concurrent jobs, local queue of 500`,
      ],
      tables: [
        { title: 'All due in the same instant', rows: raced.rows },
        { title: 'Cost of a due call', rows: flat.flatMap(({ rows }) => rows) },
      ],
      checks: [...raced.checks, ...flat.flatMap(({ checks }) => checks)],
    }
  },
}
