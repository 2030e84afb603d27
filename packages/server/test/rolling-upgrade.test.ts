import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { NodeRecord } from '@reveille/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { systemIds } from '../src/kernel/ids.ts'
import { openSafe } from '../src/store/files/key-file.ts'
import { eventually } from '../testing/eventually.ts'
import { basic } from './hotel.ts'
import { newFolder } from './night.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'
import { ROOT, type RunningServer, startServer } from './process.ts'

let server: TestPostgres
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

const SERVER = path.join(ROOT, 'packages/server')
const ADDS = "{ up: (db) => db.schema.alterTable('wakeup').addColumn('lobby', 'text').execute() }"

/** Adds the migration, in the part of the bundle that has the others. */
function addsTo(file: string): boolean {
  const text = readFileSync(file, 'utf8')
  const next = text.replace('"0001-house": house(dialect)', `$&, "0002-lobby+": ${ADDS}`)
  writeFileSync(file, next)
  return next !== text
}

/** The release after this one: a bundle of its own, which adds a column to the table that is written to most. */
function nextRelease(): string {
  const folder = newFolder()
  const main = path.join(folder, 'dist/main.js')
  cpSync(path.join(SERVER, 'dist'), path.dirname(main), { recursive: true })
  symlinkSync(path.join(SERVER, 'languages'), path.join(folder, 'languages'))
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  const parts = readdirSync(path.dirname(main)).filter((name) => name.endsWith('.js'))
  const changed = parts.filter((name) => addsTo(path.join(path.dirname(main), name)))
  expect(changed).toHaveLength(1)
  return main
}

const AUTHORIZATION = basic('admin', 'correct-horse')

interface House {
  readonly url: string
  readonly folder: string
  /** As a load balancer has them. */
  readonly nodes: Map<string, RunningServer>
}

async function start({ url, folder, nodes }: House, name: string, main: string) {
  const file = (one: string) => path.join(folder, one)
  const words = ['--data', file(name), '--database', url, '--node', name, '--key-file', file('key')]
  const more = ['--admin-password-file', file('password'), '--port', '0', '--log-level', 'warn']
  const running = await startServer([main, ...words, ...more])
  onTestFinished(() => running.kill())
  nodes.set(name, running)
}

/** Posts to a node, and to the next where that one is off or says 503: what a client or a balancer does. */
async function post({ nodes }: House, rest: string, key: string, form: Record<string, string>) {
  const outcomes: string[] = []
  for (let turn = 0; ; turn++) {
    const [node] = [...nodes.values()].slice(turn % Math.max(1, nodes.size))
    const headers = { authorization: AUTHORIZATION, 'idempotency-key': key }
    const asked = fetch(`${node?.url}/rest${rest}`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(form),
    })
    const answer = await asked.catch(() => null)
    outcomes.push(answer === null ? 'off' : String(answer.status))
    if (answer !== null && answer.status !== 503)
      return { outcomes, location: answer.headers.get('location') ?? '' }
  }
}

async function resultOf({ nodes }: House, location: string): Promise<unknown> {
  const [node] = nodes.values()
  const answer = await fetch(new URL(location, node?.url), { headers: { authorization: AUTHORIZATION } })
  const { result }: { result?: unknown } = JSON.parse(await answer.text())
  return result
}

/** Asked of the other node, as the one that is to go may be busy; until it has nothing, and says so at its door. */
async function drain({ nodes }: House, name: string) {
  const other = [...nodes].find(([one]) => one !== name)?.[1]
  const headers = { authorization: AUTHORIZATION }
  const { status } = await fetch(`${other?.url}/rest/system/node/${name}/drain`, { method: 'POST', headers })
  expect(status).toBe(200)
  await eventually(async () => {
    const answer = await fetch(`${other?.url}/rest/system/node`, { headers })
    const { nodes: seen }: { nodes: NodeRecord[] } = JSON.parse(await answer.text())
    expect(seen.find((node) => node.name === name)).toMatchObject({ state: 'leaving', houses: [] })
    expect((await fetch(`${nodes.get(name)?.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${other?.url}/readyz`)).status).toBe(200)
  })
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

test('node after node goes to the next release, while charges come and calls ring: nothing fails, nothing is lost', async () => {
  const house: House = { url: await server.createDatabase(), folder: newFolder(), nodes: new Map() }
  openSafe(path.join(house.folder, 'key'), systemIds().bytes)
  writeFileSync(path.join(house.folder, 'password'), 'correct-horse\n')
  const next = nextRelease()
  await start(house, 'a', path.join(SERVER, 'dist/main.js'))
  await start(house, 'b', path.join(SERVER, 'dist/main.js'))

  const rooms = Array.from({ length: 20 }, (_, n) => String(201 + n))
  const calls = rooms.map((room, n) => {
    const datetime = new Date(Date.now() + 10_000 + 1_500 * n).toJSON()
    return post(house, '/wakeup', `call ${room}`, { room, datetime })
  })
  const locations = (await Promise.all(calls)).map(({ location }) => location)
  const charges: ReturnType<typeof post>[] = []
  const charge = () =>
    charges.push(
      post(house, '/isi/charge', `charge ${charges.length}`, { id: '10', quantity: '1', room: '101' }),
    )
  // Fifty a second.
  const posting = setInterval(charge, 20)
  onTestFinished(() => clearInterval(posting))

  for (const name of ['a', 'b']) {
    const old = house.nodes.get(name)
    await drain(house, name)
    house.nodes.delete(name)
    expect(await old?.stop()).toBe(0)
    await start(house, name, next)
  }
  clearInterval(posting)
  const outcomes = (await Promise.all(charges)).flatMap((one) => one.outcomes)

  expect(outcomes.filter((outcome) => !['200', '503', 'off'].includes(outcome))).toEqual([])
  expect(outcomes.filter((outcome) => outcome === '200').length).toBe(charges.length)
  expect(
    await query(house.url, "select count(*)::int as charged from activity where kind = 'inventory.charged'"),
  ).toEqual([{ charged: charges.length }])
  await eventually(async () => {
    const results = await Promise.all(locations.map((location) => resultOf(house, location)))
    expect(results).toEqual(rooms.map(() => 1))
  })
  // Each was rung once, whatever its house went through.
  expect(await query(house.url, 'select wakeup from attempt group by wakeup having count(*) > 1')).toEqual([])
  expect(await query(house.url, 'select name from kysely_migration order by name')).toEqual([
    { name: '0001-house' },
    { name: '0002-lobby+' },
  ])

  // An older one may still start there.
  await house.nodes.get('a')?.stop()
  house.nodes.delete('a')
  await start(house, 'a', path.join(SERVER, 'dist/main.js'))
})
