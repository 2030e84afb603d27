import { describe, expect, it } from 'vitest'
import type { CallVerdict } from '../call/call-end.ts'
import { judgeRefusal, type Rights, UNDOUBTED } from './line-rights.ts'

const verdict = (
  outcome: CallVerdict['outcome'],
  status: number | null,
  cause: number | null = null,
): CallVerdict => ({
  outcome,
  status,
  reason: 'Said',
  cause,
  retryAfterMs: null,
})
const FORBIDDEN = verdict('rejected', 403)

/** Calls one after the other on a line; gives what each of them came to. */
function morning(calls: readonly (readonly [dialled: string, verdict: CallVerdict, rang?: boolean])[]) {
  let rights: Rights = UNDOUBTED
  return calls.map(([dialled, one, rang = false]) => {
    const judged = judgeRefusal(rights, { dialled, verdict: one, rang })
    rights = judged.rights
    return judged.verdict.outcome
  })
}

describe('a line whose calls are forbidden', () => {
  it('has been refused by one room, and by another', () => {
    expect(
      morning([
        ['101', FORBIDDEN],
        ['102', FORBIDDEN],
      ]),
    ).toEqual(['rejected', 'rejected'])
  })

  it('has lost its rights when the third room in a row says the same', () => {
    const rooms = ['101', '102', '103', '104'].map((room) => [room, FORBIDDEN] as const)
    expect(morning(rooms)).toEqual(['rejected', 'rejected', 'line-trouble', 'line-trouble'])
  })

  it('is not doubted for one room that is called again and again', () => {
    expect(new Set(morning(Array.from({ length: 9 }, () => ['101', FORBIDDEN] as const)))).toEqual(
      new Set(['rejected']),
    )
  })

  it.each([
    ['busy', verdict('busy', 486), false],
    ['rung out', verdict('no-answer', null), true],
    ['not there', verdict('unreachable', 404), false],
    ['forbidden after ringing', FORBIDDEN, true],
    ['forbidden by the telephone network', verdict('rejected', 403, 21), false],
  ] as const)('is trusted again after a call that came through: %s', (_, came, rang) => {
    expect(
      morning([
        ['101', FORBIDDEN],
        ['102', FORBIDDEN],
        ['103', came, rang],
        ['104', FORBIDDEN],
        ['105', FORBIDDEN],
      ]).slice(3),
    ).toEqual(['rejected', 'rejected'])
  })

  it.each([
    ['other trouble', verdict('line-trouble', 503)],
    ['our own wish, before anything rang', verdict('no-answer', null)],
  ] as const)('is not trusted again for %s', (_, other) => {
    expect(
      morning([
        ['101', FORBIDDEN],
        ['102', FORBIDDEN],
        ['103', other],
        ['104', FORBIDDEN],
      ])[3],
    ).toBe('line-trouble')
  })

  it('keeps what was said', () => {
    const judged = judgeRefusal(
      { forbidden: ['101', '102'] },
      { dialled: '103', verdict: FORBIDDEN, rang: false },
    )
    expect(judged.verdict).toEqual({ ...FORBIDDEN, outcome: 'line-trouble' })
  })
})
