import type { Alarm } from '../../hotel/desk/alarm.ts'
import type { SiteSections } from '../../hotel/settings/sections.ts'
import type { NodeStanding } from '../../hotel/nodes/node.ts'
import type { Standing } from '../../hotel/time/clock-doubt.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import { type Clock, type Instant, seconds } from '../../kernel/clock.ts'
import { heardWithin } from '../../kernel/within.ts'
import type { Disk } from '../../kernel/machine.ts'
import { Failure } from '../../kernel/failure.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import type { Settings } from '../settings.ts'

/** What the telephony says of itself. */
export interface TelephonyState {
  readonly running: boolean
  readonly registered: boolean
  readonly lines: readonly unknown[]
  readonly voices: readonly { readonly id: string; readonly name: string; readonly description: string }[]
}

/** The product and the machine it runs on. */
export interface Product {
  readonly name: string
  readonly version: string
  readonly build: string
  readonly released: string
  readonly dataFolder: string
  readonly internetStack: string
  /** Of when its rules of time zones are: 2026c. */
  readonly zoneData: string
}

/** A language under its number. */
export interface ListedLanguage {
  readonly id: number
  readonly tag: string
  readonly name: string
}

export interface SystemFacts {
  readonly now: Instant
  readonly zone: string
  readonly product: Product
  readonly siteId: string
  readonly site: SiteSections['site']
  readonly license: SiteSections['license']
  readonly aliases: SiteSections['api']['systemAliases']
  readonly installed: Instant
  readonly setup: Instant
  readonly updated: Instant
  readonly disk: Disk
  readonly databaseRunning: boolean
  readonly mailReady: boolean
  readonly lines: number
  readonly telephony: TelephonyState
  readonly languages: readonly ListedLanguage[]
  /** Who follows what happens, at this node. */
  readonly streams: number
  /** Why this is a copy that does nothing, in words; null for a house that is live. */
  readonly whyQuiet: string | null
}

interface Parts {
  readonly database: HotelDatabase
  readonly settings: Settings
  readonly clock: Clock
  readonly product: Product
  disk(): Promise<Disk>
  describeTelephony(): Promise<TelephonyState>
  mailReady(): boolean
  /** What is spoken here, by number. */
  languages(): readonly ListedLanguage[]
  streams(): number
  /** Why nothing can be written; null when it can. */
  cannotWrite(): string | null
  /** Calls that are due before then are not rung until then, as another process may ring them; null when all are. */
  heldBackUntil(): Instant | null
  /** Why this is a copy that does nothing, in words; null for a house that is live. */
  whyQuiet(): string | null
  /** This node does not reach the database that it shares with others. */
  isCutOff(): boolean
  /** How this node stands; null for a process that is alone. */
  standing(): NodeStanding | null
  /** Telephone lines, and how many of them work. */
  lineCount(): { readonly working: number; readonly all: number }
  /** The tables that this version goes by. */
  readonly schema: string
  /** How the house's time stands to the machine's clock. */
  clockState(): Standing
  /** Alarms that cannot be written yet. */
  unwrittenAlarms(): readonly Pick<Alarm, 'kind' | 'state'>[]
  /** While nothing can be written, the database does not know what was rung: how many wait; null otherwise. */
  overdueInMemory(): number | null
}

/** What waits for its hour, to be delivered, or for somebody to act. */
export interface Backlog {
  readonly pending: number
  readonly overdue: number
  readonly depth: number
  readonly ageMs: number
  readonly uncertain: number
  /** How many alarms of each kind are open; kinds without any are left out. */
  readonly alarms: ReadonlyMap<string, number>
}

export type SystemActions = ReturnType<typeof systemActions>

