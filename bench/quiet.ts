import { readFileSync } from 'node:fs'
import os from 'node:os'
import { round } from './figures.ts'

/** Times count only on a machine that has nothing else to do. */

/** Others may use so much of the processors, before a benchmark and after it. */
const MOST_BUSY = 0.25
/** The host may take so much of them away, from its beginning to its end. */
const MOST_STOLEN = 0.02
const SAMPLE_MS = 2_000

interface ProcessorTimes {
  readonly all: number
  readonly idle: number
  readonly stolen: number
}

/** The machine at a moment when nothing of ours runs. */
export interface MachineState {
  readonly loadAverage: readonly number[]
  /** How much of the processors others use. */
  readonly busy: number
  readonly times: ProcessorTimes
}

export async function machineState(): Promise<MachineState> {
  const before = processorTimes()
  await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS))
  const times = processorTimes()
  return {
    loadAverage: os.loadavg().map((one) => round(one, 2)),
    busy: 1 - partOf('idle', before, times),
    times,
  }
}

/** Whether figures that depend on time mean anything, and why. */
export interface Quiet {
  readonly isQuiet: boolean
  readonly note: string
}

export function quietBetween(before: MachineState, after: MachineState): Quiet {
  const stolen = partOf('stolen', before.times, after.times)
  const isQuiet = before.busy <= MOST_BUSY && after.busy <= MOST_BUSY && stolen <= MOST_STOLEN
  const said = ({ busy, loadAverage }: MachineState) => `${percent(busy)} busy, load ${loadAverage.join(' ')}`
  return {
    isQuiet,
    note: `the machine was ${isQuiet ? 'quiet' : 'busy'}: before ${said(before)}; after ${said(after)}; steal ${percent(stolen)} meanwhile (quiet: at most ${percent(MOST_BUSY)} busy before and after, and ${percent(MOST_STOLEN)} steal)`,
  }
}

const percent = (part: number) => `${round(part * 100)} %`

const partOf = (what: 'idle' | 'stolen', before: ProcessorTimes, after: ProcessorTimes) =>
  (after[what] - before[what]) / Math.max(1, after.all - before.all)

/** proc(5): user, nice, system, idle, iowait, irq, softirq, steal. Waiting for a disk is no work of a processor. */
function processorTimes(): ProcessorTimes {
  const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? ''
  const times = line.split(/ +/).slice(1, 9).map(Number)
  const [, , , idle = 0, waiting = 0, , , stolen = 0] = times
  return { all: times.reduce((sum, one) => sum + one, 0), idle: idle + waiting, stolen }
}
