// `npm run bench -- NAME`: runs one benchmark, prints what it found and keeps it in bench/results/NAME.json.
import { mkdirSync, writeFileSync } from 'node:fs'
import { machineFacts } from './machine.ts'
import { type Bench, printReport } from './report.ts'

const BENCHES: Readonly<Record<string, () => Promise<{ bench: Bench }>>> = {
  rest: () => import('./rest.ts'),
  kill: () => import('./kill.ts'),
  'kill-deliveries': () => import('./kill-deliveries.ts'),
  crash: () => import('./crash.ts'),
  flood: () => import('./flood.ts'),
  outage: () => import('./outage.ts'),
  'random-deliveries': () => import('./random-deliveries.ts'),
  deliveries: () => import('./deliveries.ts'),
  postings: () => import('./postings.ts'),
  punctuality: () => import('./punctuality.ts'),
  sip: () => import('./sip.ts'),
  phones: () => import('./phones.ts'),
  fuzz: () => import('./fuzz.ts'),
  interface: () => import('./interface.ts'),
  machines: () => import('./machines.ts'),
  words: () => import('./words.ts'),
  menus: () => import('./menus.ts'),
  srtp: () => import('./srtp.ts'),
  g722: () => import('./g722.ts'),
  console: () => import('./console.ts'),
  cluster: () => import('./cluster.ts'),
  nodes: () => import('./nodes.ts'),
  'random-nodes': () => import('./random-nodes.ts'),
  scale: () => import('./scale.ts'),
  idle: () => import('./idle.ts'),
}

async function list() {
  console.log('npm run bench -- NAME [words]')
  for (const [name, load] of Object.entries(BENCHES)) console.log(`  ${name}: ${(await load()).bench.about}`)
}

async function run(name: string, { bench }: { bench: Bench }, words: readonly string[]): Promise<boolean> {
  const machine = machineFacts()
  console.log(`${name}: ${bench.about}`)
  console.log(JSON.stringify(machine))
  const report = await bench.run(words)
  printReport(report)
  const folder = new URL('./results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  const result = { name, words, at: new Date().toISOString(), machine, ...report }
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(result, null, 2)}\n`)
  return report.checks.every((check) => check.passed)
}

const [name = '', ...words] = process.argv.slice(2)
const load = BENCHES[name]
if (load) process.exitCode = (await run(name, await load(), words)) ? 0 : 1
else {
  await list()
  process.exitCode = name === '' ? 0 : 2
}
