import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { startPostgres, type TestPostgres } from '../packages/server/test/postgres.ts'
import { systemClock } from '../packages/server/src/kernel/clock.ts'
import { silentLog } from '../packages/server/src/kernel/log.ts'
import { openDatabase } from '../packages/server/src/store/engine/database.ts'
import { createStores } from '../packages/server/src/store/stores/stores.ts'
import { median, ratio, round } from './figures.ts'
import { atLeast, atMost, type Bench, type Row } from './report.ts'

const run = promisify(execFile)
const CONDUCT = fileURLToPath(new URL('./scale/conduct.ts', import.meta.url))

/** How much of everything a database holds. */
interface Size {
  readonly name: string
  readonly tenants: number
  readonly rooms: number
  readonly pending: number
  readonly history: number
}

const SMALL: Size = { name: 'small', tenants: 100, rooms: 20_000, pending: 10_000, history: 100_000 }
const LARGE: Size = {
  name: 'large',
  tenants: 10_000,
  rooms: 2_000_000,
  pending: 1_000_000,
  history: 10_000_000,
}

/** `--part 0.1`: a tenth of the large one; `--quick` too. */
function largeFrom(words: readonly string[]): Size {
  const said = words[words.indexOf('--part') + 1]
  const part = words.includes('--quick') ? 0.1 : words.includes('--part') ? Number(said) : 1
  const of = (count: number) => Math.round(count * part)
  return {
    name: part === 1 ? 'large' : `large, ${part} of it`,
    // As many hotels as there are at full size: fewer rooms in each.
    tenants: Math.max(SMALL.tenants, of(LARGE.tenants)),
    rooms: of(LARGE.rooms),
    pending: of(LARGE.pending),
    history: of(LARGE.history),
  }
}

/** The houses of one node, of which each has 50 calls due. */
const HOUSES = 100
const CALLS = 5_000
const ROUNDS = 5

/** With `--smoke`; a room for each call, since two calls never ring one room at once. */
const TINY: Size = { ...SMALL, name: 'tiny', history: 1_000 }

interface Found {
  /** Milliseconds for each of the calls. */
  readonly claim: number
  readonly arm: number
  readonly look: number
  readonly conductedPerSecond: number
}

async function measure(
  postgres: TestPostgres,
  size: Size,
  rounds: number,
): Promise<{ found: Found; row: Row }> {
  const url = await postgres.createDatabase()
  const clock = systemClock()
  const house = await openDatabase({ url, createStores, clock, log: silentLog })
  await house.close()
  const begun = clock.elapsed()
  await fill(url, size)
  await postgres.calm(url)
  const filledMs = clock.elapsed() - begun
  console.log(`${size.name}: filled in ${round(filledMs / 1_000)} s`)
  const all: Found[] = []
  for (let round = 0; round < rounds; round++) all.push(await conduct(url, round))
  const of = (key: keyof Found) => median(all.map((one) => one[key]))
  const found = {
    claim: of('claim'),
    arm: of('arm'),
    look: of('look'),
    conductedPerSecond: of('conductedPerSecond'),
  }
  const [stored] = await query<{ bytes: number }>(
    url,
    'select pg_database_size(current_database())::float8 as bytes',
  )
  const row = {
    size: size.name,
    tenants: size.tenants,
    rooms: size.rooms,
    pending: size.pending,
    history: size.history,
    GB: round((stored?.bytes ?? 0) / 2 ** 30, 2),
    'claim ms': round(found.claim, 4),
    'arm ms': round(found.arm, 4),
    'look ms': round(found.look, 4),
    'calls/s': round(found.conductedPerSecond),
    'all rounds calls/s': all.map((one) => round(one.conductedPerSecond)).join(' '),
  }
  console.log(JSON.stringify(row))
  return { found, row }
}

async function conduct(url: string, round: number): Promise<Found> {
  const words = ['--import', 'tsx', CONDUCT, url, String(HOUSES), String(CALLS), String(round)]
  const { stdout } = await run(process.execPath, words, { maxBuffer: 2 ** 24 })
  const found: Found = JSON.parse(stdout)
  return found
}

async function query<R extends object>(url: string, sql: string): Promise<R[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<R>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Hotels `h0` to `h9999`, rooms spread over them, pending calls of the next year, and the log of the past. */
async function fill(url: string, { tenants, rooms, pending, history }: Size) {
  const now = Date.now()
  const year = 365 * 86_400_000
  await query(
    url,
    `insert into tenant (id, name) select 'h' || n, 'Hotel ' || n from generate_series(0, ${tenants - 1}) n`,
  )
  await query(
    url,
    `insert into mailbox (tenant, number, extension, name, vip)
     select 'h' || n % ${tenants}, (1000 + n / ${tenants})::text, (1000 + n / ${tenants})::text, '', 0
     from generate_series(0, ${rooms - 1}) n`,
  )
  await query(
    url,
    `insert into wakeup (id, tenant, room, list, state, scheduled_at, zone, days, skipped, confirm, prompt, attempts,
       snoozes, asked_by, actor, source, created_at, due_at, next_at)
     select gen_random_uuid()::text, 'h' || n % ${tenants}, (1000 + (n / ${tenants}) % 200)::text, 'pending', 'pending', at,
       'Europe/Zurich', '', '', 0, 0, 0, 0, 'bench', 'bench', 'rest', ${now}, at, at
     from generate_series(0, ${pending - 1}) n, lateral (select ${now + 86_400_000} + (n::bigint * ${year}) / ${pending} as at) moment`,
  )
  await query(
    url,
    `insert into activity (tenant, class, at, kind, room, actor, source, wakeup, text, detail)
     select 'h' || n % ${tenants}, 'log', ${now - year} + (n::bigint * ${year}) / ${history}, 'wakeup.dialled',
       (1000 + (n / ${tenants}) % 200)::text, 'bench', 'rest', gen_random_uuid()::text, 'Room rung over line voice1', '{"line":"voice1","attempt":1}'
     from generate_series(0, ${history - 1}) n`,
  )
}

export const bench: Bench = {
  about:
    'claim, arm and look among the calls of one hundred hotels and of ten thousand, with a telephone that rings nobody (words: --quick, --part 0.1)',
  smoke: ['--smoke'],
  async run(words) {
    const postgres = await startPostgres({ durable: true })
    try {
      const isSmoke = words.includes('--smoke')
      const rounds = isSmoke ? 1 : ROUNDS
      const small = await measure(postgres, isSmoke ? TINY : SMALL, rounds)
      const large = isSmoke ? small : await measure(postgres, largeFrom(words), rounds)
      const flat = (['claim', 'arm', 'look'] as const).map((step) =>
        atMost(`${step}, large / small`, 1.3, ratio(large.found[step], small.found[step])),
      )
      return {
        durability: 'PostgreSQL on this machine with fsync, beside the process that conducts the calls',
        counted:
          'claim, arm and look: milliseconds for a call in batches of 100, on a node with 100 houses; calls/s: calls from claim to their end, with their log, by the real runner',
        notes: [
          `${CALLS} calls due at once in ${HOUSES} houses, the median of ${rounds} rounds, each in a process of its own`,
        ],
        tables: [{ title: 'Sizes', rows: [small.row, large.row] }],
        checks: [...flat, atLeast('calls conducted, large', 500, large.found.conductedPerSecond, '/s')],
      }
    } finally {
      await postgres.stop()
    }
  },
}
