import type { DestinationRecord } from '@reveille/contract'
import { describe, expect, it } from 'vitest'
import { foundSince, mendedAt, screensOf } from './house-check.ts'
import { lanesInTrouble } from './lane-fare.ts'

const lane = (more: Partial<DestinationRecord>): DestinationRecord => ({
  name: 'bar',
  purpose: 'charge',
  tenant: '',
  state: 'flowing',
  link: null,
  waiting: 0,
  oldest: null,
  uncertain: 0,
  failures: 0,
  failing: null,
  next: null,
  last: null,
  disabled: null,
  why: '',
  ...more,
})
const TEN = '2026-11-14T10:00:00+01:00'
const NINE = '2026-11-14T09:00:00+01:00'

describe('how the house is, part by part', () => {
  it('leads to where a part is mended, for those who get there', () => {
    expect(mendedAt('lines', ['administrator'])).toBe('/settings/lines')
    expect(mendedAt('lines', ['review'])).toBeNull()
    expect(mendedAt('charges', ['review'])).toBe('/deliveries?state=uncertain')
    expect(mendedAt('calls', ['review'])).toBe('/today')
    expect(mendedAt('clock', ['administrator'])).toBeNull()
  })

  it('knows which lanes are in trouble, and leaves out what somebody has disabled', () => {
    const lanes = [
      lane({ name: 'flows' }),
      lane({ name: 'paused', state: 'paused', failing: TEN }),
      lane({ name: 'by hand', state: 'disabled' }),
      lane({ name: 'by itself', state: 'disabled', disabled: NINE }),
      lane({ name: 'pms', state: 'unready', link: { up: false, since: TEN, why: '' } }),
    ]
    expect(lanesInTrouble(lanes).map(({ name }) => name)).toEqual(['paused', 'by itself', 'pms'])
    expect(foundSince('connectors', { lines: [], lanes })).toBe(Date.parse(NINE))
    expect(foundSince('connectors', { lines: [], lanes: [lane({})] })).toBeNull()
    expect(foundSince('disk', { lines: [], lanes })).toBeNull()
  })

  it('counts screens that only show apart from those where people sit', () => {
    expect(screensOf([{ kind: 'person' }, { kind: 'display' }, { kind: 'person' }])).toEqual({
      people: 2,
      displays: 1,
    })
  })
})
