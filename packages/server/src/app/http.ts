import { SYSTEM } from '../actions/actor.ts'
import { deliveryActions } from '../actions/deliveries/deliveries.ts'
import { receiptActions } from '../actions/receipts.ts'
import { upkeepActions } from '../actions/site/upkeep.ts'
import { nodeActions } from '../actions/site/nodes.ts'
import { systemActions } from '../actions/site/system.ts'
import { placesWithin } from '../api/door/connections.ts'
import { createHttp, type Http } from '../api/http.ts'
import { watchBacklog } from '../api/metrics/backlog.ts'
import { watchLinks, watchQueues } from '../api/metrics/destinations.ts'
import { watchClock, watchOutage } from '../api/metrics/house.ts'
import { watchLines } from '../api/metrics/lines.ts'
import { watchNode } from '../api/metrics/node.ts'
import type { Node } from '../hotel/nodes/node.ts'
import { livesAmong, LOG_HOUSE } from '../hotel/nodes/houses.ts'
import { DESTINATION_STATES } from '../hotel/deliveries/queue.ts'
import type { CheckCode } from '../hotel/desk/night-check.ts'
import { inScope, NO_TENANT, plainName, type Scope } from '../hotel/accounts/tenancy.ts'
import { formatInstant } from '../hotel/time/local-time.ts'
import type { Settings } from '../actions/settings.ts'
import type { Instant } from '../kernel/clock.ts'
import { diskOf, mostOpenFiles } from '../kernel/machine.ts'
import type { Acting } from './actions.ts'
import type { AppConfig, Outside } from './config.ts'
import { readConsole } from './console.ts'
import type { HouseGround } from './ground.ts'
import { readGuide } from './guide.ts'
import { lineCount, ownSchema } from './node-facts.ts'
import { registerRoutes } from './routes.ts'

/** The web server with its routes, on top of everything else. */
export async function assembleHttp(
  config: AppConfig,
  outside: Outside,
  { database, metrics, languages, home, own }: HouseGround,
  acting: Acting,
): Promise<Http> {
  const { clock, ids, log } = outside
  const { parts, events, deliveryRunner, askings, quiet } = acting
  const { deliverer } = parts
  const whyQuiet = () => quiet.why
  const deliveries = deliveryActions({ database, clock, ids, deliverer, queues: askings.queues, whyQuiet })
  const system = systemOf(config, { database, languages, own, home }, acting)
  // What is counted of the whole database is told by one node only: its sum over all is right then.
  watchBacklog(metrics, system, clock, () => home.has(LOG_HOUSE))
  watchNode(
    metrics,
    () => own.standing(),
    () => acting.databaseClock.ahead,
  )
  watchClock(metrics, system)
  const { disk = () => diskOf(config.dataFolder) } = outside
  watchOutage(metrics, async () => ({
    since: acting.outage.since,
    journal: acting.journal,
    heldBackUntil: acting.alive.heldBackUntil,
    isQuiet: quiet.copy !== null,
    disk: await disk(),
  }))
  const here = deliveryActions({
    database,
    clock,
    ids,
    deliverer,
    queues: () => Promise.resolve(deliveryRunner.describe()),
    whyQuiet,
  })
  const queuesHere = async () =>
    (await here.queues(SYSTEM)).filter(({ tenant }) => home.isAlone || livesAmong(tenant, home.whose()))
  watchQueues(metrics, queuesHere, DESTINATION_STATES, clock)
  watchLinks(metrics, () => deliveryRunner.describe())
  watchLines(metrics, () => acting.telephony.caller.describe())
  const checks = {
    // A look at connectors and lines would knock at them.
    check: () =>
      quiet.why === null ? acting.checks.at(NO_TENANT, null) : Promise.resolve([notLive(quiet.why)]),
    lines: async (scope: Scope) => shownLines(await askings.lineReports(scope), scope, parts.settings),
  }
  const { tls, trustProxy, requestTimeoutMs, product } = config
  return createHttp({
    options: {
      tls,
      trustProxy,
      version: product.version,
      requestTimeoutMs,
      places: placesWithin(mostOpenFiles()),
    },
    settings: parts.settings,
    guestbook: parts,
    receipts: receiptActions(parts),
    lastSeal: async () => (acting.outage.since === null ? await events.lastSeal() : null),
    unwrittenSince: () => acting.outage.since,
    whyQuiet: () => quiet.why,
    console: config.consoleFolder === undefined ? null : await readConsole(config.consoleFolder),
    guide: () => readGuide(config.guideFolder ?? ''),
    metrics,
    clock,
    ids,
    log,
    register: (routes) =>
      registerRoutes(routes, parts, {
        events,
        deliveries,
        system,
        upkeep: upkeepActions({
          clock,
          log,
          dataFolder: config.dataFolder,
          maintenance: config.maintenance,
          zone: () => parts.settings.current().site.timezone,
          nightFailed: () => acting.nightlyBackup.failed,
          place: home.isAlone ? '' : `node ${own.standing()?.name ?? ''}`,
          everywhere: (tell) => {
            const shelves = own.errands.kind('backups', tell)
            return () => shelves.everywhere(null)
          },
        }),
        nodes: nodeActions({ database, clock, silentMs: (lease) => own.silentMs(lease) }),
        metrics,
        checks,
        product,
        log,
      }),
  })
}

