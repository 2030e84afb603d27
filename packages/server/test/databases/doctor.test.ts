import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { authority } from '../../../../peers/certificates.ts'
import { has } from '../../../../peers/programs.ts'
import type { Certificate } from '@reveille/sip/testing'
import { useDatabases } from '../test-databases.ts'
import { toInstant } from '../../src/hotel/time/local-time.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { addBook } from '../../testing/own-languages.ts'
import { wakeup } from '../../testing/records.ts'
import { type Clock, minutes, systemClock } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { type Database, openDatabase } from '../../src/store/engine/database.ts'
import { JOURNAL_FILE, openJournal } from '../../src/store/files/journal.ts'
import { lockFolder } from '../../src/store/files/folder-lock.ts'
import type { Schema } from '../../src/store/engine/schema.ts'
import { toRow } from '../../src/store/stores/wakeup-row.ts'
import { SQLITE_FILE } from '../../src/store/engine/sqlite.ts'
import { formatBytes } from '../../src/cli/checks/bytes.ts'
import type { Ask } from '../../src/kernel/machine.ts'
import { doctor, type DoctorOptions, type DoctorFinding, formatFindings } from '../../src/cli/doctor.ts'

const NOON = toInstant('2026-12-01T12:00:00', 'UTC')

/** Stands still, except that whoever waits is let through at once. */
function patientClock(now = NOON): Clock {
  const clock = manualClock(now)
  return {
    ...clock,
    at(when, callback) {
      clock.advance(when - clock.now())
      callback()
      return { cancel: () => {} }
    },
  }
}

let data: string
let file: string
beforeEach(() => {
  data = fs.mkdtempSync(path.join(os.tmpdir(), 'reveille-'))
  file = path.join(data, SQLITE_FILE)
})
afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(data, { recursive: true, force: true })
})

type House = Database<Kysely<Schema>>
const open = (place: { folder: string } | { url: string }): Promise<House> =>
  openDatabase({ clock: systemClock(), log: silentLog, ...place, createStores: (handle) => handle })

const quiet: Ask = () => Promise.resolve(null)
const examine = (options: Partial<DoctorOptions> = {}) =>
  doctor({ data, database: null, released: '2026/11/15', clock: patientClock(), ask: quiet, ...options })

const on = (findings: readonly DoctorFinding[], topic: string) => {
  const found = findings.find((finding) => finding.topic === topic)
  return `${found?.level}: ${found?.text}`
}
const about = async (topic: string, options: Partial<DoctorOptions> = {}) => on(await examine(options), topic)

const mailbox = (number: string) =>
  ({ number, tenant: '', extension: '', name: '', language: null, vip: 0 }) as const

async function fill(house: House, timezone = 'Europe/Zurich') {
  await house.transaction(async (handle) => {
    await handle
      .insertInto('mailbox')
      .values([mailbox('101'), mailbox('102')])
      .execute()
    await handle
      .insertInto('setting')
      .values({ name: 'site', value: JSON.stringify({ timezone }) })
      .execute()
  })
}

async function healthyFolder(timezone?: string) {
  const house = await open({ folder: data })
  await fill(house, timezone)
  await house.close()
  tidy()
}

/** The driver lets go of the empty log only when its statements are collected, which may be in the midst of a test. */
function tidy() {
  for (const beside of ['wal', 'shm']) fs.rmSync(`${file}-${beside}`, { force: true })
}

const ROW = {
  tenant: '',
  class: 'log',
  at: NOON,
  room: '',
  actor: 'system',
  source: 'system',
  wakeup: null,
} as const

const bytes = () =>
  fs.readdirSync(data).map((name) => [name, fs.readFileSync(path.join(data, name), 'base64')])

const HOUSE =
  /, schema 0001-house, 2 rooms, 0 accounts, 0 pending wake-up calls, 0 messages to deliver, 0 log entries$/

