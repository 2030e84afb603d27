import { buildProduct } from './build-product.ts'
import { type Client, openClient } from './client.ts'
import { median, quantile, ratio, round } from './figures.ts'
import { type EngineName, type Ground, openLand } from './ground.ts'
import { AUTHORIZATION } from './hotel.ts'
import type { LoadJob, LoadResult } from './load.ts'
import { type LoadGenerator, startLoadGenerator } from './load-generator.ts'
import { atLeast, atMost, type Bench, type Check, none, type Row } from './report.ts'
import { bare, buildBare, ours, processorSeconds, residentMiB, type Side } from './sides.ts'

const CONNECTIONS = 32
const LEAST: Readonly<Record<EngineName, { list: number; create: number }>> = {
  sqlite: { list: 0.95, create: 1 },
  postgres: { list: 0.9, create: 0.8 },
}

interface Sizes {
  /** Each server once, one after the other. */
  readonly pairs: number
  /** Until the compiler has seen all of it. */
  readonly warmUpSeconds: number
  readonly seconds: number
  readonly lists: number
  readonly reads: number
  readonly manyRows: number
}

const WHOLE: Sizes = {
  pairs: 5,
  warmUpSeconds: 6,
  seconds: 4,
  lists: 20,
  reads: 2_000,
  manyRows: 1_000_000,
}
const QUICK: Sizes = { ...WHOLE, seconds: 1, lists: 10, reads: 500, manyRows: 100_000 }
const SMOKE: Sizes = { pairs: 1, warmUpSeconds: 0, seconds: 1, lists: 1, reads: 100, manyRows: 20_000 }

interface Findings {
  readonly rows: Row[]
  readonly checks: Check[]
}

export const bench: Bench = {
  about: 'the REST interface beside a bare Fastify server on the same SQL (words: sqlite, postgres, --quick)',
  smoke: ['--smoke'],
  async run(words) {
    const sizes = words.includes('--smoke') ? SMOKE : words.includes('--quick') ? QUICK : WHOLE
    const named = (['sqlite', 'postgres'] as const).filter((engine) => words.includes(engine))
    const engines = named.length > 0 ? named : (['sqlite', 'postgres'] as const)
    await buildProduct()
    await buildBare()
    const load: Findings = { rows: [], checks: [] }
    for (const engine of engines) await measureLoad(engine, sizes, load)
    const size: Findings = { rows: [], checks: [] }
    if (engines.includes('sqlite')) await measureSize(sizes, size)
    return {
      durability:
        'every create is flushed to disk before it is answered: SQLite with synchronous=full in write-ahead mode (ours: one flush for requests that arrive together; bare: one for each), PostgreSQL with fsync and synchronous_commit on',
      counted: `answers with status 2xx over ${CONNECTIONS} connections, ${sizes.pairs} alternating pairs of ${sizes.seconds} s for each server after a warm-up; medians, and the median of the ratios within the pairs`,
      notes: [
        'the bare server checks nothing, compares credentials as text, and writes times with a fixed offset by Date.toISOString',
        'the load generator and both servers share the machine; one server is idle while the other is measured',
      ],
      tables: [
        { title: `Load, ${CONNECTIONS} connections`, rows: load.rows },
        ...(size.rows.length > 0 ? [{ title: 'Size', rows: size.rows }] : []),
      ],
      checks: [...load.checks, ...size.checks],
    }
  },
}

/** 20 pending calls are listed, then calls are created. */
async function measureLoad(engine: EngineName, sizes: Sizes, { rows, checks }: Findings) {
  const land = await openLand(engine)
  const generator = startLoadGenerator()
  try {
    const sides = [await ours(await filled(land, 20)), await bare(await filled(land, 20))]
    const arena = new Arena(generator, sizes)
    for (const request of ['list', 'create'] as const) {
      const [own = [], other = []] = await arena.compare(sides, request)
      rows.push(loadRow(engine, request, 'ours', own), loadRow(engine, request, 'bare', other))
      const what = `${engine}: ${request === 'list' ? 'GET of 20 calls' : 'POST of a call'}, ours / bare`
      const ratios = own.map(({ perSecond }, at) => ratio(perSecond, other[at]?.perSecond ?? Number.NaN))
      checks.push(atLeast(`${what}, median of ${sizes.pairs} pairs`, LEAST[engine][request], median(ratios)))
    }
    for (const side of sides) await side.server.stop()
    checks.push(await everyCallStored(engine, sides, arena))
  } finally {
    generator.stop()
    await land.clear()
  }
}

async function filled(land: { ground(): Promise<Ground> }, rows: number): Promise<Ground> {
  const ground = await land.ground()
  await ground.fill(rows)
  return ground
}

interface Measured extends LoadResult {
  readonly processorMicros: number
}

/** Both servers take turns under the same load. */
class Arena {
  readonly #generator: LoadGenerator
  readonly #sizes: Sizes
  readonly created = new Map<Side, number>()
  #next = 0

  constructor(generator: LoadGenerator, sizes: Sizes) {
    this.#generator = generator
    this.#sizes = sizes
  }

