import { textOfValue, type Thing } from './fields.ts'
import { secondsIn } from './seconds.ts'

/** What may be saved, and is hardly ever meant. */
export type Risk =
  | 'log-short'
  | 'charges-short'
  | 'late'
  | 'no-grace'
  | 'no-pause'
  | 'rings-short'
  | 'told-late'

/** Forms in which something may be dangerous. */
export type RiskyForm = 'wakeup' | 'retention'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Guests ask and disputes are settled within about so long. */
const KEPT = 30 * DAY
/** Nobody who is rung later than that has been woken. */
const LATEST = HOUR
const SOONEST = MINUTE
/** From the bed to the phone. */
const REACHED = 10
/** So long after the time of a call the desk can still do something. */
const TOLD = 30 * MINUTE

/** What is dangerous in what holds by a form, by field. */
export const risksIn = (form: RiskyForm, held: Thing): ReadonlyMap<string, Risk> =>
  new Map(form === 'retention' ? risksOfRetention(held) : risksOfPolicy(held))

type Found = readonly (readonly [string, Risk])[]

const isShorter = (text: unknown, seconds: number) => (secondsIn(text) ?? Number.POSITIVE_INFINITY) < seconds

const risksOfRetention = ({ log, charges }: Thing): Found => [
  ...(isShorter(log, KEPT) ? ([['log', 'log-short']] as const) : []),
  ...(isShorter(charges, KEPT) ? ([['charges', 'charges-short']] as const) : []),
]

function risksOfPolicy({ attempts, retryDelay, ringTime, grace }: Thing): Found {
  const again = Number(textOfValue(attempts)) - 1
  const [between, rings] = [secondsIn(retryDelay) ?? 0, secondsIn(ringTime) ?? 0]
  return [
    ...((secondsIn(grace) ?? 0) > LATEST ? ([['grace', 'late']] as const) : []),
    ...(isShorter(grace, SOONEST) ? ([['grace', 'no-grace']] as const) : []),
    ...(again > 0 && rings > 0 && rings >= between ? ([['ringTime', 'no-pause']] as const) : []),
    ...(isShorter(ringTime, REACHED) ? ([['ringTime', 'rings-short']] as const) : []),
    ...(again * Math.max(between, rings) > TOLD ? ([['attempts', 'told-late']] as const) : []),
  ]
}
