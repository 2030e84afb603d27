import { SYSTEM } from '../actions/actor.ts'
import { deliveryActions } from '../actions/deliveries/deliveries.ts'
import { eventActions } from '../actions/log/events.ts'
import { argon2Passwords } from '../actions/accounts/passwords.ts'
import { receiptActions } from '../actions/receipts.ts'
import { watchRush } from '../actions/wakeups/rush.ts'
import { encryptSecrets } from '../actions/site/secrets.ts'
import { loadSettings, type Settings } from '../actions/settings.ts'
import { signInActions } from '../actions/accounts/sign-in.ts'
import { systemActions } from '../actions/site/system.ts'
import type { Ringer } from '../actions/wakeups/wakeups.ts'
import { createHttp } from '../api/http.ts'
import { type Metrics, watchBacklog, watchQueues } from '../api/metrics.ts'
import type { PropertyEar } from '../connectors/connector.ts'
import { smtpMailer } from '../connectors/mail/smtp-mailer.ts'
import { QUEUE_STATES } from '../hotel/deliveries/queue.ts'
import { systemKey } from '../hotel/property/property.ts'
import { plainName } from '../hotel/accounts/tenancy.ts'
import { diskOf } from '../kernel/machine.ts'
import { alarmLines } from '../runners/desk/alarm-lines.ts'
import type { Sealer } from '../runners/log/sealer.ts'
import type { HotelDatabase } from '../store/stores/stores.ts'
import { assembleCalls, recordingsOf } from './calls.ts'
import type { AppConfig, Outside } from './config.ts'
import { assembleDestinations } from './destinations.ts'
import { assembleProperty } from './property.ts'
import { type ActionParts, registerRoutes } from './routes.ts'
import { assembleWatch } from './watch.ts'

interface Ground {
  readonly database: HotelDatabase
  readonly metrics: Metrics
  readonly sealer: Sealer
  /** Recorded phrases. */
  readonly audioFolder: string
}

/** Every part of the house, made once, in order; each gets only what it needs. */
export async function assemble(config: AppConfig, outside: Outside, ground: Ground) {
  const { database } = ground
  const { passwords = argon2Passwords } = outside
  const settings = await loadSettings(database)
  await config.install({ database, settings, passwords })
  const lostSecrets = await encryptSecrets({ database, clock: outside.clock, log: outside.log })
  ground.sealer.onSealed(alarmLines(outside.log))
  const workers = await assembleWorkers(config, outside, ground, settings)
  const { parts, signIn, events } = await assembleActions(outside, ground, settings, workers)
  const links = () => workers.deliveryRunner.properties()
  const property = assembleProperty(outside, { parts, sealer: ground.sealer, links })
  workers.ears.push(property.ear)
  const http = await assembleHttp(config, outside, ground, { ...workers, parts, signIn, events })
  return { ...workers, ...property, http, events, lostSecrets }
}

/** The parts that run by themselves. */
async function assembleWorkers(config: AppConfig, outside: Outside, ground: Ground, settings: Settings) {
  const { database, metrics, audioFolder } = ground
  const mailer = smtpMailer(() => settings.current().email)
  const calls = await assembleCalls(config, outside, { database, settings, mailer, audioFolder })
  const { telephony } = calls
  /** Filled once we listen. */
  const served: number[] = []
  const ownPorts = () => [...telephony.ports(), ...served]
  // Added later: the listeners to property systems need actions made later.
  const ears: PropertyEar[] = []
  const ear: PropertyEar = { heard: (system, news) => ears.forEach((one) => one.heard(system, news)) }
  const destinations = assembleDestinations(config, outside, { database, settings, metrics, ownPorts, ear })
  const { deliveryRunner } = destinations
  const watch = assembleWatch(config, outside, { database, settings, telephony, deliveryRunner })
  return { mailer, served, ears, ...calls, ...destinations, ...watch }
}

type Workers = Awaited<ReturnType<typeof assembleWorkers>>

/** What the actions share. */
async function assembleActions(outside: Outside, ground: Ground, settings: Settings, workers: Workers) {
  const { clock, ids, passwords = argon2Passwords } = outside
  const { database, sealer } = ground
  const { telephony, deliveryRunner, runner, tryOut } = workers
  const ringer: Ringer = {
    asked: (dueAt) => runner.asked(dueAt),
    changed: (calls) => runner.recall(calls),
  }
  const rush = await watchRush({ database, clock, capacity: (tenant) => telephony.caller.capacity(tenant) })
  const changed = () => void telephony.refresh()
  settings.onChange(changed)
  settings.onChange(() => void rush.reload())
  const signIn = signInActions({ database, clock, ids, passwords })
  const events = eventActions({ database, clock, sealer })
  const parts: ActionParts = {
    database,
    settings,
    clock,
    ids,
    passwords,
    ringer,
    rush,
    changed,
    deliverer: deliveryRunner,
    destinationsChanged: () => void deliveryRunner.refresh(),
    tryOut,
    askForGuests: (asked) =>
      deliveryRunner
        .properties()
        .find(({ system }) => systemKey(system) === systemKey(asked))
        ?.askForGuests() ?? null,
    forgetCredentials: (username) => {
      signIn.forget(username)
      events.forget(username)
    },
    ...recordingsOf(outside),
  }
  return { parts, signIn, events }
}

type Acting = Workers & Awaited<ReturnType<typeof assembleActions>>

function assembleHttp(config: AppConfig, outside: Outside, { database, metrics }: Ground, acting: Acting) {
  const { clock, ids, log } = outside
  const { parts, signIn, events, deliveryRunner, telephony, nightCheck } = acting
  const deliveries = deliveryActions({
    database,
    clock,
    deliverer: deliveryRunner,
    queues: () => deliveryRunner.describe(),
  })
  const system = systemOf(config, acting)
  watchBacklog(metrics, system, clock)
  watchQueues(metrics, () => deliveries.queues(SYSTEM), QUEUE_STATES, clock)
  const checks = {
    check: () => nightCheck.check(),
    lines: () => telephony.caller.describe().map((line) => ({ ...line, name: plainName(line) })),
  }
  const { tls, trustProxy, requestTimeoutMs, product } = config
  return createHttp({
    options: { tls, trustProxy, version: product.version, requestTimeoutMs },
    settings: parts.settings,
    signIn,
    receipts: receiptActions(parts),
    metrics,
    clock,
    ids,
    log,
    register: (routes) =>
      registerRoutes(routes, parts, { events, deliveries, signIn, system, metrics, checks }),
  })
}

const systemOf = (config: AppConfig, { parts, telephony, announcer, mailer, outage }: Acting) =>
  systemActions({
    ...parts,
    product: config.product,
    disk: () => diskOf(config.dataFolder),
    describeTelephony: async () => ({ ...telephony.describe(), voices: await announcer.voices() }),
    mailReady: () => mailer.ready,
    cannotWrite: () => (outage.since === null ? null : outage.why),
  })
