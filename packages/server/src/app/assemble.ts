import { type EventActions, eventActions } from '../actions/log/events.ts'
import { accountsSeen } from '../actions/accounts/accounts-seen.ts'
import { argon2Passwords } from '../actions/accounts/passwords.ts'
import { pinsFor } from '../actions/accounts/pins.ts'
import { type SessionsInUse, sessionsInUse } from '../actions/accounts/sessions-in-use.ts'
import { type StoredCalls, watchRush } from '../actions/wakeups/rush.ts'
import { encryptSecrets } from '../actions/site/secrets.ts'
import { loadSettings, type Settings } from '../actions/settings.ts'
import { signInActions } from '../actions/accounts/sign-in.ts'
import type { Deliverer } from '../actions/deliveries/new-deliveries.ts'
import type { Ringer } from '../actions/wakeups/wakeups.ts'
import type { Metrics } from '../api/metrics/metrics.ts'
import type { PropertyEar } from '../connectors/connector.ts'
import { alarmPoster } from '../connectors/webhook/alarm-poster.ts'
import { canWriteOverFias } from '../connectors/fias/fias-text.ts'
import { smtpMailer } from '../connectors/mail/smtp-mailer.ts'
import { LOG_HOUSE } from '../hotel/nodes/houses.ts'
import { durationMs } from '../hotel/time/duration.ts'
import { type Instant, seconds } from '../kernel/clock.ts'
import { diskOf, watchLoopDelay } from '../kernel/machine.ts'
import type { Safe } from '../kernel/safe.ts'
import { alarmLine, alarmLines } from '../runners/desk/alarm-lines.ts'
import { MachineFacts } from '../runners/nodes/machine-facts.ts'
import type { AtHome } from '../runners/nodes/at-home.ts'
import type { Peers } from '../runners/nodes/peers.ts'
import type { DeliveryRunner } from '../runners/deliveries/delivery-runner.ts'
import type { WakeupRunner } from '../runners/wakeups/wakeup-runner.ts'
import type { Sealer } from '../runners/log/sealer.ts'
import type { HotelDatabase } from '../store/stores/stores.ts'
import { assembleAskings } from './askings.ts'
import { assembleCalls, capacityOf, hasLineOf, recordingsOf } from './calls.ts'
import { assembleClock } from './clock.ts'
import type { AppConfig, Inside, Install, Outside } from './config.ts'
import type { HouseLanguages } from './languages.ts'
import { assembleDestinations, webhookParts } from './destinations.ts'
import { shownAt } from './listen.ts'
import type { OwnNode } from './node.ts'
import { tellLive } from './live-news.ts'
import { assembleMenus } from './menus.ts'
import { lineCount, ownSchema } from './node-facts.ts'
import { assembleProperty } from './property.ts'
import { assembleQuiet } from './quiet.ts'
import type { ActionParts } from './routes.ts'
import { assembleWatch } from './watch.ts'

export interface HouseGround {
  readonly database: HotelDatabase
  readonly metrics: Metrics
  readonly sealer: Sealer
  readonly languages: HouseLanguages
  readonly home: AtHome
  readonly peers: Peers
  /** This process among the nodes. */
  readonly own: Pick<OwnNode, 'agreed' | 'errands' | 'others' | 'standing' | 'silentMs'>
  /** For whoever works by itself: nothing is written once another node has taken over. */
  readonly working: HotelDatabase
  /** The same without the fence. */
  readonly unfenced: HotelDatabase
  readonly safe: Safe
}

/** Every part of the house, made once, in order; each gets only what it needs. */
export async function assemble(config: AppConfig, outside: Inside, ground: HouseGround) {
  const { database } = ground
  const { passwords = argon2Passwords } = outside
  const settings = await loadSettings(database)
  const carryOut = (install: Install) =>
    database.inTurn(() => install({ database, settings, passwords, spoken: ground.languages.tags }))
  await carryOut(config.install)
  const lostSecrets = await encryptSecrets({ database, clock: outside.clock, log: outside.log })
  ground.sealer.onSealed(alarmLines(outside.log))
  // All nodes are told of every row: one of them counts it.
  ground.sealer.onSealed((rows) => ground.home.has(LOG_HOUSE) && ground.metrics.happened(rows))
  const workers = await assembleWorkers(config, outside, ground, settings)
  ground.sealer.onSealed((rows) => workers.deliveryRunner.happened(rows))
  const { parts, events, screens } = await assembleActions(outside, ground, settings, workers)
  const working = { ...parts, database: ground.working }
  const { telephony, voice, desk, spokenSite: site } = workers
  assembleMenus(outside, { parts: working, settings, telephony, voice, desk, site })
  const links = () => workers.deliveryRunner.properties()
  const property = assembleProperty(outside, {
    parts: working,
    sealer: ground.sealer,
    links,
    home: ground.home,
  })
  workers.ears.push(property.ear)
  workers.clockWatch.onMoved((by) => property.propertyWatch.moved(by))
  const machine = new MachineFacts({
    disk: outside.disk ?? (() => diskOf(config.dataFolder)),
    longestDelay: ground.home.isAlone ? () => 0 : watchLoopDelay(),
  })
  const acting = { ...workers, parts, events, screens }
  /** Loaded apart, as it is most of what there is to load: phones ring before it is there. */
  const openHttp = async () => (await import('./http.ts')).assembleHttp(config, outside, ground, acting)
  return {
    ...workers,
    ...property,
    settings,
    openHttp,
    events,
    lostSecrets,
    screenWatch: screens,
    machine,
    nodeFacts: () => ({ ...nodeFactsOf(workers), ...machine.now, schema: ownSchema(database) }),
    /** A site file that comes while the house is open: everybody goes by it from now on. */
    async reinstall(install: Install) {
      const seen = await accountsSeen(database)
      await carryOut(install)
      await encryptSecrets({ database, clock: outside.clock, log: outside.log })
      for (const name of await seen.changed()) await parts.forgetCredentials(name)
      await workers.deliveryRunner.refresh()
      await ground.own.agreed()
    },
    /** What was changed at another node. */
    async reload() {
      await screens.accountsChanged()
      await settings.reload()
      await workers.phrases.reload()
      await workers.deliveryRunner.refresh()
    },
  }
}

