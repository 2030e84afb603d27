import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useDatabases } from '../test-databases.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/kernel/log.ts'
import {
  copyDatabase,
  isLeftBehind,
  LEFT_BEHIND,
  PAGE,
  type CopyProgress,
  TABLE_NAMES,
  TABLES,
} from '../../src/store/files/copy.ts'
import type { Engine } from '../../src/store/engine/engine.ts'
import { openPostgres } from '../../src/store/engine/postgres.ts'
import type { Schema } from '../../src/store/engine/schema.ts'
import { openSqlite } from '../../src/store/engine/sqlite.ts'

const { newDatabase } = useDatabases()

let root: string
let opened: Engine[] = []
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'reveille-'))
})
afterEach(async () => {
  await Promise.all(opened.map((engine) => engine.close()))
  opened = []
  fs.rmSync(root, { recursive: true })
})

type Kind = 'sqlite' | 'postgres'

async function open(kind: Kind): Promise<Engine> {
  const around = { clock: systemClock(), log: silentLog }
  const engine =
    kind === 'sqlite'
      ? await openSqlite({ ...around, folder: fs.mkdtempSync(path.join(root, 'data-')) })
      : await openPostgres({ ...around, url: await newDatabase() })
  opened.push(engine)
  return engine
}

const copy = (from: Engine, to: Engine, progress?: CopyProgress) =>
  to.transaction((handle) =>
    copyDatabase({ handle: from.read, dialect: from.dialect }, { handle, dialect: to.dialect }, progress),
  )

const activity = (n: number) => ({
  class: 'log' as const,
  at: 1_800_000_000_000 + n,
  tenant: '',
  kind: 'wakeup.created',
  room: String(n),
  actor: '',
  source: 'rest' as const,
  wakeup: n % 2 === 0 ? null : `w${n}`,
  text: `Entry ${n}`,
  detail: '{}',
})

const LETTERS = ['a', 'B', 'é', '～', '😀', '']
const mailboxes = Array.from({ length: 2 * PAGE + 1 }, (_, n) => ({
  number: `${LETTERS[n % LETTERS.length]}${n % 700}`,
  tenant: `t${Math.floor(n / 700)}`,
  extension: '',
  name: 'O\'Neill\n"x" \\',
  language: null,
  vip: 1 as const,
}))

const write = (engine: Engine, work: (handle: Kysely<Schema>) => Promise<unknown>) => engine.transaction(work)

async function fill(engine: Engine) {
  const entries = Array.from({ length: PAGE }, (_, n) => activity(n))
  await write(engine, async (handle) => {
    await handle.insertInto('activity').values(entries).execute()
    await handle.insertInto('mailbox').values(mailboxes.slice(0, PAGE)).execute()
    await handle.insertInto('mailbox').values(mailboxes.slice(PAGE)).execute()
  })
}

const contentOf = async (engine: Engine) => [
  await engine.read.selectFrom('activity').selectAll().orderBy('id').execute(),
  await engine.read.selectFrom('mailbox').selectAll().orderBy('number').orderBy('tenant').execute(),
]

describe('the list of tables', () => {
  test('names every table, with its primary key and the number it gives out', async () => {
    const { read } = await open('sqlite')
    const { rows } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_master
      where type = 'table' and name not like 'kysely%' and name not like 'sqlite%'`.execute(read)

    const found = await Promise.all(
      rows.map(async ({ name, sql: text }) => [
        name,
        { ...(await columnsOf(read, name)), ...identity(text) },
      ]),
    )
    expect(Object.fromEntries(found.filter(([name]) => !isLeftBehind(String(name))))).toEqual(TABLES)
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining([...LEFT_BEHIND]))
  })

  const identity = (text: string) => (/autoincrement/i.test(text) ? { identity: 'id' } : {})

  async function columnsOf(read: Kysely<Schema>, table: string) {
    const { rows } = await sql<{ name: string; pk: number }>`select name, pk from pragma_table_info(${table})
      order by pk`.execute(read)
    return { key: rows.filter(({ pk }) => pk > 0).map(({ name }) => name) }
  }

  test('has no table so wide that a page of it would not fit into one statement', async () => {
    const { read } = await open('sqlite')
    for (const table of TABLE_NAMES) {
      const { rows } = await sql`select name from pragma_table_info(${table})`.execute(read)
      expect(rows.length * PAGE).toBeLessThanOrEqual(32_766)
    }
  })
})

describe.each([
  ['sqlite', 'sqlite'],
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
  ['postgres', 'postgres'],
] as const)('from %s to %s', (one, other) => {
  test('every row arrives as it was, over several pages', async () => {
    const [from, to] = [await open(one), await open(other)]
    await fill(from)
    const told: [number, number][] = []
    const counts = await copy(from, to, (rows, total) => void told.push([rows, total]))

    expect(await contentOf(to)).toEqual(await contentOf(from))
    expect(counts).toMatchObject({ activity: PAGE, mailbox: mailboxes.length, wakeup: 0 })
    expect(told.map(([rows]) => rows)).toEqual([PAGE, 2 * PAGE, 2 * PAGE + 1, 3 * PAGE + 1])
    expect(new Set(told.map(([, total]) => total))).toEqual(new Set([3 * PAGE + 1]))
  })

  test('the next entry in the log gets the next number', async () => {
    const [from, to] = [await open(one), await open(other)]
    await fill(from)
    await copy(from, to)

    const entry = to.transaction((handle) =>
      handle.insertInto('activity').values(activity(0)).returning('id').execute(),
    )
    expect(await entry).toEqual([{ id: PAGE + 1 }])
  })

  test('what is written meanwhile is not copied in part', async () => {
    const [from, to] = [await open(one), await open(other)]
    await fill(from)
    const before = await contentOf(from)
    await copy(from, to, async (rows) => {
      if (rows === PAGE)
        await write(from, (handle) => handle.insertInto('activity').values(activity(1)).execute())
    })

    expect(await contentOf(to)).toEqual(before)
    expect(await contentOf(from)).not.toEqual(before)
  })

  test('a copy that fails leaves the source ready for the next one', async () => {
    const [from, to] = [await open(one), await open(other)]
    await fill(from)
    const failing = copy(from, to, () => {
      throw new Error('Enough')
    })

    await expect(failing).rejects.toThrow('Enough')
    await copy(from, to)
    expect(await contentOf(to)).toEqual(await contentOf(from))
  })
})