describe('a healthy folder', () => {
  test('is found well, in every respect', async () => {
    await healthyFolder()
    const findings = await examine()

    expect(findings.map(({ topic }) => topic)).toEqual([
      'folder',
      'server',
      'database',
      'log',
      'records',
      'secrets',
      'rooms',
      'items',
      'certificates',
      'languages',
      'house',
      'calls',
      'lines',
      'journal',
      'zone',
      'clock',
      'disk',
      'memory',
      'node',
    ])
    expect(on(findings, 'folder')).toMatch(/^ok: .*writable, belongs to user \d+ alone$/)
    expect(on(findings, 'server')).toBe('ok: not running')
    expect(on(findings, 'database')).toMatch(/^ok: SQLite 3\./)
    expect(on(findings, 'database')).toMatch(HOUSE)
    expect(on(findings, 'log')).toBe('ok: nothing is sealed yet')
    expect(on(findings, 'records')).toBe('ok: 0 calls and their attempts are as the log tells them')
    expect(on(findings, 'languages')).toBe('ok: en, de, fr, es, it, en-US')
    expect(on(findings, 'zone')).toMatch(
      /^ok: Europe\/Zurich, next change of the clocks 2027-03-28T03:00:00\+02:00, zone data \d{4}\w$/,
    )
    expect(on(findings, 'clock')).toMatch(/^ok: 2026-12-01T.*synchronisation unknown$/)
    expect(on(findings, 'node')).toMatch(/^ok: Node /)
  })

  test('is left as it is, to the byte', async () => {
    await healthyFolder()
    const before = bytes()
    await examine()

    expect(bytes()).toEqual(before)
  })

  test('that a server is using is found well too, with its latest facts', async () => {
    const lock = lockFolder(data)
    const house = await open({ folder: data })
    await fill(house)
    const before = bytes().filter(([name]) => !name?.endsWith('-shm'))
    const findings = await examine()

    expect(on(findings, 'server')).toBe(`ok: running as process ${process.pid}`)
    expect(on(findings, 'database')).toMatch(HOUSE)
    expect(bytes().filter(([name]) => !name?.endsWith('-shm'))).toEqual(before)
    expect(() => lockFolder(data)).toThrow(expect.objectContaining({ code: 'store.in-use' }))
    await house.close()
    lock.release()
    expect(await about('server')).toBe('ok: not running')
  })

  test('after a crash is read with what is still in the log, and left as it is', async () => {
    const house = await open({ folder: data })
    await fill(house)
    const living = data
    data = fs.mkdtempSync(path.join(os.tmpdir(), 'reveille-'))
    fs.cpSync(living, data, { recursive: true })
    await house.close()
    fs.rmSync(living, { recursive: true })
    const before = bytes().filter(([name]) => !name?.endsWith('-shm'))

    expect(await about('database')).toMatch(HOUSE)
    expect(bytes().filter(([name]) => !name?.endsWith('-shm'))).toEqual(before)
  })
})

describe('the journal', () => {
  const BTRFS = 0x9123683e
  const journal = async (...records: unknown[]) => {
    const made = await openJournal({ folder: data, installation: 'hotel', newId: () => 'j', size: 100_000 })
    await made.append(records)
    await made.close()
  }

  test('that has its place on the disk is well, and is left as it is', async () => {
    await journal()
    const before = bytes()
    expect(await about('journal', { fileSystem: () => 0xef53 })).toMatch(/^ok: empty, .* is taken$/)
    expect(bytes()).toEqual(before)
  })

  test('that holds something says how much waits to be written', async () => {
    await journal({ call: 1 }, { call: 2 })
    expect(await about('journal')).toMatch(/^warning: 2 records wait to be written into the database/)
  })

  test('cannot be relied on where a file system writes changes elsewhere', async () => {
    await journal()
    expect(await about('journal', { fileSystem: () => BTRFS })).toMatch(
      /^warning: empty, .*lies on btrfs, where room cannot be taken ahead/,
    )
  })

  test('whose place on the disk is not taken is worth a warning', async () => {
    await journal()
    const [name, size] = [path.join(data, JOURNAL_FILE), 100_000]
    const header = fs.readFileSync(name).subarray(0, 256)
    fs.writeFileSync(name, header)
    fs.truncateSync(name, size)
    expect(await about('journal', { fileSystem: () => 0xef53 })).toMatch(/^warning: .* a full disk stops it$/)
  })

  test('that cannot be read is a fault, and one that is not there yet is none', async () => {
    expect(await about('journal')).toMatch(/^warning: There is none yet/)
    fs.writeFileSync(path.join(data, JOURNAL_FILE), 'not a journal')
    expect(await about('journal')).toMatch(/^fault: it cannot be read/)
  })
})

