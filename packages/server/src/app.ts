import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MediaPort } from '@reveille/sip'
import { activityActions } from './actions/activity.ts'
import { SYSTEM } from './actions/actor.ts'
import { alarmActions } from './actions/alarms.ts'
import { chargeActions } from './actions/charges.ts'
import { deliveryActions } from './actions/deliveries.ts'
import { destinationActions } from './actions/destinations.ts'
import { dossierActions } from './actions/dossier.ts'
import { eventActions } from './actions/events.ts'
import { inventoryActions } from './actions/inventory.ts'
import { lineActions } from './actions/lines.ts'
import { customRoomActions, mailboxActions } from './actions/mailboxes.ts'
import { argon2Passwords, type Passwords } from './actions/passwords.ts'
import { promptActions, spokenPrompts } from './actions/prompts.ts'
import { receiptActions } from './actions/receipts.ts'
import { reportActions } from './actions/reports.ts'
import { roomStatusActions } from './actions/room-status.ts'
import { sealSecrets } from './actions/secrets.ts'
import { watchRush } from './actions/rush.ts'
import { loadSettings, type Settings } from './actions/settings.ts'
import { signInActions } from './actions/sign-in.ts'
import { siteActions } from './actions/site.ts'
import { stayActions } from './actions/stays.ts'
import { type Product, systemActions } from './actions/system.ts'
import { telephonySettings } from './actions/telephony.ts'
import { tenantActions } from './actions/tenants.ts'
import { userActions } from './actions/users.ts'
import { type Ringer, wakeupActions } from './actions/wakeups.ts'
import { createHttp, type Http } from './api/http.ts'
import { createMetrics, type Metrics, watchBacklog, watchLanes } from './api/metrics.ts'
import type { Routes } from './api/route.ts'
import { alarmRoutes } from './api/routes/alarm.ts'
import { configurationRoutes } from './api/routes/config/index.ts'
import { deliveryRoutes } from './api/routes/delivery.ts'
import { dossierRoutes } from './api/routes/dossier.ts'
import { eventRoutes } from './api/routes/events.ts'
import { inventoryRoutes } from './api/routes/inventory.ts'
import { logRoutes } from './api/routes/log.ts'
import { reportRoutes } from './api/routes/report.ts'
import { roomStatusRoutes } from './api/routes/room-status.ts'
import { stayRoutes } from './api/routes/stay.ts'
import { systemRoutes } from './api/routes/system.ts'
import { wakeupRoutes } from './api/routes/wakeup.ts'
import { createAnnouncer } from './calls/announcer.ts'
import type { Voice } from './calls/caller.ts'
import { readRecording } from './calls/recording.ts'
import { TELEPHONE_RATE } from './calls/resample.ts'
import { Telephony, type TelephonyPlan } from './calls/telephony.ts'
import { wavOfPcmu } from './calls/wav.ts'
import type { Connector, Mailer } from './connectors/connector.ts'
import { createFiasLink } from './connectors/fias-link.ts'
import { createGuard, type Guard } from './connectors/guard.ts'
import { smtpMailer } from './connectors/smtp-mailer.ts'
import { tryOut } from './connectors/trial.ts'
import { createWebhook } from './connectors/webhook.ts'
import { DEFAULTS, SECTION_DEFAULTS } from './config/defaults.ts'
import { mistakesWithin } from './config/site-checks.ts'
import { conductOf } from './hotel/conduct.ts'
import type { Destination } from './hotel/delivery.ts'
import { LANE_STATES } from './hotel/lane.ts'
import type { TenantId } from './hotel/tenancy.ts'
import type { Clock } from './kernel/clock.ts'
import { Failure } from './kernel/failure.ts'
import type { Ids } from './kernel/ids.ts'
import type { Log } from './kernel/log.ts'
import { clockInStep, diskOf, reach } from './kernel/machine.ts'
import { loop, type Service } from './kernel/service.ts'
import { DeskRunner } from './runners/desk-runner.ts'
import { housekeeping } from './runners/housekeeping.ts'
import { LineWatch } from './runners/line-watch.ts'
import { morningLooks } from './runners/morning-looks.ts'
import { NightCheck } from './runners/night-check.ts'
import { outboxBook } from './runners/outbox-book.ts'
import { OutboxRunner } from './runners/outbox-runner.ts'
import { nudging, Sealer } from './runners/sealer.ts'
import { wakeupBook } from './runners/wakeup-book.ts'
import { WakeupRunner } from './runners/wakeup-runner.ts'
import { openDatabase } from './store/database.ts'
import { lockFolder } from './store/folder-lock.ts'
import { KEY_FILE, openSafe } from './store/key-file.ts'
import { createStores, type HotelDatabase } from './store/stores.ts'

