import { copyFileSync, existsSync } from 'node:fs'
import path from 'node:path'
import type { SiteFile } from '@reveille/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { Failure } from '../src/kernel/failure.ts'
import { SQLITE_FILE } from '../src/store/engine/sqlite.ts'
import { JOURNAL_FILE } from '../src/store/files/journal.ts'
import { EventClient } from './event-client.ts'
import { newFolder, type Night, type NightOptions, openNight, secondsAfterEight } from './night.ts'
import { fillDisk } from './full-disk.ts'
import { openRingingHotel, type RingingHotel, type RingingOptions } from './ringing-hotel.ts'
import { LISTENS, PRESSES } from './test-exchange.ts'

// The embedded database on a disk that is full: it can be read, and takes nothing. A real disk is filled by the bench.

const open = (more: NonNullable<SiteFile['wakeup']> = {}, options: NightOptions = {}) =>
  openNight({ idleStepMs: seconds(1), wakeup: { snooze: { limit: 1, delay: '5m' }, ...more }, ...options })

const said = ({ voice }: RingingHotel) => voice.spoken.flatMap(({ words }) => words)

const DESK = { attempts: 1, escalation: { extension: '0' } } as const

/** The process dies; the next one finds what is on the disk, which has room again. */
async function dies(
  { stage, hotel }: Night,
  downMs: number,
  more: RingingOptions = {},
): Promise<RingingHotel> {
  const folder = newFolder()
  for (const name of [SQLITE_FILE, `${SQLITE_FILE}-wal`, JOURNAL_FILE])
    if (existsSync(path.join(hotel.folder, name)))
      copyFileSync(path.join(hotel.folder, name), path.join(folder, name))
  await hotel.close()
  stage.clock.advance(downMs)
  const next = await openRingingHotel({}, { stage, folder, idleStepMs: seconds(1), ...more })
  onTestFinished(() => next.close())
  return next
}

/** The disk is full, and room 101 rings for the first time; at the second it is answered. */
async function whileItRings() {
  const night = await open()
  const { hotel, exchange } = night
  exchange.does('101', { does: 'ring' }, LISTENS)
  const id = await hotel.ask('101', '2005')
  await hotel.pass(minutes(4))
  fillDisk(hotel)
  await hotel.until(() => exchange.rings('101').length === 1, minutes(2))
  await hotel.pass(seconds(3))
  return { night, id }
}

const numbersOf = async (hotel: RingingHotel, id: string) =>
  (await hotel.request('boss', 'GET', `/rest/wakeup/${id}/dossier`)).json.attempts

