/**
 * Bends messages by the million and watches time and memory: `npx tsx packages/sip/test/fuzz.ts [inputs] [seed]`.
 * The test run takes a small share of the same.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { fuzz } from './fuzz-check.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heapMegabytes(): number {
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

const inputs = Number(process.argv[2] ?? 1_000_000)
const seed = Number(process.argv[3] ?? 1)
const share = Math.ceil(inputs / 10)
for (let done = 0; done < inputs; done += share) {
  const { totalMs, slowestMs } = fuzz(seed + done, Math.min(share, inputs - done))
  const words = [
    `${Math.min(done + share, inputs)} inputs`,
    `${(totalMs / 1_000).toFixed(1)} s`,
    `slowest ${slowestMs.toFixed(1)} ms`,
    `heap ${heapMegabytes().toFixed(1)} MB`,
  ]
  process.stdout.write(`${words.join(', ')}\n`)
}
