import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Delivery } from '../../hotel/deliveries/delivery.ts'
import { RoomQueues } from './room-queues.ts'
import { delivery } from '../../../testing/records.ts'

const message = (room: string, sequence: number) => delivery({ id: `${room}-${sequence}`, room, sequence })

const idsOf = (all: readonly Delivery[]) => all.map(({ id }) => id)

describe('messages in line', () => {
  it('go one at a time from each room, and in turn', () => {
    const lines = new RoomQueues()
    for (const one of [message('101', 1), message('101', 2), message('102', 3)]) lines.join(one)

    expect([lines.next()?.id, lines.next()?.id, lines.next()]).toEqual(['101-1', '102-3', undefined])
    lines.done(message('101', 1))
    expect(lines.next()?.id).toBe('101-2')
    expect(lines.size).toBe(2)
  })

  it('leave with the one that must be sent again', () => {
    const lines = new RoomQueues()
    for (const n of [1, 2, 3]) lines.join(message('101', n))
    lines.next()

    expect(idsOf(lines.blocked(message('101', 1)))).toEqual(['101-2', '101-3'])
    expect([lines.size, lines.next()]).toEqual([0, undefined])
  })

  it('stay behind one that goes again in a moment', () => {
    const lines = new RoomQueues()
    for (const one of [message('101', 1), message('101', 2)]) lines.join(one)
    lines.next()
    const again = delivery({ ...message('101', 1), attempts: 1 })

    lines.stay(again)
    expect([lines.next(), lines.size, lines.staysAny]).toEqual([undefined, 2, true])
    lines.back(again)
    expect([lines.staysAny, lines.next()]).toEqual([false, again])
    lines.done(again)
    expect(lines.next()?.id).toBe('101-2')
  })

  it('that go again in a moment do not when they were let go meanwhile', () => {
    const lines = new RoomQueues()
    lines.join(message('101', 1))
    const again = delivery({ ...message('101', 1), attempts: 1 })
    lines.next()
    lines.stay(again)

    expect([idsOf(lines.disperse()), lines.staysAny]).toEqual([['101-1'], false])
    lines.back(again)
    expect(lines.next()).toBeUndefined()
  })

  it('disperse but for what is under way', () => {
    const lines = new RoomQueues()
    for (const one of [message('101', 1), message('101', 2), message('102', 3)]) lines.join(one)
    lines.next()

    expect(idsOf(lines.disperse())).toEqual(['101-2', '102-3'])
    expect([...lines.rooms()]).toEqual(['/101'])
    lines.done(message('101', 1))
    expect([lines.size, lines.next()]).toEqual([0, undefined])
  })

  it('are sent in the order of their room, whatever comes back when', () => {
    const rooms = fc.array(fc.constantFrom('101', '102', '103'), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(rooms, fc.infiniteStream(fc.nat()), (all, chance) => {
        const lines = new RoomQueues()
        for (const [n, room] of all.entries()) lines.join(message(room, n))
        const sent: Delivery[] = []
        const away: Delivery[] = []
        while (lines.size > 0) {
          for (let one = lines.next(); one; one = lines.next()) away.push(one)
          const [back] = away.splice(Number(chance.next().value) % away.length, 1)
          if (!back) throw new Error('Nothing is under way, and something waits')
          lines.done(back)
          sent.push(back)
        }
        expect(sent).toHaveLength(all.length)
        for (const room of ['101', '102', '103']) {
          const order = sent.filter((one) => one.room === room).map(({ sequence }) => sequence)
          expect(order).toEqual(order.toSorted((a, b) => a - b))
        }
      }),
    )
  })
})