describe('a disk that is full at the hour', () => {
  test('rings two calls of one room and minute once, at the earlier of both', async () => {
    const { hotel, exchange } = await open()
    exchange.does('101', PRESSES('5'))
    const strict = await hotel.ask('101', '2026-11-14T20:09:40', { confirm: true })
    const plain = await hotel.ask('101', '2026-11-14T20:09:10')
    await hotel.pass(minutes(1))
    const free = fillDisk(hotel)
    await hotel.pass(minutes(10))
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([550])
    free()
    for (const id of [strict, plain]) expect(await hotel.settled(id)).toMatchObject({ result: 1 })
    await hotel.pass(minutes(10))
    expect(exchange.rings('101')).toHaveLength(1)
  })

  test('rings every room at its second, and tells it all once there is room again', async () => {
    const night = await open()
    const { hotel, exchange } = night
    exchange.does('102', { does: 'ring' }, LISTENS)
    const ids = [
      await hotel.ask('101', '2005'),
      await hotel.ask('102', '2005'),
      await hotel.ask('103', '2014'),
    ]
    await hotel.pass(minutes(4))
    const free = fillDisk(hotel)
    await hotel.pass(minutes(11))
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([300])
    expect(exchange.rings('102').map(secondsAfterEight)).toEqual([300, 600])
    expect(exchange.rings('103').map(secondsAfterEight)).toEqual([840])
    free()
    for (const id of ids) expect(await hotel.settled(id)).toMatchObject({ result: 1 })
    await hotel.pass(minutes(10))
    expect(exchange.rings()).toHaveLength(4)
    expect(await numbersOf(hotel, ids[1] ?? '')).toMatchObject([
      { result: 'no-answer' },
      { result: 'answered' },
    ])
  })

  test('rows that are written late carry both times, and stand between the beginning and the end of the outage', async () => {
    const { hotel } = await open()
    const id = await hotel.ask('101', '2005')
    await hotel.pass(minutes(4))
    const free = fillDisk(hotel)
    await hotel.pass(minutes(2))
    free()
    await hotel.settled(id)
    await hotel.pass(seconds(2))
    const rows = await hotel.log()
    const [began, over] = ['outage.began', 'outage.over'].map((kind) =>
      rows.findIndex((row) => row.kind === kind),
    )
    const late = rows.filter(({ detail }) => 'written' in detail)
    expect(rows.slice(began, over)).toEqual(late)
    expect(late.map(({ kind }) => kind)).toContain('wakeup.settled')
  })

  test('log and dossier say dialled of what was on the wire, and of nothing else', async () => {
    const { hotel, exchange } = await open({ attempts: 2 }, { lines: [2, 1] })
    const rooms = ['101', '102', '103', '104', '105', '106']
    exchange.does('102', { does: 'busy' }, LISTENS)
    exchange.does('103', { does: 503 }, { does: 503 }, LISTENS)
    exchange.does('104', { does: 'ring' }, LISTENS)
    const ids: string[] = []
    for (const room of rooms) ids.push(await hotel.ask(room, '2005'))
    await hotel.pass(minutes(4))
    const free = fillDisk(hotel)
    await hotel.pass(minutes(6))
    free()
    for (const id of ids) await hotel.settled(id)
    const dialled = await hotel.log('wakeup.dialled')
    for (const [at, room] of rooms.entries()) {
      const onWire = exchange.rings(room).length
      expect([room, dialled.filter((row) => row.room === room).length]).toEqual([room, onWire])
      const attempts: { extension: string | null }[] = await numbersOf(hotel, ids[at] ?? '')
      expect([room, attempts.filter(({ extension }) => extension === room).length]).toEqual([room, onWire])
    }
  })

  test('a call that is taken back while nothing can be read anew is not rung', async () => {
    const { hotel, exchange } = await open()
    const id = await hotel.ask('101', '2005')
    await hotel.pass(minutes(1))
    await hotel.request('desk', 'DELETE', `/rest/wakeup/${id}`)
    const free = fillDisk(hotel)
    await hotel.pass(minutes(6))
    free()
    await hotel.pass(minutes(1))
    expect(exchange.rings()).toEqual([])
  })
})

describe('a disk that is full just after the hour', () => {
  test('rings nobody again who was woken before', async () => {
    const { hotel, exchange } = await open()
    const id = await hotel.ask('101', '2005')
    expect(await hotel.settled(id)).toMatchObject({ result: 1 })
    const free = fillDisk(hotel)
    await hotel.pass(minutes(3))
    free()
    await hotel.pass(minutes(3))
    expect(exchange.rings('101')).toHaveLength(1)
  })

  test('rings a busy room again after the usual wait, and not at once', async () => {
    const { hotel, exchange } = await open()
    exchange.does('101', { does: 'busy' }, LISTENS)
    const id = await hotel.ask('101', '2026-11-14T20:05:10')
    await hotel.until(() => exchange.rings('101').length === 1, minutes(6))
    await hotel.pass(seconds(2))
    const free = fillDisk(hotel)
    await hotel.request('desk', 'POST', '/rest/wakeup', { room: '102', time: '2105' })
    await hotel.pass(minutes(7))
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([310, 610])
    free()
    expect(await hotel.settled(id)).toMatchObject({ attempts: 2, result: 1 })
  })
})