/** The parts that run by themselves. */
async function assembleWorkers(config: AppConfig, outside: Inside, ground: HouseGround, settings: Settings) {
  const { working: database, unfenced, metrics, languages, home, peers, own } = ground
  const mailer = smtpMailer(() => settings.current().email)
  /** Filled once we listen. */
  const served: number[] = []
  const ports = [() => served]
  const ownPorts = () => ports.flatMap((own) => own())
  const consoleAt = () =>
    (settings.current().console.address ?? shownAt(config, served[0] ?? config.port)).replace(/\/+$/, '')
  const poster = alarmPoster(webhookParts(config, outside, { settings, ownPorts }))
  const calls = await assembleCalls(config, outside, {
    database,
    unfenced,
    settings,
    mailer,
    poster,
    languages,
    home,
    peers,
    metrics,
    consoleAt,
  })
  const { telephony } = calls
  ports.push(() => telephony.ports())
  // Added later: the listeners to property systems need actions made later.
  const ears: PropertyEar[] = []
  const ear: PropertyEar = { heard: (system, news) => ears.forEach((one) => one.heard(system, news)) }
  const destinations = assembleDestinations(config, outside, {
    database,
    settings,
    metrics,
    ownPorts,
    ear,
    home,
  })
  const askings = assembleAskings(outside, { ...calls, ...destinations, settings, errands: own.errands })
  const quiet = assembleQuiet(config, outside, { database, settings, ...calls })
  const watch = assembleWatch(config, outside, {
    database,
    settings,
    ...calls,
    languages,
    mailer,
    home,
    askings,
    consoleAt,
  })
  /** However long the looks take. */
  const checks = own.errands.kind('check', (_: null) => watch.nightCheck.check(), seconds(30))
  const time = assembleClock(outside, { database, settings, ...calls, ...destinations, ...watch })
  return {
    mailer,
    consoleAt,
    served,
    ears,
    quiet,
    askings,
    checks,
    ...calls,
    ...destinations,
    ...watch,
    ...time,
  }
}

type Workers = Awaited<ReturnType<typeof assembleWorkers>>

/** What the actions share. */
async function assembleActions(outside: Outside, ground: HouseGround, settings: Settings, workers: Workers) {
  const { clock, ids, passwords = argon2Passwords } = outside
  const { database, sealer, languages, safe, home, peers } = ground
  const { telephony, deliveryRunner, runner, askings, reading } = workers
  const ringer: Ringer = ringerOf(runner, peers)
  const deliverer: Deliverer = delivererOf(deliveryRunner, peers)
  const capacity = capacityOf(telephony, settings)
  const rush = await rushAmong(peers, { database, clock, capacity })
  // A copy that is not live registers nowhere, whatever is set.
  const changed = () => void (workers.quiet.copy === null && telephony.refresh())
  settings.onChange(changed)
  settings.onChange(() => void rush.reload())
  const signIn = signInActions({ database, clock, ids, passwords })
  const lockAfterMs = () => durationMs(settings.current().console.lockAfter)
  const among = home.isAlone ? {} : { freshMs: FRESH_MS }
  const inUse = sessionsInUse({
    database,
    clock,
    lockAfterMs,
    ...among,
    tell: ({ id }) => peers.tell('screen', id),
  })
  const { outage } = workers
  const events = eventActions({ database, clock, sealer, isAway: () => outage.since !== null })
  tellLive({ alarms: workers.outageAlarms, outage, clock, tell: (news) => events.tell(news) })
  workers.outageAlarms.onRaised(alarmLine(outside.log))
  const forget = (username: string) => {
    signIn.forget(username)
    inUse.forget(username)
    events.forget(username)
  }
  peers.on('forget', forget)
  const screens = await assembleScreens(ground, { inUse, events, forget })
  const parts: ActionParts = {
    database,
    settings,
    clock,
    ids,
    passwords,
    pins: pinsFor('screen', safe, passwords),
    phonePins: pinsFor('phone', safe, passwords),
    signIn,
    inUse,
    // A copy that is not live is no node yet.
    mayRecall: () => workers.quiet.copy !== null || home.mayAct(),
    isCutOff: () => home.isCutOff(),
    lockAfterMs,
    ringer,
    rush,
    capacity,
    hasLine: hasLineOf(telephony, settings),
    changed,
    outage,
    remembered: workers.outageAlarms,
    deliverer,
    destinationsChanged: () => void deliveryRunner.refresh(),
    async refreshed() {
      await deliveryRunner.refresh()
      await ground.own.agreed()
    },
    ...reading,
    ...askings,
    mailer: workers.mailer,
    consoleAt: workers.consoleAt,
    canWrite: canWriteOverFias,
    async forgetCredentials(username) {
      forget(username)
      peers.tell('forget', username)
      await screens.changedHere()
    },
    spoken: () => languages.tags,
    whyNotAt: (place) => telephony.whyNotAt(place),
    ...recordingsOf(outside, workers.announcer, languages),
    async phrasesChanged() {
      await workers.phrases.reload()
      await ground.own.agreed()
    },
  }
  return { parts, events, screens }
}

