import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { dayOf, localParts, type Zone } from '../../hotel/time/local-time.ts'
import { answeredBy } from '../../hotel/wakeups/answered-by.ts'
import {
  countInTime,
  countLateness,
  type InTime,
  type DialLateness,
  NO_LATENESS,
  NONE_IN_TIME,
  sharesInTime,
} from '../../hotel/wakeups/in-time.ts'
import {
  type KeyedAnswers,
  countKeyed,
  NO_KEYED_ANSWERS,
  sharesKeyed,
} from '../../hotel/wakeups/keyed-answers.ts'
import { isReachedByHand, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Outcome } from '../../hotel/wakeups/wakeup-outcome.ts'
import type { Attempt } from '../../store/stores/attempt-store.ts'
import type { Stores } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'
import { pages } from '../pages.ts'
import { entry, type Report, type ReportSpan, sorted } from './report.ts'

/** What calls are added up by: their day, or the hour of whichever day. */
export type WakeupGroup = 'day' | 'hour'

type WakeupRow = WakeupFigures & { readonly day?: string; readonly hour?: string } & Partial<DialLateness>
type WakeupTotals = WakeupFigures & Partial<DialLateness>

interface Reading {
  readonly stores: Stores
  zoneOf(tenant: TenantId): Zone
}

export async function wakeupReport(
  { stores, zoneOf }: Reading,
  actor: Actor,
  span: ReportSpan,
  by: WakeupGroup,
): Promise<Report<WakeupRow, WakeupTotals>> {
  const rows = new Map<string, WakeupSums & DialLateness>()
  const total = { ...noCalls(), ...NO_LATENESS }
  const read = (limit: number, last: Wakeup | undefined) =>
    stores.wakeups.page({ ...span, scope: actor.scope, limit, after: last })
  for await (const page of pages({}, read)) {
    const machines = await answeredByMachines(stores, page)
    for (const call of page) {
      const key = groupOf(call, zoneOf(call.tenant), by)
      for (const sum of [entry(rows, key, () => ({ ...noCalls(), ...NO_LATENESS })), total])
        countCall(sum, call, machines.has(call.id))
    }
  }
  const totals = figuresBy(by, total)
  const named = new Map(Array.from(rows, ([key, sum]) => [key, { [by]: key, ...figuresBy(by, sum) }]))
  return { columns: [by, ...Object.keys(totals)], rows: sorted(named), totals }
}

const groupOf = ({ scheduledAt }: Wakeup, zone: Zone, by: WakeupGroup) =>
  by === 'day' ? dayOf(scheduledAt, zone) : String(localParts(scheduledAt, zone).hour).padStart(2, '0')

/** The days are for the whole house; how late calls were, hour by hour, is for who looks for the cause. */
function figuresBy(by: WakeupGroup, sums: WakeupSums & DialLateness): WakeupTotals {
  const { upTo5s, upTo60s, upTo5m, later, never, ...rest } = sums
  return { ...withShares(rest), ...(by === 'hour' ? { upTo5s, upTo60s, upTo5m, later, never } : {}) }
}

/** Those of these calls that a machine has answered, at least once. */
async function answeredByMachines(
  { attempts }: Pick<Stores, 'attempts'>,
  calls: readonly Wakeup[],
): Promise<ReadonlySet<string>> {
  const made = await attempts.ofWakeups(calls.map(({ id }) => id))
  return new Set(made.filter(wasMachine).map(({ wakeup }) => wakeup))
}

const wasMachine = ({ result }: Attempt) =>
  result !== 'unreadable' && result?.kind === 'answered' && answeredBy(result) === 'machine'

type WakeupSums = { calls: number; pending: number; answered: number; failed: number } & Record<
  Outcome,
  number
> &
  InTime &
  KeyedAnswers & { machines: number; 'by-hand': number }

type WakeupFigures = Omit<WakeupSums, keyof (InTime & KeyedAnswers)> &
  Record<keyof (InTime & KeyedAnswers), number | null>

const NO_OUTCOMES: Readonly<Record<Exclude<Outcome, 'no-database'>, number>> = {
  complete: 0,
  'no-answer': 0,
  busy: 0,
  diverted: 0,
  'no-line': 0,
  unreachable: 0,
  missed: 0,
}

function noCalls(): WakeupSums {
  return {
    calls: 0,
    pending: 0,
    answered: 0,
    failed: 0,
    ...NO_OUTCOMES,
    ...NONE_IN_TIME,
    ...NO_KEYED_ANSWERS,
    machines: 0,
    'no-database': 0,
    'by-hand': 0,
  }
}

function countCall(sum: WakeupSums & DialLateness, call: Wakeup, byMachine: boolean) {
  sum.calls++
  sum[call.list]++
  if (call.outcome !== null) sum[call.outcome]++
  // Missed, with a cause of its own.
  if (call.outcome === 'no-database') sum.missed++
  countInTime(sum, call)
  countLateness(sum, call)
  countKeyed(sum, call)
  if (byMachine) sum.machines++
  if (isReachedByHand(call)) sum['by-hand']++
}

const withShares = (sums: WakeupSums): WakeupFigures => ({
  ...sums,
  ...sharesInTime(sums, sums.answered + sums.failed),
  ...sharesKeyed(sums),
})
