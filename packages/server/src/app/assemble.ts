import { eventActions } from '../actions/log/events.ts'
import { argon2Passwords } from '../actions/accounts/passwords.ts'
import { screenPins } from '../actions/accounts/pins.ts'
import { sessionsInUse } from '../actions/accounts/sessions-in-use.ts'
import { watchRush } from '../actions/wakeups/rush.ts'
import { encryptSecrets } from '../actions/site/secrets.ts'
import { loadSettings, type Settings } from '../actions/settings.ts'
import { signInActions } from '../actions/accounts/sign-in.ts'
import type { Ringer } from '../actions/wakeups/wakeups.ts'
import type { Metrics } from '../api/metrics.ts'
import type { PropertyEar } from '../connectors/connector.ts'
import { alarmPoster } from '../connectors/webhook/alarm-poster.ts'
import { canWriteOverFias } from '../connectors/fias/fias-text.ts'
import { smtpMailer } from '../connectors/mail/smtp-mailer.ts'
import { systemKey } from '../hotel/property/property.ts'
import { durationMs } from '../hotel/time/duration.ts'
import type { Safe } from '../kernel/safe.ts'
import { alarmLine, alarmLines } from '../runners/desk/alarm-lines.ts'
import type { Sealer } from '../runners/log/sealer.ts'
import type { HotelDatabase } from '../store/stores/stores.ts'
import { assembleCalls, capacityOf, linesOf, lineTester, recordingsOf } from './calls.ts'
import { assembleClock } from './clock.ts'
import type { AppConfig, Inside, Outside } from './config.ts'
import type { HouseLanguages } from './languages.ts'
import { assembleDestinations, webhookParts } from './destinations.ts'
import { tellLive } from './live-news.ts'
import { assembleProperty } from './property.ts'
import { assembleQuiet } from './quiet.ts'
import type { ActionParts } from './routes.ts'
import { assembleWatch } from './watch.ts'

export interface HouseGround {
  readonly database: HotelDatabase
  readonly metrics: Metrics
  readonly sealer: Sealer
  readonly languages: HouseLanguages
  readonly safe: Safe
}

/** Every part of the house, made once, in order; each gets only what it needs. */
export async function assemble(config: AppConfig, outside: Inside, ground: HouseGround) {
  const { database } = ground
  const { passwords = argon2Passwords } = outside
  const settings = await loadSettings(database)
  await config.install({ database, settings, passwords, spoken: ground.languages.tags })
  const lostSecrets = await encryptSecrets({ database, clock: outside.clock, log: outside.log })
  ground.sealer.onSealed(alarmLines(outside.log))
  const workers = await assembleWorkers(config, outside, ground, settings)
  ground.sealer.onSealed((rows) => workers.deliveryRunner.happened(rows))
  const { parts, events } = await assembleActions(outside, ground, settings, workers)
  const links = () => workers.deliveryRunner.properties()
  const property = assembleProperty(outside, { parts, sealer: ground.sealer, links })
  workers.ears.push(property.ear)
  workers.clockWatch.onMoved((by) => property.propertyWatch.moved(by))
  const acting = { ...workers, parts, events }
  /** Loaded apart, as it is most of what there is to load: phones ring before it is there. */
  const openHttp = async () => (await import('./http.ts')).assembleHttp(config, outside, ground, acting)
  return { ...workers, ...property, settings, openHttp, events, lostSecrets }
}

/** The parts that run by themselves. */
async function assembleWorkers(config: AppConfig, outside: Inside, ground: HouseGround, settings: Settings) {
  const { database, metrics, languages } = ground
  const mailer = smtpMailer(() => settings.current().email)
  /** Filled once we listen. */
  const served: number[] = []
  const ports = [() => served]
  const ownPorts = () => ports.flatMap((own) => own())
  const poster = alarmPoster(webhookParts(config, outside, { settings, ownPorts }))
  const calls = await assembleCalls(config, outside, { database, settings, mailer, poster, languages })
  const { telephony } = calls
  ports.push(() => telephony.ports())
  // Added later: the listeners to property systems need actions made later.
  const ears: PropertyEar[] = []
  const ear: PropertyEar = { heard: (system, news) => ears.forEach((one) => one.heard(system, news)) }
  const destinations = assembleDestinations(config, outside, { database, settings, metrics, ownPorts, ear })
  const { deliveryRunner } = destinations
  const quiet = assembleQuiet(config, outside, { database, settings, ...calls })
  const watch = assembleWatch(config, outside, {
    database,
    settings,
    ...calls,
    deliveryRunner,
    languages,
    mailer,
  })
  const time = assembleClock(outside, { database, settings, ...calls, ...destinations, ...watch })
  return { mailer, served, ears, quiet, ...calls, ...destinations, ...watch, ...time }
}

type Workers = Awaited<ReturnType<typeof assembleWorkers>>

/** What the actions share. */
async function assembleActions(outside: Outside, ground: HouseGround, settings: Settings, workers: Workers) {
  const { clock, ids, passwords = argon2Passwords } = outside
  const { database, sealer, languages, safe } = ground
  const { telephony, deliveryRunner, runner, tryOut, reading } = workers
  const ringer: Ringer = {
    asked: (dueAt) => runner.asked(dueAt),
    changed: (calls) => runner.recall(calls),
  }
  const capacity = capacityOf(telephony, settings)
  const rush = await watchRush({ database, clock, capacity })
  // A copy that is not live registers nowhere, whatever is set.
  const changed = () => void (workers.quiet.copy === null && telephony.refresh())
  settings.onChange(changed)
  settings.onChange(() => void rush.reload())
  const signIn = signInActions({ database, clock, ids, passwords })
  const lockAfterMs = () => durationMs(settings.current().console.lockAfter)
  const inUse = sessionsInUse({ database, clock, lockAfterMs })
  const { outage } = workers
  const events = eventActions({ database, clock, sealer, isAway: () => outage.since !== null })
  tellLive({ alarms: workers.outageAlarms, outage, clock, tell: (news) => events.tell(news) })
  workers.outageAlarms.onRaised(alarmLine(outside.log))
  const parts: ActionParts = {
    database,
    settings,
    clock,
    ids,
    passwords,
    pins: screenPins(safe, passwords),
    signIn,
    inUse,
    lockAfterMs,
    ringer,
    rush,
    capacity,
    linesOf: linesOf(telephony),
    changed,
    outage,
    remembered: workers.outageAlarms,
    deliverer: deliveryRunner,
    destinationsChanged: () => void deliveryRunner.refresh(),
    refreshed: () => deliveryRunner.refresh(),
    tryOut,
    ...reading,
    mailer: workers.mailer,
    tester: lineTester(workers, settings, outside),
    canWrite: canWriteOverFias,
    askForGuests: (asked) =>
      deliveryRunner
        .properties()
        .find(({ system }) => systemKey(system) === systemKey(asked))
        ?.askForGuests() ?? null,
    forgetCredentials: (username) => {
      signIn.forget(username)
      inUse.forget(username)
      events.forget(username)
    },
    spoken: () => languages.tags,
    whyNotAt: (place) => telephony.whyNotAt(place),
    ...recordingsOf(outside, workers.announcer),
  }
  return { parts, events }
}

/** All that the web server shows and does. */
export type Acting = Workers & Awaited<ReturnType<typeof assembleActions>>
