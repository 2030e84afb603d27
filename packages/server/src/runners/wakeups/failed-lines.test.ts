import { expect, it } from 'vitest'
import { FailedLines } from './failed-lines.ts'

it('a call avoids the line that could not carry it, until another line has', () => {
  const failed = new FailedLines()
  failed.note('call', 'encrypted')
  expect(failed.wishOf('call')).toEqual({ avoid: 'encrypted' })
  failed.note('call', null)
  expect(failed.wishOf('call')).toEqual({})
})

it('of a thousand calls that failed, the oldest are forgotten', () => {
  const failed = new FailedLines()
  for (let call = 0; call <= 1_000; call += 1) failed.note(`${call}`, 'encrypted')
  expect([failed.wishOf('0'), failed.wishOf('1000')]).toEqual([{}, { avoid: 'encrypted' }])
})
