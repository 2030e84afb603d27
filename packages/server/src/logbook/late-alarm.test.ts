import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { manualClock } from '../../testing/manual-clock.ts'
import { alarm, NOON } from '../../testing/records.ts'
import type { Alarm } from '../hotel/desk/alarm.ts'
import { silentLog } from '../kernel/log.ts'
import { openDatabase } from '../store/engine/database.ts'
import { createStores, type HotelDatabase } from '../store/stores/stores.ts'
import { type LateAlarm, writeLateAlarm } from './late-alarm.ts'

let folder: string
let database: HotelDatabase
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'reveille-'))
  database = await openDatabase({ folder, createStores, clock: manualClock(NOON), log: silentLog })
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const HOW = { name: 'extension 0', text: 'Acknowledged at extension 0' }
const late = (of: Partial<Alarm> = {}): LateAlarm => ({
  alarm: alarm({ state: 'acknowledged', calls: 1, ...of }),
  notes: [],
  over: null,
  acknowledged: { how: HOW, at: NOON + 5 },
})
const insert = (one: Alarm) => database.transaction(({ alarms }) => alarms.insert(one))
const write = (one: LateAlarm) => database.transaction((stores) => writeLateAlarm(stores, one))
const kinds = async () =>
  (await database.read.activity.page({ scope: null, limit: 10 })).map(({ kind }) => kind).toSorted()

describe('an alarm that could not be written at once', () => {
  it('is written as it was raised, told and acknowledged', async () => {
    await write(late())
    expect(await database.read.alarms.get('a')).toMatchObject({
      state: 'acknowledged',
      endedBy: 'extension 0',
    })
    expect(await kinds()).toEqual(['alarm.acknowledged', 'alarm.raised'])
  })

  it('is one with the alarm that was raised about the same meanwhile', async () => {
    await insert(alarm({ id: 'raised by the rules' }))
    await write(late())
    expect(await database.read.alarms.get('raised by the rules')).toMatchObject({
      state: 'acknowledged',
      calls: 1,
    })
    expect(await database.read.alarms.get('a')).toBeUndefined()
  })

  it('and has ended in the database meanwhile: nothing is written twice', async () => {
    await insert(alarm({ state: 'over', endedBy: 'system', endedAt: NOON }))
    await write(late())
    expect(await database.read.alarms.get('a')).toMatchObject({ state: 'over', endedBy: 'system' })
    expect(await kinds()).toEqual([])
  })
})
