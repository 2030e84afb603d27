import { round } from '../figures.ts'
import { atMost, none, type Row } from '../report.ts'
import type { CallerQuestion, CallsMade, Rested } from '../sip-caller.ts'
import type { Findings } from './findings.ts'
import { type Program, startProgram } from './program.ts'
import { startUas } from './sipp.ts'

export interface HeapSizes {
  /** Short, so that the last transaction is forgotten soon; 64 T1 is what a call is remembered for. */
  readonly T1: number
  readonly first: number
  readonly more: number
}

const IN_FLIGHT = 16
/** A hundred bytes for each call; what the compiler keeps of code that has become warm is some of it. */
const MOST_KIB = 1_024
const LONGEST_SECONDS = 600

/** What was in use before the many calls and after them. */
type Heap = readonly [what: string, before: number | null, after: number | null]

interface Growth {
  readonly first: Rested
  readonly last: Rested
  readonly failed: number
}

/** Signalling alone, and with the media thread: each leaves both threads' heaps where they were. */
export async function measureHeap(sizes: HeapSizes): Promise<Findings> {
  const [silent, audible] = [await grow(sizes, false), await grow(sizes, true)]
  const heaps: readonly Heap[] = [
    ['without audio', silent.first.heapBytes, silent.last.heapBytes],
    ['with audio', audible.first.heapBytes, audible.last.heapBytes],
    ['with audio, the media thread', audible.first.mediaHeapBytes, audible.last.mediaHeapBytes],
  ]
  return {
    counted: `heap: bytes in use after forced collections, when the timers of every transaction have run out, after ${sizes.first} calls and after ${sizes.more} more`,
    notes: [`heap: T1 is ${sizes.T1} ms here, so that a call is forgotten after ${(64 * sizes.T1) / 1000} s`],
    tables: [{ title: `What ${sizes.more} calls leave behind`, rows: heaps.map(heapRow) }],
    checks: [
      ...heaps.map(([what, before, after]) =>
        atMost(`heap: grown, ${what}`, MOST_KIB, kib(after) - kib(before), ' KiB'),
      ),
      none('heap: calls and transactions left', silent.last.unfinished + audible.last.unfinished),
      none('heap: calls that failed', silent.failed + audible.failed),
    ],
  }
}

async function grow({ T1, first, more }: HeapSizes, audio: boolean): Promise<Growth> {
  const uas = await startUas()
  const program = startProgram<CallerQuestion, CallsMade & Rested>('sip-caller')
  try {
    await program.ask({
      kind: 'open',
      exchange: uas.address,
      audio,
      timings: { T1, T2: 8 * T1, T4: 10 * T1 },
    })
    const [early, late] = [await callAndRest(program, first, T1), await callAndRest(program, more, T1)]
    return { first: early.rested, last: late.rested, failed: early.failed + late.failed }
  } finally {
    program.stop()
    await uas.stop()
  }
}

async function callAndRest(program: Program<CallerQuestion, CallsMade & Rested>, most: number, T1: number) {
  const { failed } = await program.ask({ kind: 'call', inFlight: IN_FLIGHT, seconds: LONGEST_SECONDS, most })
  return { failed, rested: await program.ask({ kind: 'rest', withinMs: 5 * 64 * T1 }) }
}

const kib = (bytes: number | null) => (bytes ?? Number.NaN) / 2 ** 10

const heapRow = ([what, before, after]: Heap): Row => ({
  what,
  'KiB before': round(kib(before)),
  'KiB after': round(kib(after)),
  'KiB grown': round(kib(after) - kib(before)),
})
