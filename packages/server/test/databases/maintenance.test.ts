import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useDatabases } from '../test-databases.ts'
import { addServeOptions, type Environment } from '../../src/config/options.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { seconds, systemClock } from '../../src/kernel/clock.ts'
import { systemIds } from '../../src/kernel/ids.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { openDatabase } from '../../src/store/engine/database.ts'
import { lockFolder } from '../../src/store/files/folder-lock.ts'
import { KEY_FILE, openSafe } from '../../src/store/files/key-file.ts'
import { SQLITE_FILE } from '../../src/store/engine/sqlite.ts'
import { addMaintenanceCommands, progressOn } from '../../src/cli/maintenance.ts'
import { Sealer } from '../../src/runners/log/sealer.ts'
import { createStores } from '../../src/store/stores/stores.ts'
import { activity } from '../../testing/records.ts'

let root: string
let data: string
let file: string
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'reveille-'))
  data = path.join(root, 'data')
  file = path.join(root, 'backup.sqlite')
  fs.mkdirSync(data, { mode: 0o700 })
})
afterEach(() => {
  process.exitCode = undefined
  fs.rmSync(root, { recursive: true })
})

const QUIET =
  'It is a copy that rings nobody and sends nothing. When the house of the backup is off for good, give the command go-live.'

const STAYS_QUIET =
  'The backup is of a copy that was not live, and neither is this: it rings nobody and sends nothing, until the command go-live.'

interface Said {
  readonly out: string[]
  readonly err: string[]
  readonly code: typeof process.exitCode
}

/** As the program does: the server's own options stand above the commands. */
async function run(words: readonly string[], env: Environment = {}): Promise<Said> {
  const said = { out: [] as string[], err: [] as string[] }
  const program = addServeOptions(new Command('reveille')).exitOverride()
  const terminal = {
    print: (text: string) => said.out.push(text),
    complain: (text: string) => said.err.push(text),
  }
  addMaintenanceCommands(program, env, terminal)
  process.exitCode = undefined
  await program.parseAsync([...words], { from: 'user' })
  return { ...said, code: process.exitCode }
}

const open = (place: { folder: string } | { url: string }) =>
  openDatabase({ clock: systemClock(), log: silentLog, ...place, createStores: (handle) => handle })

async function write(place: { folder: string } | { url: string }, ...keys: string[]) {
  const house = await open(place)
  await house.transaction((handle) =>
    handle
      .insertInto('meta')
      .values(keys.map((key) => ({ key, value: '' })))
      .execute(),
  )
  await house.close()
}

async function keysIn(place: { folder: string } | { url: string }) {
  const house = await open(place)
  const rows = await house.read.selectFrom('meta').select('key').orderBy('key').execute()
  await house.close()
  return rows.map(({ key }) => key)
}

describe('backup', () => {
  test('says in one sentence what it did', async () => {
    await write({ folder: data }, 'a', 'b')

    expect(await run(['backup', file, '--data', data])).toEqual({
      out: [expect.stringMatching(/^Backed up 2 rows to .*backup\.sqlite \(\d+ KiB\)\.$/)],
      err: [],
      code: undefined,
    })
    expect(fs.existsSync(file)).toBe(true)
  })

  test('leaves the key out, and copies it beside for who asks for that', async () => {
    await write({ folder: data }, 'a')
    expect(await run(['backup', file, '--data', data, '--with-key'])).toMatchObject({
      err: [`There is no key file ${path.join(data, KEY_FILE)}`],
      code: 1,
    })
    openSafe(path.join(data, KEY_FILE), systemIds().bytes)

    expect((await run(['backup', `${file}.1`, '--data', data])).out).toHaveLength(1)
    expect(fs.existsSync(`${file}.1.key`)).toBe(false)
    expect((await run(['backup', `${file}.2`, '--data', data, '--with-key'])).out).toHaveLength(2)
    expect(fs.readFileSync(`${file}.2.key`)).toEqual(fs.readFileSync(path.join(data, KEY_FILE)))
    expect(fs.statSync(`${file}.2.key`).mode & 0o777).toBe(0o600)
  })

  test('finds the folder wherever it is said', async () => {
    await write({ folder: data }, 'a')

    expect((await run(['--data', data, 'backup', `${file}.1`])).out).toHaveLength(1)
    expect((await run(['backup', `${file}.2`], { REVEILLE_DATA: data })).out).toHaveLength(1)
    const both = await run(['backup', `${file}.3`, '--data', data], { REVEILLE_DATA: root })
    expect(both.out).toHaveLength(1)
  })

  test('says in one sentence why it could not', async () => {
    expect(await run(['backup', file, '--data', data])).toEqual({
      out: [],
      err: [`There is no database in ${data}`],
      code: 1,
    })
  })

  test('does not mind what only concerns the server, but what concerns the database', async () => {
    await write({ folder: data }, 'a')
    const env = { REVEILLE_DATA: data, REVEILLE_PORT: 'nonsense' }

    expect(await run(['backup', file], env)).toMatchObject({ err: [], code: undefined })
    expect(await run(['backup', file], { ...env, REVEILLE_DATABASE: 'mysql://x:hunter2@y/z' })).toEqual({
      out: [],
      err: ['REVEILLE_DATABASE must be a postgres:// address'],
      code: 1,
    })
  })
})

