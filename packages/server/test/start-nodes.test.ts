import { copyFileSync, existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { systemIds } from '../src/kernel/ids.ts'
import { openSafe } from '../src/store/files/key-file.ts'
import { basic } from './hotel.ts'
import { newFolder } from './night.ts'
import { useDatabases } from './test-databases.ts'
import { type RunningServer, startProduct } from './process.ts'

const { emptyDatabase } = useDatabases()

let url: string
let folder: string
let password: string
beforeEach(async () => {
  url = await emptyDatabase()
  folder = newFolder()
  password = path.join(folder, 'password')
  writeFileSync(password, 'correct-horse\n')
})

const place = (name: string, ...more: readonly string[]) => [
  '--data',
  path.join(folder, name),
  '--database',
  url,
  '--admin-password-file',
  password,
  ...more,
]
const keyOf = (name: string) => path.join(folder, name, 'reveille.key')
const node = (name: string, ...more: readonly string[]) => place(name, '--node', name, ...more)
const where = () => url.replace('postgres://postgres@', '')

async function start(words: readonly string[]): Promise<RunningServer> {
  const running = await startProduct(words)
  onTestFinished(() => running.kill())
  return running
}
/** What people are told; the log says it as well. */
const refused = (words: readonly string[]) =>
  startProduct(words).then(
    () => 'started',
    (error: Error) =>
      error.message
        .replace('The server did not start: ', '')
        .split('\n')
        .filter((line) => !line.startsWith('{'))
        .join('\n')
        .trim(),
  )
async function run(database: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}
const ask = async ({ url: address }: RunningServer, rest: string, body?: URLSearchParams) => {
  const headers = { authorization: basic('admin', 'correct-horse') }
  const answer = await fetch(`${address}/rest${rest}`, body ? { method: 'POST', headers, body } : { headers })
  return { status: answer.status, text: await answer.text() }
}

test('two processes are nodes of one house, and who does not fit is refused in words that say what to do', async () => {
  const a = await start(node('a'))
  expect(await refused(node('b'))).toBe(
    `There is no key file ${keyOf('b')}: copy the key file of a node that runs (its --key-file, or reveille.key in its data folder) here, and name it with --key-file`,
  )
  expect(existsSync(keyOf('b'))).toBe(false)
  openSafe(keyOf('b'), systemIds().bytes)
  expect(await refused(node('b'))).toContain(
    `The key file ${keyOf('b')} is not the one of this house: copy the key file of a node that runs`,
  )
  const same = place('other', '--node', 'a', '--key-file', keyOf('a'))
  expect(await refused(same)).toBe(
    `A node named a is running already, at ${a.url}: give this one another name with --node`,
  )
  expect(await refused(place('other', '--key-file', keyOf('a')))).toBe(
    `Nodes of a Reveille are using the database ${where()}: start this one as a node too, with --node and their key file, or stop them first`,
  )

  copyFileSync(keyOf('a'), keyOf('b'))
  const b = await start(node('b'))
  expect((await ask(a, '/wakeup', new URLSearchParams({ room: '101', time: '0700' }))).status).toBe(201)
  expect((await ask(b, '/wakeup/list/pending')).text).toContain('"101"')
  await a.kill()
  // Whoever was killed has given its name away.
  const again = await start(same)
  expect([await again.stop(), await b.stop()]).toEqual([0, 0])
})

test('two first starts at once make one house', async () => {
  const key = keyOf('.')
  openSafe(key, systemIds().bytes)
  const nodes = await Promise.all(['a', 'b'].map((name) => start(node(name, '--key-file', key))))

  for (const one of nodes) expect((await ask(one, '/system')).status).toBe(200)
  const rows = await run(url, "select text from activity where kind = 'site.applied'")
  expect(rows).toEqual([{ text: expect.stringContaining('Demonstration hotel filled in') }])
})

test('a process that is no node keeps nodes out until it has stopped, and its house goes on as theirs', async () => {
  const alone = await start(place('a'))
  expect(await refused(node('a2', '--key-file', keyOf('a')))).toBe(
    `A Reveille that is no node is using the database ${where()}: stop it, and start it again with --node as well`,
  )
  await alone.stop()
  const a = await start(node('a'))
  expect((await ask(a, '/system')).status).toBe(200)
})
