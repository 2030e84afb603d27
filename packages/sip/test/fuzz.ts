/**
 * Bends messages and packets and watches time and memory; two words: how many inputs, and a seed. Ends with 1 when one
 * of them takes too long, or when memory grows.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { fuzz } from './fuzz-check.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** The longest have 60,000 bytes and take some ten milliseconds. */
const SLOWEST_MS = 500
/** What has been seen once is compiled and remembered; what comes after that must leave nothing. */
const GROWTH_MB = 1
const SHARES = 10

function heapMegabytes(): number {
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

const inputs = Number(process.argv[2] ?? 1_000_000)
const seed = Number(process.argv[3] ?? 1)
const share = Math.ceil(inputs / SHARES)
const heaps: number[] = []
let slowest = 0
for (let done = 0; done < inputs; done += share) {
  const { totalMs, slowestMs } = fuzz(seed + done, Math.min(share, inputs - done))
  const heap = heapMegabytes()
  heaps.push(heap)
  slowest = Math.max(slowest, slowestMs)
  const words = [
    `${Math.min(done + share, inputs)} inputs`,
    `${(totalMs / 1_000).toFixed(1)} s`,
    `slowest ${slowestMs.toFixed(1)} ms`,
    `heap ${heap.toFixed(1)} MB`,
  ]
  process.stdout.write(`${words.join(', ')}\n`)
}

const [, warm = 0] = heaps
const growth = (heaps.at(-1) ?? 0) - warm
process.stdout.write(`Memory grew by ${growth.toFixed(1)} MB, the slowest took ${slowest.toFixed(1)} ms\n`)
if (growth > GROWTH_MB || slowest > SLOWEST_MS) process.exitCode = 1
