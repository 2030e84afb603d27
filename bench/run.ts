// `npm run bench -- NAME`: runs one benchmark, prints what it found and keeps it in bench/results/NAME.json.
// `npm run bench -- all --smoke`: tries whether each still works.
import { mkdirSync, writeFileSync } from 'node:fs'
import { BENCHES } from './benches.ts'
import { installPeers } from './install-peers.ts'
import { machineFacts } from './machine.ts'
import { machineState, quietBetween } from './quiet.ts'
import { type Bench, printReport, verdictOf } from './report.ts'
import { smokeAll } from './smoke.ts'

async function list() {
  console.log('npm run bench -- NAME [words]')
  console.log('npm run bench -- all --smoke')
  for (const [name, load] of Object.entries(BENCHES)) console.log(`  ${name}: ${(await load()).bench.about}`)
}

/** The exit code: 0 where every limit is met, 1 where one is not, 3 where a busy machine lets nothing be said of one. */
async function run(name: string, bench: Bench, words: readonly string[]): Promise<number> {
  await installPeers(bench)
  const machine = machineFacts()
  console.log(`${name}: ${bench.about}`)
  console.log(JSON.stringify(machine))
  const before = await machineState()
  const found = await bench.run(words)
  const quiet = quietBetween(before, await machineState())
  const report = { ...found, notes: [...found.notes, quiet.note] }
  printReport(report, quiet.isQuiet)
  keep(name, { words, machine, isQuiet: quiet.isQuiet, ...report })
  const verdicts = report.checks.map((check) => verdictOf(check, quiet.isQuiet))
  if (verdicts.includes('FAIL')) return 1
  return verdicts.every((verdict) => verdict === 'pass') ? 0 : 3
}

function keep(name: string, found: object) {
  const folder = new URL('./results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  const result = { name, at: new Date().toISOString(), ...found }
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(result, null, 2)}\n`)
}

async function main([name = '', ...words]: readonly string[]): Promise<number> {
  if (name === 'all' && words.includes('--smoke')) return smokeAll()
  const load = BENCHES[name]
  if (load) return run(name, (await load()).bench, words)
  await list()
  return name === '' ? 0 : 2
}

process.exitCode = await main(process.argv.slice(2))
