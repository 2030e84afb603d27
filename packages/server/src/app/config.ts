import type { MediaPort } from '@reveille/sip'
import type { Passwords } from '../actions/accounts/passwords.ts'
import type { Settings } from '../actions/settings.ts'
import type { Maintenance } from '../actions/site/upkeep.ts'
import type { Product } from '../actions/site/system.ts'
import type { Voice } from '../calls/caller.ts'
import type { Connector } from '../connectors/connector.ts'
import type { Destination } from '../hotel/deliveries/destination.ts'
import type { Line } from '../hotel/settings/line.ts'
import type { LineTrial } from '../hotel/site/line-trial.ts'
import type { Clock } from '../kernel/clock.ts'
import type { HouseClock } from '../kernel/house-clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Log } from '../kernel/log.ts'
import type { Disk } from '../kernel/machine.ts'
import type { ClockNotes } from '../runners/watch/clock-watch.ts'
import type { HotelDatabase } from '../store/stores/stores.ts'

/** Everything the app is told before it starts. */
export interface AppConfig {
  readonly host: string
  readonly port: number
  readonly dataFolder: string
  /** How much room the journal has from the beginning; that of a large hotel's morning if not said. */
  readonly journalBytes?: number
  readonly databaseUrl: string | null
  /** No other process rings from this database, although one of another data folder has not stopped as it should. */
  readonly takeOver?: boolean
  /** The name of this node, where several share the database; null when it is alone. */
  readonly node?: string | null
  /** Where the other nodes reach it, if not where it listens. */
  readonly nodeAddress?: string | null
  /** The key to the secrets in the database, if it does not lie in the data folder. */
  readonly keyFile?: string | null
  readonly tls: { readonly cert: string; readonly key: string } | null
  /** Takes a sentence for whoever has started this. */
  tell?(sentence: string): void
  /** Whoever has the port until then lets it go. */
  beforeListening?(): Promise<void>
  /** Addresses and networks of the proxies in front. */
  readonly trustProxy: readonly string[]
  readonly requestTimeoutMs: number
  /** Where the console lies, if it was built; beside the server if not said. */
  readonly consoleFolder?: string
  /** Where the guide lies, if it was built; beside the server if not said. */
  readonly guideFolder?: string
  readonly product: Product
  /** What is done by a process of its own beside this one; left out, nothing of it can be asked for. */
  readonly maintenance?: Maintenance
  /** Makes the database ready: the first facts, the site file or the demonstration hotel. */
  readonly install: Install
}

/** Time, chance, and what tests put in the place of the world outside. */
export interface Outside {
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly passwords?: Passwords
  /** Another kind of audio and another voice, for tests that move the clock by hand. */
  readonly media?: MediaPort
  readonly voice?: Voice
  /** Another way to reach destinations, for tests without a network. */
  connectorFor?(destination: Destination): Connector | null
  /** Another way to try lines, for tests without a network. */
  tryLine?(line: Line): Promise<LineTrial>
  /** Another drive than the one that the data lies on. */
  disk?(): Promise<Disk>
  /** Whether a time service keeps the machine's clock; null where that cannot be told. The machine is asked if not said. */
  clockInStep?(): Promise<boolean | null>
  /** Which start of the machine this is; null where that cannot be told. The machine is asked if not said. */
  bootId?(): string | null
  /** A failure that the process cannot survive. */
  onFatal(error: Error): void
}

/** The same by the house's time. */
export interface Inside extends Outside {
  readonly clock: HouseClock
  /** What is left for the process after this one, while the house goes by another time than the clock shows. */
  readonly clockNotes: ClockNotes
}

export interface Installer {
  readonly database: HotelDatabase
  readonly settings: Settings
  readonly passwords: Passwords
  /** The languages that announcements are in. */
  readonly spoken: readonly string[]
}

export type Install = (installer: Installer) => Promise<void>
