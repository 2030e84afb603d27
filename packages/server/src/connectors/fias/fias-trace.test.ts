import { describe, expect, it } from 'vitest'
import { keepTrace } from './fias-trace.ts'

describe('the trace of a link', () => {
  it('keeps the last 200 records of both directions, in their order', () => {
    let now = 0
    const trace = keepTrace(() => ++now)
    for (let n = 1; n <= 201; n++) trace.add(n % 2 === 0 ? 'sent' : 'received', `PS|RN${n}|`)
    expect(trace.lines()).toHaveLength(200)
    expect(trace.lines()[0]).toEqual({ number: 2, at: 2, direction: 'sent', text: 'PS|RN2|' })
    expect(trace.lines().at(-1)).toEqual({ number: 201, at: 201, direction: 'received', text: 'PS|RN201|' })
  })

  it('hides the proof of an authenticated link', () => {
    const trace = keepTrace(() => 0)
    trace.add('sent', 'LD|DA261115|CGc2VjcmV0|V#1.0|')
    expect(trace.lines()[0]?.text).toBe('LD|DA261115|CG[redacted]|V#1.0|')
  })
})
