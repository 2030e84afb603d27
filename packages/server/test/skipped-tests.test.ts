import { describe, expect, it } from 'vitest'
import { lastLine } from '../../../scripts/test-run/skipped-tests.ts'

const here = { tests: [], missing: [], isCi: false }
const ci = { ...here, isCi: true }

describe('the last line of a test run', () => {
  it.each([
    ['on CI', ci],
    ['elsewhere', here],
    ['where a program is missing that these tests do not need', { ...here, missing: ['sipp'] }],
  ])('is missing where all tests ran, %s', (_, skipped) => {
    expect(lastLine(skipped)).toBe(null)
  })

  it('counts the skipped tests, and names the missing programs and the command that installs them', () => {
    expect(lastLine({ ...here, tests: ['a call', 'a key'], missing: ['sipp', 'baresip'] })).toBe(
      'Skipped: 2 tests. Missing programs: sipp, baresip. npm run test:peers installs them.',
    )
  })

  it('names no program where all are installed', () => {
    expect(lastLine({ ...here, tests: ['as root'] })).toBe('Skipped: 1 test.')
  })

  it('names every skipped test on CI, and says that the run fails', () => {
    expect(lastLine({ ...ci, tests: ['a call', 'a key'] })).toBe(
      'Failed, because CI is set and no test may be skipped. Skipped: 2 tests (a call; a key).',
    )
  })

  it('fails on CI for a missing program alone', () => {
    expect(lastLine({ ...ci, missing: ['sipp'] })).toBe(
      'Failed, because CI is set and no test may be skipped. Missing programs: sipp. npm run test:peers installs them.',
    )
  })
})