describe('while the disk is full', () => {
  test('two calls of one room and minute ring as one, also in the book', async () => {
    const { hotel, exchange } = await open()
    const ids = [await hotel.ask('101', '2005'), await hotel.ask('101', '2026-11-14T20:05:30')]
    await hotel.pass(minutes(1))
    const free = fillDisk(hotel)
    await hotel.pass(minutes(6))
    free()
    for (const id of ids) expect(await hotel.settled(id)).toMatchObject({ result: 1 })
    expect(exchange.rings('101')).toHaveLength(1)
  })

  test('calls that wait for a line when it ends are rung as soon as there is one', async () => {
    const { hotel, exchange } = await open({}, { lines: [1] })
    const rooms = ['101', '102', '103']
    const ids = []
    for (const room of rooms) ids.push(await hotel.ask(room, '2005'))
    await hotel.pass(minutes(1))
    const free = fillDisk(hotel)
    await hotel.pass(minutes(4) + seconds(5))
    expect(exchange.rings()).toHaveLength(1)
    free()
    for (const id of ids) expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    const rung = rooms
      .flatMap((room) => exchange.rings(room))
      .map(secondsAfterEight)
      .toSorted((a, b) => a - b)
    expect(rung.map((at) => at < 345)).toEqual([true, true, true])
  })

  test('a journal without room stops no call', async () => {
    const { hotel, exchange } = await open({}, { journalBytes: 1_500 })
    const ids = [await hotel.ask('101', '2005'), await hotel.ask('102', '2005')]
    await hotel.pass(minutes(1))
    const free = fillDisk(hotel)
    await hotel.pass(minutes(6))
    expect(exchange.rings().map(secondsAfterEight)).toEqual([300, 300])
    free()
    for (const id of ids) expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
  })
})

