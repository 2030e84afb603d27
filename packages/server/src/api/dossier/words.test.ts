import { describe, expect, it } from 'vitest'
import type { DossierAttempt } from '@reveille/contract'
import { dialledWords } from './words.ts'

const attempt = (of: Partial<DossierAttempt>): DossierAttempt => ({
  wakeup: 'w',
  number: 1,
  line: 'voice4',
  extension: '101',
  started: '2026-11-15T07:00:00+01:00',
  lateMs: 12,
  progress: [],
  rang: false,
  answeredMs: null,
  heardMs: null,
  keys: '',
  presses: [],
  ended: null,
  endedMs: null,
  result: null,
  status: null,
  reason: '',
  cause: null,
  forwarded: false,
  answeredBy: null,
  machineSigns: [],
  hungUpBy: null,
  ...of,
})

describe('an attempt is called dialled', () => {
  it('when it has left for the exchange', () => {
    expect(dialledWords(attempt({}))).toBe('Dialled extension 101 on line voice4, 12 ms after its time')
  })

  it('not when nothing has left', () => {
    const nothing = attempt({ extension: null, lateMs: null, result: 'line-trouble' })
    expect(dialledWords(nothing)).toBe('Not dialled: nothing left on line voice4')
  })

  it('not when the system was interrupted in that very moment', () => {
    const cutOff = attempt({ extension: null, lateMs: null, result: 'interrupted' })
    expect(dialledWords(cutOff)).toBe('About to be dialled on line voice4')
  })
})
