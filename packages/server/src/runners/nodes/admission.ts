import { BEAT_EVERY, type Node } from '../../hotel/nodes/node.ts'
import { type Clock, type Instant, seconds } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import { pause } from '../../kernel/within.ts'
import type { Key } from '../../store/files/key-file.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly name: string
  /** The data folder that it runs from. */
  readonly machine: string
  readonly key: Key
  /** What the clock of the database's server shows. */
  databaseClock(): Promise<Instant>
}

const KEY_PRINT = 'keyPrint'
/** Calls ring by each node's own clock: so much apart, one would ring when another has given up. */
const MOST_APART = seconds(30)
/** A living node beats at least once in this time. */
const LONG_ENOUGH = BEAT_EVERY + seconds(1.5)

/** Whether this process may be a node of that name; refused in words that say what to do. */
export async function admit(parts: Parts): Promise<void> {
  await compareKeys(parts)
  const living = await livingNodes(parts)
  refuseName(living, parts)
  if (living.length > 0) await compareClocks(parts)
}

/** With another key, secrets could not be read, and new ones not by the others. */
async function compareKeys({ database, key }: Parts) {
  // What nobody can make who does not have the key.
  const print = key.safe.fingerprint('node', 'key')
  await database.inTurn(async () => {
    const known = await database.read.site.remembered()
    if (key.isNew && known['siteId'] !== undefined) throw noKey(key)
    if (known[KEY_PRINT] === undefined) await beFirst({ database, key }, print)
    else if (known[KEY_PRINT] !== print) throw otherKey(key)
  })
}

/** The first node of a house that is new, or that was served by a process alone until now. */
async function beFirst({ database, key }: Pick<Parts, 'database' | 'key'>, print: string) {
  const { unreadable } = await database.read.secrets.survey()
  if (unreadable.length > 0) throw otherKey(key)
  key.keep()
  await database.transaction(({ site }) => site.remember(KEY_PRINT, print))
}

const noKey = ({ file }: Key) =>
  new Failure(
    'config.invalid',
    `There is no key file ${file}: copy ${COPIED} here, and name it with --key-file`,
  )

const otherKey = ({ file }: Key) =>
  new Failure(
    'config.invalid',
    `The key file ${file} is not the one of this house: copy ${COPIED} in its place, or name the copy with --key-file`,
  )

const COPIED = 'the key file of a node that runs (its --key-file, or reveille.key in its data folder)'

/** Those whose beat changes while we look. A node that has stopped as it should has no row. */
async function livingNodes({ database, clock }: Parts): Promise<Node[]> {
  const before = (await database.read.nodes.list()).filter(({ state }) => state !== 'lost')
  if (before.length === 0) return []
  await pause(clock, LONG_ENOUGH)
  const beats = new Map(before.map(({ lease, beat }) => [lease, beat]))
  const after = await database.read.nodes.list()
  return after.filter(({ lease, beat }) => beats.has(lease) && beats.get(lease) !== beat)
}

function refuseName(living: readonly Node[], { name, machine }: Parts) {
  const copy = living.find((node) => node.machine === machine)
  if (copy)
    throw new Failure(
      'config.invalid',
      `Node ${copy.name} is running at ${copy.address} from a copy of this data folder: give this one an empty folder with --data`,
    )
  const other = living.find((node) => node.name === name)
  if (other)
    throw new Failure(
      'config.invalid',
      `A node named ${name} is running already, at ${other.address}: give this one another name with --node`,
    )
}

async function compareClocks({ clock, databaseClock }: Parts) {
  const apart = clock.now() - (await databaseClock())
  if (Math.abs(apart) <= MOST_APART) return
  throw new Failure(
    'config.invalid',
    `The clock of this machine is ${Math.round(Math.abs(apart) / 1_000)} s ${apart > 0 ? 'ahead of' : 'behind'} the database's, while other nodes run: set it right first`,
  )
}
