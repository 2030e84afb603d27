import { describe, expect, it, vi } from 'vitest'
import { rest } from '../../../testing/hand.ts'
import { NOON, wakeup } from '../../../testing/records.ts'
import { steppedClock } from '../../../testing/stepped-clock.ts'
import { seconds } from '../../kernel/clock.ts'
import { silentLog } from '../../kernel/log.ts'
import { CallNotes } from './call-notes.ts'
import { CallWriter } from './call-writer.ts'
import type { WakeupBook } from './wakeup-book.ts'
import { endedNote } from './wakeup-notes.ts'

const HANDLE = { callId: 'c' }

/** A night in which there is always one more room to dial: an arming is under way at any moment. */
function crowd() {
  const clock = steppedClock(NOON)
  const order: string[] = []
  const done = (what: string) => (calls: readonly unknown[]) => {
    order.push(`${what} ${calls.length}`)
    return Promise.resolve()
  }
  let finishDial = () => {}
  const book = {
    arm: vi.fn<WakeupBook['arm']>(() => new Promise(() => {})),
    disarm: vi.fn<WakeupBook['disarm']>(() => Promise.resolve()),
    begun: vi.fn<WakeupBook['begun']>((all) => {
      const ids = all.map(({ call }) => call.id)
      return new Promise((resolve) => (finishDial = () => resolve(ids)))
    }),
    note: vi.fn<WakeupBook['note']>(() => Promise.resolve()),
    answered: vi.fn<WakeupBook['answered']>(done('answered')),
    heard: vi.fn<WakeupBook['heard']>(done('heard')),
    ended: vi.fn<WakeupBook['ended']>(done('ended')),
    late: vi.fn<WakeupBook['late']>(() => Promise.resolve()),
  }
  const writer = new CallWriter({ book, clock, log: silentLog, dialled: () => Promise.resolve() })
  const notes = new CallNotes({ ...wakeup({ id: 'w', dials: 1 }), lease: 'ours' }, clock)
  const dialOthers = () =>
    void writer.arm({
      call: { ...wakeup({ id: 'other' }), lease: 'ours' },
      line: 'voice1',
      extension: '102',
      handle: null,
    })
  /** Whoever has asked before sets the timer first. */
  const pass = async (ms: number) => {
    await rest(clock)
    clock.advance(ms)
    await rest(clock)
  }
  return { writer, notes, order, dialOthers, pass, finishDial: () => finishDial() }
}

describe('while there is always one more room to dial', () => {
  it('that a guest has picked up, or has heard enough, waits only for a moment', async () => {
    const { writer, notes, order, dialOthers, pass } = crowd()
    dialOthers()
    void writer.answered(notes, HANDLE)
    await pass(90)
    expect(order).toEqual([])
    await pass(20)
    expect(order).toEqual(['answered 1'])
    void writer.heard(notes)
    await pass(110)
    expect(order).toEqual(['answered 1', 'heard 1'])
  })

  it('how a call ended is written before anybody asks for it', async () => {
    const { writer, notes, order, dialOthers, pass } = crowd()
    dialOthers()
    const result = {
      kind: 'busy',
      status: 486,
      rang: false,
      reason: '',
      cause: null,
      forwarded: false,
    } as const
    void writer.ended({
      notes,
      note: endedNote(notes.moment(), result, null),
      result,
      startedAt: NOON,
      cutOff: null,
      isRecalled: false,
    })
    await pass(seconds(1) + 10)
    expect(order).toEqual(['ended 1'])
  })

  it('an answer is not written before its own dial is', async () => {
    const { writer, notes, order, pass, finishDial } = crowd()
    void writer.dialled(notes)
    void writer.answered(notes, HANDLE)
    await pass(seconds(5))
    expect(order).toEqual([])
    finishDial()
    await pass(0)
    expect(order).toEqual(['answered 1'])
  })
})
