import { expect, it } from 'vitest'
import { SpareFrames } from './spare-frames.ts'

it('the frame after a click belongs to what was clicked, and the one after it to the house again', () => {
  const frames = new SpareFrames()
  expect(frames.isSpare(16)).toBe(true)
  frames.touched()
  expect([frames.isSpare(32), frames.isSpare(32)]).toEqual([false, false])
  expect([frames.isSpare(48), frames.isSpare(64)]).toEqual([true, true])
})

it('a click within a frame takes the next one', () => {
  const frames = new SpareFrames()
  expect(frames.isSpare(16)).toBe(true)
  frames.touched()
  expect(frames.isSpare(16)).toBe(true)
  expect(frames.isSpare(32)).toBe(false)
})

it('while a key is kept down, every second frame is the house’s', () => {
  const frames = new SpareFrames()
  const spare = [16, 32, 48, 64, 80].map((at) => {
    frames.touched()
    return frames.isSpare(at)
  })
  expect(spare).toEqual([false, true, false, true, false])
})
