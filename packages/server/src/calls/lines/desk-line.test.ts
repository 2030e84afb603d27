import { describe, expect, it } from 'vitest'
import { manualClock } from '../../../testing/manual-clock.ts'
import { seconds } from '../../kernel/clock.ts'
import type { HeldLine } from '../caller.ts'
import { LineQueue } from './desk-line.ts'

/** One line, which is free or not, and those who queue for it. */
function queueFor(...tenants: string[]) {
  const clock = manualClock(0)
  const state = { free: false }
  const served: string[] = []
  const lines: HeldLine[] = []
  const release = () => {
    state.free = true
    queue.released()
  }
  const take = (tenant: string): HeldLine | null => {
    if (!state.free) return null
    state.free = false
    served.push(tenant)
    return { name: 'voice1', prepare: () => new Promise(() => {}), release }
  }
  const queue = new LineQueue({ clock, take })
  const asked = tenants.map((tenant) => queue.next(tenant))
  for (const one of asked) void one.then((line) => line && lines.push(line))
  const settle = () => new Promise<void>((resolve) => clock.soon(resolve))
  return { clock, queue, state, served, lines, asked, release, settle }
}

describe('whoever queues for a line', () => {
  it('has it in the moment in which it is given back', () => {
    const { state, served, release } = queueFor('east')
    release()
    expect(served).toEqual(['east'])
    expect(state.free).toBe(false)
  })

  it('waits while nobody gives one back', async () => {
    const { queue, served, lines, settle } = queueFor('east')
    queue.serve()
    await settle()
    expect([served, lines]).toEqual([[], []])
  })

  it('lets others go first when somebody of the queue has just had one', async () => {
    const { clock, state, served, lines, release, settle } = queueFor('east', 'west')
    release()
    await settle()
    lines[0]?.release()
    expect(served).toEqual(['east'])
    expect(state.free).toBe(true)
    clock.advance(seconds(2))
    expect(served).toEqual(['east', 'west'])
  })

  it('has the line after the next guest, however soon that is', async () => {
    const { state, served, lines, release, settle } = queueFor('east', 'west')
    release()
    await settle()
    lines[0]?.release()
    // A guest has taken it, and gives it back.
    state.free = false
    release()
    expect(served).toEqual(['east', 'west'])
  })

  it('does not have a second line while the first is out', async () => {
    const { state, queue, served, release } = queueFor('east', 'west')
    release()
    state.free = true
    queue.serve()
    expect(served).toEqual(['east'])
  })

  it('is told when there will be none', async () => {
    const { queue, asked } = queueFor('east', 'west')
    queue.close()
    expect(await Promise.all(asked)).toEqual([null, null])
  })
})
