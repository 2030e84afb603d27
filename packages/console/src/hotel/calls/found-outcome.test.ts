import type { DossierAttempt, DossierEntry } from '@reveille/contract'
import { describe, expect, it } from 'vitest'
import { foundIn, proofIn } from './found-outcome.ts'

const row = (kind: string, at: string, detail: Record<string, unknown>): DossierEntry => ({
  id: 1,
  at,
  tenant: '',
  kind,
  room: '101',
  actor: 'system',
  source: 6,
  text: '',
  detail,
  sealed: null,
  altered: false,
})

const pressed = (keys: string): Pick<DossierAttempt, 'presses'> => ({
  presses: Array.from(keys, (key) => ({ ms: 5_000, key })),
})

describe('what the system found of a call', () => {
  it('keeps its time when somebody marks the call later', () => {
    const log = [
      row('wakeup.settled', '2026-11-15T07:12:00+01:00', { outcome: 'no-answer' }),
      row('wakeup.overwritten', '2026-11-15T07:30:00+01:00', { outcome: 'complete' }),
    ]
    expect(foundIn({ log })?.at).toBe('2026-11-15T07:12:00+01:00')
  })

  it.each([
    ['key', { outcome: 'complete', proof: 'key' }, '5', 'key'],
    ['no key', { outcome: 'complete', proof: 'heard' }, '', 'heard'],
  ])('is shown by what the log says: %s', (_, detail, keys, proof) => {
    const log = [row('wakeup.settled', '2026-11-15T07:12:00+01:00', detail)]
    expect(proofIn({ log, attempts: [pressed(keys)] })).toBe(proof)
  })

  it('is shown by the keys of the other call, where it ended with one', () => {
    expect(proofIn({ log: [], attempts: [pressed('5')] })).toBe('key')
    expect(proofIn({ log: [], attempts: [pressed('')] })).toBeNull()
  })
})
