import type { Destination } from '../hotel/delivery.ts'
import { formatInstant } from '../hotel/local-time.ts'
import { forecastOf } from '../hotel/rush.ts'
import { type Clock, hours } from '../kernel/clock.ts'
import type { Disk } from '../kernel/machine.ts'
import type { HotelDatabase } from '../store/stores.ts'
import type { Look } from './night-check.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  lines(): readonly { readonly name: string; readonly working: boolean; readonly why: string }[]
  /** Null when the exchange of a line answers, otherwise why not. */
  ping(line: string): Promise<string | null>
  capacity(): number
  disk(): Promise<Disk>
  /** Null when nobody knows. */
  clockInStep(): Promise<boolean | null>
  /** Null when something listens there, otherwise why not. */
  reach(host: string, port: number): Promise<string | null>
  zone(): string
}

const LEAST_FREE = 0.05
const MORNING = hours(12)

/** What the morning needs. */
export const morningLooks = (parts: Parts): Look[] => [
  { name: 'lines', look: () => linesLook(parts) },
  { name: 'calls', look: () => callsLook(parts) },
  { name: 'clock', look: () => clockLook(parts) },
  { name: 'disk', look: () => diskLook(parts) },
  { name: 'connectors', look: () => connectorsLook(parts) },
]

const well = (text: string) => ({ ok: true, text })
const wrong = (text: string) => ({ ok: false, text })

async function linesLook({ lines, ping }: Parts) {
  const all = lines()
  if (all.length === 0) return wrong('No telephone line is configured: no room can be rung')
  const problems = await Promise.all(
    all.map(async ({ name, working, why }) => {
      const problem = working ? await ping(name) : why || 'not registered'
      return problem === null ? [] : [`line ${name}: ${problem}`]
    }),
  )
  const found = problems.flat()
  return found.length === 0 ? well(`${all.length} lines answer`) : wrong(found.join(', '))
}

/** The fullest minute of the morning. */
async function callsLook({ database, clock, capacity, zone }: Parts) {
  const now = clock.now()
  const minutes = await database.read.wakeups.countByMinute(now)
  const morning = minutes.filter(([minute]) => minute < now + MORNING)
  const total = morning.reduce((sum, [, calls]) => sum + calls, 0)
  const [fullest] = morning.toSorted(([, a], [, b]) => b - a)
  if (!fullest) return well('No calls are due')
  const [minute, due] = fullest
  const rush = forecastOf(minute, due, capacity())
  if (!rush) return well(`${total} calls are due, never more in a minute than lines`)
  const time = (at: number) => formatInstant(at, zone()).slice(11, 16)
  return wrong(
    `${due} calls at ${time(minute)} over ${rush.lines} lines: the last is expected at ${time(rush.last)}`,
  )
}

async function clockLook({ clockInStep }: Parts) {
  const inStep = await clockInStep()
  if (inStep === null) return well('Whether the clock is kept in step cannot be told here')
  return inStep ? well('The clock is kept in step') : wrong("The machine's clock is not synchronised")
}

async function diskLook({ disk }: Parts) {
  const { size, free } = await disk()
  const text = `${Math.round((free / size) * 100)}% of the disk are free`
  return free / size < LEAST_FREE ? wrong(text) : well(text)
}

async function connectorsLook({ database, reach }: Parts) {
  const { destinations } = database.read
  const all = [
    ...(await destinations.list('charge', null)),
    ...(await destinations.list('room-status', null)),
  ]
  const tried = all.filter(({ config }) => config.disabled !== true)
  const problems = await Promise.all(
    tried.map(async (destination) => {
      const problem = await reachOf(destination, reach)
      return problem === null ? [] : [`${destination.name}: ${problem}`]
    }),
  )
  const found = problems.flat()
  return found.length === 0
    ? well(`${tried.length} connectors and servers can be reached`)
    : wrong(found.join(', '))
}

function reachOf({ config }: Destination, reach: Parts['reach']): Promise<string | null> {
  if (config.url === undefined) return reach(String(config.host), Number(config.port))
  const { hostname, port, protocol } = new URL(String(config.url))
  const given = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
  return reach(hostname.replaceAll(/[[\]]/g, ''), given)
}
