import { describe, expect, it } from 'vitest'
import { minutes } from '../../kernel/clock.ts'
import { isAccountRefused, isUnwanted, waitAfterRefusals } from './refused-account.ts'

describe('a call that is refused', () => {
  it.each([
    [401, true, 'none', true],
    [407, true, 'none', true],
    [401, true, 'refused', true],
    [403, true, 'refused', true],
    // The room may not be called.
    [403, true, 'none', false],
    [404, true, 'refused', false],
    [503, true, 'refused', false],
    [null, true, 'refused', false],
    // The password was right a moment ago.
    [407, true, 'registered', false],
    [403, true, 'registered', false],
    // Nothing was tried.
    [401, false, 'none', false],
  ] as const)(
    'with %s, password %s, registration %s: for who we are is %s',
    (status, hasPassword, standing, is) => {
      expect(isAccountRefused({ status, hasPassword, standing })).toBe(is)
    },
  )

  it.each([
    [1, 2.5],
    [2, 5],
    [3, 5],
    [100, 5],
  ])('for the %ith time in a row is followed by %s minutes without another', (refusals, wait) => {
    expect(waitAfterRefusals(refusals)).toBe(minutes(wait))
  })
})

describe('a registration that is refused', () => {
  it.each([
    ['401 Unauthorized', true],
    ['403 Forbidden', true],
    ['404 Not Found', true],
    ['407 Proxy Authentication Required', true],
    ['503 Service Unavailable', false],
    ['The exchange did not answer', false],
  ])('as %j is for who we are: %s', (why, is) => {
    expect(isUnwanted(why)).toBe(is)
  })
})