/** The installation, as it is at this moment. */
export function systemActions({
  database,
  settings,
  clock,
  product,
  disk,
  cannotWrite,
  heldBackUntil,
  whyQuiet,
  isCutOff,
  standing,
  lineCount,
  schema,
  clockState,
  unwrittenAlarms,
  overdueInMemory,
  describeTelephony,
  mailReady,
  languages,
  streams,
}: Parts) {
  let lines = 0
  return {
    async facts(): Promise<SystemFacts> {
      // One that can only be read does not do what the house needs of it.
      const isThere = await isRunning(database)
      const databaseRunning = isThere && cannotWrite() === null
      // While the database is down, the last known count still describes the configuration.
      if (isThere) lines = (await database.read.lines.list(null)).length
      const telephony = await describeTelephony()
      const { siteId, site, license, api, remembered } = settings.current()
      const since = (key: string) => Number(remembered[key] ?? clock.now())
      return {
        now: clock.now(),
        zone: site.timezone,
        product,
        siteId,
        site,
        license,
        aliases: api.systemAliases,
        installed: since('installed'),
        setup: since('setup'),
        updated: since('updated'),
        disk: await disk(),
        databaseRunning,
        mailReady: mailReady(),
        // Built-in phones come with a line that is in no configuration.
        lines: telephony.lines.length || lines,
        telephony,
        languages: languages(),
        streams: streams(),
        whyQuiet: whyQuiet(),
      }
    },

    /** Throws when the house cannot serve. */
    async ready() {
      if (isCutOff()) throw new Failure('node.cut-off', 'The database does not answer this node')
      const why = cannotWrite()
      if (why !== null) throw new Failure('store.unavailable', `Nothing can be written: ${why}`)
      if ((await heardWithin(clock, PATIENCE, isRunning(database))) !== true)
        throw new Failure('store.unavailable', 'The database does not answer')
      const quiet = whyQuiet()
      if (quiet !== null) throw notLive(quiet)
      const until = heldBackUntil()
      if (until !== null) throw heldBack(formatInstant(until, settings.current().site.timezone))
      const node = standing()
      mustBeUp(node)
      return {
        clock: clockState().state,
        node: node?.name ?? '',
        houses: node?.houses ?? 1,
        lines: { ...lineCount() },
        beatMs: node?.beatMs ?? 0,
        schema,
      }
    },

    clockState,

    async backlog(): Promise<Backlog> {
      const now = clock.now()
      const { pending, overdue } = await database.read.wakeups.countPending(now)
      const { depth, oldest, uncertain } = await database.read.deliveries.backlog()
      return {
        pending,
        overdue: overdueInMemory() ?? overdue,
        depth,
        ageMs: oldest === null ? 0 : now - oldest,
        uncertain,
        alarms: counted(await database.read.alarms.openByKind(), unwrittenAlarms()),
      }
    },
  }
}

const PATIENCE = seconds(2)

function counted(
  written: readonly { kind: string; alarms: number }[],
  unwritten: readonly Pick<Alarm, 'kind' | 'state'>[],
): ReadonlyMap<string, number> {
  const sums = new Map(written.map(({ kind, alarms }) => [kind, alarms]))
  for (const { kind, state } of unwritten) if (state === 'open') sums.set(kind, (sums.get(kind) ?? 0) + 1)
  return sums
}

/** Requests go to others while this node has no right to act, or is about to be stopped. */
function mustBeUp(node: NodeStanding | null) {
  if (node === null || node.state === 'up') return
  throw new Failure(
    'house.lost',
    node.state === 'leaving'
      ? 'This node hands over its houses: it is to be stopped'
      : 'Other nodes have declared this one lost; it joins anew',
  )
}

/** Refuses what a restored copy does not do before it is live. */
export const notLive = (why: string) =>
  new Failure('house.quiet', sentence(why), { retrySeconds: RETRY_SECONDS })

const RETRY_SECONDS = 60
const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

const heldBack = (until: string) =>
  new Failure(
    'calls.held-back',
    `Calls due before ${until} are not rung until then: a Reveille with another data folder has not stopped as it should and may still ring them. Start with --take-over if it is surely off`,
  )

async function isRunning(database: HotelDatabase): Promise<boolean> {
  return database.ping().then(
    () => true,
    () => false,
  )
}
