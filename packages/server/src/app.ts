import { activityActions } from './actions/activity.ts'
import { chargeActions } from './actions/charges.ts'
import { deliveryActions } from './actions/deliveries.ts'
import { destinationActions } from './actions/destinations.ts'
import { inventoryActions } from './actions/inventory.ts'
import { lineActions } from './actions/lines.ts'
import { customRoomActions, mailboxActions } from './actions/mailboxes.ts'
import { argon2Passwords, type Passwords } from './actions/passwords.ts'
import { promptActions } from './actions/prompts.ts'
import { receiptActions } from './actions/receipts.ts'
import { reportActions } from './actions/reports.ts'
import { roomStatusActions } from './actions/room-status.ts'
import { loadSettings, type Settings } from './actions/settings.ts'
import { signInActions } from './actions/sign-in.ts'
import { siteActions } from './actions/site.ts'
import { stayActions } from './actions/stays.ts'
import { type Product, systemActions, type TelephonyState } from './actions/system.ts'
import { tenantActions } from './actions/tenants.ts'
import { userActions } from './actions/users.ts'
import { wakeupActions } from './actions/wakeups.ts'
import { createHttp, type Http } from './api/http.ts'
import { createMetrics, type Metrics, watchBacklog } from './api/metrics.ts'
import type { Routes } from './api/route.ts'
import { configurationRoutes } from './api/routes/config/index.ts'
import { deliveryRoutes } from './api/routes/delivery.ts'
import { inventoryRoutes } from './api/routes/inventory.ts'
import { logRoutes } from './api/routes/log.ts'
import { reportRoutes } from './api/routes/report.ts'
import { roomStatusRoutes } from './api/routes/room-status.ts'
import { stayRoutes } from './api/routes/stay.ts'
import { systemRoutes } from './api/routes/system.ts'
import { wakeupRoutes } from './api/routes/wakeup.ts'
import { SECTION_DEFAULTS } from './config/defaults.ts'
import { mistakesWithin } from './config/site-checks.ts'
import type { Clock } from './kernel/clock.ts'
import { Failure } from './kernel/failure.ts'
import type { Ids } from './kernel/ids.ts'
import type { Log } from './kernel/log.ts'
import { diskOf } from './kernel/machine.ts'
import { loop, type Service } from './kernel/service.ts'
import { housekeeping } from './runners/housekeeping.ts'
import { openDatabase } from './store/database.ts'
import { lockFolder } from './store/folder-lock.ts'
import { createStores, type HotelDatabase } from './store/stores.ts'

/** Everything the app is told before it starts. */
export interface AppConfig {
  readonly host: string
  readonly port: number
  readonly dataFolder: string
  readonly databaseUrl: string | null
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
  /** No new requests; those in progress finish. */
  stop(): Promise<void>
}

/** The house, put together by hand: every part is made once, in order, and gets only what it needs. */
export async function createApp(config: AppConfig, outside: Outside): Promise<App> {
  const lock = lockFolder(config.dataFolder)
  const metrics = createMetrics()
  const { clock, log } = outside
  const database = await openDatabase({
    url: config.databaseUrl ?? undefined,
    folder: config.dataFolder,
    createStores,
    clock,
    log,
    observe: metrics.store,
    onLost: (failure) => (failure.code === 'store.in-use' ? outside.onFatal(failure) : undefined),
  }).catch((error: unknown) => {
    lock.release()
    throw error
  })
  const house = await furnish(config, outside, database, metrics).catch(async (error: unknown) => {
    await database.close()
    lock.release()
    throw error
  })
  const services: Service[] = [loop(house.housekeeping, clock, log)]
  let stopped: Promise<void> | undefined
  const shutDown = async () => {
    await house.http.app.close()
    for (const service of services.toReversed()) await service.stop()
    await database.close()
    lock.release()
  }

  return {
    http: house.http,
    database,
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

async function furnish(config: AppConfig, outside: Outside, database: HotelDatabase, metrics: Metrics) {
  const { clock, ids, log, passwords = argon2Passwords } = outside
  const settings = await loadSettings(database, SECTION_DEFAULTS)
  await config.install({ database, settings, passwords })
  const parts = { database, settings, clock, ids, defaults: SECTION_DEFAULTS }
  const signIn = signInActions({ database, clock, ids, passwords })
  const system = systemActions({
    ...parts,
    product: config.product,
    disk: () => diskOf(config.dataFolder),
    describeTelephony,
    mailReady: () => false,
  })
  watchBacklog(metrics, system, clock)

  const register = (routes: Routes) => {
    wakeupRoutes(routes, wakeupActions(parts), settings)
    inventoryRoutes(routes, inventoryActions(parts), chargeActions(parts))
    roomStatusRoutes(routes, roomStatusActions(parts), settings)
    systemRoutes(routes, system)
    stayRoutes(routes, stayActions(parts))
    logRoutes(routes, activityActions(parts), settings)
    reportRoutes(routes, reportActions(parts), settings)
    deliveryRoutes(routes, deliveryActions(parts), settings)
    configurationRoutes(
      routes,
      {
        site: siteActions(parts),
        tenants: tenantActions(parts),
        users: userActions({ ...parts, passwords, forgetCredentials: (username) => signIn.forget(username) }),
        mailboxes: mailboxActions(parts),
        customRooms: customRoomActions(parts),
        lines: lineActions(parts),
        connectors: destinationActions(parts, 'charge', 'connector'),
        servers: destinationActions(parts, 'room-status', 'server'),
        prompts: promptActions(parts),
      },
      mistakesWithin,
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
  const retention = () => settings.current().retention
  return { http, housekeeping: housekeeping({ database, retention, log }) }
}

/** There is no telephony yet: it says so. */
const describeTelephony = (): TelephonyState => ({ running: false, registered: false, voices: [] })

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

function addressOf({ app }: Http, { host, tls }: AppConfig): string {
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return `${tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}
