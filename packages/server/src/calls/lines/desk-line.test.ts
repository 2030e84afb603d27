import { describe, expect, it } from 'vitest'
import { manualClock } from '../../../testing/manual-clock.ts'
import { seconds } from '../../kernel/clock.ts'
import type { HeldLine } from '../caller.ts'
import { DeskLine } from './desk-line.ts'

/** One line, which is free or not, and the calls to the desk that wait for it. */
function deskLineFor(...tenants: string[]) {
  const clock = manualClock(0)
  const state = { free: false, guestDueAt: Infinity }
  const served: string[] = []
  const lines: HeldLine[] = []
  const release = () => {
    state.free = true
    desk.released()
  }
  const take = (tenant: string, before: number): HeldLine | null => {
    if (!state.free || state.guestDueAt < before) return null
    state.free = false
    served.push(tenant)
    return { name: 'voice1', exchange: 'pbx.example:5060', prepare: () => new Promise(() => {}), release }
  }
  const desk = new DeskLine({ clock, take })
  const asked = tenants.map((tenant) => desk.next(tenant))
  for (const one of asked) void one.then((line) => line && lines.push(line))
  const settle = () => new Promise<void>((resolve) => clock.soon(resolve))
  return { clock, desk, state, served, lines, asked, release, settle }
}

describe('a call to the desk that waits for a line', () => {
  it('has it in the moment in which it is given back', () => {
    const { state, served, release } = deskLineFor('east')
    release()
    expect(served).toEqual(['east'])
    expect(state.free).toBe(false)
  })

  it('leaves it to a guest who is to be woken within a minute, and has it before one who is due later', () => {
    const { clock, state, served, release } = deskLineFor('east')
    state.guestDueAt = seconds(59)
    release()
    expect(served).toEqual([])
    state.guestDueAt = seconds(61)
    clock.advance(seconds(2))
    expect(served).toEqual(['east'])
  })

  it('waits while nobody gives one back', async () => {
    const { desk, served, lines, settle } = deskLineFor('east')
    desk.serve()
    await settle()
    expect([served, lines]).toEqual([[], []])
  })

  it('lets others go first when another of them has just had one', async () => {
    const { clock, state, served, lines, release, settle } = deskLineFor('east', 'west')
    release()
    await settle()
    lines[0]?.release()
    expect(served).toEqual(['east'])
    expect(state.free).toBe(true)
    clock.advance(seconds(2))
    expect(served).toEqual(['east', 'west'])
  })

  it('has the line after the next guest, however soon that is', async () => {
    const { state, served, lines, release, settle } = deskLineFor('east', 'west')
    release()
    await settle()
    lines[0]?.release()
    // A guest has taken it, and gives it back.
    state.free = false
    release()
    expect(served).toEqual(['east', 'west'])
  })

  it('does not have a second line while the first is out', async () => {
    const { state, desk, served, release } = deskLineFor('east', 'west')
    release()
    state.free = true
    desk.serve()
    expect(served).toEqual(['east'])
  })

  it('is told when there will be none', async () => {
    const { desk, asked } = deskLineFor('east', 'west')
    desk.close()
    expect(await Promise.all(asked)).toEqual([null, null])
  })
})