describe('restore', () => {
  test('brings a backup back into an empty folder', async () => {
    await write({ folder: data }, 'a', 'b')
    await run(['backup', file, '--data', data])
    const folder = path.join(root, 'new')

    expect(await run(['restore', file, '--data', folder])).toEqual({
      out: [`Restored 2 rows from ${file}.`, QUIET],
      err: [],
      code: undefined,
    })
    expect(await keysIn({ folder })).toEqual(['a', 'b', 'restored'])
  })

  test('of a house that has stopped for good, and goes on here, is like any other', async () => {
    await write({ folder: data }, 'a')
    await run(['backup', file, '--data', data])
    const folder = path.join(root, 'new')

    expect((await run(['restore', file, '--live', '--data', folder])).out).toEqual([
      `Restored 1 rows from ${file}.`,
    ])
    expect(await keysIn({ folder })).toEqual(['a'])
  })

  test('of a copy is a copy again, whatever is said, and as old as the first backup', async () => {
    const [copy, second] = [path.join(root, 'copy'), path.join(root, 'second')]
    await write({ folder: data }, 'a')
    await run(['backup', file, '--data', data])
    await run(['restore', file, '--data', copy])
    const of = async (folder: string) => {
      const house = await openDatabase({ folder, createStores, clock: systemClock(), log: silentLog })
      const found = await house.read.restored.copy()
      await house.close()
      return found
    }
    const first = await of(copy)
    await run(['backup', `${file}.2`, '--data', copy])
    for (const words of [['--live'], ['--replace']]) {
      const { out } = await run(['restore', `${file}.2`, '--data', second, ...words])
      expect(out[1]).toBe(words[0] === '--live' ? STAYS_QUIET : QUIET)
      expect((await of(second))?.backupAt).toBe(first?.backupAt)
    }
  })

  test('replaces a house only if told to, and says where the old one is', async () => {
    await write({ folder: data }, 'a')
    await run(['backup', file, '--data', data])
    await write({ folder: data }, 'b')
    expect(await run(['restore', file, '--data', data])).toMatchObject({
      out: [],
      err: [expect.stringContaining('--replace puts the backup in its place')],
      code: 1,
    })
    expect(await keysIn({ folder: data })).toEqual(['a', 'b'])

    expect(await run(['restore', file, '--data', data, '--replace'])).toMatchObject({
      out: [
        `Restored 1 rows from ${file}; what was there before is kept as ${path.join(data, SQLITE_FILE)}.before-restore-1.`,
        QUIET,
      ],
    })
    expect(await keysIn({ folder: data })).toEqual(['a', 'restored'])
  })

  describe('of a log that was changed by hand', () => {
    beforeEach(async () => {
      const clock = manualClock(systemClock().now())
      const database = await openDatabase({ folder: data, createStores, clock, log: silentLog })
      for (const text of ['one', 'two', 'three'])
        await database.transaction(({ activity: log }) => log.add(activity({ at: clock.now(), text })))
      const sealer = new Sealer({ database, clock, log: silentLog, isHere: () => true })
      sealer.start()
      await sealer.stop()
      await database.close()
      await run(['backup', file, '--data', data])
    })
    const forge = () => {
      const forged = new DatabaseSync(file)
      forged.exec(`update activity set text = 'four' where text = 'two'`)
      forged.close()
    }
    const folder = () => path.join(root, 'new')

    test('is refused, and says which row', async () => {
      forge()
      const said = await run(['restore', file, '--data', folder()])
      expect(said).toMatchObject({ out: [], code: 1 })
      expect(said.err.join()).toMatch(
        /^The log in .*backup\.sqlite is not as it was sealed: row 2 .* was changed by hand; restore --altered takes it all the same$/,
      )
      expect(fs.existsSync(path.join(folder(), SQLITE_FILE))).toBe(false)
    })

    test('is taken if that is said', async () => {
      forge()
      const { out, code } = await run(['restore', file, '--data', folder(), '--altered'])
      expect([out.length, code]).toEqual([2, undefined])
    })

    test('needs no such word where nobody touched it', async () => {
      expect((await run(['restore', file, '--data', folder()])).code).toBeUndefined()
    })
  })

  test('does not disturb a running server', async () => {
    await write({ folder: data }, 'a')
    await run(['backup', file, '--data', data])
    const lock = lockFolder(data)
    const said = await run(['restore', file, '--data', data, '--replace'])
    lock.release()

    expect(said).toMatchObject({ err: [expect.stringContaining('Another Reveille is using')], code: 1 })
  })
})