describe('a house', () => {
  test('whose phrase books have mistakes is told which, and why', async () => {
    await healthyFolder()
    fs.mkdirSync(path.join(data, 'languages', 'nl'), { recursive: true })
    const where = path.join(data, 'languages', 'nl')
    expect(await about('languages')).toBe(
      `warning: The language in ${where} is not taken: book.json is not there, or cannot be read`,
    )
  })

  test('whose phrase book lacks words of a wakeup call is told which', async () => {
    await healthyFolder()
    addBook(path.join(data, 'languages'), 'nl', {
      language: 'nl',
      name: 'Dutch',
      like: 'de',
      voices: { espeak: 'nl' },
      inMinutes: [],
    })
    expect(await about('languages')).toBe(
      "warning: nl lacks words for spans such as 1 min: those sentences are in the site's language",
    )
  })

  test('whose rooms are in a language that is gone is told so', async () => {
    const house = await open({ folder: data })
    await fill(house)
    await house.transaction(async (handle) => {
      await handle.insertInto('language').values({ tag: 'nl', number: 7 }).execute()
      await handle.updateTable('mailbox').set({ language: 'nl' }).where('number', '=', '101').execute()
    })
    await house.close()
    tidy()
    expect(await about('languages')).toBe(
      "warning: nl is not spoken here any more (rooms: 1): what is said is in the site's language",
    )
  })
})

describe('the rooms', () => {
  test('that a property system may not know by their number are worth a warning', async () => {
    const house = await open({ folder: data })
    await fill(house)
    const pms = {
      name: 'pms',
      purpose: 'charge' as const,
      tenant: '',
      config: '{"type":"fias","host":"10.0.0.6","port":5010}',
      sequence: 0,
    }
    await house.transaction((handle) => handle.insertInto('destination').values(pms).execute())
    expect(await about('rooms')).toMatch(/^ok: /)
    await house.transaction((handle) => handle.insertInto('mailbox').values(mailbox('SUITE 1001')).execute())

    expect(await about('rooms')).toMatch(/^warning: pms may not know room SUITE 1001: /)
    await house.close()
  })
})

describe('the calls', () => {
  test('of which the hour has passed are worth a warning', async () => {
    const house = await open({ folder: data })
    const call = wakeup({ scheduledAt: NOON - 1 })
    await house.transaction((handle) => handle.insertInto('wakeup').values(toRow(call)).execute())
    expect(await about('calls')).toBe(
      'warning: 1 pending wake-up calls, of which the hour of 1 has passed: see server and lines',
    )
    await house.close()
  })
})

describe.skipIf(!has('openssl'))('the lines', () => {
  const house = authority('the authority of the house')
  const write = (name: string, content: Buffer) => {
    fs.writeFileSync(path.join(data, name), content)
    return path.join(data, name)
  }
  const pair = ({ cert, key }: Certificate) => ({ cert: write('cert.pem', cert), key: write('key.pem', key) })

  async function told(tls: object) {
    const opened = await open({ folder: data })
    const telephony = { name: 'telephony', value: JSON.stringify({ mode: 'sip', tls }) }
    const line = { name: 'voice1', tenant: '', config: '{"uri":"sips:voice1@pbx.hotel"}' }
    await opened.transaction(async (handle) => {
      await handle.insertInto('setting').values(telephony).execute()
      await handle.insertInto('line').values(line).execute()
    })
    await opened.close()
    return about('lines', { clock: patientClock(systemClock().now()) })
  }

  test('over TLS are worth a warning while a certificate expires soon', async () => {
    expect(
      await told({ ca: write('ca.pem', house.cert), ...pair(house.issue(['DNS:pbx.hotel'], 60)) }),
    ).toMatch(
      /^warning: .*ca.pem \(telephony.tls.ca\) is made out to CN=the authority of the house and expires soon: /,
    )
  })

  test('are well with a certificate that lasts, which is named', async () => {
    expect(await told(pair(house.issue(['DNS:pbx.hotel'], 60)))).toMatch(
      /^ok: 1 line, 1 over TLS; .*cert.pem \(telephony.tls.cert\) is made out to DNS:pbx.hotel, until /,
    )
  })

  test('are at fault where a file is missing', async () => {
    expect(await told({ ca: '/nowhere/ca.pem' })).toMatch(
      /^fault: \/nowhere\/ca.pem \(telephony.tls.ca\) cannot be used: ENOENT/,
    )
  })

  test('are at fault where a certificate has expired', async () => {
    expect(await told(pair(house.issue(['DNS:pbx.hotel'], -1)))).toMatch(/^fault: .* and has expired: /)
  })

  describe('with a file of many authorities', () => {
    const [lasting, expired] = [house.issue(['DNS:new'], 60).cert, house.issue(['DNS:old'], -1).cert]

    test('are well although some have expired', async () => {
      expect(await told({ ca: write('ca.pem', Buffer.concat([expired, lasting])) })).toMatch(
        /^ok: 1 line, 1 over TLS; .*ca.pem \(telephony.tls.ca\) is made out to DNS:new, until [^;]*$/,
      )
    })

    test('are well without a word on each', async () => {
      const all = Buffer.concat([expired, ...Array.from({ length: 6 }, () => lasting)])
      expect(await told({ ca: write('ca.pem', all) })).toMatch(
        /^ok: 1 line, 1 over TLS; .*ca.pem \(telephony.tls.ca\) holds 7 certificates, of which 6 are valid$/,
      )
    })

    test('are at fault where all have expired', async () => {
      expect(await told({ ca: write('ca.pem', Buffer.concat([expired, expired])) })).toMatch(
        /^fault: .*ca.pem \(telephony.tls.ca\) is made out to DNS:old and has expired: /,
      )
    })
  })

  test('are at fault where the key is that of another certificate', async () => {
    const { cert } = pair(house.issue(['DNS:pbx.hotel'], 60))
    const key = write('other.pem', house.issue(['DNS:pbx.hotel'], 60).key)
    expect(await told({ cert, key })).toMatch(/^fault: .*other.pem \(telephony.tls.key\) does not belong to /)
  })
})

