import { round } from './figures.ts'
import { installPeers, missingPeers } from './install-peers.ts'
import { type Bench, printTable, type Report, type Row } from './report.ts'

type Load = () => Promise<{ bench: Bench }>

interface Tried {
  readonly found: 'works' | 'skipped' | 'BROKEN'
  readonly why: string
}

/**
 * Runs the smallest size of each benchmark: whether it still works, and no more. Figures of such a run prove nothing,
 * and no limit is held against them. The exit code is 1 where one of them does not work.
 */
export async function smokeAll(benches: Readonly<Record<string, Load>>): Promise<number> {
  const rows: (Row & Tried)[] = []
  for (const [name, load] of Object.entries(benches)) {
    console.log(`\n${name} ...`)
    const begun = performance.now()
    const tried = await tryOne((await load()).bench)
    const row = { benchmark: name, ...tried, seconds: round((performance.now() - begun) / 1_000) }
    console.log(`${name}: ${row.found} ${row.why} (${row.seconds} s)`)
    rows.push(row)
  }
  printTable('Smoke run: whether each benchmark works; its figures prove nothing', rows)
  return rows.some(({ found }) => found === 'BROKEN') ? 1 : 0
}

/** What is missing is named; where the result decides, on CI, it is installed. */
async function tryOne(bench: Bench): Promise<Tried> {
  const missing = missingPeers(bench)
  if (missing.length > 0 && !process.env['CI'])
    return { found: 'skipped', why: `missing: ${missing.join(', ')}` }
  try {
    await installPeers(bench)
    const why = gapsIn(await bench.run(bench.smoke))
    return { found: why === '' ? 'works' : 'BROKEN', why }
  } catch (error) {
    console.error(error)
    return {
      found: 'BROKEN',
      why: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
    }
  }
}

/** Where a figure should stand and none does. */
function gapsIn({ tables, checks }: Report): string {
  if (checks.length === 0) return 'nothing is held against a limit'
  const rows = tables.flatMap((table) => table.rows)
  if (tables.length > 0 && rows.length === 0) return 'no rows'
  const gaps = rows.flatMap((row) => Object.keys(row).filter((column) => Number.isNaN(row[column])))
  return gaps.length === 0 ? '' : `no figure: ${[...new Set(gaps)].join(', ')}`
}