/** Everything the app is told before it starts. */
export interface AppConfig {
  readonly host: string
  readonly port: number
  readonly dataFolder: string
  readonly databaseUrl: string | null
  /** The key to the secrets in the database, if it does not lie in the data folder. */
  readonly keyFile?: string | null
  readonly tls: { readonly cert: string; readonly key: string } | null
  readonly trustProxy: boolean
  readonly requestTimeoutMs: number
  readonly product: Product
  /** Makes the database ready: the first facts, the site file or the demonstration hotel. */
  readonly install: Install
}

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
  /** Something happened that the process cannot live with. */
  onFatal(error: Error): void
}

export interface Installer {
  readonly database: HotelDatabase
  readonly settings: Settings
  readonly passwords: Passwords
}

export type Install = (installer: Installer) => Promise<void>

export interface App {
  readonly http: Http
  readonly database: HotelDatabase
  /** Serves, and says where. */
  start(): Promise<string>
  /** How rooms are rung. */
  telephony(): TelephonyPlan['mode']
  /** Secrets in the database that another key belongs to: somebody must give them again. */
  readonly lostSecrets: readonly string[]
  /** No new requests; those in progress finish. */
  stop(): Promise<void>
}

/** The house, put together by hand: every part is made once, in order, and gets only what it needs. */
export async function createApp(config: AppConfig, outside: Outside): Promise<App> {
  const lock = lockFolder(config.dataFolder)
  const metrics = createMetrics()
  const { clock, log } = outside
  const opened = await openHouse(config, outside, metrics).catch((error: unknown) => {
    lock.release()
    throw error
  })
  const sealer = new Sealer({ database: opened, clock, log })
  const database = nudging(opened, sealer)
  const house = await furnish(config, outside, { database, metrics, sealer }).catch(
    async (error: unknown) => {
      await database.close()
      lock.release()
      throw error
    },
  )
  const services: Service[] = [
    // First to start and last to stop: what all the others write is sealed.
    sealer,
    house.telephony,
    house.runner,
    house.outbox,
    loop(house.desk, clock, log),
    loop(house.nightCheck, clock, log),
    loop(house.lineWatch, clock, log),
    loop(house.housekeeping, clock, log),
  ]
  let stopped: Promise<void> | undefined
  const shutDown = async () => {
    house.events.close()
    await house.http.app.close()
    for (const service of services.toReversed()) await service.stop()
    await database.close()
    lock.release()
  }

  return {
    http: house.http,
    database,
    telephony: () => house.telephony.describe().mode,
    lostSecrets: house.lostSecrets,
    async start() {
      for (const service of services) await service.start()
      await listen(house.http, config)
      return addressOf(house.http, config)
    },
    stop() {
      stopped ??= shutDown()
      return stopped
    },
  }
}

/** The database, with what is secret in it under the key of this installation. */
async function openHouse(config: AppConfig, { clock, ids, log, onFatal }: Outside, metrics: Metrics) {
  const safe = openSafe(config.keyFile ?? path.join(config.dataFolder, KEY_FILE), (length) =>
    ids.bytes(length),
  )
  return openDatabase({
    url: config.databaseUrl ?? undefined,
    folder: config.dataFolder,
    createStores: (handle, dialect) => createStores(handle, dialect, safe),
    clock,
    log,
    observe: metrics.store,
    onLost: (failure) => (failure.code === 'store.in-use' ? onFatal(failure) : undefined),
  })
}

interface Ground {
  readonly database: HotelDatabase
  readonly metrics: Metrics
  readonly sealer: Sealer
}

