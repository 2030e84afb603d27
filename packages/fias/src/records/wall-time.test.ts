import { describe, expect, it } from 'vitest'
import { fiasTime } from './wall-time.ts'

describe('date and time', () => {
  it.each([
    ['UTC', '2026-03-14T00:00:00Z', '260314', '000000'],
    ['Europe/Vienna', '2026-03-14T11:42:54Z', '260314', '124254'],
    ['America/New_York', '2026-01-01T04:59:59Z', '251231', '235959'],
    ['Europe/Vienna', '2026-07-31T22:05:09Z', '260801', '000509'],
  ])('are those of the hotel: %s, %s', (zone, instant, date, time) => {
    expect(fiasTime(Date.parse(instant), zone)).toEqual({ date, time })
  })
})
