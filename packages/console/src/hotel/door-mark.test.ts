import { expect, it } from 'vitest'
import { endsAhead } from './door-mark.ts'

it.each([
  ['2026-11-14', 11 * 60 + 59, ['2026-11-14T12:00', '2026-11-15T12:00', '']],
  ['2026-11-14', 12 * 60, ['2026-11-15T12:00', '']],
  ['2026-12-31', 20 * 60, ['2027-01-01T12:00', '']],
])('a guest who is not to be disturbed on %s, minute %i, is so until one of %j', (today, minute, ends) => {
  expect(endsAhead(today, minute).map(({ until }) => until)).toEqual(ends)
})
