import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { openDatabase } from '../../src/store/engine/database.ts'
import { createStores } from '../../src/store/stores/stores.ts'
import { eventually } from '../../testing/eventually.ts'
import { openHotel } from '../hotel.ts'
import { newFolder } from '../night.ts'
import { startPair, startPostgres, type TestPostgres } from '../postgres.ts'

let pair: Awaited<ReturnType<typeof startPair>>
let alone: TestPostgres
beforeAll(async () => {
  pair = await startPair()
  alone = await startPostgres()
})
afterAll(async () => {
  for (const server of [pair.standby, pair.primary, alone]) await server.stop()
})

const clock = systemClock()
const open = async (url: string, lock: 'shared' | 'alone' | 'none') => {
  const database = await openDatabase({ url, createStores, clock, log: silentLog, lock, poolSize: 3 })
  onTestFinished(() => database.close())
  const heard: string[] = []
  database.bell?.onRing((word) => heard.push(word))
  return { ...database, heard }
}

/** `host:port` of a server, for a URL with several. */
const hostOf = (server: TestPostgres) => new URL(server.url()).host
const urlOf = (...servers: readonly TestPostgres[]) =>
  `postgres://postgres@${servers.map(hostOf).join()}/postgres`

test('the one that takes what is written is found, whichever is named first', async () => {
  const { primary, standby } = pair
  for (const servers of [
    [standby, primary],
    [primary, standby],
  ]) {
    const database = await open(urlOf(...servers), 'shared')
    await database.transaction(({ site }) => site.remember('found', hostOf(servers[0] ?? primary)))
    expect((await database.read.site.remembered())['found']).toBe(hostOf(servers[0] ?? primary))
  }
})

test('a standby alone is no house to serve from, and good enough to look at', async () => {
  await expect(open(urlOf(pair.standby), 'alone')).rejects.toMatchObject({
    code: 'store.unavailable',
    message: `The database ${hostOf(pair.standby)}/postgres cannot be reached: it lets us only read, as a standby does`,
  })
  const { read } = await open(urlOf(pair.standby), 'none')
  expect(await read.site.remembered()).toMatchObject({ found: expect.any(String) })
})

test('a server that does not let write is passed over like one that is off', async () => {
  const admin = new Client({ connectionString: alone.url() })
  await admin.connect()
  await admin.query('alter role postgres set default_transaction_read_only = on')
  await admin.end()
  const database = await open(urlOf(alone, pair.primary), 'shared')
  expect(await database.read.site.remembered()).toMatchObject({ found: expect.any(String) })
})

/** The last one: the pair is not a pair any more. */
test('two nodes go on at a standby that is promoted, without a restart, and nothing that was committed is lost', async () => {
  const { primary, standby } = pair
  const url = urlOf(primary, standby)
  const [a, b] = [await open(url, 'shared'), await open(url, 'shared')]
  const hotel = await openHotel({
    databaseUrl: url,
    node: { name: 'c', keyFile: path.join(newFolder(), 'key') },
  })
  onTestFinished(() => hotel.close())
  const ask = () => hotel.request('boss', 'GET', '/rest/wakeup/list/pending')
  expect((await ask()).status).toBe(200)
  await a.transaction(({ site }) => site.remember('before', 'yes'))
  await primary.halt()
  const failed = await a
    .transaction(({ site }) => site.remember('lost', 'yes'))
    .catch((error: unknown) => error)
  expect(failed).toMatchObject({ code: 'store.unavailable' })
  await expect(a.ping()).rejects.toMatchObject({ code: 'store.unavailable' })
  expect(await ask()).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })

  const promotedAt = clock.elapsed()
  await pair.promote()
  await eventually(() => a.transaction(({ site }) => site.remember('after', 'yes')))
  await eventually(() => b.apart?.(({ site }) => site.remember('apart', 'yes')))
  await eventually(() => a.ping())
  await eventually(async () => expect((await ask()).status).toBe(200))
  expect(clock.elapsed() - promotedAt).toBeLessThan(10_000)

  expect(await b.read.site.remembered()).toMatchObject({ before: 'yes', after: 'yes', apart: 'yes' })
  await eventually(() => {
    a.bell?.ring('changed')
    expect(b.heard).toContain('changed')
  })
  await expect(open(url, 'alone')).rejects.toMatchObject({ code: 'store.in-use' })
})
