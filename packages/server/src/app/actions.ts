import { type EventActions, eventActions } from '../actions/log/events.ts'
import { accountsSeen } from '../actions/accounts/accounts-seen.ts'
import { argon2Passwords } from '../actions/accounts/passwords.ts'
import { pinsFor } from '../actions/accounts/pins.ts'
import { type SessionsInUse, sessionsInUse } from '../actions/accounts/sessions-in-use.ts'
import { type StoredCalls, watchRush } from '../actions/wakeups/rush.ts'
import type { Settings } from '../actions/settings.ts'
import { signInActions } from '../actions/accounts/sign-in.ts'
import type { Deliverer } from '../actions/deliveries/new-deliveries.ts'
import type { Ringer } from '../actions/wakeups/wakeups.ts'
import { canWriteOverFias } from '../connectors/fias/fias-text.ts'
import { durationMs } from '../hotel/time/duration.ts'
import { type Instant, seconds } from '../kernel/clock.ts'
import { alarmLine } from '../runners/desk/alarm-lines.ts'
import type { Peers } from '../runners/nodes/peers.ts'
import type { DeliveryRunner } from '../runners/deliveries/delivery-runner.ts'
import type { WakeupRunner } from '../runners/wakeups/wakeup-runner.ts'
import { capacityOf, hasLineOf, recordingsOf } from './calls.ts'
import type { Outside } from './config.ts'
import { tellLive } from './live-news.ts'
import type { ActionParts } from './routes.ts'
import type { HouseGround } from './ground.ts'
import type { Workers } from './workers.ts'

/** What the actions share. */
export async function assembleActions(
  outside: Outside,
  ground: HouseGround,
  settings: Settings,
  workers: Workers,
) {
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

/** All that the web server shows and does. */
export type Acting = Workers & Awaited<ReturnType<typeof assembleActions>>
