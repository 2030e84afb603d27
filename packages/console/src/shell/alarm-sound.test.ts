import { describe, expect, it } from 'vitest'
import { handClock } from '../../testing/hand-clock.ts'
import { AlarmSound } from './alarm-sound.ts'

describe('the sound of an alarm', () => {
  it('is no reason to break where the machine has none: the screen says that it is off', () => {
    const clock = handClock(0)
    const sound = new AlarmSound(clock, () => {
      throw new Error('no sound card')
    })
    sound.start()
    clock.advance(60_000)
    expect(sound.isMuted.get()).toBe(true)
    sound.stop()
    expect(sound.isMuted.get()).toBe(false)
  })
})
