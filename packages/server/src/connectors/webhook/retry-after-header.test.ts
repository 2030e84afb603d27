import { expect, it } from 'vitest'
import { toInstant } from '../../hotel/time/local-time.ts'
import { parseRetryAfter } from './retry-after-header.ts'

const NOW = toInstant('2026-11-14T09:00:00', 'UTC')

it.each<[string | undefined, number | undefined]>([
  ['120', 120_000],
  [' 0 ', 0],
  ['Sat, 14 Nov 2026 09:02:00 GMT', 120_000],
  ['Saturday, 14-Nov-26 09:02:00 GMT', 120_000],
  ['Sat Nov 14 09:02:00 2026', 120_000],
  ['Sun Nov  8 09:02:00 2026', 0],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
  ['Sat, 14 Nov 2026 08:00:00 GMT', 0],
  ['Sat, 14 Nov 2026 09:02:00 CET', undefined],
  ['Sat, 14 Foo 2026 09:02:00 GMT', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After: %s means %s ms', (text, ms) => {
  expect(parseRetryAfter(text, NOW)).toBe(ms)
})
