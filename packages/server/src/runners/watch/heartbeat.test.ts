import { expect, it } from 'vitest'
import { manualClock } from '../../../testing/manual-clock.ts'
import { minutes, seconds } from '../../kernel/clock.ts'
import { createLog } from '../../kernel/log.ts'
import { HeartbeatRunner } from './heartbeat.ts'

const MONITOR = 'https://monitor.example/hotel'

function house() {
  const clock = manualClock(0)
  const told: string[] = []
  const events: unknown[] = []
  const log = createLog('info', { write: (line: string) => void events.push(JSON.parse(line).event) })
  const state = { trouble: null as string | null, answers: (): Promise<void> => Promise.resolve() }
  const runner = new HeartbeatRunner({
    clock,
    log,
    heartbeat: {
      tell: (url, signal) => {
        told.push(url)
        return Promise.race([
          state.answers(),
          new Promise<never>((_, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason as Error)),
          ),
        ])
      },
    },
    address: () => MONITOR,
    trouble: () => Promise.resolve(state.trouble),
  })
  return { clock, told, events, state, runner }
}

it('a monitor hears every minute that the house is well', async () => {
  const { runner, told, events } = house()
  expect(await runner.tick(0)).toBe(minutes(1))
  await runner.tick(minutes(1))

  expect(told).toEqual([MONITOR, MONITOR])
  expect(events).toEqual([])
})

it('a house that is not well says nothing, and says once in its own log why', async () => {
  const { runner, told, state, events } = house()
  state.trouble = 'no line works'
  await runner.tick(0)
  await runner.tick(minutes(1))
  expect(told).toEqual([])
  state.trouble = null
  await runner.tick(minutes(2))

  expect(told).toEqual([MONITOR])
  expect(events).toEqual(['heartbeat.withheld', 'heartbeat.heard'])
})

it('a monitor that is away is in the log once, however long it is away', async () => {
  const { runner, state, events } = house()
  state.answers = () => Promise.reject(new Error('connection refused'))
  for (const minute of [0, 1, 2]) await runner.tick(minutes(minute))
  state.answers = () => Promise.resolve()
  await runner.tick(minutes(3))

  expect(events).toEqual(['heartbeat.unheard', 'heartbeat.heard'])
})

it('a monitor that does not answer is not waited for longer than ten seconds', async () => {
  const { clock, runner, state, events } = house()
  state.answers = () => new Promise(() => {})
  const ticked = runner.tick(0)
  await Promise.resolve()
  await Promise.resolve()
  clock.advance(seconds(10))
  await ticked

  expect(events).toEqual(['heartbeat.unheard'])
})
