import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { read } from '../actions/settings.ts'
import { SECTION_DEFAULTS } from '../config/defaults.ts'
import { machineZone } from '../config/environment.ts'
import { formatInstant, isZone, toInstant, type Zone } from '../hotel/local-time.ts'
import { spanAt } from '../hotel/zone.ts'
import { type Clock, days, type Instant, seconds } from '../kernel/clock.ts'
import { Failure, isFailure, messageOf } from '../kernel/failure.ts'
import { silentLog } from '../kernel/log.ts'
import { type Disk, diskOf } from '../kernel/machine.ts'
import { knownMigrations, migrationsIn, openPostgresToRead, openQuietly, sideOf } from '../store/backup.ts'
import type { Side } from '../store/copy.ts'
import { sqliteDialect } from '../store/dialect.ts'
import { MIGRATION_TABLE, refuseNewer } from '../store/migrations/index.ts'
import { SqliteConnection } from '../store/sqlite-driver.ts'
import { SQLITE_FILE } from '../store/sqlite.ts'
import { createStores } from '../store/stores.ts'

export interface Finding {
  readonly topic: string
  readonly level: 'ok' | 'warning' | 'fault'
  readonly text: string
}

export interface DoctorOptions {
  readonly data: string
  /** A postgres:// address; null for the embedded database. */
  readonly database: string | null
  /** When this version was released, YYYY/MM/DD: no clock can rightly show less. */
  readonly released: string
  readonly clock: Clock
  readonly ask?: Ask | undefined
  readonly disk?: ((folder: string) => Promise<Disk>) | undefined
}

/** What another program prints; null where it is missing or fails. */
export type Ask = (program: string, words: readonly string[]) => Promise<string | null>

type Verdict = Omit<Finding, 'topic'>
const ok = (text: string): Verdict => ({ level: 'ok', text })
const warning = (text: string): Verdict => ({ level: 'warning', text })
const fault = (text: string): Verdict => ({ level: 'fault', text })

/** Looks at the installation and its machine, and changes nothing; a server may be running on it or not. */
export async function doctor(options: DoctorOptions): Promise<Finding[]> {
  const zones: NamedZone[] = []
  return [
    await look('folder', () => folderVerdict(options)),
    await look('server', () => serverVerdict(options.data)),
    await look('database', () => databaseVerdict(options, zones)),
    await look('zone', () => zoneVerdict(zones, options.clock.now())),
    await look('clock', () => clockVerdict(options)),
    await look('disk', () => diskVerdict(options)),
    await look('memory', () => memoryVerdict()),
    await look('node', () => nodeVerdict()),
  ]
}

/** `ok      database   SQLite 3.53.0, schema 0001-house, ...` */
export const formatFindings = (findings: readonly Finding[]) =>
  findings.map(({ topic, level, text }) => `${level.padEnd(8)}${topic.padEnd(11)}${text}`).join('\n')

/** One that cannot even be looked at is a fault, and the rest is looked at all the same. */
async function look(topic: string, verdict: () => Verdict | Promise<Verdict>): Promise<Finding> {
  try {
    return { topic, ...(await verdict()) }
  } catch (error) {
    return { topic, ...fault(isFailure(error) ? error.message : `cannot be checked: ${messageOf(error)}`) }
  }
}

function folderVerdict({ data, database }: DoctorOptions): Verdict {
  const folder = fs.statSync(data, { throwIfNoEntry: false })
  if (!folder)
    return {
      level: database === null ? 'fault' : 'warning',
      text: `There is no folder ${path.resolve(data)}`,
    }
  if (!folder.isDirectory()) return fault(`${data} is not a folder`)
  if (!isWritable(data)) return fault(`${data} cannot be written to by this account (user ${ownUser()})`)
  const problems = [...openToOthers(data, folder), ...strangers(data, folder)]
  if (problems.length > 0) return warning(problems.join('; '))
  return ok(`${path.resolve(data)}, writable, belongs to user ${folder.uid} alone`)
}

const ownUser = () => process.getuid?.() ?? os.userInfo().username

function isWritable(folder: string) {
  try {
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK)
    return true
  } catch {
    return false
  }
}

const MAY_WRITE = 0o022
const MAY_OPEN = 0o077

function openToOthers(data: string, folder: fs.Stats): string[] {
  // Windows has no such modes; and a closed folder protects its files whatever their own.
  if (process.getuid === undefined || (folder.mode & MAY_OPEN) === 0) return []
  const files = ourFiles(data).filter(({ name, mode }) => name.startsWith(SQLITE_FILE) && mode & MAY_OPEN)
  const read = files.map(({ name }) => `other users may open ${path.join(data, name)}`)
  return folder.mode & MAY_WRITE ? [`other users may write to ${data}`, ...read] : read
}

