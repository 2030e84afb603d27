import {
  type CheckReply,
  INTERFACE,
  LANGUAGE,
  type LinesReply,
  type SystemInformation,
} from '@reveille/contract'
import { mustSeeAll } from '../../actions/site/tenants.ts'
import type { SystemActions, SystemFacts } from '../../actions/site/system.ts'
import { formatInstant, localParts, type Zone } from '../../hotel/time/local-time.ts'
import type { Scope } from '../../hotel/accounts/tenancy.ts'
import type { Instant } from '../../kernel/clock.ts'
import { json } from '../answers/answer.ts'
import { MONTH_NAMES, WEEKDAY_NAMES } from '../answers/calendar-names.ts'
import type { Routes } from '../route.ts'

const FEATURES = ['Wakeup', 'Inventory', 'Room status'] as const

interface Checks {
  /** What the night check finds at this moment. */
  check(): Promise<CheckReply['checks']>
  /** How each line fares that this account may see. */
  lines(scope: Scope): Promise<LinesReply['lines']>
}

export function systemRoutes({ route }: Routes, system: SystemActions, checks: Checks) {
  const { get, lines, check } = INTERFACE.system

  route(get, async () => json(systemInformation(await system.facts())))

  route(lines, async ({ actor }) => json({ lines: await checks.lines(actor.scope) }))

  route(check, async ({ actor }) => {
    mustSeeAll(actor)
    return json({ checks: await checks.check() })
  })
}

function systemInformation(facts: SystemFacts): SystemInformation & Record<string, unknown> {
  const { now, zone, product, site, disk, telephony, aliases } = facts
  const [major = '0', minor = '0'] = product.version.split('.')
  const percentFree = disk.size === 0 ? 0 : Math.round((disk.free / disk.size) * 100)
  const information: SystemInformation = {
    build: product.build,
    company: site.company,
    datapath: product.dataFolder,
    date: dateObject(now, zone),
    defaultlanguage: languageId(facts),
    telephony: telephony.running,
    diskfree: disk.free,
    diskpercentfree: percentFree,
    diskpercentused: 100 - percentFree,
    disksize: disk.size,
    inetstack: product.internetStack,
    installed: longForm(facts.installed, zone),
    iso8601: formatInstant(now, zone),
    languages: languages(facts),
    license: [...(facts.license.entries ?? FEATURES.map((name, at) => ({ id: at + 1, name, value: 1 })))],
    licenseVersion: facts.license.version,
    lines: facts.lines,
    major,
    minor,
    database: facts.databaseRunning,
    name: product.name,
    registered: telephony.registered,
    released: product.released,
    rfc1036: mailDate(now, zone, 2),
    rfc1123: mailDate(now, zone, 4),
    rfc2616: `${mailDate(now, 'UTC', 4).slice(0, -6)} GMT`,
    running: true,
    serialnumber: facts.license.serial ?? facts.siteId,
    setup: longForm(facts.setup, zone),
    sitename: site.name,
    smtpenabled: facts.mailReady,
    time: timeObject(now, zone),
    timestamp: timestamp(now, zone),
    timezone: zone,
    updated: longForm(facts.updated, zone),
    version: `${major}.${minor}`,
    voices: [...telephony.voices],
    webuiversion: product.version,
    zonedata: product.zoneData,
    streams: facts.streams,
    ...(facts.whyQuiet === null ? {} : { restored: facts.whyQuiet }),
  }
  return withAliases(information, aliases)
}

/** Older clients read two fields under the names of the products behind them. */
function withAliases(information: SystemInformation, aliases: SystemFacts['aliases']) {
  return {
    ...(aliases.telephony === undefined ? {} : { [aliases.telephony]: information.telephony }),
    ...(aliases.database === undefined ? {} : { [aliases.database]: information.database }),
    // Last, so that no alias can take the place of a field of the contract.
    ...information,
  }
}

/** The site's, or English where that is gone. */
const defaultOf = ({ site, languages }: SystemFacts): string =>
  languages.some(({ tag }) => tag === site.language) ? site.language : 'en'

const languageId = (facts: SystemFacts) =>
  facts.languages.find(({ tag }) => tag === defaultOf(facts))?.id ?? LANGUAGE.en

const languages = (facts: SystemFacts) =>
  facts.languages.map(({ id, tag, name }) => ({ id, name, default: tag === defaultOf(facts) }))

const two = (n: number) => String(n).padStart(2, '0')
const monthName = (month: number) => MONTH_NAMES[month - 1] ?? ''
const onTwelve = (hour: number) => ({
  hour: two(hour % 12 === 0 ? 12 : hour % 12),
  half: hour < 12 ? 'am' : 'pm',
})

function offsetText(minutes: number): string {
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`
}

function dateObject(now: Instant, zone: Zone) {
  const { year, month, day, weekday } = localParts(now, zone)
  return {
    day: String(day),
    localDate: `${two(month)}/${two(day)}/${year}`,
    month: monthName(month),
    weekday: WEEKDAY_NAMES[weekday],
    year: String(year),
  }
}

function timeObject(now: Instant, zone: Zone) {
  const { hour, minute, offsetMinutes } = localParts(now, zone)
  const twelve = onTwelve(hour)
  return {
    hour: two(hour),
    localTime: `${twelve.hour}:${two(minute)} ${twelve.half}`,
    minute: two(minute),
    timezone: offsetText(offsetMinutes),
  }
}

/** YYYY/MM/DD at HH:MM:SS AM/PM */
function longForm(at: Instant, zone: Zone): string {
  const { year, month, day, hour, minute, second } = localParts(at, zone)
  const twelve = onTwelve(hour)
  const date = `${year}/${two(month)}/${two(day)}`
  return `${date} at ${twelve.hour}:${two(minute)}:${two(second)} ${twelve.half.toUpperCase()}`
}

/** Sun, 15 Nov 2026 07:00:00 +0100; RFC 1036 writes the year with two digits. */
function mailDate(at: Instant, zone: Zone, yearDigits: 2 | 4): string {
  const { year, month, day, hour, minute, second, weekday, offsetMinutes } = localParts(at, zone)
  const date = `${two(day)} ${monthName(month).slice(0, 3)} ${String(year).slice(-yearDigits)}`
  const time = `${two(hour)}:${two(minute)}:${two(second)}`
  return `${WEEKDAY_NAMES[weekday].slice(0, 3)}, ${date} ${time} ${offsetText(offsetMinutes)}`
}

function timestamp(now: Instant, zone: Zone): string {
  const { year, month, day, hour, minute, second } = localParts(now, zone)
  const milliseconds = String(((now % 1000) + 1000) % 1000).padStart(3, '0')
  return [year, two(month), two(day), two(hour), two(minute), two(second), milliseconds].join('')
}
