import type { Address } from '../../peers/ports.ts'
import { median, ratio, round } from '../figures.ts'
import { atLeast, none, type Row } from '../report.ts'
import type { CallerQuestion, CallsMade } from '../sip-caller.ts'
import type { Findings } from './findings.ts'
import { type Program, startProgram } from './program.ts'
import { runUac, type SippFigures, startUas } from './sipp.ts'

export interface CallsSizes {
  readonly rounds: number
  readonly seconds: number
}

/** Calls at a time. More of ours only wait in line; sipp leaves pauses, and fills them with more calls. */
const LEVELS = { ours: [8, 16, 32], sipp: [64, 256, 512] }
const LEAST_OF_SIPP = 0.1
const LEAST_PER_SECOND = 200
const FIRST_CALLS = 2_000

interface Round {
  readonly perSecond: number
  readonly failed: number
  readonly p50?: number
  readonly p99?: number
  readonly processorMicros?: number
}

/** One of the two that call, with so many calls at a time. */
interface Side {
  readonly caller: 'ours' | 'sipp'
  readonly inFlight: number
  run(): Promise<Round>
  readonly rounds: Round[]
}

/** Each calls a UAS of its own, of the same kind, so that what that one counted is about him alone. */
export async function measureCalls(sizes: CallsSizes): Promise<Findings> {
  const [ourUas, sippUas] = [await startUas(), await startUas()]
  const program = startProgram<CallerQuestion, CallsMade>('sip-caller')
  await program.ask({ kind: 'open', exchange: ourUas.address, audio: false })
  const sides = [
    ...LEVELS.ours.map((inFlight) => ourSide(program, inFlight, sizes)),
    ...LEVELS.sipp.map((inFlight) => sippSide(sippUas.address, inFlight, sizes)),
  ]
  for (const side of sides) await side.run()
  for (let turn = 0; turn < sizes.rounds; turn++) for (const side of sides) side.rounds.push(await side.run())
  program.stop()
  return findings(sides, sizes, await ourUas.stop(), await sippUas.stop())
}

const ourSide = (
  program: Program<CallerQuestion, CallsMade>,
  inFlight: number,
  { seconds }: CallsSizes,
): Side => ({
  caller: 'ours',
  inFlight,
  run: () => program.ask({ kind: 'call', inFlight, seconds }),
  rounds: [],
})

/** sipp is told a number of calls, not a time: the round before says how many there will be. */
function sippSide(uas: Address, inFlight: number, { seconds }: CallsSizes): Side {
  let calls = FIRST_CALLS
  return {
    caller: 'sipp',
    inFlight,
    async run() {
      const { perSecond, failed } = await runUac(uas, inFlight, calls)
      calls = Math.max(FIRST_CALLS, Math.round(perSecond * seconds))
      return { perSecond, failed }
    },
    rounds: [],
  }
}

function findings(
  sides: readonly Side[],
  { rounds, seconds }: CallsSizes,
  ourUas: SippFigures,
  sippUas: SippFigures,
): Findings {
  const [ours, sipp] = (['ours', 'sipp'] as const).map((who) => sides.filter(({ caller }) => caller === who))
  const own = highest(ours ?? [])
  return {
    counted: `calls: INVITE, 180, 200, ACK, BYE, 200 over UDP with sipp -sn uas, without audio; so many at a time, each hung up as soon as it is answered and followed by the next; medians of ${rounds} rounds of about ${seconds} s, all in turns; the highest rate without a failed call counts`,
    notes: [
      'calls: our user agent has the timers of RFC 3261 and remembers each call for 32 s after its answer; sipp remembers none',
      'calls: the caller and the UAS share the machine; our caller is one process with one thread at work',
      'calls: sipp -sn uas gives up a call whose INVITE comes again after its answer; a machine that is held up for half a second shows as such failures',
      `calls: the UAS of ours counted ${ourUas.begun} calls and ${ourUas.repeated} repeated messages, that of sipp ${sippUas.begun} and ${sippUas.repeated}`,
    ],
    tables: [{ title: 'Calls per second, one process', rows: sides.map(rowOf) }],
    checks: [
      atLeast('calls per second, ours / sipp -sn uac', LEAST_OF_SIPP, ratio(own, highest(sipp ?? []))),
      atLeast('calls per second, ours', LEAST_PER_SECOND, own, '/s'),
      none('calls of ours that did not ring, were not answered or not hung up by us', failed(ours ?? [])),
      none('calls of ours that the UAS counted as failed', ourUas.failed),
      none('calls of ours that the UAS did not see to their end', ourUas.begun - ourUas.whole),
    ],
  }
}

const failed = (sides: readonly Side[]) =>
  sides.flatMap(({ rounds }) => rounds).reduce((sum, round) => sum + round.failed, 0)

const rateOf = ({ rounds }: Side) => median(rounds.map(({ perSecond }) => perSecond))

const highest = (sides: readonly Side[]) =>
  Math.max(...sides.filter((side) => failed([side]) === 0).map(rateOf))

function rowOf(side: Side): Row {
  const of = (field: 'p50' | 'p99' | 'processorMicros', digits: number) => {
    const values = side.rounds.map((one) => one[field]).filter((value) => value !== undefined)
    return values.length > 0 ? round(median(values), digits) : ''
  }
  return {
    caller: side.caller,
    'in flight': side.inFlight,
    'per second': Math.round(rateOf(side)),
    'p50 ms': of('p50', 1),
    'p99 ms': of('p99', 1),
    'processor us': of('processorMicros', 0),
    failed: failed([side]),
  }
}
