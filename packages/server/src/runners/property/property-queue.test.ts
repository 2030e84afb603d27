import { expect, it } from 'vitest'
import type { PropertyNews, ResyncNews } from '../../hotel/property/property.ts'
import { manualClock } from '../../../testing/manual-clock.ts'
import { seconds, systemClock } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import { silentLog } from '../../kernel/log.ts'
import { MOST_WAITING, PropertyQueue } from './property-queue.ts'

const SYSTEM = { name: 'pms', tenant: '' }
const LATER = new Failure('store.unavailable', 'The database is away')

const news = (time: string): PropertyNews => ({
  about: 'call',
  news: { kind: 'request', room: '101', date: '261115', time, wall: null },
})
const timeOf = (one: PropertyNews) => (one.about === 'call' ? one.news.time : one.about)

const settled = () => new Promise<void>((resolve) => systemClock().soon(resolve))

/** A line whose work goes as `fate` says; gives what was done and what was lost. */
function open(fate: (time: string | null) => Error | null = () => null) {
  const clock = manualClock(0)
  const done: (string | null)[] = []
  const lost: number[] = []
  const under = { way: 0, most: 0 }
  const line = new PropertyQueue({
    system: SYSTEM,
    clock,
    log: silentLog,
    handle: async (_, one) => {
      const error = fate(timeOf(one))
      if (error) throw error
      under.most = Math.max(under.most, ++under.way)
      await Promise.resolve()
      under.way--
      done.push(timeOf(one))
    },
    lost: async (_, count) => void lost.push(count),
  })
  return { line, clock, done, lost, under }
}

it('carries out what it hears, one thing after the other', async () => {
  const { line, done, under } = open()
  for (const time of ['1', '2', '3']) line.push(news(time))
  await line.emptied()
  line.push(news('4'))
  await line.emptied()
  expect([done, under.most]).toEqual([['1', '2', '3', '4'], 1])
})

it('carries out calls of different rooms together, and those of one room in their order', async () => {
  const { line, done, under } = open()
  const inRoom = (room: string, time: string): PropertyNews => ({
    about: 'call',
    news: { kind: 'request', room, date: '261115', time, wall: null },
  })
  line.push({ about: 'resync', news: 'begun' })
  for (const [room, time] of [
    ['101', '1'],
    ['102', '2'],
    ['103', '3'],
    ['101', '4'],
  ] as const)
    line.push(inRoom(room, time))
  line.push({ about: 'resync', news: 'done' })
  line.push(inRoom('104', '5'))
  await line.emptied()
  expect([done, under.most]).toEqual([['resync', '1', '2', '3', '4', 'resync', '5'], 3])
})

it('waits while the database fails, for as long as that takes, and loses neither a thing nor the order', async () => {
  const store = { isAway: true }
  const { line, clock, done, lost } = open(() => (store.isAway ? LATER : null))
  line.push(news('1'))
  for (let second = 0; second < 100; second++) {
    await settled()
    clock.advance(seconds(1))
  }
  line.push(news('2'))
  expect(done).toEqual([])
  store.isAway = false
  await settled()
  clock.advance(seconds(1))
  await line.emptied()
  expect([done, lost]).toEqual([['1', '2'], []])
})

it('gives up what fails by itself again and again, tells of it, and goes on', async () => {
  const { line, clock, done, lost } = open((time) => (time === 'bad' ? new TypeError('no such thing') : null))
  for (const time of ['1', 'bad', '2']) line.push(news(time))
  for (let second = 0; second < 5; second++) {
    await settled()
    clock.advance(seconds(1))
  }
  await line.emptied()
  expect([done, lost]).toEqual([['1', '2'], [1]])
})

it('keeps so much and no more, and tells how much was lost when the database is back', async () => {
  const store = { isAway: true }
  const { line, clock, done, lost } = open(() => (store.isAway ? LATER : null))
  for (let at = 0; at < MOST_WAITING + 3; at++) line.push(news(String(at)))
  await settled()
  expect([line.size, lost]).toEqual([MOST_WAITING, []])
  store.isAway = false
  clock.advance(seconds(1))
  await line.emptied()
  expect([done.length, done.at(-1), lost]).toEqual([MOST_WAITING, String(MOST_WAITING - 1), [3]])
})

const resync = (phase: ResyncNews): PropertyNews => ({ about: 'resync', news: phase })

it('takes a resync of which something was lost for one that was broken off, and the next for whole', async () => {
  const phases: ResyncNews[] = []
  const clock = manualClock(0)
  const line = new PropertyQueue({
    system: SYSTEM,
    clock,
    log: silentLog,
    handle: async (_, one) => {
      if (timeOf(one) === 'bad') throw new Error('A fault of ours')
      if (one.about === 'resync') phases.push(one.news)
    },
    lost: async () => {},
  })
  for (const one of [resync('begun'), news('bad'), resync('done')]) line.push(one)
  for (let second = 0; second < 6; second++) {
    await settled()
    clock.advance(seconds(1))
  }
  await line.emptied()
  for (const one of [resync('begun'), news('good'), resync('done')]) line.push(one)
  await line.emptied()
  expect(phases).toEqual(['begun', 'broken off', 'begun', 'done'])
})
