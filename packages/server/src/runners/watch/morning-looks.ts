import { howMany } from '../../kernel/how-many.ts'
import type { CheckCode } from '../../hotel/desk/night-check.ts'
import { endingCertificates } from '../../hotel/deliveries/certificates.ts'
import { isFor, queueOf } from '../../hotel/deliveries/delivery.ts'
import type { Destination } from '../../hotel/deliveries/destination.ts'
import { unpostableItems } from '../../hotel/deliveries/postable.ts'
import type { QueueView } from '../../hotel/deliveries/queue.ts'
import { inDoubtOfHouse } from '../../hotel/deliveries/undecided.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import { NO_TENANT } from '../../hotel/accounts/tenancy.ts'
import { callLength, MEASURED_CALLS } from '../../hotel/wakeups/call-length.ts'
import { type CapacityOf, countsBySharers, lateMinutes, type MinuteCount } from '../../hotel/wakeups/rush.ts'
import { type Clock, hours, minutes } from '../../kernel/clock.ts'
import type { Disk } from '../../kernel/machine.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import type { Look } from './night-check.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  /** Why nothing can be written; null when it can. */
  cannotWrite(): string | null
  /** What is wrong with each line; null where it works and its exchange answers. */
  lines(): Promise<readonly { readonly name: string; readonly problem: string | null }[]>
  readonly capacity: CapacityOf
  disk(): Promise<Disk>
  /** Null when the system cannot tell. */
  clockInStep(): Promise<boolean | null>
  /** Null when something listens there, otherwise why not. */
  reach(host: string, port: number): Promise<string | null>
  /** How each destination fares. */
  queues(): Promise<readonly QueueView[]>
  zone(): string
  /** What can be spoken, and what is wrong with languages, in sentences. */
  languages(): Promise<{ readonly spoken: readonly string[]; readonly troubles: readonly string[] }>
}

const LEAST_FREE = 0.05
const MORNING = hours(12)
/** What may be there twice is told in one night: nobody decides about it. */
const DAY = hours(24)
/** One that rings just now is not yet late. */
const OVERDUE = minutes(2)

/** What the morning needs. */
export const morningLooks = (parts: Parts): Look[] => [
  { name: 'lines', look: () => linesLook(parts) },
  { name: 'database', look: () => databaseLook(parts) },
  { name: 'calls', look: () => callsLook(parts) },
  { name: 'clock', look: () => clockLook(parts) },
  { name: 'disk', look: () => diskLook(parts) },
  { name: 'connectors', look: () => connectorsLook(parts) },
  { name: 'certificates', look: () => certificatesLook(parts) },
  { name: 'charges', look: () => chargesLook(parts) },
  { name: 'items', look: () => itemsLook(parts) },
  { name: 'languages', look: () => languagesLook(parts) },
]

type Found = ReturnType<typeof found>
/** A sentence, and the same as a word that stays, for screens of another language. */
const found = (ok: boolean, text: string, code: CheckCode, count?: number) => ({
  ok,
  text,
  code,
  ...(count === undefined ? {} : { count }),
})
const well = (text: string, code: CheckCode, count?: number): Found => found(true, text, code, count)
const wrong = (text: string, code: CheckCode, count?: number): Found => found(false, text, code, count)

async function linesLook({ lines }: Parts) {
  const all = await lines()
  if (all.length === 0) return wrong('No telephone line is configured: no room can be rung', 'lines.none')
  const silent = all.flatMap(({ name, problem }) => (problem === null ? [] : [`line ${name}: ${problem}`]))
  return silent.length === 0
    ? well(all.length === 1 ? 'the line answers' : `${all.length} lines answer`, 'lines.answer', all.length)
    : wrong(silent.join(', '), 'lines.trouble', silent.length)
}

function databaseLook({ cannotWrite }: Parts) {
  const why = cannotWrite()
  return Promise.resolve(
    why === null
      ? well('The database can be written', 'database.writes')
      : wrong(
          `Nothing can be written, and what is told of calls is not up to date: ${why}`,
          'database.stuck',
        ),
  )
}

/** Calls that should have been made by now, and the minutes of the morning that will not go in time. */
async function callsLook(parts: Parts) {
  const now = parts.clock.now()
  const counted = await parts.database.read.wakeups.countByMinute(0, now + MORNING)
  const isOverdue = ({ minute }: MinuteCount) => minute < now - OVERDUE
  const overdue = totalOf(counted.filter(isOverdue))
  const morning = counted.filter((one) => !isOverdue(one))
  const problems = [
    ...(overdue > 0 ? [`Calls that are overdue and wait: ${overdue}`] : []),
    ...(await rushOf(morning, parts)),
  ]
  if (problems.length > 0) return wrong(problems.join(', '), 'calls.late')
  const total = totalOf(morning)
  if (total === 0) return well('No calls are due', 'calls.none')
  return well(
    total === 1 ? '1 call is due, and can ring in time' : `${total} calls are due, and can all ring in time`,
    'calls.in-time',
    total,
  )
}

const totalOf = (minutes: readonly MinuteCount[]) => minutes.reduce((sum, { calls }) => sum + calls, 0)