  async compare(sides: readonly Side[], request: LoadJob['request']): Promise<Measured[][]> {
    const results = sides.map((): Measured[] => [])
    const { warmUpSeconds } = this.#sizes
    if (warmUpSeconds > 0) for (const side of sides) await this.#round(side, request, warmUpSeconds)
    for (let pair = 0; pair < this.#sizes.pairs; pair++)
      for (const [at, side] of sides.entries())
        results[at]?.push(await this.#round(side, request, this.#sizes.seconds))
    return results
  }

  async #round(side: Side, request: LoadJob['request'], seconds: number): Promise<Measured> {
    const before = processorSeconds(side)
    const result = await this.#generator.fire({
      url: side.server.url,
      authorization: AUTHORIZATION,
      connections: CONNECTIONS,
      seconds,
      request,
      first: this.#next,
    })
    // More than any round creates: no call is asked for twice.
    this.#next += 1_000_000
    if (result.failed > 0 || result.answered === 0)
      throw new Error(
        `${side.name}, ${request}: ${result.answered} answers, and ${result.failed} other than 2xx or missing`,
      )
    if (request === 'create') this.created.set(side, (this.created.get(side) ?? 0) + result.answered)
    return { ...result, processorMicros: ((processorSeconds(side) - before) / result.answered) * 1e6 }
  }
}

function loadRow(
  engine: EngineName,
  request: LoadJob['request'],
  server: string,
  rounds: readonly Measured[],
): Row {
  const of = (field: keyof Measured) => median(rounds.map((one) => one[field]))
  return {
    database: engine,
    request: request === 'list' ? 'GET 20 calls' : 'POST a call',
    server,
    'per second': Math.round(of('perSecond')),
    'p50 ms': of('p50'),
    'p99 ms': of('p99'),
    'processor us': Math.round(of('processorMicros')),
  }
}

/** What was answered with 201 is in the database; a few more may be, whose answers came after the end of a round. */
async function everyCallStored(
  engine: EngineName,
  sides: readonly Side[],
  { created }: Arena,
): Promise<Check> {
  const missing = await Promise.all(
    sides.map(async (side) =>
      Math.max(0, (created.get(side) ?? 0) + 20 - (await side.ground.countWakeups())),
    ),
  )
  return none(`${engine}: answered creates that are not in the database`, Math.max(...missing))
}

/** Long lists, single calls among few and many, and memory. */
async function measureSize(sizes: Sizes, { rows, checks }: Findings) {
  const land = await openLand('sqlite')
  try {
    const few = await filled(land, 10_000)
    const own = await ours(few)
    const other = await bare(await filled(land, 10_000))
    const [ownList, otherList] = await alternate([own, other], sizes.lists, '/rest/wakeup/list/pending')
    if (ownList === undefined || otherList === undefined) return
    rows.push(
      { what: 'list of 10,000 calls, ours', 'median ms': round(ownList) },
      { what: 'list of 10,000 calls, bare', 'median ms': round(otherList) },
    )
    checks.push(atMost('sqlite: list of 10,000 calls, ours / bare', 1.5, ratio(ownList, otherList)))
    await other.server.stop()
    await measureMany(own, await filled(land, sizes.manyRows), sizes, { rows, checks })
    await own.server.stop()
  } finally {
    await land.clear()
  }
}

async function alternate(sides: readonly Side[], times: number, target: string): Promise<number[]> {
  const clients = sides.map((side) => openClient(side.server.url))
  const results = sides.map((): number[] => [])
  for (const client of clients) for (let warm = 0; warm < 5; warm++) await client.get(target)
  for (let turn = 0; turn < times; turn++)
    for (const [at, client] of clients.entries()) results[at]?.push((await client.get(target)).ms)
  for (const client of clients) client.close()
  return results.map(median)
}

async function measureMany(few: Side, ground: Ground, sizes: Sizes, { rows, checks }: Findings) {
  const many = await ours(ground)
  const idle = await residentMiB(many)
  const [fewMs, manyMs] = await readSingles([few, many], sizes.reads)
  if (fewMs === undefined || manyMs === undefined) return
  const count = sizes.manyRows.toLocaleString('en')
  rows.push(
    {
      what: 'one call among 10,000, ours',
      'median ms': round(median(fewMs), 3),
      'p99 ms': round(quantile(fewMs, 0.99), 3),
    },
    {
      what: `one call among ${count}, ours`,
      'median ms': round(median(manyMs), 3),
      'p99 ms': round(quantile(manyMs, 0.99), 3),
    },
  )
  checks.push(
    atMost(`sqlite: one call among ${count} / among 10,000`, 1.3, ratio(median(manyMs), median(fewMs))),
  )
  rows.push({ what: `memory with ${count} calls, idle`, MiB: round(idle) })
  const client = openClient(many.server.url)
  const pages = await readPages(client, 100)
  rows.push({ what: `memory after ${pages} pages of 1,000 calls`, MiB: round(await residentMiB(many)) })
  const whole = await client.get('/rest/wakeup/list/pending')
  rows.push({
    what: `memory after the whole list, ${round(whole.bytes / 2 ** 20)} MiB in ${round(whole.ms / 1000)} s`,
    MiB: round(await residentMiB(many)),
  })
  client.close()
  await many.server.stop()
}

/** In turns of a hundred, each on its own connection. */
async function readSingles(sides: readonly Side[], times: number): Promise<number[][]> {
  const results = sides.map((): number[] => [])
  const open = await Promise.all(
    sides.map(async (side) => ({ client: openClient(side.server.url), ids: await side.ground.ids(times) })),
  )
  for (let turn = -2; turn < times / 100; turn++)
    for (const [at, { client, ids }] of open.entries())
      for (let one = 0; one < 100; one++) {
        const { ms } = await client.get(`/rest/wakeup/${ids[((turn + 2) * 100 + one) % ids.length]}`)
        if (turn >= 0) results[at]?.push(ms)
      }
  for (const { client } of open) client.close()
  return results
}

async function readPages(client: Client, most: number): Promise<number> {
  let target: string | undefined = '/rest/wakeup/list/pending?limit=1000'
  let pages = 0
  for (; target !== undefined && pages < most; pages++) target = (await client.get(target)).link
  return pages
}
