import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AlarmNews } from '../hotel/desk/alarm.ts'
import { countedIds } from '../../testing/counted-ids.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { silentLog } from '../kernel/log.ts'
import { openDatabase } from '../store/engine/database.ts'
import { createStores, type HotelDatabase, type Stores } from '../store/stores/stores.ts'
import { tellAlarm } from './alarm-note.ts'
import { acknowledgeAlarm, acknowledgeAll, mendAlarms, personally } from './end-alarm.ts'
import { noteRow, writeRows } from './notes.ts'
import { raiseAlarm, raiseOrAdd, raiseOrRepeat } from './raise-alarm.ts'
import { record } from './record.ts'

let folder: string
let database: HotelDatabase
const ids = countedIds()

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'reveille-logbook-'))
  database = await openDatabase({ folder, createStores, clock: manualClock(0), log: silentLog })
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const write = (work: (stores: Stores) => Promise<unknown>) => database.transaction(work)
const log = () => database.read.activity.page({ scope: null, limit: 100 })
const alarms = () => database.read.alarms.page({ scope: null, limit: 100 })
const openAlarm = async () => {
  const [open] = await alarms()
  if (!open) throw new Error('There is no alarm')
  return open
}

const DESK = { name: 'desk', source: 'rest', address: '10.0.0.7' } as const
const FAILED: AlarmNews = {
  kind: 'wakeup.failed',
  subject: 'w',
  tenant: 't1',
  room: '101',
  text: 'Nobody answered',
  detail: { outcome: 'no-answer', scheduled: '2026-11-15T07:00:00+01:00' },
}
const LATE: AlarmNews = {
  kind: 'delivery.late',
  subject: 'd',
  tenant: '',
  room: '102',
  text: 'It does not get through',
  detail: { delivery: 'd', destination: 'bar' },
}

describe('a row of the log', () => {
  it('bears the name of the one who did it, and where they sat', async () => {
    await write((stores) =>
      record(stores, DESK, 7, {
        kind: 'site.changed',
        tenant: '',
        text: 'Changed',
        detail: { sections: ['site'] },
      }),
    )
    expect(await log()).toMatchObject([
      {
        at: 7,
        actor: 'desk',
        source: 'rest',
        room: '',
        wakeup: null,
        detail: { sections: ['site'], address: '10.0.0.7' },
      },
    ])
  })

  it('has nobody’s name on it when the product did it by itself, save where somebody set it off', async () => {
    const note = {
      kind: 'delivery.enabled',
      at: 7,
      text: 'Enabled',
      detail: { destination: 'bar', since: null },
    } as const
    const of = { tenant: 't1', room: '101' }
    await write((stores) => writeRows(stores, [noteRow(of, note), noteRow(of, note, 'boss')]))
    expect(await log()).toMatchObject([
      { actor: 'system', source: 'system', tenant: 't1', room: '101' },
      { actor: 'boss', source: 'system' },
    ])
  })
})