describe.skipIf(!has('openssl'))('the certificates of destinations', () => {
  const house = authority('the house')
  const withCertificate = async (length: number) => {
    const { cert, key } = house.issue(['DNS:voice.hotel'], length)
    const given = { certificate: String(cert), privateKey: String(key) }
    const config = JSON.stringify({ type: 'webhook', url: 'https://bar.hotel/', ...given })
    const bar = { purpose: 'charge', name: 'bar', tenant: '', config, sequence: 0 } as const
    const opened = await open({ folder: data })
    await opened.transaction((handle) => handle.insertInto('destination').values(bar).execute())
    await opened.close()
    return about('certificates', { clock: patientClock(systemClock().now()) })
  }

  test('are well while they last', async () => {
    expect(await withCertificate(60)).toBe('ok: none of a connector or a server ends soon')
  })

  test('are worth a warning a month before they end', async () => {
    expect(await withCertificate(29)).toMatch(/^warning: bar: certificate expires on /)
  })

  test('are at fault when they are over', async () => {
    expect(await withCertificate(-1)).toMatch(/^fault: bar: certificate has expired on /)
  })
})

describe('a folder', () => {
  test('that is missing is a fault, and is not made', async () => {
    const missing = path.join(data, 'none', 'data')
    const findings = await examine({ data: missing })

    expect(on(findings, 'folder')).toBe(`fault: There is no folder ${missing}`)
    expect(on(findings, 'database')).toMatch(/^warning: There is none yet/)
    expect(on(findings, 'zone')).toMatch(/^warning: .*not known without its database/)
    expect(on(findings, 'disk')).toMatch(/ of .* free \(\d+ %\)$/)
    expect(fs.existsSync(missing)).toBe(false)
  })

  test('that is a file is a fault', async () => {
    const letter = path.join(data, 'letter')
    fs.writeFileSync(letter, '')

    expect(await about('folder', { data: letter })).toBe(`fault: ${letter} is not a folder`)
  })

  test('that others may open, together with the database, is worth a warning', async () => {
    await healthyFolder()
    fs.chmodSync(data, 0o755)
    expect(await about('folder')).toMatch(/^ok/)
    fs.chmodSync(file, 0o644)
    expect(await about('folder')).toBe(`warning: other users may open ${file}`)
    fs.chmodSync(data, 0o777)

    expect(await about('folder')).toBe(
      `warning: other users may write to ${data}; other users may open ${file}`,
    )
  })

  test.runIf(process.getuid?.() === 0)('with files of another user is worth a warning', async () => {
    await healthyFolder()
    fs.chownSync(file, 65_534, 65_534)

    expect(await about('folder')).toBe(
      `warning: ${SQLITE_FILE} belongs to user 65534 and the folder to user 0`,
    )
  })

  test('that this account may not write to is a fault', async () => {
    vi.spyOn(fs, 'accessSync').mockImplementation(() => {
      throw new Error('EACCES')
    })

    expect(await about('folder')).toMatch(/^fault: .* cannot be written to by this account/)
  })
})