describe('go-live', () => {
  test('ends the quiet of a copy that nothing serves, and says what it has done', async () => {
    await write({ folder: data }, 'a')
    await run(['backup', file, '--data', data])
    await run(['restore', file, '--data', data, '--replace'])
    expect((await run(['doctor', '--data', data])).out.join()).toMatch(
      /\nwarning house +restored copy, not live: backup of 20/,
    )

    expect(await run(['go-live', '--data', data])).toEqual({
      out: [
        expect.stringMatching(/^This house is live\. It was restored from a backup of 20/),
        'Sequences and posting numbers go on 10000 further.',
        expect.stringMatching(/^Messages that are sent now: 0\. /),
        'No wake-up call was due meanwhile.',
      ],
      err: [],
      code: undefined,
    })
    expect((await run(['doctor', '--data', data])).out.join()).toMatch(/\nok {6}house +live\n/)
  })

  test('changes nothing in a house that is live', async () => {
    await write({ folder: data }, 'a')

    expect((await run(['go-live', '--data', data])).out).toEqual(['This house is live already.'])
    expect(await keysIn({ folder: data })).toEqual(['a'])
  })

  test('says where there is no house', async () => {
    expect(await run(['go-live', '--data', data])).toMatchObject({
      out: [],
      err: [expect.stringContaining('There is no embedded database in')],
      code: 1,
    })
  })

  test('without the database of a house that is in PostgreSQL says what is missing', async () => {
    fs.mkdirSync(data, { recursive: true })
    fs.writeFileSync(path.join(data, 'reveille.key'), '')
    expect((await run(['go-live', '--data', data])).err).toEqual([
      expect.stringMatching(
        /^There is no embedded database in .*: if this house is in PostgreSQL, give --database as you give it to the server$/,
      ),
    ])
  })
})

describe('doctor', () => {
  test('prints its findings in lines, and is content', async () => {
    await write({ folder: data }, 'a')
    const { out, err, code } = await run(['doctor', '--data', data])

    expect(out.join('\n')).toMatch(
      /^ok {6}folder {8}\S.*\nok {6}server {8}not running\nok {6}database {6}SQLite/,
    )
    expect(err).toEqual([])
    expect(code).toBe(undefined)
  })

  test('tells machines as well, and that there is a fault by its exit code', async () => {
    const { out, code } = await run(['doctor', '--json', '--data', path.join(root, 'none')])

    const { ok, findings } = JSON.parse(out.join('\n'))
    expect(ok).toBe(false)
    expect(findings[0]).toEqual({
      topic: 'folder',
      level: 'fault',
      text: `There is no folder ${path.join(root, 'none')}`,
    })
    expect(code).toBe(1)
  })
})

test('long work tells every second how far it is', () => {
  const [clock, told] = [manualClock(0), [] as string[]]
  const progress = progressOn({ print: () => {}, complain: (text) => told.push(text) }, clock)
  for (const rows of [1000, 2000, 3000, 4000, 5000]) {
    clock.advance(seconds(0.4))
    void progress(rows, 5000)
  }

  expect(told).toEqual(['3000 of 5000 rows'])
})

describe('with PostgreSQL', () => {
  const { emptyDatabase } = useDatabases()

  test('a house moves from one database to the other and back', async () => {
    const url = await emptyDatabase()
    await write({ folder: data }, 'a', 'b')
    await run(['backup', file, '--data', data])
    await run(['restore', file, '--live', '--database', url])
    await run(['backup', `${file}.2`], { REVEILLE_DATABASE: url })
    const folder = path.join(root, 'new')
    await run(['restore', `${file}.2`, '--live', '--data', folder])

    expect(await keysIn({ url })).toEqual(['a', 'b'])
    expect(await keysIn({ folder })).toEqual(['a', 'b'])
  })

  test('a copy goes live there, and one that another server is at does not', async () => {
    const url = await emptyDatabase()
    const place = ['--data', data, '--database', url]
    await write({ folder: data }, 'a')
    await run(['backup', file, '--data', data])
    await run(['restore', file, ...place])
    const other = await open({ url })
    expect(await run(['go-live', ...place])).toMatchObject({
      out: [],
      err: [expect.stringMatching(/^Another Reveille is using .* with the data folder of that one$/)],
      code: 1,
    })
    await other.close()

    expect((await run(['go-live', ...place])).out[0]).toMatch(/^This house is live\. /)
    expect((await run(['go-live', ...place])).out).toEqual(['This house is live already.'])
  })
})
