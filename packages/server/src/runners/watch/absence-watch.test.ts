import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { manualClock } from '../../../testing/manual-clock.ts'
import { minutes, seconds } from '../../kernel/clock.ts'
import { systemIds } from '../../kernel/ids.ts'
import { silentLog } from '../../kernel/log.ts'
import { openDatabase } from '../../store/engine/database.ts'
import { createStores, type HotelDatabase } from '../../store/stores/stores.ts'
import { aloneAtHome } from '../nodes/at-home.ts'
import { AbsenceWatch, LINE_LOST } from './absence-watch.ts'

let folder: string
let database: HotelDatabase
let lines: { name: string; tenant: string; working: boolean; why: string }[]
let watch: AbsenceWatch

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'reveille-lines-'))
  database = await openDatabase({ folder, createStores, clock: manualClock(0), log: silentLog })
  lines = [{ name: 'voice1', tenant: '', working: true, why: '' }]
  watch = await open()
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

/** Of a process that has just started. */
async function open() {
  const home = aloneAtHome()
  const opened = new AbsenceWatch(LINE_LOST, {
    database,
    ids: systemIds(),
    home,
    watched: () => lines.map((line) => ({ ...line, isThere: line.working })),
  })
  await home.start()
  return opened
}

const set = (working: boolean, why = '') => (lines = lines.map((line) => ({ ...line, working, why })))
const alarms = () => database.read.alarms.page({ scope: null, limit: 10 })

describe('a line that is lost', () => {
  test('and back within a minute is nobody’s alarm', async () => {
    set(false, '503')
    await watch.tick(0)
    await watch.tick(seconds(50))
    set(true)
    await watch.tick(minutes(2))
    expect(await alarms()).toEqual([])
  })

  test('for a minute is told once, with the reason', async () => {
    set(false, 'The exchange did not answer')
    for (const at of [0, minutes(1), minutes(2), minutes(3)]) await watch.tick(at)
    expect(await alarms()).toMatchObject([
      {
        kind: 'line.down',
        subject: 'voice1',
        state: 'open',
        text: expect.stringContaining('did not answer'),
      },
    ])
  })

  test('and found again ends its alarm by itself', async () => {
    set(false, '503')
    for (const at of [0, minutes(1)]) await watch.tick(at)
    set(true)
    await watch.tick(minutes(5))
    expect(await alarms()).toMatchObject([{ state: 'over', endedBy: 'system', endedAt: minutes(5) }])
  })

  test('and taken away ends its alarm too', async () => {
    set(false, '503')
    for (const at of [0, minutes(1)]) await watch.tick(at)
    lines = []
    await watch.tick(minutes(5))
    expect(await alarms()).toMatchObject([{ state: 'over' }])
  })

  test.each([
    ['works again', () => set(true)],
    ['was taken away', () => (lines = [])],
  ])('and %s while nobody watched ends its alarm too', async (_, happens) => {
    set(false, '503')
    for (const at of [0, minutes(1)]) await watch.tick(at)
    happens()
    const next = await open()
    await next.tick(minutes(5))
    expect(await alarms()).toMatchObject([{ state: 'over', endedAt: minutes(5) }])
  })

  test('and still is when somebody else watches is told once', async () => {
    set(false, '503')
    for (const at of [0, minutes(1)]) await watch.tick(at)
    const next = await open()
    for (const at of [5, 6, 7].map(minutes)) await next.tick(at)
    expect(await alarms()).toMatchObject([{ state: 'open' }])
  })
})
