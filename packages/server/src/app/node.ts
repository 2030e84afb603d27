import { HORIZON } from '../runners/wakeups/calls-ahead.ts'
import { NO_FACTS, type NodeFacts } from '../hotel/nodes/node-facts.ts'
import type { Node, NodeStanding } from '../hotel/nodes/node.ts'
import { type Clock, seconds } from '../kernel/clock.ts'
import { Failure } from '../kernel/failure.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Log } from '../kernel/log.ts'
import type { Service } from '../kernel/service.ts'
import { isCutOff } from '../connectors/node-word.ts'
import { admit } from '../runners/nodes/admission.ts'
import { untilAllGoBy } from '../runners/nodes/agreement.ts'
import { aloneAtHome, type AtHome, atHome } from '../runners/nodes/at-home.ts'
import { Beat } from '../runners/nodes/beat.ts'
import { ConfigurationWatch } from '../runners/nodes/configuration-watch.ts'
import { fenced } from '../runners/nodes/fence.ts'
import { type Errands, NodeErrands, noErrands } from '../runners/nodes/errands.ts'
import { ErrandsDone } from '../runners/nodes/errands-done.ts'
import { Homes } from '../runners/nodes/homes.ts'
import { HouseList } from '../runners/nodes/house-list.ts'
import { Peers } from '../runners/nodes/peers.ts'
import type { Key } from '../store/files/key-file.ts'
import type { HotelDatabase } from '../store/stores/stores.ts'

interface Ground {
  readonly database: HotelDatabase
  readonly key: Key
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly version: string
  /** The data folder that it runs from. */
  readonly machine: string
}

/** What a node asks of the house that is built on it. */
export interface HouseOnNode {
  address(): string
  facts(): Omit<NodeFacts, 'isAlone' | 'sees' | 'configuration'>
  isQuiet(tenants: readonly string[]): boolean
  /** Whether everything that has happened is in the database; it is tried at once. */
  isWritten(): Promise<boolean>
  /** Reads everything anew that is held in memory. */
  reload(): Promise<void>
}

/** This process as one of several, or alone. */
export interface OwnNode {
  readonly home: AtHome
  readonly peers: Peers
  /** What is asked here, and done where a house lives. */
  readonly errands: Errands
  /** For whoever works by itself: nothing is written once others have taken over. */
  fence(database: HotelDatabase): HotelDatabase
  /** Started before anything is done, and after all who do it are there. */
  readonly services: { readonly first: readonly Service[]; readonly last: readonly Service[] }
  /** When every node goes by what was changed here, as far as that can be waited for. */
  agreed(): Promise<void>
  /** How this one stands; null where a process is alone. */
  standing(): NodeStanding | null
  /** How long ago the beat of a node was last seen to change; null where that is not known. */
  silentMs(lease: string): number | null
  /** The other nodes that live, as they were seen last. */
  others(): readonly Node[]
  carry(house: HouseOnNode): void
}

/** Calls that a node has claimed ring without the database for so long: claimed 75 s ahead, and some to spare. */
const CLAIMED_MS = seconds(90)

export function aloneNode(): OwnNode {
  const home = aloneAtHome()
  return {
    home,
    peers: new Peers(),
    errands: noErrands,
    fence: (database) => database,
    services: { first: [], last: [home] },
    agreed: () => Promise.resolve(),
    standing: () => null,
    silentMs: () => null,
    others: () => [],
    carry: () => {},
  }
}

export async function openNode(name: string, ground: Ground): Promise<OwnNode> {
  const { database, key, clock, ids, log, version, machine } = ground
  const { apart, ownClock = async () => clock.now() } = database
  if (apart === undefined)
    throw new Failure('config.invalid', 'Nodes share a PostgreSQL: give its address with --database')
  await admit({ database, clock, name, machine, key, databaseClock: ownClock })
  const list = new HouseList(database)
  let house: HouseOnNode | undefined
  const configuration = new ConfigurationWatch({
    database,
    clock,
    log,
    async reload() {
      await list.read()
      await house?.reload()
    },
    // Said at once: whoever has changed a password waits for it.
    reloaded: () => beat.wake(),
  })
  // Before anything is read: what changes from here on, by our own first start as well, is read anew.
  await configuration.open()
  await list.read()
  const beat = new Beat({
    apart,
    clock,
    ids,
    log,
    name,
    machine,
    version,
    address: () => house?.address() ?? '',
    facts: () => ({ ...(house?.facts() ?? NO_FACTS), configuration: configuration.known }),
    memory: { amongOthers: CLAIMED_MS, alone: HORIZON },
    areCutOff: async (addresses) =>
      (await Promise.all(addresses.map((address) => isCutOff(address, clock)))).every(Boolean),
  })
  beat.onView((view) => configuration.saw(view.configuration))
  const homes = new Homes({
    database,
    beat,
    clock,
    log,
    name,
    arrangement: () => list.now,
    isQuiet: (tenants) => house?.isQuiet(tenants) ?? true,
    isWritten: () => house?.isWritten() ?? Promise.resolve(true),
  })
  const isLost = async () => !(await apart(({ nodes }) => nodes.fence(beat.lease ?? '')))
  let turnedAway = 0
  const home = atHome({ homes, beat, isLost })
  const peers = new Peers(database.bell)
  peers.on('configuration', () => configuration.wake())
  const fence = (plain: HotelDatabase) =>
    fenced(
      plain,
      () => beat.lease ?? '',
      () => void turnedAway++,
    )
  const common = { clock, ids, log, safe: key.safe, peers, home, list, lease: () => beat.lease }
  const done = new ErrandsDone({ ...common, database: fence(database) })
  return {
    home,
    peers,
    errands: new NodeErrands({
      ...common,
      database,
      done,
      others: () => beat.others.map(({ lease }) => lease),
    }),
    fence,
    services: { first: [configuration, beat], last: [homes, done] },
    agreed: () => untilAllGoBy({ database, clock, lease: () => beat.lease }),
    standing: () => ({
      name,
      state: beat.nodes.find(({ lease }) => lease === beat.lease)?.state ?? (beat.lease ? 'up' : 'lost'),
      houses: homes.residents.houses.size,
      beatMs: beat.permit.ageMs,
      takeovers: homes.takeovers,
      fenced: turnedAway,
      permitsLost: beat.permit.timesLost,
    }),
    silentMs: (lease) => beat.silentMs(lease),
    others: () => beat.others,
    carry: (built) => void (house = built),
  }
}
