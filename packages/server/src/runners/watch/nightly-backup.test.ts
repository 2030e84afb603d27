import { describe, expect, it } from 'vitest'
import { days, hours, type Instant, instantIn, minutes } from '../../kernel/clock.ts'
import { createLog } from '../../kernel/log.ts'
import { NightlyBackup } from './nightly-backup.ts'

const NOON = instantIn('2026-11-15T12:00Z')

/** A shelf in memory, and a night that passes minute by minute. */
function house(keep = 2, there: readonly string[] = []) {
  const shelf = new Map<string, Instant>(there.map((name) => [name, NOON - hours(9)]))
  const events: string[] = []
  const told: (string | null)[] = []
  const state = { now: NOON, isBroken: false }
  const backup = new NightlyBackup({
    log: createLog('info', { write: (line) => void events.push(JSON.parse(line).event) }),
    tell: async (why) => void told.push(why),
    schedule: () => ({ time: '02:15', keep, zone: 'UTC' }),
    make: async (file) => {
      if (state.isBroken) throw new Error('The disk is full')
      shelf.set(file, state.now)
    },
    shelf: {
      list: async () =>
        [...shelf]
          .map(([name, made]) => ({ name, made, bytes: 1 }))
          .toSorted((a, b) => (a.name < b.name ? 1 : -1)),
      place: async (name) => name,
      remove: async (name) => void shelf.delete(name),
      reject: async (name) => void shelf.delete(name),
    },
  })
  const pass = async (ms: number) => {
    for (const until = state.now + ms; state.now < until;) state.now = await backup.tick(state.now)
  }
  return { backup, shelf, events, told, state, pass }
}

describe('backups of the night', () => {
  it('are made once a night, and only so many are kept', async () => {
    const { shelf, pass } = house()
    await pass(hours(14))
    expect([...shelf.keys()]).toEqual([])
    await pass(days(3))
    expect([...shelf.keys()]).toEqual([
      'reveille-20261117-021500-night.backup',
      'reveille-20261118-021500-night.backup',
    ])
  })

  it('leave those alone that people have made', async () => {
    const { shelf, pass } = house(1, [
      'reveille-20261101-100000.backup',
      'reveille-20261101-021500-night.backup',
    ])
    await pass(days(3))
    expect([...shelf.keys()]).toEqual([
      'reveille-20261101-100000.backup',
      'reveille-20261118-021500-night.backup',
    ])
  })

  it('that fail remove nothing, are told, and are tried again in an hour', async () => {
    const { shelf, events, told, state, backup, pass } = house(1, ['reveille-20261115-021500-night.backup'])
    state.isBroken = true
    await pass(hours(15) + minutes(30))
    expect(events).toEqual(['backup.failed', 'backup.failed'])
    expect([backup.failed, shelf.size]).toEqual(['The disk is full', 1])
    state.isBroken = false
    await pass(hours(1))
    expect([events.at(-1), backup.failed, [...shelf.keys()]]).toEqual([
      'backup.made',
      '',
      ['reveille-20261116-041500-night.backup'],
    ])
    expect(told).toEqual(['The disk is full', 'The disk is full', null])
  })

  it('are not made where none is kept', async () => {
    const { shelf, pass } = house(0)
    await pass(days(2))
    expect(shelf.size).toBe(0)
  })
})
