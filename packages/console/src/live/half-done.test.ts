import { expect, it } from 'vitest'
import { HalfDone } from './half-done.ts'

it('what was begun is kept until all of it is sent or given up', () => {
  const halfDone = new HalfDone()
  const [line, basket] = [halfDone.hold(), halfDone.hold()]
  line()
  line()
  expect(halfDone.isNothing()).toBe(false)
  basket()
  expect(halfDone.isNothing()).toBe(true)
})