/** So long another node may know less of a screen than the one where it was locked or signed out. */
const FRESH_MS = seconds(1)

interface Screens {
  readonly inUse: SessionsInUse
  readonly events: Pick<EventActions, 'followed' | 'endThoseOver'>
  forget(username: string): void
}

/** Accounts and screens may be changed at another node, which says so; what it says may be missed. */
async function assembleScreens({ database, home, peers, own }: HouseGround, screens: Screens) {
  const { inUse, events, forget } = screens
  const seen = home.isAlone ? null : await accountsSeen(database)
  const lookAgain = async (ids: ReadonlySet<string>) => {
    await inUse.lookAgain(ids)
    events.endThoseOver()
  }
  peers.on('screen', (id) => void lookAgain(new Set([id])).catch(() => inUse.distrustAll()))
  const forgetChanged = async () => {
    for (const name of (await seen?.changed()) ?? []) forget(name)
  }
  return {
    name: 'screens',
    /** Those that follow are not heard of otherwise until something happens. */
    async tick(now: Instant) {
      await lookAgain(events.followed())
      return now + FRESH_MS
    },
    async accountsChanged() {
      await forgetChanged()
      inUse.distrustAll()
      await lookAgain(events.followed())
    },
    /** Noted, so that it is not taken for a change elsewhere; whoever made it is answered when all nodes know. */
    async changedHere() {
      if (home.isAlone) return
      await forgetChanged()
      await own.agreed()
    },
  }
}

/** Calls of a minute are counted wherever they are asked for; who misses one may warn of a full minute a call too late. */
async function rushAmong(peers: Peers, parts: Parameters<typeof watchRush>[0]) {
  let told = 0
  const counted = ({ tenant, minute, calls }: StoredCalls) =>
    // Numbered, as the same word twice within a moment is said once.
    peers.tell('counted', [++told, minute, calls, tenant].join('\t'))
  const rush = await watchRush({ ...parts, counted })
  peers.on('counted', (said) => {
    const [, minute, calls, tenant = ''] = said.split('\t')
    rush.heard({ tenant, minute: Number(minute), calls: Number(calls) })
  })
  return rush
}

/** Calls are rung where their house lives: another node is told what was done about them here. */
function ringerOf(runner: WakeupRunner, peers: Peers): Ringer {
  peers.on('asked', (dueAt) => runner.asked(Number(dueAt)))
  peers.on('changed', (call) => runner.recall([call]))
  return {
    asked(dueAt) {
      runner.asked(dueAt)
      peers.tell('asked', String(dueAt))
    },
    changed(calls) {
      runner.recall(calls)
      for (const call of calls) peers.tell('changed', call)
    },
  }
}

/** Messages are sent where their destination lives. */
function delivererOf(runner: DeliveryRunner, peers: Peers): Deliverer {
  peers.on('added', () => runner.look())
  peers.on('hurried', (queue) => {
    const [owner = '', destination = ''] = queue.split('\t')
    runner.hurried({ owner, destination })
  })
  return {
    added(queues) {
      runner.added(queues)
      peers.tell('added')
    },
    hurried(queue) {
      runner.hurried(queue)
      peers.tell('hurried', `${queue.owner}\t${queue.destination}`)
    },
  }
}

const nodeFactsOf = ({ telephony, runner, databaseClock }: Workers) => ({
  lines: lineCount(telephony),
  isTelephoneOn: telephony.describe().running,
  callsUp: runner.describe().ringing,
  clockAheadMs: -(databaseClock.ahead ?? 0),
})

/** All that the web server shows and does. */
export type Acting = Workers & Awaited<ReturnType<typeof assembleActions>>
