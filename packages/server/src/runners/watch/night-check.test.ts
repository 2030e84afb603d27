import { describe, expect, it } from 'vitest'
import { raise } from '../../hotel/desk/alarm.ts'
import { toInstant } from '../../hotel/time/local-time.ts'
import { manualClock } from '../../../testing/manual-clock.ts'
import { hours, minutes } from '../../kernel/clock.ts'
import { countedIds } from '../../../testing/counted-ids.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import { type Look, NightCheck } from './night-check.ts'

const EVENING = toInstant('2026-11-14T20:00:00', 'Europe/Zurich')
const THREE = toInstant('2026-11-15T03:00:00', 'Europe/Zurich')

/** A night check at three, of these looks, over stores that keep what they are given. */
function checkOf(looks: Look[], schedule = { at: '03:00' as string | null, zone: 'Europe/Zurich' }) {
  const alarms = new Map<string, ReturnType<typeof raise>>()
  const log: { kind: string; text: string; at: number }[] = []
  type Kept = ReturnType<typeof raise>
  const keep = (alarm: Kept) => Promise.resolve(void alarms.set(alarm.id, alarm))
  const stores = {
    destinations: { subscribers: () => Promise.resolve([]) },
    activity: { add: (row: (typeof log)[number]) => Promise.resolve(void log.push(row)) },
    alarms: {
      insert: keep,
      update: (before: Kept, changes: Partial<Kept>) => keep({ ...before, ...changes }).then(() => true),
      openAbout: () => Promise.resolve([...alarms.values()].find(({ state }) => state === 'open')),
    },
  }
  const page = ({ kinds, from }: { kinds: readonly string[]; from: number }) =>
    Promise.resolve(log.filter((row) => kinds.includes(row.kind) && row.at >= from))
  const read = { activity: { page } }
  const database = { read, transaction: (work: (given: unknown) => Promise<unknown>) => work(stores) }
  const start = () =>
    new NightCheck({
      database: database as unknown as HotelDatabase,
      clock: manualClock(EVENING),
      ids: countedIds(),
      looks,
      schedule: () => schedule,
    })
  return { check: start(), startAgain: start, schedule, log, alarms: () => [...alarms.values()] }
}

const look = (ok: boolean, text: string): Look => ({ name: text, look: () => Promise.resolve({ ok, text }) })

describe('the check at night', () => {
  it('is made at its hour, once, and not before', async () => {
    const { check, log } = checkOf([look(true, 'fine')])
    await check.tick(EVENING)
    await check.tick(THREE - 1)
    expect(log).toEqual([])
    await check.tick(THREE)
    await check.tick(THREE + minutes(1))
    expect(log).toMatchObject([{ kind: 'night.checked', text: 'The night check has found nothing wrong' }])
    await check.tick(THREE + hours(24))
    expect(log).toHaveLength(2)
  })

  it('raises one alarm for all that is wrong; the next night puts its own in the place of it', async () => {
    const { check, alarms } = checkOf([look(false, 'one'), look(true, 'two'), look(false, 'three')])
    await check.tick(EVENING)
    await check.tick(THREE)
    expect(alarms()).toMatchObject([
      { kind: 'night.check', text: 'Before the morning: one; three', state: 'open' },
    ])
    await check.tick(THREE + hours(24))
    expect(alarms().map(({ state }) => state)).toEqual(['over', 'open'])
  })

  it('that finds nothing wrong ends the alarm of the night before', async () => {
    const findings = [false, true]
    const looks = [
      { name: 'disk', look: () => Promise.resolve({ ok: findings.shift() ?? true, text: 'disk' }) },
    ]
    const { check, alarms, log } = checkOf(looks)
    await check.tick(EVENING)
    await check.tick(THREE)
    await check.tick(THREE + hours(24))
    expect(alarms()).toMatchObject([{ state: 'over', endedBy: 'system', endedAt: THREE + hours(24) }])
    expect(log.map(({ kind }) => kind)).toContain('alarm.over')
  })

  it('whose moment fell into a restart is made up for within the hour', async () => {
    const { check, startAgain, log } = checkOf([look(true, 'fine')])
    await check.tick(EVENING)
    await startAgain().tick(THREE + minutes(59))
    expect(log).toHaveLength(1)
    await startAgain().tick(THREE + minutes(59))
    expect(log).toHaveLength(1)
  })

  it('is not made up for when the morning may have begun', async () => {
    const { startAgain, log } = checkOf([look(true, 'fine')])
    await startAgain().tick(THREE + minutes(61))
    expect(log).toEqual([])
  })

  it('is not made at once because its hour was set to one that has just passed', async () => {
    const { check, schedule, log } = checkOf([look(true, 'fine')])
    await check.tick(EVENING)
    schedule.at = '19:45'
    await check.tick(EVENING + minutes(1))
    expect(log).toEqual([])
  })

  it('counts a look that fails as something wrong', async () => {
    const { check } = checkOf([{ name: 'disk', look: () => Promise.reject(new Error('no such disk')) }])
    expect(await check.check()).toEqual([{ name: 'disk', ok: false, text: 'no such disk' }])
  })

  it('follows its hour when that is set anew, or taken away', async () => {
    const { check, schedule, log } = checkOf([look(true, 'fine')])
    await check.tick(EVENING)
    schedule.at = '21:00'
    await check.tick(EVENING + minutes(1))
    await check.tick(EVENING + hours(1))
    expect(log).toHaveLength(1)
    schedule.at = null
    await check.tick(THREE)
    expect(log).toHaveLength(1)
  })

  it('finds its hour anew when the clock is set back by days', async () => {
    const { check, log } = checkOf([look(true, 'fine')])
    await check.tick(EVENING)
    await check.tick(THREE - hours(72))
    await check.tick(THREE - hours(48))
    expect(log).toHaveLength(1)
  })
})