describe('a database', () => {
  test('that is none is a fault, and is left as it is', async () => {
    fs.writeFileSync(file, 'Dear guest, '.repeat(1000))
    const before = bytes()
    const findings = await examine()

    expect(on(findings, 'database')).toMatch(/^fault: .*damaged/)
    expect(on(findings, 'disk')).toMatch(/free/)
    expect(bytes()).toEqual(before)
  })

  test('with a damaged page is a fault, and is left as it is', async () => {
    await healthyFolder()
    const handle = fs.openSync(file, 'r+')
    fs.writeSync(handle, Buffer.alloc(40_000, 0x55), 0, 40_000, 40_960)
    fs.closeSync(handle)
    const before = bytes()

    expect(await about('database')).toMatch(/^fault: .*is damaged \(.*\): keep a copy of it and restore/s)
    expect(bytes()).toEqual(before)
  })

  test('of a newer version is a fault, and is left as it is', async () => {
    await healthyFolder()
    change(`insert into kysely_migration values ('9999-pool', '2031')`)
    const before = bytes()

    expect(await about('database')).toMatch(/^fault: .*newer version.*9999-pool/)
    expect(bytes()).toEqual(before)
  })

  test('of an older version is worth a warning, and is left as it is', async () => {
    await healthyFolder()
    change('delete from kysely_migration')
    const before = bytes()

    expect(await about('database')).toMatch(/^warning: SQLite .*schema none: will be brought up to date/)
    expect(bytes()).toEqual(before)
  })

  function change(text: string) {
    const database = new DatabaseSync(file)
    database.exec(`${text}; pragma wal_checkpoint(truncate)`)
    database.close()
    tidy()
  }
})

describe('a time zone', () => {
  test('that nobody knows is a fault', async () => {
    await healthyFolder('Mars/Phobos')

    expect(await about('zone')).toMatch(/^fault: "Mars\/Phobos", the time zone of the site, is not known/)
  })

  test('of a tenant that nobody knows is a fault too', async () => {
    const house = await open({ folder: data })
    await house.transaction((handle) =>
      handle
        .insertInto('tenant')
        .values({ id: 't', name: 'East wing', timezone: 'East/Wing', wakeup: null })
        .execute(),
    )
    await house.close()

    expect(await about('zone')).toMatch(/^fault: "East\/Wing", the time zone of East wing, is not known/)
  })

  test('without summer time has no change ahead', async () => {
    await healthyFolder('UTC')

    expect(await about('zone')).toMatch(/^ok: UTC, no change of the clocks ahead/)
  })
})

