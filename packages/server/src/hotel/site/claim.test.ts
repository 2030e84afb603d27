import { expect, it } from 'vitest'
import { hashOfClaim, houseState, isClaim, writtenClaim } from './claim.ts'

it('a code is taken as people type it, and no other', () => {
  const hash = hashOfClaim('abcdefghjkmn')
  expect(writtenClaim('abcdefghjkmn')).toBe('abcd-efgh-jkmn')
  expect(['abcd-efgh-jkmn', ' ABCD efgh jkmn'].map((code) => isClaim(code, hash))).toEqual([true, true])
  expect(['abcd-efgh-jkmp', '', 'abcd'].map((code) => isClaim(code, hash))).toEqual([false, false, false])
  expect(isClaim('x', 'short')).toBe(false)
})

it.each([
  [{ claim: 'x' }, 'new'],
  [{ setup: '1', demonstration: '1' }, 'demonstration'],
  [{ setup: '1', demonstration: '0' }, 'ready'],
  [{ setup: '1' }, 'ready'],
])('what is remembered as %j is %s', (remembered, state) => {
  expect(houseState(remembered)).toBe(state)
})