describe('an alarm that is raised', () => {
  it('has its row, in the log of the call that it is about', async () => {
    await write((stores) => raiseAlarm(stores, ids, FAILED, 7))
    const { id } = await openAlarm()
    expect(await log()).toMatchObject([
      {
        kind: 'alarm.raised',
        tenant: 't1',
        room: '101',
        wakeup: 'w',
        text: 'Nobody answered',
        detail: { alarm: id, kind: 'wakeup.failed' },
      },
    ])
  })

  it('is counted when it happens again, and the log is not filled with it', async () => {
    for (let at = 7; at < 27; at++) await write((stores) => raiseOrRepeat(stores, ids, LATE, at))
    expect(await alarms()).toMatchObject([
      { raisedAt: 7, text: `${LATE.text} (20 times)`, detail: { times: 20 } },
    ])
    const rows = await log()
    expect(rows.map(({ kind }) => kind)).toEqual(['alarm.raised', ...Array(10).fill('alarm.repeated')])
    expect(rows.at(-1)).toMatchObject({ text: `${LATE.text} (20 times)`, detail: { times: 20 } })
  })

  it('is told anew when something is added to it', async () => {
    await write((stores) => raiseOrAdd(stores, ids, LATE, 7))
    await write((stores) => raiseOrAdd(stores, ids, { ...LATE, text: 'Nor does the next' }, 9))
    expect(await alarms()).toMatchObject([{ text: `${LATE.text}. Nor does the next`, nextAt: 9 }])
    expect((await log()).map(({ text }) => text)).toEqual([LATE.text, 'Nor does the next'])
  })

  it('stays open while the desk is being told', async () => {
    await write((stores) => raiseAlarm(stores, ids, LATE, 7))
    const open = await openAlarm()
    const telling = { ...open, nextAt: 60, calls: 1 }
    await write((stores) =>
      tellAlarm(stores, open, telling, { kind: 'alarm.told', text: 'Rung', detail: { by: 'phone' } }, 8),
    )
    const told = await openAlarm()
    await write((stores) => tellAlarm(stores, told, { ...telling, nextAt: 90 }, undefined, 9))
    expect(await alarms()).toMatchObject([{ state: 'open', nextAt: 90, calls: 1 }])
    expect((await log()).map(({ kind }) => kind)).toEqual(['alarm.raised', 'alarm.told'])
  })
})

describe('every alarm that ends has its row', () => {
  const ended = async () => (await log()).at(-1)

  it('when it has mended itself', async () => {
    await write((stores) => raiseAlarm(stores, ids, LATE, 7))
    await write((stores) =>
      mendAlarms(stores, ['delivery.late', 'delivery.refused'], 'd', 'It got through', 9),
    )
    const { id, state, endedBy, endedAt } = await openAlarm()
    expect({ state, endedBy, endedAt }).toEqual({ state: 'over', endedBy: 'system', endedAt: 9 })
    expect(await ended()).toMatchObject({
      kind: 'alarm.over',
      actor: 'system',
      room: '102',
      text: 'It got through',
      detail: { alarm: id, kind: 'delivery.late' },
    })
  })

  it('when somebody says that they know, with what they say', async () => {
    await write((stores) => raiseAlarm(stores, ids, FAILED, 7))
    const open = await openAlarm()
    await write((stores) => acknowledgeAlarm(stores, open, { ...personally(DESK), note: 'I go up' }, 9))
    expect(await alarms()).toMatchObject([
      { state: 'acknowledged', endedBy: 'desk', endedAt: 9, note: 'I go up' },
    ])
    expect(await ended()).toMatchObject({
      kind: 'alarm.acknowledged',
      actor: 'desk',
      wakeup: 'w',
      text: 'Acknowledged by desk',
      detail: { alarm: open.id, kind: 'wakeup.failed', note: 'I go up', address: '10.0.0.7' },
    })
  })

  it('when somebody decides about the thing that it is about', async () => {
    await write((stores) => raiseAlarm(stores, ids, LATE, 7))
    await write((stores) => acknowledgeAll(stores, DESK, ['delivery.late', 'delivery.refused'], 'd', 9))
    expect(await alarms()).toMatchObject([{ state: 'acknowledged', endedBy: 'desk', note: '' }])
    expect(await ended()).toMatchObject({ kind: 'alarm.acknowledged', actor: 'desk', room: '102' })
  })

  it('and one that is not open ends no second time', async () => {
    await write((stores) => raiseAlarm(stores, ids, LATE, 7))
    for (const at of [8, 9]) await write((stores) => mendAlarms(stores, ['delivery.late'], 'd', 'Over', at))
    await write((stores) => acknowledgeAll(stores, DESK, ['delivery.late'], 'd', 10))
    expect((await log()).map(({ kind }) => kind)).toEqual(['alarm.raised', 'alarm.over'])
    expect(await alarms()).toMatchObject([{ state: 'over', endedAt: 8 }])
  })
})
