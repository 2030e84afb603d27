import { describe, expect, it } from 'vitest'
import type { DeliveryState } from '../../hotel/deliveries/delivery.ts'
import { manualClock } from '../../../testing/manual-clock.ts'
import type { DeliverySettlement } from './delivery-turn.ts'
import { UnwrittenDeliveries } from './delivery-unwritten.ts'
import { delivery } from '../../../testing/records.ts'

const message = (id: string, state: DeliveryState) => delivery({ id, state })

const settlement = (id: string, state: DeliveryState = 'delivered'): DeliverySettlement => ({
  before: message(id, 'sending'),
  after: message(id, state),
  answer: { verdict: { kind: 'delivered' }, status: 200, text: '' },
  at: 0,
  ms: 1,
  isProbe: false,
  waits: [],
  chance: 0,
  stays: false,
})

describe('what came back', () => {
  it('is written at once when nothing else is under way', () => {
    const unwritten = new UnwrittenDeliveries({ clock: manualClock(0), overdue: () => {} })
    expect(unwritten.isWorthWriting(true)).toBe(false)
    unwritten.settle(settlement('a'))

    expect([unwritten.isWorthWriting(true), unwritten.isWorthWriting(false)]).toEqual([true, false])
  })

  it('is written without waiting when it is many', () => {
    const unwritten = new UnwrittenDeliveries({ clock: manualClock(0), overdue: () => {} })
    for (let n = 0; n < 64; n++) unwritten.settle(settlement(String(n)))

    expect(unwritten.isWorthWriting(false)).toBe(true)
  })

  it('waits for a beat that is the same for every queue', () => {
    const clock = manualClock(1_003)
    const rung: string[] = []
    const queues = ['bar', 'spa'].map(
      (name) => new UnwrittenDeliveries({ clock, overdue: () => rung.push(`${name} ${clock.now()}`) }),
    )
    for (const queue of queues) {
      queue.settle(settlement('a'))
      queue.linger()
      clock.advance(8)
    }
    clock.advance(31)

    expect(rung).toEqual(['bar 1050', 'spa 1050'])
    expect(queues.map((queue) => queue.isWorthWriting(false))).toEqual([true, true])
  })

  it('is not rung for once it is taken', () => {
    const clock = manualClock(0)
    let rings = 0
    const unwritten = new UnwrittenDeliveries({ clock, overdue: () => rings++ })
    unwritten.settle(settlement('a'))
    unwritten.linger()

    expect(unwritten.take().settled).toHaveLength(1)
    clock.advance(100)
    expect([rings, unwritten.take().settled.length]).toEqual([0, 0])
  })

  it('and could not be written comes before what came back since', () => {
    const unwritten = new UnwrittenDeliveries({ clock: manualClock(0), overdue: () => {} })
    unwritten.settle(settlement('first', 'waiting'))
    const turn = unwritten.take()
    expect(unwritten.settled).toEqual([])
    unwritten.settle(settlement('second'))
    unwritten.putBack(turn)

    expect(unwritten.isWorthWriting(false)).toBe(true)
    expect(unwritten.take().settled.map(({ after }) => after.id)).toEqual(['first', 'second'])
  })
})
