import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toInstant } from '../../hotel/time/local-time.ts'
import { isFailure } from '../../kernel/failure.ts'
import { spanOf } from './span.ts'

const utc = (wall: string) => toInstant(wall, 'UTC')

function instantOrRefusal(text: string, zone: string): boolean {
  try {
    return Number.isSafeInteger(spanOf({ start: text }, zone).from)
  } catch (error) {
    return isFailure(error)
  }
}

describe('start and end of a query', () => {
  it('are instants in the zone of the hotel', () => {
    expect(spanOf({ start: '202611150700', end: '202611150730' }, 'Europe/Zurich')).toEqual({
      from: utc('2026-11-15T06:00:00'),
      before: utc('2026-11-15T06:30:00'),
    })
    expect(spanOf({ start: '202611150700' }, 'America/New_York').from).toBe(utc('2026-11-15T12:00:00'))
  })

  it('may be days, which begin at midnight', () => {
    expect(spanOf({ start: '20261115', end: '20261116' }, 'Europe/Zurich')).toEqual({
      from: utc('2026-11-14T23:00:00'),
      before: utc('2026-11-15T23:00:00'),
    })
  })

  it('may be left out', () => {
    expect(spanOf({}, 'Europe/Zurich')).toEqual({ from: undefined, before: undefined })
  })

  it('move forward where the clocks skip them', () => {
    expect(spanOf({ start: '202603290230' }, 'Europe/Zurich').from).toBe(utc('2026-03-29T01:30:00'))
  })

  it.each(['20261301', '20260230', '202611152400', '202611150760', '2026111507', '', 'yesterday'])(
    '%j is refused, and the field is named',
    (text) => {
      const refusal = {
        code: 'parameter.invalid',
        message: expect.stringMatching(/^end must be/),
        detail: { field: 'end' },
      }
      expect(() => spanOf({ end: text }, 'Europe/Zurich')).toThrow(expect.objectContaining(refusal))
    },
  )

  it('are instants or a refusal, whatever the digits are', () => {
    const digits = fc.string({ unit: fc.nat({ max: 9 }).map(String), minLength: 8, maxLength: 12 })
    fc.assert(
      fc.property(digits, fc.constantFrom('Europe/Zurich', 'Pacific/Apia', 'UTC'), (text, zone) => {
        expect(instantOrRefusal(text, zone)).toBe(true)
      }),
    )
  })
})