/** Files that root left behind are the usual reason why a server cannot start. */
function strangers(data: string, folder: fs.Stats): string[] {
  const files = ourFiles(data).filter(({ uid }) => uid !== folder.uid)
  return files.map(({ name, uid }) => `${name} belongs to user ${uid} and the folder to user ${folder.uid}`)
}

const ourFiles = (data: string) =>
  fs
    .readdirSync(data)
    .filter((name) => name.startsWith('reveille.'))
    .map((name) => {
      const { mode, uid } = fs.statSync(path.join(data, name))
      return { name, mode, uid }
    })

function serverVerdict(data: string): Verdict {
  if (!isInUse(data)) return ok('not running')
  const owner = path.join(data, 'reveille.pid')
  return ok(fs.existsSync(owner) ? `running as process ${fs.readFileSync(owner, 'utf8').trim()}` : 'running')
}

const BUSY = 5

/** The lock keeps even a reader out, who in turn leaves it as it is. */
function isInUse(data: string): boolean {
  const file = path.join(data, 'reveille.lock')
  if (!fs.existsSync(file)) return false
  const connection = new SqliteConnection(file, { readOnly: true })
  try {
    connection.run('pragma busy_timeout = 0')
    connection.run('select 1 from sqlite_master')
    return false
  } catch (error) {
    if (isFailure(error) && error.detail['code'] === BUSY) return true
    throw error
  } finally {
    connection.close()
  }
}

const databaseVerdict = ({ data, database, clock }: DoctorOptions, zones: NamedZone[]) =>
  database === null ? sqliteVerdict(data, clock, zones) : postgresVerdict(database, clock, zones)

async function sqliteVerdict(data: string, clock: Clock, zones: NamedZone[]): Promise<Verdict> {
  const file = path.join(data, SQLITE_FILE)
  if (!fs.existsSync(file)) return warning('There is none yet: it is made when the server first starts')
  const connection = isInUse(data) ? new SqliteConnection(file, { readOnly: true }) : openQuietly(file)
  try {
    refuseDamaged(connection, file)
    const version = `SQLite ${String(connection.run('select sqlite_version() as v')[0]?.['v'])}`
    const migrations = migrationsIn(connection)
    refuseNewer(migrations, sqliteDialect)
    if (migrations.length < (await knownMigrations()).length)
      return warning(
        `${version}, schema ${migrations.at(-1) ?? 'none'}: will be brought up to date at the next start`,
      )
    return ok(`${version}, ${await houseIn(sideOf(connection), clock.now(), zones)}`)
  } finally {
    connection.close()
  }
}

function refuseDamaged(connection: SqliteConnection, file: string) {
  const [finding] = connection.run('pragma integrity_check(1)')
  if (finding?.['integrity_check'] === 'ok') return
  throw new Failure(
    'store.corrupt',
    `${file} is damaged (${String(finding?.['integrity_check'])}): keep a copy of it and restore the last backup`,
  )
}

async function postgresVerdict(url: string, clock: Clock, zones: NamedZone[]): Promise<Verdict> {
  try {
    const { read: handle, dialect, close } = await openPostgresToRead(url, { clock, log: silentLog })
    try {
      const { rows } = await sql<{ server_version: string }>`show server_version`.execute(handle)
      return ok(
        `PostgreSQL ${rows[0]?.server_version}, ${await houseIn({ handle, dialect }, clock.now(), zones)}`,
      )
    } finally {
      await close()
    }
  } catch (error) {
    if (isFailure(error) && error.code === 'state.conflict') return warning(error.message)
    throw error
  }
}

async function houseIn({ handle, dialect }: Side, now: Instant, zones: NamedZone[]): Promise<string> {
  const stores = createStores(handle, dialect)
  const { site, tenants } = await read(stores, SECTION_DEFAULTS)
  zones.push({ of: 'the site', zone: site.timezone })
  for (const { name, timezone } of tenants.values())
    if (timezone !== null) zones.push({ of: name, zone: timezone })
  const { rows } = await sql<{ schema: string; rooms: number; log: number }>`
    select (select max(name) from ${sql.table(MIGRATION_TABLE)}) as schema,
      (select count(*) from mailbox) as rooms, (select count(*) from activity) as log`.execute(handle)
  const [facts] = rows
  const { pending, overdue } = await stores.wakeups.countPending(now)
  const { depth } = await stores.outbox.backlog()
  return [
    `schema ${facts?.schema}`,
    `${facts?.rooms} rooms`,
    `${(await stores.accounts.list(null)).length} accounts`,
    `${pending} pending wakeup calls${overdue > 0 ? ` (${overdue} overdue)` : ''}`,
    `${depth} messages to deliver`,
    `${facts?.log} log entries`,
  ].join(', ')
}

