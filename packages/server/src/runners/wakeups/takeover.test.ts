import { describe, expect, it, vi } from 'vitest'
import type { Caller } from '../../calls/caller.ts'
import { manualClock } from '../../../testing/manual-clock.ts'
import { seconds } from '../../kernel/clock.ts'
import { silentLog } from '../../kernel/log.ts'
import type { Attempt } from '../../store/stores/attempt-store.ts'
import { Takeover } from './takeover.ts'
import type { WakeupBook } from './wakeup-book.ts'
import { attempt as attemptRecord } from '../../../testing/records.ts'
import { eventually } from '../../../testing/eventually.ts'

const attempt = (wakeup: string, handle: Attempt['handle'] = { callId: wakeup }) =>
  attemptRecord({ wakeup, call: wakeup, room: wakeup, handle, startedAt: 0 })

/** Calls that were left behind, an exchange that answers as said, and a book that takes down what is decided. */
function takeoverOf(
  calls: Readonly<Record<string, () => Promise<string>>>,
  attempts = Object.keys(calls).map((id) => attempt(id)),
) {
  const clock = manualClock(0)
  const rooms = new Set<string>()
  const decided: string[] = []
  const interrupted = vi.fn<WakeupBook['interrupted']>((some) => {
    decided.push(...some.map(({ wakeup }) => wakeup))
    return Promise.resolve()
  })
  const abandon = vi.fn<Caller['abandon']>(
    (handle) => calls[String(handle['callId'])]?.() ?? Promise.resolve(''),
  )
  const takeover = new Takeover({
    book: {
      openAttempts: () => Promise.resolve(attempts),
      interrupted,
    },
    caller: { abandon },
    clock,
    log: silentLog,
    hold: (room) => void rooms.add(room),
    free: (room) => void rooms.delete(room),
  })
  return { takeover, clock, rooms, decided, interrupted, abandon }
}

const never = () => new Promise<string>(() => {})
const cancelled = () => Promise.resolve('cancelled')

describe('taking over what another process has left', () => {
  it('hangs up each call, and only then decides about it and lets its room ring', async () => {
    let hungUp: (how: string) => void = () => {}
    const house = takeoverOf({ a: () => new Promise((resolve) => (hungUp = resolve)) })
    await house.takeover.begin(null)
    expect([...house.rooms]).toEqual(['a', '/a'])
    expect(house.decided).toEqual([])
    hungUp('cancelled')
    await eventually(() => expect(house.rooms.size).toBe(0))
    expect(house.decided).toEqual(['a'])
  })

  it('hangs up nothing whose moment had not come: nobody has dialled it', async () => {
    const toCome = { ...attempt('a'), startedAt: seconds(2) }
    const house = takeoverOf({ a: never }, [toCome])
    await house.takeover.begin(null)
    await eventually(() => expect(house.decided).toEqual(['a']))
    expect(house.abandon).not.toHaveBeenCalled()
  })

  it('holds up no room for the sake of another', async () => {
    const house = takeoverOf({ a: never, b: cancelled })
    await house.takeover.begin(null)
    await eventually(() => expect(house.decided).toEqual(['b']))
    expect([...house.rooms]).toEqual(['a', '/a'])
    house.clock.advance(seconds(5))
    await eventually(() => expect(house.decided).toEqual(['b', 'a']))
    expect(house.rooms.size).toBe(0)
  })

  it('decides also when the exchange knows nothing of it, or the line is gone', async () => {
    const house = takeoverOf({ a: () => Promise.reject(new Error('There is no line voice1')) })
    await house.takeover.begin(null)
    await eventually(() => expect(house.decided).toEqual(['a']))
  })

  it('waits for the telephone before a call that was only picked up is rung again', async () => {
    const house = takeoverOf({ a: never }, [{ ...attempt('a'), answeredAt: 1 }])
    await house.takeover.begin(null)
    await eventually(() => expect(house.abandon).toHaveBeenCalledOnce())
    expect(house.decided).toEqual([])
    house.clock.advance(seconds(5))
    await eventually(() => expect(house.decided).toEqual(['a']))
  })

  it('decides about a call that was answered for good without waiting for the telephone, and holds its room until then', async () => {
    const house = takeoverOf({ a: never }, [{ ...attempt('a'), answeredAt: 1, heardAt: 2 }])
    await house.takeover.begin(null)
    await eventually(() => expect(house.decided).toEqual(['a']))
    expect([...house.rooms]).toEqual(['a', '/a'])
    house.clock.advance(seconds(5))
    await eventually(() => expect(house.rooms.size).toBe(0))
    expect(house.decided).toEqual(['a'])
  })

  it('hangs up nothing that was never sent', async () => {
    const house = takeoverOf({}, [attempt('a', null)])
    await house.takeover.begin(null)
    await eventually(() => expect(house.decided).toEqual(['a']))
    expect(house.abandon).not.toHaveBeenCalled()
  })

  it('waits for a database that does not answer', async () => {
    const house = takeoverOf({ a: cancelled })
    house.interrupted.mockRejectedValueOnce(new Error('The database is gone'))
    await house.takeover.begin(null)
    await eventually(() => expect(house.interrupted).toHaveBeenCalledTimes(1))
    expect([...house.rooms]).toEqual(['a', '/a'])
    await eventually(() => {
      house.clock.advance(seconds(1))
      expect(house.decided).toEqual(['a'])
    })
  })

  it('decides about many together, and about one that cannot be written alone', async () => {
    const house = takeoverOf({ a: cancelled, b: cancelled, c: cancelled, d: cancelled })
    const takeDown = house.interrupted.getMockImplementation()
    house.interrupted.mockImplementation((some, now) =>
      some.some(({ wakeup }) => wakeup === 'c')
        ? Promise.reject(new Error('It cannot be written'))
        : (takeDown?.(some, now) ?? Promise.resolve()),
    )
    await house.takeover.begin(null)
    await eventually(() => {
      house.clock.advance(seconds(1))
      expect(house.decided).toEqual(['a', 'b', 'd'])
    })
    expect(house.interrupted.mock.calls.map(([some]) => some.length).slice(0, 5)).toEqual([4, 1, 1, 1, 1])
    expect([...house.rooms]).toEqual(['c', '/c'])
  })

  it('is over when the house stops, and leaves to the next what is not decided', async () => {
    const house = takeoverOf({ a: never })
    await house.takeover.begin(null)
    const stopped = house.takeover.stop()
    house.clock.advance(seconds(5))
    await stopped
    expect(house.decided).toEqual([])
  })
})