async function furnish(config: AppConfig, outside: Outside, { database, metrics, sealer }: Ground) {
  const { clock, ids, log, passwords = argon2Passwords } = outside
  const settings = await loadSettings(database, SECTION_DEFAULTS)
  await config.install({ database, settings, passwords })
  const lostSecrets = await sealSecrets({ database, clock, log })
  const mailer = smtpMailer(() => settings.current().email)
  const { telephony, runner, desk, announcer } = furnishCalls(outside, database, settings, mailer)
  const served: Http[] = []
  const guard = createGuard({
    allow: () => (settings.current().network as { allow?: readonly string[] }).allow ?? NOTHING,
    ownPorts: () => [...telephony.ports(), ...served.map(portOf)],
  })
  const connectorFor = outside.connectorFor ?? connectorMaker(config, outside, { settings, guard })
  const outbox = furnishOutbox(outside, { database, settings, metrics, connectorFor })
  const nightCheck = furnishNightCheck(config, outside, { database, settings, telephony, outbox })
  const ringer: Ringer = {
    asked: (dueAt) => runner.asked(dueAt),
    changed: (calls) => runner.recall(calls),
  }
  const rush = await watchRush({ database, clock, capacity: (tenant) => telephony.caller.capacity(tenant) })
  const changed = () => void telephony.refresh()
  settings.onChange(changed)
  settings.onChange(() => void rush.reload())
  const deliveries = deliveryActions({ database, clock, postman: outbox, lanes: () => outbox.describe() })
  const parts = {
    database,
    settings,
    clock,
    ids,
    ringer,
    rush,
    changed,
    postman: outbox,
    destinationsChanged: () => void outbox.refresh(),
    tryOut: trialOf(outside, settings, connectorFor),
    defaults: SECTION_DEFAULTS,
  }
  const signIn = signInActions({ database, clock, ids, passwords })
  const events = eventActions({ database, clock, sealer })
  const forgetCredentials = (username: string) => {
    signIn.forget(username)
    events.forget(username)
  }
  const system = systemActions({
    ...parts,
    product: config.product,
    disk: () => diskOf(config.dataFolder),
    describeTelephony: async () => ({ ...telephony.describe(), voices: await announcer.voices() }),
    mailReady: () => mailer.ready,
  })
  watchBacklog(metrics, system, clock)
  watchLanes(metrics, () => deliveries.lanes(SYSTEM), LANE_STATES, clock)

  const register = (routes: Routes) => {
    wakeupRoutes(routes, wakeupActions(parts), settings)
    dossierRoutes(routes, dossierActions(parts), settings, clock)
    eventRoutes(routes, events, settings)
    inventoryRoutes(routes, inventoryActions(parts), chargeActions(parts))
    roomStatusRoutes(routes, roomStatusActions(parts), settings)
    systemRoutes(routes, system, {
      check: () => nightCheck.check(),
      lines: () => telephony.caller.describe(),
    })
    alarmRoutes(routes, alarmActions(parts), settings)
    stayRoutes(routes, stayActions(parts))
    logRoutes(routes, activityActions(parts), settings)
    reportRoutes(routes, reportActions(parts), settings)
    deliveryRoutes(routes, deliveries, settings)
    configurationRoutes(
      routes,
      {
        site: siteActions(parts),
        tenants: tenantActions(parts),
        users: userActions({ ...parts, passwords, forgetCredentials }),
        mailboxes: mailboxActions(parts),
        customRooms: customRoomActions(parts),
        lines: lineActions(parts),
        connectors: destinationActions(parts, 'charge', 'connector'),
        servers: destinationActions(parts, 'room-status', 'server'),
        prompts: promptActions({
          ...parts,
          convert: (file) => readRecording(file, clock),
          playable: (pcmu) => wavOfPcmu(pcmu, TELEPHONE_RATE),
        }),
      },
      { crossCheck: mistakesWithin, settings },
    )
  }
  const http = await createHttp({
    options: {
      tls: config.tls,
      trustProxy: config.trustProxy,
      version: config.product.version,
      requestTimeoutMs: config.requestTimeoutMs,
    },
    settings,
    signIn,
    receipts: receiptActions(parts),
    system,
    metrics,
    clock,
    ids,
    log,
    register,
  })
  served.push(http)
  const retention = () => settings.current().retention
  return {
    http,
    lostSecrets,
    events,
    telephony,
    runner,
    outbox,
    desk,
    nightCheck,
    lineWatch: new LineWatch({ database, ids, lines: () => telephony.caller.describe() }),
    housekeeping: housekeeping({ database, retention, log }),
  }
}

/** Recorded phrases, beside the folder that this code runs from. */
const AUDIO = fileURLToPath(new URL('../audio/', import.meta.url))

