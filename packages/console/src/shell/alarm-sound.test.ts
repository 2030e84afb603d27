import { describe, expect, it, vi } from 'vitest'
import { handClock } from '../../testing/hand-clock.ts'
import { AlarmSound } from './alarm-sound.ts'
import type { Speaker } from './speaker.ts'

/** Of a browser that lets no page sound before it was touched. */
function muteSpeaker() {
  const waiting: (() => void)[] = []
  let [isOn, sounds] = [false, 0]
  const speaker: Speaker = {
    isOn: () => isOn,
    turnOn: () => (isOn ? Promise.resolve() : new Promise((turned) => waiting.push(turned))),
    onTurn: (act) => waiting.push(act),
    sound: () => void sounds++,
  }
  const touch = () => {
    isOn = true
    for (const act of waiting.splice(0)) act()
  }
  return { speaker, touch, sounds: () => sounds }
}

describe('the sound of an alarm', () => {
  it('is no reason to break where the machine has none: the screen says that it is off', () => {
    const clock = handClock(0)
    const sound = new AlarmSound(clock, () => {
      throw new Error('no sound card')
    })
    sound.start()
    clock.advance(60_000)
    expect(sound.isMuted.get()).toBe(true)
  })

  it('comes as soon as the browser lets it, once, and not when nobody need act any more', async () => {
    const clock = handClock(0)
    const { speaker, touch, sounds } = muteSpeaker()
    const sound = new AlarmSound(clock, () => speaker)
    sound.start()
    clock.advance(60_000)
    expect([sound.isMuted.get(), sounds()]).toEqual([true, 0])
    touch()
    await vi.waitFor(() => expect([sound.isMuted.get(), sounds()]).toEqual([false, 1]))
    clock.advance(20_000)
    await vi.waitFor(() => expect(sounds()).toBe(2))
    sound.stop()
    clock.advance(60_000)
    expect(sounds()).toBe(2)
  })
})
