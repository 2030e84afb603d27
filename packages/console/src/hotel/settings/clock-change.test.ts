import { expect, it } from 'vitest'
import { nextClockChange } from './clock-change.ts'

it.each([
  ['Europe/Zurich', '2027-03-28T01:00:00.000Z'],
  ['America/New_York', '2027-03-14T07:00:00.000Z'],
  ['Asia/Tokyo', null],
])('clocks of %s change next at %s', (zone, at) => {
  const found = nextClockChange(Date.UTC(2026, 10, 16, 17, 33, 12), zone)
  expect(found === null ? null : new Date(found).toISOString()).toBe(at)
})
