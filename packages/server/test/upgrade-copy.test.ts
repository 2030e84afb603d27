import { cpSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SqliteConnection } from '../src/store/engine/sqlite-driver.ts'
import { newFolder } from './night.ts'
import { ROOT, startServer } from './process.ts'

/** The embedded database on its way to the next release. */

const SERVER = path.join(ROOT, 'packages/server')
const NEXT = "{ up: (db) => db.schema.alterTable('wakeup').addColumn('lobby', 'text').execute() }"

/** The release after this one, in a bundle of its own. */
function nextRelease(): string {
  const folder = newFolder()
  const dist = path.join(folder, 'dist')
  cpSync(path.join(SERVER, 'dist'), dist, { recursive: true })
  symlinkSync(path.join(SERVER, 'languages'), path.join(folder, 'languages'))
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  for (const name of readdirSync(dist).filter((one) => one.endsWith('.js'))) {
    const text = readFileSync(path.join(dist, name), 'utf8')
    writeFileSync(
      path.join(dist, name),
      text.replace('"0001-house": house(dialect)', `$&, "0002-lobby": ${NEXT}`),
    )
  }
  return path.join(dist, 'main.js')
}

function columnsIn(file: string): string[] {
  const connection = new SqliteConnection(file, { readOnly: true })
  try {
    return connection.run('pragma table_info(wakeup)').map((row) => String(row['name']))
  } finally {
    connection.close()
  }
}

async function startOnce(main: string, data: string): Promise<string> {
  const server = await startServer([main, '--data', data, '--port', '0', '--log-level', 'warn'])
  onTestFinished(() => server.kill())
  await server.stop()
  return server.said()
}

test('a new version says that it brings the database up to date, and keeps a copy of it as it was', async () => {
  const data = path.join(newFolder(), 'data')
  const [place, kept] = ['reveille.sqlite', 'reveille.sqlite.before-0002-lobby'].map((name) =>
    path.join(data, name),
  )
  const first = await startOnce(path.join(SERVER, 'dist/main.js'), data)
  expect(first).not.toContain('up to date')

  const said = await startOnce(nextRelease(), data)
  expect(said).toContain(
    `The database is brought up to date, from 0001-house to 0002-lobby; a copy of it as it was is kept as ${kept}.`,
  )
  expect(columnsIn(place ?? '')).toContain('lobby')
  expect(columnsIn(kept ?? '')).not.toContain('lobby')
  expect(statSync(kept ?? '').mode & 0o777).toBe(0o600)
})

test('a database of which no copy can be kept is left as it is', async () => {
  const data = path.join(newFolder(), 'data')
  await startOnce(path.join(SERVER, 'dist/main.js'), data)
  // A folder that has the name of the copy cannot be written as a file.
  cpSync(path.join(SERVER, 'languages'), path.join(data, 'reveille.sqlite.before-0002-lobby'), {
    recursive: true,
  })

  await expect(startOnce(nextRelease(), data)).rejects.toThrow(
    /no copy of it could be kept as .*Nothing was changed/,
  )
  expect(columnsIn(path.join(data, 'reveille.sqlite'))).not.toContain('lobby')
})