describe('a process that dies while the disk is full', () => {
  test('after the guest was woken: the guest is not rung again', async () => {
    const night = await open()
    const { hotel, exchange } = night
    const id = await hotel.ask('101', '2005')
    await hotel.pass(minutes(4))
    fillDisk(hotel)
    await hotel.pass(minutes(2))
    expect(exchange.rings('101')).toHaveLength(1)
    const next = await dies(night, seconds(5))
    expect(await next.settled(id, seconds(5))).toMatchObject({ attempts: 1, result: 1 })
    await next.pass(minutes(15))
    expect(exchange.rings('101')).toHaveLength(1)
  })

  test('while the phone rings: it is hung up, and rung anew', async () => {
    const { night, id } = await whileItRings()
    const { exchange } = night
    const next = await dies(night, seconds(5))
    expect(await next.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect(exchange.rings('101')).toHaveLength(2)
    expect(await next.log('wakeup.interrupted')).toHaveLength(1)
  })

  test('after the snooze key: the guest is rung when the snooze is over', async () => {
    const night = await open()
    const { hotel, exchange } = night
    exchange.does('101', PRESSES('1'), LISTENS)
    const id = await hotel.ask('101', '2005')
    await hotel.pass(minutes(4))
    fillDisk(hotel)
    await hotel.pass(minutes(2))
    const next = await dies(night, seconds(5))
    expect(await next.settled(id)).toMatchObject({ attempts: 2, snoozes: 1, result: 1 })
    const [first = 0, second = 0] = exchange.rings('101')
    expect(second - first).toBeGreaterThan(minutes(5))
    expect(second - first).toBeLessThan(minutes(6))
  })
})

describe('a process that starts while the disk is still full', () => {
  /** The disk is full when the process dies, and when the next one starts. */
  async function startsAnew(night: Night, downMs = seconds(5)) {
    let free = () => {}
    const next = await dies(night, downMs, { beforeStart: (app) => void (free = fillDisk({ app })) })
    return { next, free: () => free() }
  }

  test('rings what is due, nobody twice, and writes it all back when there is room', async () => {
    const night = await open({ attempts: 1, escalation: { extension: '0' } })
    const { hotel, exchange } = night
    exchange.does('103', PRESSES('1'), LISTENS)
    const ids = [
      await hotel.ask('101', '2005'),
      await hotel.ask('102', '2010'),
      await hotel.ask('103', '2005'),
    ]
    await hotel.pass(minutes(4))
    fillDisk(hotel)
    await hotel.pass(minutes(2))
    const { next, free } = await startsAnew(night)
    expect((await next.request(null, 'GET', '/readyz')).status).toBe(503)
    await next.pass(minutes(6))
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([300])
    expect(exchange.rings('102').map(secondsAfterEight)).toEqual([600])
    expect(exchange.rings('103')).toHaveLength(2)
    expect(exchange.rings('0').length).toBeGreaterThan(0)
    free()
    for (const id of ids) expect(await next.settled(id)).toMatchObject({ result: 1 })
    await next.pass(minutes(10))
    expect(exchange.rings('101')).toHaveLength(1)
    expect(exchange.rings('102')).toHaveLength(1)
    expect(exchange.rings('103')).toHaveLength(2)
  })

  test('hangs up a phone that rang, and rings it anew', async () => {
    const { night, id } = await whileItRings()
    const { exchange } = night
    const { next, free } = await startsAnew(night)
    await next.pass(minutes(1))
    expect(exchange.rings('101')).toHaveLength(2)
    free()
    expect(await next.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect(await next.log('wakeup.interrupted')).toHaveLength(1)
    await next.pass(minutes(10))
    expect(exchange.rings('101')).toHaveLength(2)
  })

  test('and was stopped as it should be before, rings at the hour too', async () => {
    const night = await open()
    const { hotel, exchange } = night
    const id = await hotel.ask('101', '2005')
    await hotel.pass(minutes(1))
    const { next, free } = await startsAnew(night)
    await next.pass(minutes(5))
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([300])
    free()
    expect(await next.settled(id)).toMatchObject({ attempts: 1, result: 1 })
  })
})

test('the desk hears of a disk that is almost full, once, and that there is room again', async () => {
  const disk = { size: 2 ** 40, free: 2 ** 30 }
  const { hotel, exchange } = await open(DESK, { disk })
  exchange.does('0', PRESSES('1'))
  await hotel.pass(minutes(10))
  expect(said(hotel)).toContainEqual({ phrase: 'disk-low' })
  expect(exchange.rings('0')).toHaveLength(1)
  expect(await hotel.alarms()).toMatchObject([{ kind: 'disk.low', state: 'acknowledged' }])
  disk.free = 2 ** 39
  await hotel.pass(minutes(2))
  disk.free = 2 ** 30
  await hotel.pass(minutes(2))
  expect(exchange.rings('0')).toHaveLength(2)
})

test('an outage ends although the journal cannot be cleared, and a later one is written back as well', async () => {
  const { hotel, exchange } = await open()
  const ids = [await hotel.ask('101', '2005'), await hotel.ask('102', '2030')]
  const { journal } = hotel.app
  const { clear } = journal
  Object.assign(journal, { clear: () => Promise.reject(new Error('EROFS: read-only file system')) })
  await hotel.pass(minutes(4))
  let free = fillDisk(hotel)
  await hotel.pass(minutes(2))
  free()
  await hotel.pass(seconds(5))
  expect((await hotel.request(null, 'GET', '/readyz')).status).toBe(200)
  expect(await hotel.log('outage.over')).toHaveLength(1)
  await hotel.pass(minutes(20))
  free = fillDisk(hotel)
  await hotel.pass(minutes(6))
  Object.assign(journal, { clear })
  free()
  for (const id of ids) expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
  expect([exchange.rings('101').length, exchange.rings('102').length]).toEqual([1, 1])
  await hotel.pass(seconds(5))
  expect(await hotel.log('outage.over')).toHaveLength(2)
  expect(journal.round).toBe(2)
})

test('/metrics and /readyz tell of an outage, and have their figures also then', async () => {
  const { hotel } = await open()
  const figure = async (name: string) =>
    Number(
      new RegExp(`^${name} (\\S+)$`, 'm').exec((await hotel.request('boss', 'GET', '/metrics')).text)?.[1],
    )
  expect(await figure('reveille_outage')).toBe(0)
  const empty = await figure('reveille_journal_used_bytes')
  const free = fillDisk(hotel)
  await hotel.pass(seconds(5))
  expect(await figure('reveille_outage')).toBe(1)
  expect(hotel.clock.now() / 1_000 - (await figure('reveille_outage_since_timestamp_seconds'))).toBeLessThan(
    6,
  )
  expect(await figure('reveille_journal_used_bytes')).toBeGreaterThan(empty)
  expect(await figure('reveille_disk_free_bytes')).toBeGreaterThan(0)
  expect((await hotel.request(null, 'GET', '/readyz')).status).toBe(503)
  free()
  await hotel.pass(seconds(5))
  expect(await figure('reveille_outage')).toBe(0)
  expect((await hotel.request(null, 'GET', '/readyz')).status).toBe(200)
})

describe('the desk, while nothing can be written', () => {
  test('is told within 20 s, in words, and its key is written down afterwards', async () => {
    const { hotel, exchange } = await open(DESK)
    exchange.does('0', PRESSES('1'))
    await hotel.pass(minutes(1))
    const free = fillDisk(hotel)
    const refused = await hotel.request('desk', 'POST', '/rest/wakeup', { room: '101', time: '2105' })
    expect(refused.status).toBe(503)
    expect((await hotel.request(null, 'GET', '/readyz')).status).toBe(503)
    await hotel.pass(seconds(20))
    expect(exchange.rings('0').map(secondsAfterEight)).toEqual([expect.closeTo(71, -1)])
    expect(said(hotel)).toContainEqual({ phrase: 'cannot-write' })
    expect(said(hotel)).toContainEqual({ time: { hour: 20, minute: 16 } })
    await hotel.pass(minutes(2))
    free()
    await hotel.pass(seconds(3))
    expect((await hotel.request(null, 'GET', '/readyz')).status).toBe(200)
    expect(await hotel.alarms()).toMatchObject([{ kind: 'database.away', state: 'acknowledged', calls: 1 }])
    await hotel.pass(minutes(20))
    expect(exchange.rings('0')).toHaveLength(1)
  })

  test('sees it in the live events, which have no number while nothing can be written', async () => {
    const { hotel, exchange } = await open(DESK)
    exchange.does('101', { does: 'busy' })
    await hotel.ask('101', '2002')
    const client = await EventClient.follow(`${hotel.url}/rest/events`, 'desk')
    onTestFinished(() => client.hangUp())
    await client.until(() => client.isCaughtUp)
    await hotel.pass(minutes(1))
    const numbered = client.lastId
    const free = fillDisk(hotel)
    await hotel.pass(minutes(2))
    const live = () => client.events.filter(({ id }) => Number.isNaN(id)).map(({ event }) => event)
    await client.until(() => live().length === 3)
    expect(live()).toEqual(['outage.began', 'alarm.raised', 'alarm.raised'])
    expect(client.lastId).toBe(numbered)
    expect(client.events.find(({ event }) => event === 'outage.began')?.data).toMatchObject({
      text: expect.stringMatching(/^I cannot write: calls until 20:1\d will ring, nothing new can be taken/),
    })
    free()
    await hotel.pass(seconds(3))
    await client.until(() => live().includes('outage.over'))
    // From here on with their numbers, also what has happened meanwhile.
    await client.until(() => client.events.some(({ id, event }) => id > 0 && event === 'wakeup.settled'))
  })

  test('is not told of an outage that is over within 10 s', async () => {
    const { hotel, exchange } = await open(DESK)
    await hotel.pass(minutes(1))
    const free = fillDisk(hotel)
    await hotel.request('desk', 'POST', '/rest/wakeup', { room: '101', time: '2105' })
    await hotel.pass(seconds(8))
    free()
    await hotel.pass(minutes(5))
    expect(exchange.rings('0')).toEqual([])
    expect(await hotel.alarms()).toEqual([])
  })

  test('hears at once of a guest who was not woken, and is told once', async () => {
    const { hotel, exchange } = await open(DESK)
    exchange.does('101', { does: 'busy' })
    exchange.does('0', PRESSES('2'), PRESSES('2'))
    const id = await hotel.ask('101', '2005')
    await hotel.pass(minutes(4))
    const free = fillDisk(hotel)
    await hotel.pass(minutes(3))
    expect(said(hotel)).toContainEqual({ digits: '101' })
    const told = exchange.rings('0').length
    free()
    await hotel.pass(minutes(20))
    expect(exchange.rings('0')).toHaveLength(told)
    expect(await hotel.alarms()).toMatchObject([
      { kind: 'database.away', state: 'acknowledged' },
      { kind: 'wakeup.failed', room: '101', state: 'acknowledged' },
    ])
    expect(await hotel.call(id)).toMatchObject({ result: 1, actor: 'extension 0' })
  })

  test('is believed about a guest who was reached while the database came and went', async () => {
    const { hotel, exchange } = await open(DESK)
    exchange.does('101', { does: 'busy' })
    exchange.does('0', PRESSES('1'), PRESSES('2'))
    const id = await hotel.ask('101', '2005')
    await hotel.pass(minutes(3))
    const free = fillDisk(hotel)
    await hotel.pass(minutes(1))
    // It is back for the beginning of the outage, and for what the desk was told; gone again before the end.
    free()
    const { database } = hotel.app
    const { transaction } = database
    let left = 3
    const away = new Failure('store.unavailable', 'The disk is full')
    const comesAndGoes: typeof transaction = (work) => (left-- > 0 ? transaction(work) : Promise.reject(away))
    Object.assign(database, { transaction: comesAndGoes })
    await hotel.pass(minutes(3))
    expect(exchange.rings('0')).toHaveLength(2)
    Object.assign(database, { transaction })
    await hotel.pass(minutes(2))
    expect(await hotel.call(id)).toMatchObject({ result: 1, actor: 'extension 0' })
    expect(exchange.rings('0')).toHaveLength(2)
  })

  test('hears of a call that waits for a line, and that it is over once one was found', async () => {
    const { hotel, exchange } = await open(DESK, { lines: [1] })
    exchange.does('101', ...Array.from({ length: 8 }, () => ({ does: 503 }) as const), LISTENS)
    exchange.does('0', LISTENS, LISTENS)
    const id = await hotel.ask('101', '2005')
    await hotel.pass(minutes(4))
    const free = fillDisk(hotel)
    await hotel.pass(minutes(8))
    expect(said(hotel)).toContainEqual({ phrase: 'lines-problem' })
    free()
    expect(await hotel.settled(id)).toMatchObject({ result: 1 })
    await hotel.pass(seconds(3))
    expect(await hotel.alarms()).toMatchObject([
      { kind: 'database.away' },
      { kind: 'wakeup.no-line', state: 'over' },
    ])
  })

  test('knows of a guest and has not reached them: it is asked again, also after the outage', async () => {
    const { hotel, exchange } = await open(DESK)
    exchange.does('101', { does: 'busy' })
    exchange.does('0', PRESSES('1'))
    await hotel.ask('101', '2005')
    await hotel.pass(minutes(4))
    const free = fillDisk(hotel)
    await hotel.pass(minutes(3))
    free()
    await hotel.pass(minutes(1))
    const failed = async () => (await hotel.alarms()).find(({ kind }) => kind === 'wakeup.failed')
    expect(await failed()).toMatchObject({ state: 'open', known: expect.stringContaining('T20:05') })
    exchange.does('0', PRESSES('2'))
    await hotel.until(async () => (await failed())?.state === 'acknowledged', minutes(10))
    expect((await hotel.log('alarm.known')).length).toBe(1)
  })

  test('is told to ring by hand, and its key marks the call', async () => {
    const { hotel, exchange } = await open({ ...DESK, method: 'manual' })
    exchange.does('0', PRESSES('2'))
    const id = await hotel.ask('101', '2005')
    await hotel.pass(minutes(4))
    const free = fillDisk(hotel)
    await hotel.pass(minutes(3))
    expect(said(hotel)).toContainEqual({ phrase: 'ring-by-hand' })
    free()
    await hotel.pass(minutes(20))
    expect(await hotel.call(id)).toMatchObject({ result: 1, actor: 'extension 0', attempts: 0 })
    expect((await hotel.alarms()).map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual([
      'database.away acknowledged',
      'wakeup.by-hand acknowledged',
    ])
  })

  test('is told first, and the system rings by itself after that', async () => {
    const { hotel, exchange } = await open({ ...DESK, method: 'backup' })
    exchange.does('0', { does: 'ring' })
    const id = await hotel.ask('101', '2005')
    await hotel.pass(minutes(4))
    const free = fillDisk(hotel)
    await hotel.pass(minutes(6))
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([300 + 180])
    free()
    expect(await hotel.settled(id)).toMatchObject({ result: 1, attempts: 1 })
    const byHand = (await hotel.alarms()).find(({ kind }) => kind === 'wakeup.by-hand')
    expect(byHand).toMatchObject({ state: 'over' })
  })
})