interface NamedZone {
  readonly of: string
  readonly zone: Zone
}

function zoneVerdict(zones: readonly NamedZone[], now: Instant): Verdict {
  const data = `zone data ${process.versions.tz ?? 'of the system'}`
  const [site] = zones
  if (!site) return warning(`The hotel's time zone is not known without its database; ${data}`)
  const unknown = zones.filter(({ zone }) => !isZone(zone))
  if (unknown.length > 0)
    return fault(
      unknown.map(({ of, zone }) => `"${zone}", the time zone of ${of}, is not known; ${data}`).join('; '),
    )
  return ok(`${site.zone}, ${nextChange(site.zone, now)}, ${data}`)
}

function nextChange(zone: Zone, now: Instant) {
  const { until } = spanAt(now, zone)
  return until === Infinity
    ? 'no change of the clocks ahead'
    : `next change of the clocks ${formatInstant(until, zone)}`
}

const MOMENT_MS = 100
const STEADY_MS = 50

async function clockVerdict({ clock, released, ask = askProgram }: DoctorOptions): Promise<Verdict> {
  const zone = isZone(machineZone()) ? machineZone() : 'UTC'
  const shown = `${formatInstant(clock.now(), zone)} (${zone})`
  // Released in one zone and installed in another: a day's difference is no fault.
  if (clock.now() < toInstant(`${released.replaceAll('/', '-')}T00:00:00`, 'UTC') - days(1))
    return fault(`${shown} is before this version was released (${released}): set the clock`)
  const jump = Math.round(await jumpOf(clock))
  if (Math.abs(jump) > STEADY_MS) return warning(`${shown}, was moved by ${jump} ms while it was watched`)
  const synchronised = await isSynchronised(ask)
  if (synchronised === false) return warning(`${shown}, not synchronised: calls are as late as the clock`)
  return ok(`${shown}, ${synchronised ? 'synchronised' : 'synchronisation unknown'}`)
}

/** How far the wall clock and the one that nobody can set come apart in a moment. */
async function jumpOf(clock: Clock): Promise<number> {
  const [wall, steady] = [clock.now(), clock.elapsed()]
  await new Promise<void>((resolve) => clock.at(wall + MOMENT_MS, resolve))
  return clock.now() - wall - (clock.elapsed() - steady)
}

/** As far as anybody here can tell without being root; null if nobody can. */
async function isSynchronised(ask: Ask): Promise<boolean | null> {
  const systemd = await ask('timedatectl', ['show', '--property=NTPSynchronized', '--value'])
  if (systemd !== null && /^(yes|no)$/.test(systemd.trim())) return systemd.trim() === 'yes'
  if (fs.existsSync('/run/systemd/timesync/synchronized')) return true
  const chrony = await ask('chronyc', ['-n', 'tracking'])
  const leap = chrony === null ? undefined : /^Leap status\s*:\s*(.+)$/m.exec(chrony)?.[1]
  return leap === undefined ? null : !leap.startsWith('Not sync')
}

const askProgram: Ask = (program, words) =>
  new Promise((resolve) => {
    execFile(program, words, { timeout: seconds(2) }, (error, said) => resolve(error ? null : said))
  })

const MIB = 2 ** 20
const GIB = 2 ** 30

async function diskVerdict({ data, disk = diskOf }: DoctorOptions): Promise<Verdict> {
  const { free, size } = await disk(nearestFolder(path.resolve(data)))
  const share = size === 0 ? 0 : free / size
  const text = `${formatBytes(free)} of ${formatBytes(size)} free (${Math.floor(share * 100)} %)`
  if (free < 100 * MIB) return fault(text)
  return free < GIB || share < 0.1 ? warning(text) : ok(text)
}

const nearestFolder = (folder: string): string =>
  fs.existsSync(folder) ? folder : nearestFolder(path.dirname(folder))

function memoryVerdict(): Verdict {
  const free = os.freemem()
  const text = `${formatBytes(free)} of ${formatBytes(os.totalmem())} free`
  return free < 128 * MIB ? warning(text) : ok(text)
}

function nodeVerdict(): Verdict {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const text = `Node ${process.versions.node} on ${process.platform} ${process.arch}`
  return major > 20 || (major === 20 && minor >= 19) ? ok(text) : fault(`${text}: 20.19 or newer is needed`)
}

export function formatBytes(bytes: number): string {
  if (bytes >= GIB) return `${(bytes / GIB).toFixed(1)} GiB`
  return bytes >= MIB ? `${(bytes / MIB).toFixed(1)} MiB` : `${Math.ceil(bytes / 1024)} KiB`
}
