import { EventEmitter, once } from 'node:events'
import { type Kysely, sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from '../postgres.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { seconds } from '../../src/kernel/clock.ts'
import type { Failure } from '../../src/kernel/failure.ts'
import { createLog, silentLog } from '../../src/kernel/log.ts'
import type { Engine } from '../../src/store/engine/engine.ts'
import { openPostgres, type PostgresOptions } from '../../src/store/engine/postgres.ts'
import { PostgresHosts } from '../../src/store/engine/postgres-hosts.ts'
import { endHolder, KEY } from '../../src/store/engine/postgres-lock.ts'
import type { Schema } from '../../src/store/engine/schema.ts'

let server: TestPostgres
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

let url: string
let opened: Engine[] = []
beforeEach(async () => {
  url = await server.createDatabase()
})
afterEach(async () => {
  await Promise.all(opened.map((database) => database.close()))
  opened = []
})

async function open(options: Partial<PostgresOptions> = {}) {
  const database = await openPostgres({ url, clock: manualClock(0), log: silentLog, ...options })
  opened.push(database)
  return database
}

const write = (key: string) => (handle: Kysely<Schema>) =>
  handle.insertInto('meta').values({ key, value: '' }).execute()

const keys = async (database: Engine) => {
  const rows = await database.read.selectFrom('meta').select('key').orderBy('key').execute()
  return rows.map((row) => row.key)
}

/** A promise and the hand that keeps it. */
function signal<T>() {
  const events = new EventEmitter()
  const sent = once(events, 'sent').then(([value]: T[]) => value)
  return { send: (value: T) => events.emit('sent', value), sent }
}

test('a server whose connections are all at work is there', async () => {
  const database = await open({ poolSize: 1 })
  const end = signal<void>()
  const begun = signal<void>()
  const work = database.transaction(async (handle) => {
    await write('one')(handle)
    begun.send()
    await end.sent
  })
  await begun.sent
  await database.ping()
  end.send()
  await work
})

test('requests that wait for each other leave the connections of the work alone', async () => {
  const database = await open({ poolSize: 2 })
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const waiting = [1, 2, 3].map(() => database.transaction(() => held))
  expect(await database.atWork?.transaction(() => Promise.resolve('written'))).toBe('written')
  letGo()
  await Promise.all(waiting)
})

test('a transaction that goes on after a refused query is not kept, and says so', async () => {
  const database = await open()
  const work = database.transaction(async (handle) => {
    await write('kept?')(handle)
    await sql`select no_such_column from meta`.execute(handle).catch(() => {})
  })
  await expect(work).rejects.toMatchObject({ code: 'store.unavailable' })
  expect(await keys(database)).not.toContain('kept?')
})

describe('one Reveille at a time', () => {
  test('a second one on the same database is refused, and let in once the first is gone', async () => {
    const first = await open()

    await expect(open()).rejects.toMatchObject({
      code: 'store.in-use',
      message: expect.stringContaining('Another'),
    })
    opened = []
    await first.close()
    await open()
  })

  test('one that was killed in the middle of a statement is waited for', async () => {
    const killed = await holding(KEY)
    const cutOff = killed.client.query('select pg_sleep(1)').catch(() => {})
    killed.client.connection.stream.destroy()
    await cutOff

    expect(await keys(await open())).toEqual([])
  })

  test('one that only looks is let in', async () => {
    await open()

    expect(await keys(await open({ lock: 'none' }))).toEqual([])
  })
})

describe('one that may not migrate', () => {
  const look = { lock: 'none', migrate: false } as const

  test('opens a database that is up to date', async () => {
    await open()

    expect(await keys(await open(look))).toEqual([])
  })

  test('is refused an empty one, which stays empty', async () => {
    await expect(open(look)).rejects.toMatchObject({ code: 'state.conflict' })
    await expect(open(look)).rejects.toMatchObject({ code: 'state.conflict' })
  })

  test('is refused one of an older version, which is left as it is', async () => {
    const { read } = await open()
    const tables = () => read.introspection.getTables({ withInternalKyselyTables: true })
    await sql`delete from kysely_migration`.execute(read)
    const before = await tables()

    await expect(open(look)).rejects.toMatchObject({ code: 'state.conflict' })
    expect(await tables()).toEqual(before)
    expect((await sql`select * from kysely_migration`.execute(read)).rows).toEqual([])
  })

  test('is refused one of a newer version', async () => {
    const { read } = await open()
    await sql`insert into kysely_migration values ('9999-pool', '2031')`.execute(read)

    await expect(open(look)).rejects.toMatchObject({ code: 'store.newer' })
  })
})

describe('the clock of a server', () => {
  test.each([
    ['postgres://u:p@db.example/house', true],
    ['postgres://u:p@10.0.0.5:5432/house', true],
    ['postgres://u:p@localhost/house', false],
    ['postgres://u:p@127.0.0.1:5433/house', false],
    ['postgres://u:p@[::1]/house', false],
    ['postgres://u:p@localhost,db/house', true],
    ['postgres://u:p@%2Fvar%2Frun%2Fpostgresql/house', false],
  ])('%s is on another machine: %s', (place, elsewhere) => {
    expect(new PostgresHosts(place).isElsewhere).toBe(elsewhere)
  })

  test('is asked for where it is on another machine, and not on this one', async () => {
    expect((await open({ lock: 'none' })).ownClock).toBeUndefined()
    // Leads here as well, and does not look like it.
    const elsewhere = await open({ url: url.replace('127.0.0.1', '0.0.0.0'), lock: 'none' })
    const shown = (await elsewhere.ownClock?.()) ?? 0
    expect(Math.abs(shown - Date.now())).toBeLessThan(seconds(30))
  })
})

test('a transaction that says it only reads cannot write', async () => {
  const database = await open()
  const reading = database.read.transaction().setAccessMode('read only')

  expect(await reading.execute((handle) => handle.selectFrom('meta').selectAll().execute())).toEqual([])
  await expect(reading.execute(write('a'))).rejects.toMatchObject({ detail: { code: '25006' } })
  expect(await keys(database)).toEqual([])
})

describe('a server that goes away', () => {
  test('is reported, does not end the process, and is used again when it is back', async () => {
    const lost = signal<Failure>()
    const database = await open({ onLost: lost.send })
    await database.transaction(write('before'))
    await server.halt()

    expect(await lost.sent).toMatchObject({ code: 'store.unavailable' })
    await expect(keys(database)).rejects.toMatchObject({ code: 'store.unavailable' })
    await expect(database.ping()).rejects.toMatchObject({ code: 'store.unavailable' })
    await expect(database.transaction(write('during'))).rejects.toMatchObject({ code: 'store.unavailable' })
    await server.start()
    await database.transaction(write('after'))
    expect(await keys(database)).toEqual(['after', 'before'])
  })

  test('in the middle of a transaction costs that transaction alone', async () => {
    const database = await open()
    const cut = database.transaction(async (handle) => {
      await write('cut')(handle)
      await server.halt()
      await write('short')(handle)
    })

    await expect(cut).rejects.toMatchObject({ code: 'store.unavailable' })
    await server.start()
    expect(await keys(database)).toEqual([])
  })

  test('leaves the lock to be taken again', async () => {
    const [lost, held] = [signal<Failure>(), signal<string>()]
    const clock = manualClock(0)
    const log = createLog('info', { write: (line) => line.includes('held again') && held.send(line) })
    await open({ clock, log, onLost: lost.send })
    await server.halt()
    await lost.sent
    await server.start()
    clock.advance(seconds(2))

    await held.sent
    await expect(open()).rejects.toMatchObject({ code: 'store.in-use' })
  })

  test('leaves the lock to another, of which the first one is told', async () => {
    const failures: Failure[] = []
    const [lost, taken] = [signal<Failure>(), signal<Failure>()]
    const clock = manualClock(0)
    const onLost = (failure: Failure) => {
      failures.push(failure)
      ;(failures.length === 1 ? lost : taken).send(failure)
    }
    await open({ clock, onLost })
    await server.halt()
    await lost.sent
    await server.start()
    await open()
    clock.advance(seconds(2))

    expect(await taken.sent).toMatchObject({ code: 'store.in-use' })
  })
})

/** A connection that holds a lock of this number, and a word for whether it is still there. */
async function holding(key: string) {
  const client = new Client({ connectionString: url })
  const ended = new Promise<void>((resolve) => void client.once('end', () => resolve()))
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    `select pg_backend_pid() as pid from pg_advisory_lock(${key})`,
  )
  return { client, ended, pid: rows[0]?.pid }
}

