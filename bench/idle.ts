import { readFileSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildProduct } from './build-product.ts'
import { type RunningServer, startProduct } from '../packages/server/test/process.ts'
import { median, round } from './figures.ts'
import { atMost, type Bench, type Row } from './report.ts'

interface Sizes {
  readonly starts: number
  /** Until caches are filled, and what was compiled while it started is thrown away. */
  readonly settleMs: number
  readonly minutes: number
}

const WHOLE: Sizes = { starts: 5, settleMs: 60_000, minutes: 10 }
const SMOKE: Sizes = { starts: 1, settleMs: 0, minutes: 0.02 }
/** Of user and kernel time in /proc, whatever the kernel's own tick is (proc(5)). */
const TICK_MS = 10

/** `npm run bench -- idle [MINUTES]`: SQLite, the demonstration hotel, no client. */
export const bench: Bench = {
  about: 'what a house costs that nobody asks anything: processor, memory, and how soon it is open',
  smoke: ['--smoke'],
  async run([given = '']) {
    const sizes = given === '--smoke' ? SMOKE : { ...WHOLE, minutes: Number(given) || WHOLE.minutes }
    const { minutes } = sizes
    await buildProduct()
    const starts = await startsOf(sizes.starts)
    const idle = await idleFor(sizes)
    return {
      counted:
        'processor time of all threads of the server, in percent of one core; starts until the ready line',
      notes: ['SQLite, the demonstration hotel, no client; the program is built'],
      tables: [
        {
          title: 'Starts',
          rows: starts.map((ms, at) => ({ start: at === 0 ? 'first, with its hotel' : at, ms })),
        },
        { title: `Idle for ${minutes} min`, rows: [idle] },
      ],
      checks: [
        atMost('processor while idle', 0.5, Number(idle['processor %']), ' %'),
        atMost('a start, median', 1_500, median(starts), ' ms'),
      ],
    }
  },
}

const newData = () => mkdtempSync(path.join(os.tmpdir(), 'reveille-idle-'))

async function startsOf(count: number): Promise<number[]> {
  const data = newData()
  const times: number[] = []
  for (let i = 0; i < count; i++) {
    const begun = performance.now()
    const server = await startProduct(['--data', data])
    times.push(Math.round(performance.now() - begun))
    await server.stop()
  }
  rmSync(data, { recursive: true })
  return times
}

async function idleFor({ minutes, settleMs }: Sizes): Promise<Row> {
  const data = newData()
  const server = await startProduct(['--data', data])
  await pass(settleMs)
  const [before, begun] = [busyMs(server), performance.now()]
  await pass(minutes * 60_000)
  const percent = ((busyMs(server) - before) / (performance.now() - begun)) * 100
  const row = {
    'processor %': round(percent, 2),
    'RSS MB': memoryOf(server, 'VmRSS'),
    'highest MB': memoryOf(server, 'VmHWM'),
  }
  await server.stop()
  rmSync(data, { recursive: true })
  return row
}

const pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Of all its threads. The second field may hold spaces: what follows it is counted from its end. */
function busyMs({ pid }: RunningServer): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

function memoryOf({ pid }: RunningServer, name: string): number {
  const [, kilobytes] =
    new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1_000)
}
