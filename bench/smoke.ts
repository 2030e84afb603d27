import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { BENCHES } from './benches.ts'
import { buildProduct } from './build-product.ts'
import { round } from './figures.ts'
import { installPeers, missingPeers } from './install-peers.ts'
import { together } from './menus/part.ts'
import { type Bench, printTable, type Row } from './report.ts'

/** Most of them wait for the clock most of the time, and what one takes from another changes only figures. */
const AT_ONCE = 3
const TRY = fileURLToPath(new URL('./try.ts', import.meta.url))

interface Tried {
  readonly found: 'works' | 'skipped' | 'BROKEN'
  readonly why: string
}

/**
 * Runs the smallest size of each benchmark: whether it still works, and no more. Figures of such a run prove nothing,
 * and no limit is held against them. The exit code is 1 where one of them does not work.
 */
export async function smokeAll(): Promise<number> {
  const begun = performance.now()
  const { ready, rows } = await prepareAll()
  console.log(`what they need is there after ${secondsSince(begun)} s`)
  await buildProduct()
  console.log(`the product is built after ${secondsSince(begun)} s`)
  await together(AT_ONCE, ready, async (name) => {
    const since = performance.now()
    rows.push(rowOf(name, await tryOne(name), since))
  })
  printTable('Smoke run: whether each benchmark works; its figures prove nothing', rows)
  console.log(`\n${secondsSince(begun)} s in all`)
  return rows.some(({ found }) => found === 'BROKEN') ? 1 : 0
}

/** Those that can be tried, and a row for each of the others. */
async function prepareAll() {
  const ready: string[] = []
  const rows: (Row & Tried)[] = []
  for (const [name, load] of Object.entries(BENCHES)) {
    const since = performance.now()
    const tried = await prepare((await load()).bench)
    if (tried === 'ready') ready.push(name)
    else rows.push(rowOf(name, tried, since))
  }
  return { ready, rows }
}

/** A row of the table, printed as soon as it is known. */
function rowOf(benchmark: string, { found, why }: Tried, since: number): Row & Tried {
  const seconds = secondsSince(since)
  console.log(`${benchmark}: ${found} ${why} (${seconds} s)`)
  return { benchmark, found, why, seconds }
}

const secondsSince = (since: number) => round((performance.now() - since) / 1_000)

/** What is missing is named; where the result decides, on CI, it is installed. */
async function prepare(bench: Bench): Promise<Tried | 'ready'> {
  const missing = missingPeers(bench)
  if (missing.length > 0 && !process.env['CI'])
    return { found: 'skipped', why: `missing: ${missing.join(', ')}` }
  try {
    await installPeers(bench)
    return 'ready'
  } catch (error) {
    console.error(error)
    return { found: 'BROKEN', why: `not installed: ${missing.join(', ')}` }
  }
}

/** In a process of its own, whose output is printed where it does not work. */
async function tryOne(name: string): Promise<Tried> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-smoke-'))
  const file = openSync(path.join(folder, 'output'), 'w')
  const child = spawn(process.execPath, ['--import', 'tsx', TRY, name], { stdio: ['ignore', file, file] })
  const [code, signal] = await once(child, 'exit')
  closeSync(file)
  const output = readFileSync(path.join(folder, 'output'), 'utf8')
  rmSync(folder, { recursive: true })
  if (code === 0) return { found: 'works', why: '' }
  console.log(`\n${name}, its output:\n${output}`)
  return { found: 'BROKEN', why: lastErrorIn(output) ?? `ended by ${signal ?? code}` }
}

const MOST_OF_AN_ERROR = 100

const lastErrorIn = (output: string) =>
  output
    .split('\n')
    .findLast((line) => /^\[?\w*Error\b/.test(line))
    ?.slice(0, MOST_OF_AN_ERROR)
