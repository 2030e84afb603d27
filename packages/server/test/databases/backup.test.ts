import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import readline from 'node:readline'
import { DatabaseSync } from '@photostructure/sqlite'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { around, ENTRY, KINDS, open, ROWS, SESSION, usePremises, WAKEUP } from '../premises.ts'
import { backup, type DataPlace } from '../../src/store/files/backup.ts'
import { TABLE_NAMES } from '../../src/store/files/copy.ts'

const { root, newPlace, emptyPlace, filled } = usePremises()
let file: string
beforeEach(() => {
  file = path.join(root(), 'backup.sqlite')
})

describe.each(KINDS)('a backup of %s', (kind) => {
  test('is one file for its owner alone, and tells what it holds', async () => {
    const made = await backup(await filled(kind), file, around)

    expect(made).toMatchObject({
      bytes: fs.statSync(file).size,
      rows: ROWS,
      tables: { activity: 2, wakeup: 1 },
    })
    expect(Object.keys(made.tables).toSorted()).toEqual(TABLE_NAMES.toSorted())
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    expect(fs.readdirSync(root()).filter((name) => name.startsWith('backup'))).toEqual(['backup.sqlite'])
  })

  test('tells nobody who has signed in where, not even to those who look at its bytes', async () => {
    const place = await filled(kind)
    await backup(place, file, around)

    const bytes = fs.readFileSync(file)
    for (const word of [SESSION.token, SESSION.agent, SESSION.address])
      expect([word, bytes.includes(word)]).toEqual([word, false])
    const house = await open(place)
    expect(await house.read.selectFrom('session').selectAll().execute()).toEqual([SESSION])
    await house.close()
  })

  test('does not overwrite a file', async () => {
    fs.writeFileSync(file, 'precious')

    await expect(backup(await filled(kind), file, around)).rejects.toMatchObject({ code: 'thing.exists' })
    expect(fs.readFileSync(file, 'utf8')).toBe('precious')
  })

  test('takes the place of one that was cut short', async () => {
    fs.writeFileSync(`${file}.partial`, 'half')
    await backup(await filled(kind), file, around)

    expect(fs.existsSync(`${file}.partial`)).toBe(false)
  })

  test('is refused where there is no folder to write to', async () => {
    const nowhere = path.join(root(), 'none', 'backup.sqlite')

    await expect(backup(await filled(kind), nowhere, around)).rejects.toMatchObject({
      code: 'config.invalid',
    })
  })

  test('leaves nothing behind when there is nothing to back up', async () => {
    const empty = await emptyPlace(kind)

    await expect(backup(empty, file, around)).rejects.toMatchObject({
      code: kind === 'sqlite' ? 'config.invalid' : 'state.conflict',
    })
    expect(fs.existsSync(file) || fs.existsSync(`${file}.partial`)).toBe(false)
  })

  test('holds whole transactions up to some moment while another process goes on writing', async () => {
    const place = await newPlace(kind)
    const writer = await startWriter(place)
    try {
      for (const round of [1, 2, 3]) {
        const written = await writer.next()
        await backup(place, `${file}.${round}`, around)
        checkPairs(`${file}.${round}`, written)
        await writer.next()
      }
    } finally {
      await writer.kill()
    }
  })
})

/** Another process that writes calls with their entries in the log, and tells how many are committed. */
async function startWriter(place: DataPlace) {
  const code = `
    import { openDatabase } from ${JSON.stringify(new URL('../../src/store/engine/database.ts', import.meta.url).href)}
    import { systemClock } from ${JSON.stringify(new URL('../../src/kernel/clock.ts', import.meta.url).href)}
    import { silentLog } from ${JSON.stringify(new URL('../../src/kernel/log.ts', import.meta.url).href)}
    const wakeup = ${JSON.stringify(WAKEUP)}, entry = ${JSON.stringify(ENTRY)}, place = ${JSON.stringify(place)}
    const parts = { clock: systemClock(), log: silentLog, createStores: (handle) => handle }
    const house = await openDatabase({ ...parts, ...place })
    for (let n = 1; ; n++) {
      await house.transaction(async (handle) => {
        await handle.insertInto('wakeup').values({ ...wakeup, id: 'w' + n }).execute()
        await handle.insertInto('activity').values({ ...entry, wakeup: 'w' + n }).execute()
      })
      if (n % 50 === 0) process.stdout.write(n + '\\n')
    }`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { next: () => lastLine(child), kill: () => kill(child) }
}

/** The next number that the writer tells from now on; what waits to be read is older. */
async function lastLine(child: ChildProcess): Promise<number> {
  if (!child.stdout) throw new Error('No output')
  const lines = readline.createInterface({ input: child.stdout })
  const [line] = await once(lines, 'line')
  lines.close()
  return Number(line)
}

async function kill(child: ChildProcess) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

function checkPairs(copy: string, written: number) {
  const database = new DatabaseSync(copy, { readOnly: true })
  const ids = (text: string) =>
    database
      .prepare(text)
      .all()
      .map((row) => Object.values(row)[0])
  const calls = ids('select id from wakeup order by id')
  expect(ids('select wakeup from activity order by wakeup')).toEqual(calls)
  expect(calls.length).toBeGreaterThanOrEqual(written)
  expect(ids('select max(cast(substr(id, 2) as integer)) from wakeup')).toEqual([calls.length])
  database.close()
}

test('a backup leaves a PostgreSQL database of an older version as it is', async () => {
  const place = await newPlace('postgres')
  const house = await open(place)
  await sql`delete from kysely_migration`.execute(house.read)
  const tables = () => house.read.introspection.getTables({ withInternalKyselyTables: true })
  const before = await tables()

  await expect(backup(place, file, around)).rejects.toMatchObject({ code: 'state.conflict' })
  expect(await tables()).toEqual(before)
  await house.close()
})