/** Every minute whose calls cannot all ring in time, for each group of tenants that share lines. */
async function rushOf(morning: readonly MinuteCount[], parts: Parts): Promise<string[]> {
  const { capacity, clock, database, zone } = parts
  const time = (at: number) => formatInstant(at, zone()).slice(11, 16)
  const callMs = callLength(await database.read.attempts.latestLengths(MEASURED_CALLS))
  return Array.from(countsBySharers(morning, capacity)).flatMap(([tenant, counted]) => {
    const means = { ...capacity(tenant), callMs, now: clock.now() }
    const whose = tenant === NO_TENANT ? '' : ` of tenant ${tenant}`
    return lateMinutes(counted, means).map(
      ({ minute, due, last }) =>
        `${due} ${due === 1 ? 'call' : 'calls'}${whose} at ${time(minute)} over ${means.lines} ${means.lines === 1 ? 'line' : 'lines'}: the last is expected at ${time(last)}`,
    )
  })
}

async function clockLook({ clockInStep }: Parts) {
  const inStep = await clockInStep()
  if (inStep === null)
    return well("Whether a time service keeps the machine's clock right cannot be told here", 'clock.untold')
  return inStep
    ? well("A time service keeps the machine's clock right", 'clock.in-step')
    : wrong("No time service keeps the machine's clock right", 'clock.adrift')
}

async function languagesLook({ languages }: Parts) {
  const { spoken, troubles } = await languages()
  return troubles.length === 0
    ? well(`${spoken.join(', ')} are spoken`, 'languages.spoken', spoken.length)
    : wrong(troubles.join(', '), 'languages.trouble')
}

async function diskLook({ disk }: Parts) {
  const { size, free } = await disk()
  const percent = Math.round((free / size) * 100)
  const text = `${percent}% of the disk are free`
  return free / size < LEAST_FREE ? wrong(text, 'disk.full', percent) : well(text, 'disk.free', percent)
}

async function everyDestination({ database: { read } }: Parts): Promise<Destination[]> {
  const charged = await read.destinations.list('charge', null)
  return [...charged, ...(await read.destinations.list('room-status', null))]
}

async function connectorsLook(parts: Parts) {
  const all = await everyDestination(parts)
  const tried = all.filter(({ settings }) => !settings.disabled)
  const queues = await parts.queues()
  const problems = await Promise.all(tried.map((one) => unreached(one, queues, parts)))
  const missed = [...problems.flat(), ...disabledByItself(queues)]
  if (missed.length > 0) return wrong(missed.join(', '), 'connectors.trouble', missed.length)
  return tried.length === 0
    ? well('no connectors, no servers', 'connectors.none')
    : well(`${howMany(tried.length, 'destination')} can be reached`, 'connectors.reached', tried.length)
}

/** Nobody else looks at a certificate until the day on which nothing gets through any more. */
async function certificatesLook(parts: Parts) {
  const ending = endingCertificates(await everyDestination(parts), parts.clock.now())
  return ending.length === 0
    ? well('No certificate of a destination ends soon', 'certificates.last')
    : wrong(ending.map(({ words }) => words).join(', '), 'certificates.end', ending.length)
}

/** Before the guests check out in the morning. */
async function chargesLook({ database, clock }: Parts) {
  const { deliveries } = database.read
  const doubled = await deliveries.doubled(clock.now() - DAY)
  const doubt = inDoubtOfHouse({ undecided: await deliveries.undecided(), doubled })
  return doubt === null
    ? well('No charge is undecided', 'charges.decided')
    : wrong(doubt, 'charges.undecided')
}

/** A charge of such an item is refused: better the night before than in front of the guest. */
async function itemsLook({ database: { read } }: Parts) {
  const unposted = unpostableItems(
    await read.inventory.items.list(null),
    await read.destinations.list('charge', null),
  )
  return unposted.length === 0
    ? well('Every item can be posted', 'items.posted')
    : wrong(unposted.join(', '), 'items.unposted', unposted.length)
}

/** Something may listen there and yet take nothing. */
async function unreached(
  destination: Destination,
  queues: readonly QueueView[],
  { reach, zone }: Parts,
): Promise<string[]> {
  const { name, settings } = destination
  const queue = queues.find((one) => isFor(queueOf(one), destination))
  const problem = settings.type === 'fias' ? linkProblem(queue) : await reachOf(settings.url, reach)
  if (problem !== null) return [`${name}: ${problem}`]
  const since = queue?.failingSince ?? null
  return since === null
    ? []
    : [`${name}: nothing gets through since ${formatInstant(since, zone()).slice(11, 16)}`]
}

/** A destination that an administrator has disabled is no problem; one that the system had to disable is. */
const disabledByItself = (queues: readonly QueueView[]) =>
  queues
    .filter(({ state, disabledAt }) => state === 'disabled' && disabledAt !== null)
    .map(({ name, disabledWhy }) => `${name}: disabled (${disabledWhy})`)

/**
 * A property system serves the latest connection and drops the one before: a try would cut our own link off, perhaps
 * in the middle of a posting.
 */
function linkProblem(queue: QueueView | undefined): string | null {
  const link = queue?.link ?? null
  if (link?.isUp) return null
  return link === null || link.why === '' ? 'its link is down' : `its link is down (${link.why})`
}

function reachOf(url: string, reach: Parts['reach']): Promise<string | null> {
  const { hostname, port, protocol } = new URL(url)
  const given = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
  return reach(hostname.replaceAll(/[[\]]/g, ''), given)
}
