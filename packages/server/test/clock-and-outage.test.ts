import { describe, expect, test } from 'vitest'
import { hours, minutes, seconds } from '../src/kernel/clock.ts'
import { fillDisk } from './full-disk.ts'
import { type Night, openNight } from './night.ts'

// Two troubles at once: the clock is set, and something else is going on.

const NO_ANSWER = { does: 'ring' } as const
const DESK = { attempts: 1, escalation: { extension: '0' } } as const
const HOUR = hours(1)
const CLOSELY = { idleStepMs: 0 } as const
const KEPT_RIGHT = { ...CLOSELY, clockInStep: () => Promise.resolve(true) }

const jump = ({ stage: { clock } }: Night, ms: number) => clock.jump(clock.now() + ms)

describe('after the clock was set back, and is right', () => {
  test('the desk hears at once of a guest who was not woken', async () => {
    const night = await openNight({ ...KEPT_RIGHT, wakeup: DESK })
    const { hotel, exchange } = night
    jump(night, -HOUR)
    await hotel.pass(minutes(2))
    exchange.does('101', { does: 'busy' })
    exchange.does('0', NO_ANSWER)
    const told = exchange.rings('0').length
    await hotel.settled(await hotel.ask('101', '1905'))
    await hotel.until(() => exchange.rings('0').length > told, seconds(10))
  })

  test('an outage is noticed in a quiet night, and the desk is told of it', async () => {
    const night = await openNight({ ...KEPT_RIGHT, wakeup: DESK })
    const { hotel, exchange } = night
    jump(night, -HOUR)
    await hotel.pass(minutes(2))
    const told = exchange.rings('0').length
    fillDisk(hotel)
    await hotel.pass(seconds(20))
    expect((await hotel.request(null, 'GET', '/readyz')).status).toBe(503)
    expect(exchange.rings('0').length).toBeGreaterThan(told)
  })
})
