import os from 'node:os'
import { round } from './figures.ts'
import type { Check, Row, Table } from './report.ts'

/** Times count only on a machine that has nothing else to do. */

/** Busier than this before it begins, no time is held against a limit. */
const QUIET = 0.25
const SAMPLE_MS = 2_000

/** What of a report goes by how busy the machine was. */
export interface Held {
  readonly note: string
  readonly checks: readonly Check[]
  /** Where nothing is held against them, they are shown. */
  readonly tables: readonly Table[]
}

/** `busy`: how much of the processors others used before it began. */
export function heldWhenQuiet(busy: number, times: readonly Check[]): Held {
  const isQuiet = busy <= QUIET
  const judged = isQuiet ? '' : `: times are shown, and held against nothing (at most ${QUIET * 100} %)`
  const load = os.loadavg().map((one) => round(one))
  return {
    note: `the machine was ${round(busy * 100)} % busy before it began${judged}; load ${load.join(' ')} at the end`,
    checks: isQuiet ? times : [],
    tables:
      isQuiet || times.length === 0
        ? []
        : [{ title: 'Limits, on a machine that is not quiet', rows: times.map(asRow) }],
  }
}

const asRow = ({ passed, ...check }: Check): Row => ({ ...check, verdict: passed ? 'within' : 'over' })

/** How much of the processors others use, before anything of ours runs. */
export async function busyShare(): Promise<number> {
  const before = processorTimes()
  await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS))
  const after = processorTimes()
  return 1 - (after.idle - before.idle) / (after.all - before.all)
}

const processorTimes = () =>
  os.cpus().reduce(
    (sum, { times }) => ({
      idle: sum.idle + times.idle,
      all: sum.all + times.user + times.nice + times.sys + times.idle + times.irq,
    }),
    { idle: 0, all: 0 },
  )
