import { SYSTEM } from '../actions/actor.ts'
import { deliveryActions } from '../actions/deliveries/deliveries.ts'
import { receiptActions } from '../actions/receipts.ts'
import { upkeepActions } from '../actions/site/upkeep.ts'
import { systemActions } from '../actions/site/system.ts'
import { placesWithin } from '../api/door/connections.ts'
import { createHttp, type Http } from '../api/http.ts'
import { watchBacklog, watchClock, watchOutage, watchQueues } from '../api/metrics.ts'
import { DESTINATION_STATES } from '../hotel/deliveries/queue.ts'
import { inScope, plainName, type Scope } from '../hotel/accounts/tenancy.ts'
import { formatInstant } from '../hotel/time/local-time.ts'
import type { Settings } from '../actions/settings.ts'
import type { Instant } from '../kernel/clock.ts'
import { diskOf, mostOpenFiles } from '../kernel/machine.ts'
import type { Acting, HouseGround } from './assemble.ts'
import type { AppConfig, Outside } from './config.ts'
import type { HouseLanguages } from './languages.ts'
import { readConsole } from './console.ts'
import { registerRoutes } from './routes.ts'

/** The web server with its routes, on top of everything else. */
export async function assembleHttp(
  config: AppConfig,
  outside: Outside,
  { database, metrics, languages }: HouseGround,
  acting: Acting,
): Promise<Http> {
  const { clock, ids, log } = outside
  const { parts, events, deliveryRunner, telephony, nightCheck, quiet } = acting
  const deliveries = deliveryActions({
    database,
    clock,
    deliverer: deliveryRunner,
    queues: () => deliveryRunner.describe(),
    whyQuiet: () => quiet.why,
  })
  const system = systemOf(config, languages, acting)
  watchBacklog(metrics, system, clock)
  watchClock(metrics, system)
  watchOutage(metrics, async () => ({
    since: acting.outage.since,
    journal: acting.journal,
    heldBackUntil: acting.alive.heldBackUntil,
    isQuiet: quiet.copy !== null,
    disk: await diskOf(config.dataFolder),
  }))
  watchQueues(metrics, () => deliveries.queues(SYSTEM), DESTINATION_STATES, clock)
  const checks = {
    // A look at connectors and lines would knock at them.
    check: () => (quiet.why === null ? nightCheck.check() : Promise.resolve([notLive(quiet.why)])),
    lines: (scope: Scope) => shownLines(telephony, scope, parts.settings),
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
        }),
        metrics,
        checks,
        product,
        log,
      }),
  })
}

const shownLines = ({ caller }: Acting['telephony'], scope: Scope, settings: Settings) => {
  const shown = (at: Instant) => formatInstant(at, settings.current().site.timezone)
  return caller
    .report()
    .filter(({ tenant }) => inScope(tenant, scope))
    .map(({ since, restsUntil, lastCall, ...line }) => ({
      ...line,
      name: plainName(line),
      since: shown(since),
      restsUntil: restsUntil === null ? null : shown(restsUntil),
      lastCall: lastCall && { ...lastCall, at: shown(lastCall.at) },
    }))
}

const notLive = (why: string) => ({ name: 'house', ok: false, text: why })

const systemOf = (
  config: AppConfig,
  languages: HouseLanguages,
  { parts, telephony, announcer, mailer, outage, alive, clockWatch, runner, quiet }: Acting,
) =>
  systemActions({
    ...parts,
    product: config.product,
    disk: () => diskOf(config.dataFolder),
    describeTelephony: async () => ({ ...telephony.describe(), voices: await announcer.voices() }),
    mailReady: () => mailer.ready,
    languages: () => languages.listed,
    cannotWrite: () => (outage.since === null ? null : outage.why),
    heldBackUntil: () => alive.heldBackUntil,
    whyQuiet: () => quiet.why,
    clockState: () => clockWatch.describe(),
    overdueInMemory: () => (outage.since === null ? null : runner.describe().waiting),
  })
