// `node --import tsx bench/try.ts NAME`: runs the smallest size of one benchmark. The product and what the benchmark
// needs are there already. The exit code is 1, and the last error says why, where it does not work.
import { BENCHES } from './benches.ts'
import { keepProduct } from './build-product.ts'
import type { Report } from './report.ts'

const MOST_SECONDS = 300

/** Where a figure should stand and none does. */
function gapsIn({ tables, checks }: Report): string {
  if (checks.length === 0) return 'nothing is held against a limit'
  const rows = tables.flatMap((table) => table.rows)
  if (tables.length > 0 && rows.length === 0) return 'no rows'
  const gaps = rows.flatMap((row) => Object.keys(row).filter((column) => Number.isNaN(row[column])))
  return gaps.length === 0 ? '' : `no figure: ${[...new Set(gaps)].join(', ')}`
}

setTimeout(() => {
  throw new Error(`not over after ${MOST_SECONDS} s`)
}, MOST_SECONDS * 1_000).unref()

const load = BENCHES[process.argv[2] ?? '']
if (!load) throw new Error('no such benchmark')
const { bench } = await load()
keepProduct()
const gaps = gapsIn(await bench.run(bench.smoke))
if (gaps !== '') throw new Error(gaps)
