import path from 'node:path'
import { Server as TlsServer } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { createMetrics, type Metrics } from './api/metrics/metrics.ts'
import type { Http } from './api/http.ts'
import type { AppConfig, Install, Outside } from './app/config.ts'
import { assemble } from './app/assemble.ts'
import { openClockNotes } from './app/clock-notes.ts'
import { assembleHeartbeat } from './app/heartbeat.ts'
import { languagesAt, openLanguages, rehearse } from './app/languages.ts'
import { addressOf, listen } from './app/listen.ts'
import { aloneNode, openNode } from './app/node.ts'
import type { TelephonyPlan } from './calls/lines/telephony.ts'
import type { Mailer } from './connectors/connector.ts'
import { smtpMailer } from './connectors/mail/smtp-mailer.ts'
import { type Instant, minutes, seconds } from './kernel/clock.ts'
import { houseClock } from './kernel/house-clock.ts'
import { loop, type Service } from './kernel/service.ts'
import { COMMON_HOUSE, LOG_HOUSE } from './hotel/nodes/houses.ts'
import type { SiteSections } from './hotel/settings/sections.ts'
import { onlyAt } from './runners/nodes/only-at.ts'
import { tellingPeers } from './runners/nodes/tell-peers.ts'
import { isCallForHelp } from './runners/desk/calls-for-help.ts'
import { nudging, Sealer } from './runners/log/sealer.ts'
import type { OutageJournal } from './runners/wakeups/outage-journal.ts'
import { openDatabase } from './store/engine/database.ts'
import type { Journal } from './store/files/journal.ts'
import { lockFolder } from './store/files/folder-lock.ts'
import { KEY_FILE, keyIn } from './store/files/key-file.ts'
import { machineIn } from './store/files/machine-file.ts'
import { createStores, type HotelDatabase } from './store/stores/stores.ts'

export type { AppConfig, Install, Installer, Outside } from './app/config.ts'

export interface App {
  /** The web server; made at the first use, or when the app starts. */
  http(): Promise<Http>
  readonly database: HotelDatabase
  /** What happens while the database is away. */
  readonly journal: Journal
  readonly outage: Pick<OutageJournal, 'begins'>
  /** Calls that are due before then may be rung by another process; null when this one is alone. */
  heldBackUntil(): Instant | null
  /** Why this is a restored copy that rings nobody and sends nothing, in words; null for a house that is live. */
  whyQuiet(): string | null
  /** Makes such a copy live, whether it serves or not; says in sentences what was done. */
  goLive(): Promise<readonly string[]>
  /** Serves, and says where. */
  start(): Promise<string>
  /** Has a site file applied while the house is open; throws, and changes nothing, where it cannot be. */
  reinstall(install: Install): Promise<void>
  /** Whoever comes from now on is shown this certificate; those who are here keep theirs. */
  renewCertificate(tls: NonNullable<AppConfig['tls']>): Promise<void>
  /** How rooms are rung. */
  telephony(): TelephonyPlan['mode']
  /** Makes ready what is said most, so that the first calls after a start need not wait for it. */
  rehearse(): Promise<void>
  /** Secrets in the database under another key: an operator must enter them again. */
  readonly lostSecrets: readonly string[]
  /** Whether the loops turn that ring the rooms and the desk and watch the clock, with a database or without. */
  isTurning(): boolean
  /** No new requests; those in progress finish. */
  stop(): Promise<void>
}

/** Phrase books and recorded phrases, beside the folder that this code runs from. */
const LANGUAGES = fileURLToPath(new URL('../languages/', import.meta.url))

/** The console, in its own package. */
const CONSOLE = fileURLToPath(new URL('../../console/dist/', import.meta.url))
const GUIDE = fileURLToPath(new URL('../dist/guide/', import.meta.url))

/** What a house with this data folder speaks. */
export const languagesIn = (dataFolder: string) => languagesAt({ ours: LANGUAGES, dataFolder })

/** Sends mail as a house with these settings does. */
export const mailerFor = (email: SiteSections['email']): Mailer => smtpMailer(() => email)