describe('a clock', () => {
  test('that shows a day long before the release is a fault', async () => {
    expect(await about('clock', { clock: patientClock(0) })).toMatch(
      /^fault: 1970-01-01T.*before this version was released \(2026\/11\/15\)/,
    )
    expect(await about('clock', { clock: patientClock(toInstant('2026-11-14T12:00:00', 'UTC')) })).toMatch(
      /^ok/,
    )
  })

  test('that is set while it is watched is worth a warning', async () => {
    const clock = manualClock(NOON)
    const set: Clock = {
      ...clock,
      at(_, callback) {
        clock.set(clock.now() + minutes(5))
        callback()
        return { cancel: () => {} }
      },
    }

    expect(await about('clock', { clock: set })).toMatch(/^warning: .*was moved by 300000 ms/)
  })

  test.each([
    ['timedatectl', 'yes\n', 'ok', ', synchronised'],
    ['timedatectl', 'no\n', 'warning', ', not synchronised'],
    ['chronyc', 'Stratum : 3\nLeap status     : Normal\n', 'ok', ', synchronised'],
    ['chronyc', 'Leap status     : Not synchronised\n', 'warning', ', not synchronised'],
    ['chronyc', 'Surprise', 'ok', ', synchronisation unknown'],
  ])('of which %s says %j', async (program, said, level, words) => {
    const ask: Ask = (asked) => Promise.resolve(asked === program ? said : null)
    const found = await about('clock', { ask })

    expect(found).toMatch(new RegExp(`^${level}: `))
    expect(found).toContain(words)
  })

  test.each([
    ['clock.jumped', { seconds: 3_600, shows: '', expected: '' }, 'warning'],
    ['clock.jumped', { seconds: 3, shows: '', expected: '' }, 'ok'],
    ['clock.decided', { seconds: 3_600, is: 'wrong', by: 'desk' }, 'warning'],
    ['clock.decided', { seconds: 3_600, is: 'right', by: 'desk' }, 'ok'],
  ])('that a running server has found to be so: %s %o', async (kind, detail, level) => {
    const lock = lockFolder(data)
    const house = await open({ folder: data })
    await house.transaction(async (handle) => {
      await handle
        .insertInto('activity')
        .values({ ...ROW, kind, text: 'What was found', detail: JSON.stringify(detail) })
        .execute()
    })
    const found = await about('clock')
    await house.close()
    lock.release()

    expect(found).toMatch(level === 'ok' ? /^ok: 2026/ : /^warning: What was found$/)
  })

  test('of this machine can be asked about for real', async () => {
    const found = await about('clock', { clock: systemClock(), released: '2020/01/01', ask: undefined })

    expect(found).toMatch(/^(ok|warning): \d{4}-.*synchroni/)
  })
})

describe('a disk', () => {
  test.each([
    [50, 1_000, 'fault', '50.0 MiB of 1000.0 MiB free (5 %)'],
    [900, 1_000, 'warning', '900.0 MiB'],
    [2_048, 102_400, 'warning', '2.0 GiB of 100.0 GiB free (2 %)'],
    [51_200, 102_400, 'ok', '50.0 GiB of 100.0 GiB free (50 %)'],
  ])('with %i of %i MiB free is a matter of %s', async (free, size, level, words) => {
    const disk = () => Promise.resolve({ free: free * 2 ** 20, size: size * 2 ** 20 })

    expect(await about('disk', { disk })).toContain(`${level}: ${words}`)
  })
})

describe('PostgreSQL', () => {
  const { newDatabase, emptyDatabase } = useDatabases()

  test('with a house in it is found well while a server is using it', async () => {
    const url = await newDatabase()
    const house = await open({ url })
    await fill(house)
    const findings = await examine({ database: url })

    expect(on(findings, 'database')).toMatch(/^ok: PostgreSQL \d+\.\d+/)
    expect(on(findings, 'database')).toMatch(HOUSE)
    expect(on(findings, 'zone')).toMatch(/^ok: Europe\/Zurich/)
    await house.close()
  })

  test('that is empty is worth a warning, and stays empty', async () => {
    const url = await emptyDatabase()

    expect(await about('database', { database: url })).toMatch(/^warning: The database is empty or/)
    expect(await about('database', { database: url })).toMatch(/^warning: The database is empty or/)
  })

  test('that cannot be reached is a fault, told without the password', async () => {
    const found = await about('database', { database: 'postgres://reveille:hunter2@127.0.0.1:1/house' })

    expect(found).toMatch(/^fault: The database 127.0.0.1:1\/house cannot be reached/)
    expect(found).not.toContain('hunter2')
  })

  test('needs no data folder yet', async () => {
    const missing = path.join(data, 'none')

    expect(await about('folder', { data: missing, database: await emptyDatabase() })).toMatch(
      /^warning: There is no folder/,
    )
  })
})

test('findings stand in columns', () => {
  const findings: DoctorFinding[] = [
    { topic: 'database', level: 'ok', text: 'SQLite' },
    { topic: 'disk', level: 'warning', text: '5 %' },
    { topic: 'clock', level: 'fault', text: '1970' },
  ]

  expect(formatFindings(findings)).toBe(
    ['ok      database      SQLite', 'warning disk          5 %', 'fault   clock         1970'].join('\n'),
  )
})

test('sizes are told in words of their size', () => {
  expect([0, 1, 2048, 5 * 2 ** 20, 3.25 * 2 ** 30].map(formatBytes)).toEqual([
    '0 KiB',
    '1 KiB',
    '2 KiB',
    '5.0 MiB',
    '3.3 GiB',
  ])
})
