import type { LineTestRecord, LineTrialReply } from '@reveille/contract'
import { describe, expect, it } from 'vitest'
import { findingsOfTrial, troubleIn, troubleInTest, troubleOfLine } from './line-trial.ts'

const reach = { step: 'reach', ok: true, status: 200, reason: '', ms: 6 } as const
const register = (status: number): LineTrialReply['steps'][number] => ({
  step: 'register',
  ok: status === 200,
  status,
  reason: 'said',
  ms: 84,
})
const silent = { ...reach, ok: false, status: null, reason: 'silence' } as const

describe('a line that was tried', () => {
  it.each<[string, LineTrialReply['steps'], string | null]>([
    ['is taken', [reach, register(200)], null],
    ['has a wrong password', [reach, register(401)], 'password'],
    ['is not wanted', [reach, register(403)], 'forbidden'],
    ['is not known', [reach, register(404)], 'unknown-line'],
    ['is answered too late', [reach, register(408)], 'late'],
    ['is not wanted just now', [reach, register(480)], 'refused'],
    ['comes to an exchange that has too much to do', [reach, register(503)], 'overloaded'],
    ['is a telephone, which knows no registration', [reach, register(501)], 'no-registrar'],
    ['is refused otherwise', [reach, register(488)], 'refused'],
    ['leads nowhere', [silent], 'silence'],
    ['cannot even be sent', [{ ...silent, reason: 'getaddrinfo ENOTFOUND pbx' }], 'no-way'],
  ])('and %s', (_, steps, trouble) => {
    expect(troubleIn({ exchange: '10.0.0.2:5060', steps })).toBe(trouble)
  })
})

it('of a line that signs in nowhere, no sign-in is to be proved', () => {
  const about = (signsIn: boolean, steps: LineTrialReply['steps']) =>
    findingsOfTrial({ exchange: '10.0.0.2:5070', steps }, '9001', signsIn).proofs.map((one) => one.about)
  expect(about(false, [reach])).toEqual(['reach'])
  expect(about(false, [silent])).toEqual(['reach'])
  expect(about(true, [silent])).toEqual(['reach', 'register'])
})

it('a line in use that the exchange does not know is no phone that it does not know', () => {
  expect(troubleOfLine({ status: 404, code: null })).toBe('unknown-line')
})

describe('a test call', () => {
  const END = {
    outcome: 'answered',
    status: 200,
    reason: 'OK',
    hungUpBy: null,
    heardMs: 0,
    keys: '',
  } as const
  const test = (more: Partial<NonNullable<LineTestRecord['end']>>): LineTestRecord => ({
    id: '1',
    line: 'voice1',
    extension: '101',
    state: 'over',
    steps: [],
    end: { ...END, verdict: 'well', audio: null, ...more },
  })
  it.each([
    [test({}), null],
    [test({ verdict: 'deaf' }), 'deaf'],
    [test({ verdict: 'no-key' }), 'no-key'],
    [test({ verdict: 'unanswered', outcome: 'busy' }), 'busy'],
    [test({ verdict: 'unanswered', outcome: 'no-answer' }), 'no-answer'],
    [test({ verdict: 'refused', status: 404 }), 'unknown'],
    [test({ verdict: 'no-line', status: null }), 'no-line'],
  ])('%#', (one, trouble) => {
    expect(troubleInTest(one)).toBe(trouble)
  })
})