/** A look that takes longer is stuck: each of them gives up waiting for a database within seconds. */
const LONGEST_LOOK = minutes(1)

/** Builds the app by hand, with its services in the order in which they start. */
export async function createApp(config: AppConfig, { clock: machine, ...world }: Outside): Promise<App> {
  const { clockNotes, houseTime } = openClockNotes(config, machine, world.bootId)
  const outside = { ...world, clock: houseClock(machine, houseTime), clockNotes }
  const lock = lockFolder(config.dataFolder)
  const metrics = createMetrics({ version: config.product.version, node: config.node ?? undefined })
  const { clock, log } = outside
  const { store, key } = await openHouse(config, outside, metrics).catch((error: unknown) => {
    lock.release()
    throw error
  })
  const { safe } = key
  const atWork = { ...store, ...store.atWork }
  const own = await (config.node == null
    ? aloneNode()
    : openNode(config.node, {
        database: atWork,
        key,
        clock,
        ids: outside.ids,
        log,
        version: config.product.version,
        machine: machineIn(config.dataFolder, () => outside.ids.uuid()),
      }).catch(async (error: unknown) => {
        await store.close()
        lock.release()
        throw error
      }))
  const { home, peers } = own
  const told = (plain: HotelDatabase) => (home.isAlone ? plain : tellingPeers(plain, peers))
  const sealer = new Sealer({
    database: own.fence(told(atWork)),
    clock,
    log,
    isHere: () => home.has(LOG_HOUSE),
  })
  peers.on('log', () => sealer.nudge())
  /** Told of every write that fails; the house that listens is built on the database. */
  const failed: ((error: unknown) => void)[] = []
  const watched = (plain: HotelDatabase) =>
    telling(nudging(told(plain), sealer), (error) => failed.forEach((tell) => tell(error)))
  const apart = store.atWork && watched(atWork)
  const database = { ...watched(store), atWork: apart }
  const unfenced = apart ?? database
  const languages = await openLanguages({ ours: LANGUAGES, dataFolder: config.dataFolder }, database, log)
  const house = await assemble({ consoleFolder: CONSOLE, guideFolder: GUIDE, ...config }, outside, {
    database,
    metrics,
    sealer,
    languages,
    safe,
    home,
    peers,
    own,
    working: own.fence(unfenced),
    unfenced,
  }).catch(async (error: unknown) => {
    await database.close()
    lock.release()
    throw error
  })
  own.carry({
    address: () => config.nodeAddress ?? addressOf(config, house.served[0] ?? config.port),
    facts: () => house.nodeFacts(),
    isQuiet: (tenants) => house.runner.isQuiet(tenants),
    isWritten: () => house.outage.settle(),
    reload: () => house.reload(),
  })
  failed.push((error) => void house.outage.begins(error))
  const deskLoop = loop(house.desk, clock, log)
  const clockLoop = loop(house.clockWatch, clock, log)
  const lineLoop = loop(house.lineWatch, clock, log)
  const lineNews = loop(house.lineNews, clock, log)
  sealer.onSealed((rows) => isCallForHelp(rows) && deskLoop.wake())
  house.telephony.caller.onLine(() => lineLoop.wake())
  house.telephony.caller.onLine(() => lineNews.wake())
  const isTurning = () =>
    [house.runner, deskLoop, clockLoop].every(({ lookingMs }) => lookingMs < LONGEST_LOOK)
  const diskLoop = loop(house.diskWatch, clock, log)
  const quietLoop = loop(house.quiet, clock, log)
  const heartbeat = assembleHeartbeat(config, outside, { ...house, database, isTurning })
  const services: Service[] = [
    ...own.services.first,
    // First to start and last to stop: it seals what all the others write.
    sealer,
    house.telephony,
    // What the process before us could not write is written before anything is claimed.
    house.outage,
    house.alive,
    house.runner,
    // Links stop before the runners that act on what they heard.
    house.propertyRunner,
    house.propertyTeller,
    house.deliveryRunner,
    // What another process has left is taken up once all who do so are there.
    ...own.services.last,
    deskLoop,
    clockLoop,
    loop(onlyAt(COMMON_HOUSE, home, house.nightCheck), clock, log),
    loop(house.departureWatch, clock, log),
    lineLoop,
    lineNews,
    loop(house.propertyWatch, clock, log),
    loop(house.backlogWatch, clock, log),
    diskLoop,
    loop(house.purge, clock, log),
    loop(house.reportMails, clock, log),
    loop(onlyAt(COMMON_HOUSE, home, house.nightlyBackup), clock, log),
    loop(heartbeat, clock, log),
    ...(home.isAlone
      ? []
      : [house.screenWatch, house.machine].map((one) => loop(one, clock, log, seconds(1)))),
    // Last to start and first to stop: it may start the others.
    quietLoop,
  ]
  /** What a restored copy does as well: it looks after itself, and nothing of that leaves the house. */
  const quietly = new Set<Service>([sealer, house.outage, house.alive, clockLoop, diskLoop, quietLoop])
  const started = new Set<Service>()
  const startThose = async () => {
    const isDue = (one: Service) => house.quiet.copy === null || quietly.has(one)
    for (const service of services.filter((one) => isDue(one) && !started.has(one))) {
      if (stopped) return
      started.add(service)
      await service.start()
    }
  }
  // One that has never served is made live by a command, for a server to come.
  house.quiet.onLive(() => (started.size === 0 ? Promise.resolve() : startThose().catch(outside.onFatal)))
  let opened: Promise<Http> | undefined
  const http = () => (opened ??= house.openHttp())
  let stopped: Promise<void> | undefined
  const shutDown = async () => {
    house.events.close()
    await (await opened)?.app.close()
    for (const service of services.toReversed()) await service.stop()
    await database.close()
    lock.release()
  }

  return {
    http,
    database,
    journal: house.journal,
    outage: house.outage,
    heldBackUntil: () => house.alive.heldBackUntil,
    whyQuiet: () => house.quiet.why,
    goLive: () => house.quiet.goLive(),
    reinstall: (install) => house.reinstall(install),
    async renewCertificate({ cert, key }) {
      const { server } = (await http()).app
      if (server instanceof TlsServer) server.setSecureContext({ cert, key })
    },
    telephony: () => house.telephony.describe().mode,
    lostSecrets: house.lostSecrets,
    rehearse: () => rehearse(house.announcer, house.settings, database.read),
    isTurning,
    async start() {
      await startThose()
      // Last: what was cut off rings again before anybody can ask.
      const open = await http()
      await config.beforeListening?.()
      const port = await listen(open, config)
      house.served.push(port)
      return addressOf(config, port)
    },
    stop() {
      stopped ??= shutDown()
      return stopped
    },
  }
}

