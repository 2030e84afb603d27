import { describe, expect, it, vi } from 'vitest'
import { manualClock } from '../../../testing/manual-clock.ts'
import { seconds } from '../../kernel/clock.ts'
import { MenuLines } from './menu-lines.ts'

/** Lines that menus have, and guests who are to be woken over them then. */
function lentLines(...due: readonly number[]) {
  const clock = manualClock(0)
  const lines = new MenuLines({
    clock,
    guestsDue: (before) => due.filter((at) => at < before).map(() => ''),
    wantedBack: (guests, lent) => lent.slice(0, guests.length),
  })
  const lend = () => {
    const cut = vi.fn<() => void>()
    const told = vi.fn<() => void>()
    const lent = lines.lend('voice1', cut)
    void lent.needed.then(told)
    return { cut, told, back: () => lent.back() }
  }
  const pass = async (ms: number) => {
    clock.advance(ms)
    await new Promise<void>((resolve) => clock.soon(resolve))
  }
  return { lines, lend, pass }
}

describe('a line that a menu has', () => {
  it('is asked for ten seconds before a guest is to be woken over it, and taken away just before', async () => {
    const { lend, pass } = lentLines(seconds(60))
    const { told, cut } = lend()
    await pass(seconds(50))
    expect([told.mock.calls.length, cut.mock.calls.length]).toEqual([0, 0])
    await pass(seconds(1))
    expect([told.mock.calls.length, cut.mock.calls.length]).toEqual([1, 0])
    await pass(seconds(8))
    expect([told.mock.calls.length, cut.mock.calls.length]).toEqual([1, 1])
  })

  it('is left to whoever came last, where one is enough', async () => {
    const { lend, pass } = lentLines(seconds(5))
    const [first, second] = [lend(), lend()]
    await pass(seconds(5))
    expect([first.cut.mock.calls.length > 0, second.cut.mock.calls.length > 0]).toEqual([true, false])
    expect(second.told).not.toHaveBeenCalled()
  })

  it('is nobody else’s business once it was given back, and none once all is over', async () => {
    const { lines, lend, pass } = lentLines(seconds(5))
    const [first, second] = [lend(), lend()]
    first.back()
    lines.close()
    await pass(seconds(5))
    expect([first.cut, second.cut].map((cut) => cut.mock.calls.length)).toEqual([0, 0])
  })
})
