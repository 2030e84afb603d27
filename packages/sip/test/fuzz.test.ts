import { expect, it } from 'vitest'
import { fuzz } from './fuzz-check.ts'

it('withstands fifteen thousand bent messages', () => {
  const { slowestMs } = fuzz(1, 15_000)
  // The longest have 60,000 bytes and take some ten milliseconds.
  expect(slowestMs).toBeLessThan(500)
})