/** Whoever finds that nothing can be written, all must know. */
const telling = (database: HotelDatabase, failed: (error: unknown) => void): HotelDatabase => ({
  ...database,
  transaction: (work) =>
    database.transaction(work).catch((error: unknown) => {
      failed(error)
      throw error
    }),
})

/** This installation's key, and the database with its secrets encrypted under it. */
async function openHouse(config: AppConfig, { clock, ids, log, onFatal }: Outside, metrics: Metrics) {
  const file = config.keyFile ?? path.join(config.dataFolder, KEY_FILE)
  const key = keyIn(file, (length) => ids.bytes(length))
  // A node keeps a new one only if it is the first: the others have it already.
  if (config.node == null) key.keep()
  const store = await openDatabase({
    url: config.databaseUrl ?? undefined,
    folder: config.dataFolder,
    createStores: (handle, dialect) => createStores(handle, dialect, key.safe),
    clock,
    log,
    lock: config.node == null ? 'alone' : 'shared',
    observe: metrics.store,
    onMigration: ({ from, to }, kept) => {
      const words = `The database is brought up to date, from ${from} to ${to}`
      const copy = kept === null ? '' : `; a copy of it as it was is kept as ${kept}`
      config.tell?.(`${words}${copy}.`)
      log.warn({ event: 'store.migrating', from, to, kept }, words)
    },
    onLost: (failure) => (failure.code === 'store.in-use' ? onFatal(failure) : undefined),
  })
  return { store, key }
}
