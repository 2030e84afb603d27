import { beforeEach, describe, expect, it } from 'vitest'
import { type ManualClock, manualClock, seconds } from '../kernel/clock.ts'
import { AnswerWatch } from './answer-watch.ts'

describe('waiting for an answer', () => {
  let clock: ManualClock
  let watch: AnswerWatch
  let ended: string[]
  const connection = (name: string) => ({ end: async () => void ended.push(name) })

  beforeEach(() => {
    clock = manualClock(0)
    watch = new AnswerWatch(clock, seconds(40))
    ended = []
  })

  it('ends a connection that has not answered in time, and only that one', () => {
    const [silent, quick] = [connection('silent'), connection('quick')]
    watch.asked(silent)
    watch.asked(quick)
    watch.answered(quick)
    clock.advance(seconds(39))
    expect(ended).toEqual([])
    clock.advance(seconds(11))
    expect(ended).toEqual(['silent'])
    clock.advance(seconds(100))
    expect(ended).toEqual(['silent'])
  })

  it('counts from the last question', () => {
    const busy = connection('busy')
    for (let n = 0; n < 20; n++) {
      watch.asked(busy)
      clock.advance(seconds(30))
      watch.answered(busy)
    }
    expect(ended).toEqual([])
    watch.asked(busy)
    clock.advance(seconds(50))
    expect(ended).toEqual(['busy'])
  })

  it('looks no more once it is stopped', () => {
    watch.asked(connection('silent'))
    watch.stop()
    clock.advance(seconds(100))
    expect(ended).toEqual([])
  })

  it('survives a connection that cannot even be ended', () => {
    watch.asked({ end: () => Promise.reject(new Error('already gone')) })
    clock.advance(seconds(50))
    expect(ended).toEqual([])
  })
})
