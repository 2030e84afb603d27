import type { Settings } from '../actions/settings.ts'
import type { PropertyEar } from '../connectors/connector.ts'
import { alarmPoster } from '../connectors/webhook/alarm-poster.ts'
import { smtpMailer } from '../connectors/mail/smtp-mailer.ts'
import { seconds } from '../kernel/clock.ts'
import { assembleAskings } from './askings.ts'
import { assembleCalls } from './calls.ts'
import { assembleClock } from './clock.ts'
import type { AppConfig, Inside } from './config.ts'
import { assembleDestinations, webhookParts } from './destinations.ts'
import { shownAt } from './listen.ts'
import { assembleQuiet } from './quiet.ts'
import { assembleWatch } from './watch.ts'
import type { HouseGround } from './ground.ts'

/** The parts that run by themselves. */
export async function assembleWorkers(
  config: AppConfig,
  outside: Inside,
  ground: HouseGround,
  settings: Settings,
) {
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

export type Workers = Awaited<ReturnType<typeof assembleWorkers>>