describe('whoever takes the lock again', () => {
  test('ends the old connection that still holds it', async () => {
    const [old, anew] = [await holding(KEY), await holding('1')]
    await endHolder(anew.client, old.pid)
    await old.ended
    await anew.client.end()
  })

  test('leaves a connection alone that has got the same number and holds another lock', async () => {
    const [other, anew] = [await holding('42'), await holding('1')]
    const { rowCount } = await endHolder(anew.client, other.pid)
    expect(rowCount).toBe(0)
    await Promise.all([other.client.end(), anew.client.end()])
  })
})

const touch = (handle: Kysely<Schema>, key: string) =>
  handle.updateTable('meta').set({ value: 'touched' }).where('key', '=', key).execute()

test('two transactions that stand in each other’s way are both carried out', async () => {
  const database = await open()
  await database.transaction(async (handle) => {
    await write('a')(handle)
    await write('b')(handle)
  })
  const holding = { a: signal<void>(), b: signal<void>() }
  let attempts = 0
  const both = (mine: 'a' | 'b', other: 'a' | 'b') =>
    database.transaction(async (handle) => {
      attempts++
      await touch(handle, mine)
      holding[mine].send()
      await holding[other].sent
      await touch(handle, other)
    })

  await Promise.all([both('a', 'b'), both('b', 'a')])
  expect(attempts).toBe(3)
})

