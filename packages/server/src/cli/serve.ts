import path from 'node:path'
import { type App, type AppConfig, createApp } from '../app.ts'
import { environment, machineZone } from '../config/environment.ts'
import type { ServeOptions } from '../config/options.ts'
import { formatInstant } from '../hotel/time/local-time.ts'
import { howMany } from '../kernel/how-many.ts'
import { type Clock, seconds, systemClock } from '../kernel/clock.ts'
import { systemIds } from '../kernel/ids.ts'
import { createLog, type Log } from '../kernel/log.ts'
import { clearMemoryEarly } from '../kernel/machine.ts'
import { besideServer } from './beside.ts'
import { isInUse } from './checks/server.ts'
import { installer, type InstallParts, reinstaller } from './install.ts'
import { openPorch } from './porch.ts'
import { PRODUCT } from './product.ts'
import { oneAtATime, reload } from './reload.ts'
import { filesNamed, type NamedFiles } from './files.ts'
import type { SiteToApply } from './site.ts'
import { ServiceManager } from './service-manager.ts'
import type { Terminal } from './terminal.ts'

const LONGEST_DRAIN = seconds(30)
const REQUEST_TIMEOUT = seconds(30)

/** Serves until a signal says stop; the answer is the exit code. */
export async function serve(options: ServeOptions, terminal: Terminal): Promise<number> {
  const [clock, ids, log] = [systemClock(), systemIds(), createLog(options.logLevel)]
  const files = filesNamed(options, clock.now())
  if ('mistakes' in files) return notStarted(files.mistakes, terminal, log)
  clearMemoryEarly()
  const [stopped, reloads] = [stopSignal(), reloadSignal()]
  const parts = { options, terminal, clock, ids, log }
  const config = await configOf(parts, files)
  const app = await createApp(config, { clock, ids, log, onFatal: (error) => stopped.fail(error) })
  warnIfOpen(options, terminal)
  warnIfLocked(app, terminal)
  const address = await app.start()
  const manager = new ServiceManager({ env: environment(), clock, log, isTurning: () => app.isTurning() })
  manager.ready()
  if (!warnIfQuiet(app, terminal)) warnOfTelephones(app, terminal)
  warnIfHeldBack(app, terminal)
  terminal.print(`Reveille is ready at ${address}`)
  void app.rehearse()
  const installWith = (site: SiteToApply | null) => reinstaller({ ...parts, site })
  reloads.heed(oneAtATime(() => reload({ ...parts, app, installWith })))
  const reason = await stopped.promise
  if (reason instanceof Error) tellFatal(reason, terminal, log)
  manager.stopping()
  await drain(app, clock, log)
  return reason instanceof Error ? 1 : 0
}

/** What the app is told. Whether the port can be had is known by then, and somebody waits there for whoever comes early. */
async function configOf(
  parts: Omit<InstallParts, 'site'>,
  { site, certificate }: NamedFiles,
): Promise<AppConfig> {
  const { options, terminal } = parts
  const { host, port, node, nodeAddress, takeOver, trustProxy } = options
  const dataFolder = path.resolve(options.data)
  const tls = certificate && certificate.tls
  for (const doubt of certificate?.doubts ?? []) terminal.complain(doubt)
  const porch = await openPorch({ host, port, tls })
  // Before anything is made. Where another Reveille has the folder, that is the better word, and is told by the app.
  if (porch.shut !== null && !isInUse(dataFolder)) throw porch.shut
  return {
    host,
    port,
    node,
    nodeAddress,
    takeOver,
    trustProxy,
    tls,
    dataFolder,
    databaseUrl: options.database,
    keyFile: options.keyFile && path.resolve(options.keyFile),
    tell: terminal.print,
    beforeListening: () => porch.close(),
    requestTimeoutMs: REQUEST_TIMEOUT,
    product: { ...PRODUCT, dataFolder },
    maintenance: besideServer({ ...options, data: dataFolder }),
    install: installer({ ...parts, site }),
  }
}

const WRONG = 2

/** Everything at once, for people and for whoever watches the log. */
export function notStarted(why: readonly string[], terminal: Terminal, log: Log): number {
  for (const one of why) terminal.complain(one)
  terminal.complain(`${howMany(why.length, 'mistake', 'mistakes')}; nothing was started`)
  log.error({ event: 'server.not-started', why }, 'Nothing was started')
  return WRONG
}

export function tellFatal({ message }: Error, terminal: Terminal, log: Log) {
  terminal.complain(message)
  log.error({ event: 'server.failed', why: message }, 'Reveille stops, as it cannot go on')
}

/** SIGHUP would end a process that does not heed it; one that comes before the house is open is kept until then. */
function reloadSignal() {
  let isAsked = false
  let ask: () => void = () => (isAsked = true)
  process.on('SIGHUP', () => ask())
  return {
    heed(reloadNow: () => void) {
      ask = reloadNow
      if (isAsked) reloadNow()
    },
  }
}

/** Resolves with the signal, or with a fatal error. */
function stopSignal() {
  let fail: (error: Error) => void = () => {}
  const promise = new Promise<NodeJS.Signals | Error>((resolve) => {
    fail = resolve
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal))
  })
  return { promise, fail }
}

/** Requests in progress may finish, within a limit. */
async function drain(app: App, clock: Clock, log: Log) {
  log.info({ event: 'server.stopping' }, 'Stopping: no new requests, those in progress finish')
  const timer = clock.at(clock.now() + LONGEST_DRAIN, () => {
    log.warn({ event: 'server.requests-cut-off' }, 'Some requests did not finish in time')
    process.exit(0)
  })
  await app.stop()
  timer.cancel()
}

/** After a restore or a move without the key file, the operator must give the secrets again. */
function warnIfLocked({ lostSecrets }: App, terminal: Terminal) {
  if (lostSecrets.length === 0) return
  terminal.complain(
    `WARNING: these secrets were sealed with another key file. Put that file back and start again, or give them anew: ${lostSecrets.join(', ')}`,
  )
}

function warnIfHeldBack(app: App, { complain }: Terminal) {
  const until = app.heldBackUntil()
  if (until === null) return
  complain(
    `WARNING: a Reveille with another data folder used this database, did not stop as it should, and may still ring. Calls due before ${formatInstant(until, machineZone())} are held back until then. If it is surely off, start again with --take-over.`,
  )
}

function warnIfQuiet(app: App, { complain }: Terminal): boolean {
  const why = app.whyQuiet()
  if (why !== null)
    complain(
      `WARNING: this is a ${why}. It rings nobody and sends nothing until the command go-live is given.`,
    )
  return why !== null
}

const LOOPBACK = /^(127\.|::1$|localhost$)/

function warnIfOpen({ host, tls }: ServeOptions, terminal: Terminal) {
  if (tls !== null || LOOPBACK.test(host)) return
  terminal.complain(
    `WARNING: listening on ${host} without TLS: passwords can be read on the way. Use --tls-cert and --tls-key, or a proxy.`,
  )
}

const TELEPHONES: Readonly<Partial<Record<ReturnType<App['telephony']>, string>>> = {
  none: 'No telephone line is configured: no room can be rung. Set one up in the browser, or give the site file a section telephony.',
  virtual: 'Telephones are virtual: rooms are rung on built-in phones, not on real ones.',
}

function warnOfTelephones(app: App, { complain }: Terminal) {
  const warning = TELEPHONES[app.telephony()]
  if (warning !== undefined) complain(warning)
}
