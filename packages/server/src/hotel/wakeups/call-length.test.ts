import { describe, expect, it } from 'vitest'
import { seconds } from '../../kernel/clock.ts'
import { callLength, type MeasuredCall, USUAL_LENGTH } from './call-length.ts'

const calls = (count: number, ms: number, kind: MeasuredCall['kind'] = 'answered') =>
  Array.from({ length: count }, () => ({ ms, kind }))

describe('the length of a call', () => {
  it.each<[string, MeasuredCall[], number]>([
    ['is the usual one while none was measured', [], USUAL_LENGTH],
    ['is the usual one while few were', calls(19, seconds(12)), USUAL_LENGTH],
    ['is that of the calls that were made', calls(20, seconds(12)), seconds(12)],
    [
      'counts those that nobody answers, which take a line too',
      [...calls(30, seconds(10)), ...calls(10, seconds(24), 'no-answer')],
      seconds(13.5),
    ],
    [
      'leaves out what a line could not carry',
      [...calls(20, seconds(12)), ...calls(20, 30, 'line-trouble')],
      seconds(12),
    ],
  ])('%s', (_, measured, expected) => {
    expect(callLength(measured)).toBe(expected)
  })
})