/** What opening a database says, with never a word of the password. */
const said = async (bad: string) => {
  const error: Failure = await openPostgres({ url: bad, clock: manualClock(0), log: silentLog }).then(
    () => expect.fail('It opened'),
    (failure) => failure,
  )
  expect(JSON.stringify([error.message, error.detail, String(error.cause)])).not.toContain('hunter2')
  return `${error.code}: ${error.message}`
}
const withPassword = (database: string) => server.url(database).replace('postgres@', 'postgres:hunter2@')

describe('what is wrong is said plainly', () => {
  test('no server there', async () => {
    expect(await said('postgres://reveille:hunter2@127.0.0.1:1/house')).toMatch(
      /^store.unavailable: The database 127.0.0.1:1\/house cannot be reached: .*ECONNREFUSED/,
    )
  })

  test('no such database', async () => {
    expect(await said(withPassword('nowhere'))).toMatch(
      /^config.invalid: .*nowhere.*no database of that name/,
    )
  })

  test('no such user', async () => {
    const unknown = server.url('postgres').replace('postgres@', 'nobody:hunter2@')
    expect(await said(unknown)).toMatch(/^config.invalid: .*refused the user name or the password/)
  })

  test('not a URL of this kind', async () => {
    expect(await said('mysql://reveille:hunter2@localhost/house')).toMatch(
      /^config.invalid: .*must look like/,
    )
    expect(await said('postgres://reveille:hunter2@local host:x/house')).toMatch(
      /^config.invalid: .*must look like/,
    )
  })

  test('a user that may not create tables', async () => {
    const database = await open()
    await sql`create role guest login`.execute(database.read)
    const own = await server.createDatabase()
    expect(await said(own.replace('postgres@', 'guest@'))).toMatch(/^config.invalid: .*may not create tables/)
  })

  test('tables of another program', async () => {
    const database = await open()
    await sql`drop table kysely_migration`.execute(database.read)
    await database.close()
    opened = []

    expect(await said(url)).toMatch(/^config.invalid: .*tables of another program/)
  })

  test('a server that only lets us read', async () => {
    expect(await said(`${url}?options=-c%20default_transaction_read_only%3Don`)).toMatch(
      /^store.unavailable: .*it lets us only read, as a standby does/,
    )
  })

  test('another encoding', async () => {
    const database = await open()
    await sql`create database latin encoding 'LATIN1' locale 'C' template template0`.execute(database.read)
    expect(await said(withPassword('latin'))).toMatch(/^config.invalid: .*LATIN1.*UTF8/)
  })

  test('a newer version, which is left as it is', async () => {
    const database = await open()
    await sql`drop table receipt`.execute(database.read)
    await sql`insert into kysely_migration values ('9999-pool', '2031')`.execute(database.read)
    await database.close()
    opened = []

    const lost: Failure[] = []
    await expect(open({ onLost: (failure) => lost.push(failure) })).rejects.toMatchObject({
      code: 'store.newer',
    })
    expect(lost).toEqual([])
    expect(await said(url)).toMatch(/^store.newer: .*9999-pool/)
  })
})