type LineReports = Awaited<ReturnType<Acting['askings']['lineReports']>>

const shownLines = (reports: LineReports, scope: Scope, settings: Settings) => {
  const shown = (at: Instant) => formatInstant(at, settings.current().site.timezone)
  return reports
    .filter(({ tenant }) => inScope(tenant, scope))
    .map(({ since, restsUntil, lastCall, ...line }) => ({
      ...line,
      name: plainName(line),
      since: shown(since),
      restsUntil: restsUntil === null ? null : shown(restsUntil),
      lastCall: lastCall && { ...lastCall, at: shown(lastCall.at) },
    }))
}

const QUIET: CheckCode = 'house.quiet'
const notLive = (why: string) => ({ name: 'house', ok: false, text: why, code: QUIET })

/** All lines of the house, wherever they are: each node says with its beats how its own fare. */
function wholeTelephony(telephony: Acting['telephony'], others: readonly Pick<Node, 'facts'>[]) {
  const { configured: lines } = telephony
  const here = telephony.describe()
  const facts = others.map((node) => node.facts)
  const working = facts.reduce((sum, one) => sum + one.lines.working, lineCount(telephony).working)
  return {
    lines,
    running: here.running && facts.every(({ isTelephoneOn }) => isTelephoneOn),
    registered: lines.length > 0 && working >= lines.length,
  }
}

const systemOf = (
  config: AppConfig,
  { database, languages, own, home }: Pick<HouseGround, 'database' | 'languages' | 'own' | 'home'>,
  {
    parts,
    events,
    telephony,
    announcer,
    mailer,
    outage,
    outageAlarms,
    alive,
    clockWatch,
    runner,
    quiet,
  }: Acting,
) =>
  systemActions({
    ...parts,
    product: config.product,
    disk: () => diskOf(config.dataFolder),
    describeTelephony: async () => ({
      ...wholeTelephony(telephony, own.others()),
      voices: await announcer.voices(),
    }),
    mailReady: () => mailer.ready,
    languages: () => languages.listed,
    streams: () => events.following(),
    cannotWrite: () => (outage.since === null ? null : outage.why),
    heldBackUntil: () => alive.heldBackUntil,
    whyQuiet: () => quiet.why,
    isCutOff: () => home.isCutOff(),
    standing: () => own.standing(),
    lineCount: () => lineCount(telephony),
    schema: ownSchema(database),
    clockState: () => clockWatch.describe(),
    unwrittenAlarms: () => outageAlarms.unwritten(),
    overdueInMemory: () => (outage.since === null ? null : runner.describe().waiting),
  })