/** Lines, voice and the one who rings. */
function furnishCalls(outside: Outside, database: HotelDatabase, settings: Settings, mailer: Mailer) {
  const { clock, ids, log, media } = outside
  const telephony = new Telephony({ clock, log, media, plan: () => telephonySettings(database, settings) })
  const conduct = (tenant: TenantId) =>
    conductOf(settings.current().wakeup, settings.current().tenants.get(tenant)?.wakeup)
  const prompts = spokenPrompts(database.read)
  const announcer = createAnnouncer({
    audioFolder: AUDIO,
    clock,
    log,
    defaultLanguage: () => settings.current().site.language,
    recording: (name) => prompts.recording(name),
  })
  const voice = outside.voice ?? announcer
  const site = () => settings.current().site
  const shared = { caller: telephony.caller, voice, clock, log, conduct, site }
  const desk = new DeskRunner({ ...shared, database, mailer })
  const runner = new WakeupRunner({
    ...shared,
    book: wakeupBook({ database, ids, conduct }),
    callsPerSecond: () => Number(settings.current().limits.callsPerSecond),
    prompt: (id) => prompts.prompt(id),
  })
  return { telephony, runner, desk, announcer }
}

const NOTHING: readonly string[] = []

/** How a destination is reached. */
function connectorMaker(
  { product: { version } }: AppConfig,
  { clock, ids, log }: Outside,
  { settings, guard }: { readonly settings: Settings; readonly guard: Guard },
) {
  const parts = {
    clock,
    ids,
    log,
    guard,
    version,
    publicTenant: (tenant: TenantId) => settings.publicTenant(tenant),
    zoneOf: (tenant: TenantId) => settings.zoneOf(tenant),
  }
  return (destination: Destination): Connector => {
    const { config } = destination
    return isPropertySystem(destination)
      ? createFiasLink({ ...destination, config: { ...DEFAULTS.fias, ...config } }, parts)
      : createWebhook({ config: { ...DEFAULTS.http, ...config } }, parts)
  }
}

const isPropertySystem = ({ config }: Destination) => config['type'] === 'fias'

/** Makes a connector for one test message, and lets it go. */
function trialOf(
  { clock, ids }: Outside,
  settings: Settings,
  connectorFor: (destination: Destination) => Connector | null,
) {
  const send = async (connector: Connector, destination: Destination, user: string) => {
    try {
      const zone = settings.zoneOf(destination.tenant)
      return await tryOut(connector, destination, { clock, ids, zone, user })
    } finally {
      await connector.close()
    }
  }
  return (destination: Destination, user: string) => {
    // It would take the link from the one who posts, and a test message is a charge like any other there.
    if (isPropertySystem(destination)) return null
    const connector = connectorFor(destination)
    return connector && send(connector, destination, user)
  }
}

/** The one who sends, to connectors and room-status servers. */
function furnishOutbox(
  outside: Outside,
  {
    database,
    settings,
    metrics,
    connectorFor,
  }: {
    database: HotelDatabase
    settings: Settings
    metrics: Metrics
    connectorFor(destination: Destination): Connector | null
  },
) {
  const { clock, ids, log } = outside
  return new OutboxRunner({
    book: outboxBook({ database, ids }),
    clock,
    ids,
    log,
    zoneOf: (tenant) => settings.zoneOf(tenant),
    connectorFor,
    counted: ({ purpose, name }, result) => metrics.delivery(purpose, name, result),
  })
}

interface Furnished {
  readonly database: HotelDatabase
  readonly settings: Settings
  readonly telephony: Telephony
  readonly outbox: OutboxRunner
}

function furnishNightCheck(
  config: AppConfig,
  outside: Outside,
  { database, settings, telephony, outbox }: Furnished,
) {
  const { clock, ids } = outside
  const { caller } = telephony
  const zone = () => settings.current().site.timezone
  const looks = morningLooks({
    database,
    clock,
    lines: () => caller.describe(),
    ping: (line) => caller.ping(line),
    capacity: () => caller.capacity(''),
    disk: () => diskOf(config.dataFolder),
    clockInStep,
    reach,
    lanes: () => outbox.describe(),
    zone,
  })
  const at = () => (settings.current().wakeup.nightCheck as string | undefined) ?? null
  return new NightCheck({ database, clock, ids, looks, schedule: () => ({ at: at(), zone: zone() }) })
}

const CANNOT_LISTEN: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program',
  EACCES: 'may not be used without special rights',
  EADDRNOTAVAIL: 'cannot be had: this machine does not have that address',
}

async function listen({ app }: Http, { host, port }: AppConfig) {
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    const why = CANNOT_LISTEN[error.code ?? '']
    throw why === undefined
      ? error
      : new Failure('config.invalid', `Port ${port} on ${host} ${why}`, {}, error)
  })
}

const portOf = ({ app }: Http): number => {
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function addressOf(http: Http, { host, tls }: AppConfig): string {
  return `${tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${portOf(http)}`
}
