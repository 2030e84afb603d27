import { isFailure, messageOf } from '../kernel/failure.ts'
import { callsVerdict } from './checks/calls.ts'
import { certificatesVerdict } from './checks/certificates.ts'
import { type ClockOptions, clockVerdict } from './checks/clock.ts'
import { databaseVerdict } from './checks/database.ts'
import { folderVerdict } from './checks/folder.ts'
import { houseTimeWarning } from './checks/house-time.ts'
import type { DatabaseCheck } from './checks/inside.ts'
import { type AskFileSystem, journalVerdict } from './checks/journal.ts'
import { languagesVerdict } from './checks/languages.ts'
import { linesVerdict } from './checks/lines.ts'
import { type LogCheck, logVerdict } from './checks/log.ts'
import { type AskDisk, diskVerdict, memoryVerdict, nodeVerdict } from './checks/machine.ts'
import { recordsVerdict } from './checks/records.ts'
import { type SecretCheck, secretsVerdict } from './checks/secrets.ts'
import { liveVerdict } from './checks/restored.ts'
import { itemsVerdict } from './checks/items.ts'
import { roomsVerdict } from './checks/rooms.ts'
import { serverVerdict } from './checks/server.ts'
import { fault, type CheckVerdict, warning } from './checks/verdict.ts'
import { type NamedZone, zoneVerdict } from './checks/zone.ts'

export interface DoctorFinding extends CheckVerdict {
  readonly topic: string
}

export interface DoctorOptions extends DatabaseCheck, LogCheck, SecretCheck, ClockOptions {
  readonly disk?: AskDisk | undefined
  readonly fileSystem?: AskFileSystem | undefined
}

/** Looks at the installation and its machine, and changes nothing; a server may be running on it or not. */
export async function doctor(options: DoctorOptions): Promise<DoctorFinding[]> {
  const { data, database, clock } = options
  const zones: NamedZone[] = []
  const folder = await look('folder', () => folderVerdict(data, { needed: database === null }))
  const server = await look('server', () => serverVerdict(data))
  const store = await look('database', () => databaseVerdict(options, zones))
  const lookInto = (topic: string, verdict: () => Promise<CheckVerdict>) =>
    look(topic, () => (store.level === 'ok' ? verdict() : warning(NOT_LOOKED_AT)))
  return [
    folder,
    server,
    store,
    await lookInto('log', () => logVerdict(options)),
    await lookInto('records', () => recordsVerdict(options)),
    await lookInto('secrets', () => secretsVerdict(options)),
    await lookInto('rooms', () => roomsVerdict(options)),
    await lookInto('items', () => itemsVerdict(options)),
    await lookInto('certificates', () => certificatesVerdict(options)),
    await lookInto('languages', () => languagesVerdict(options)),
    await lookInto('house', () => liveVerdict(options)),
    await lookInto('calls', () => callsVerdict(options)),
    await lookInto('lines', () => linesVerdict(options)),
    await look('journal', () => journalVerdict(data, options.fileSystem)),
    await look('zone', () => zoneVerdict(zones, clock.now())),
    await look('clock', async () => {
      const houseTime = store.level === 'ok' ? await houseTimeWarning(options) : null
      return houseTime ?? clockVerdict(options)
    }),
    await look('disk', () => diskVerdict(data, options.disk)),
    await look('memory', () => memoryVerdict()),
    await look('node', () => nodeVerdict()),
  ]
}

const NOT_LOOKED_AT = 'not looked at: see what is said of the database'

/** `ok      database      SQLite 3.53.0, schema 0002-calls, ...` */
export const formatFindings = (findings: readonly DoctorFinding[]) =>
  findings.map(({ topic, level, text }) => `${level.padEnd(8)}${topic.padEnd(14)}${text}`).join('\n')

/** A check that throws is a fault; the other checks still run. */
async function look(
  topic: string,
  verdict: () => CheckVerdict | Promise<CheckVerdict>,
): Promise<DoctorFinding> {
  try {
    return { topic, ...(await verdict()) }
  } catch (error) {
    return { topic, ...fault(isFailure(error) ? error.message : `cannot be checked: ${messageOf(error)}`) }
  }
}
