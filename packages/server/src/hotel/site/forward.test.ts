import { describe, expect, test } from 'vitest'
import { isLaterVersion, isLaterZoneData } from './forward.ts'

describe('what several processes know moves forward only', () => {
  test.each([
    ['2026b', '2026a', true],
    ['2027a', '2026g', true],
    ['2026a', '2026a', false],
    ['2025c', '2026a', false],
    ['', '2026a', false],
    ['2026a', undefined, true],
  ])('zone data %j after %j: %j', (zoneData, known, later) =>
    expect(isLaterZoneData(zoneData, known)).toBe(later),
  )

  test.each([
    ['0.2.0', '0.1.0', true],
    ['0.10.0', '0.9.9', true],
    ['1.0.0', '0.99.99', true],
    ['1.0.1', '1.0', true],
    ['1.0', '1.0.1', false],
    ['0.1.0', '0.1.0', false],
    ['0.9.9', '0.10.0', false],
    ['0.1.0', undefined, true],
  ])('version %j after %j: %j', (version, known, later) => expect(isLaterVersion(version, known)).toBe(later))
})
