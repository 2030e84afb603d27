import { describe, expect, it } from 'vitest'
import { classify, type CallFailure, type CallOutcome } from './call-end.ts'
import { Headers } from '../messages/headers.ts'
import { NO_BODY } from '../messages/message.ts'

const refused = (
  status: number,
  how: { rang?: boolean; heard?: boolean; reason?: string; after?: string } = {},
) => {
  const headers = new Headers()
  if (how.reason !== undefined) headers.append('Reason', how.reason)
  if (how.after !== undefined) headers.append('Retry-After', how.after)
  const response = { kind: 'response', status, reason: 'Said', headers, body: NO_BODY } as const
  return {
    kind: 'refused',
    response,
    rang: how.rang ?? false,
    heard: how.heard ?? true,
  } satisfies CallFailure
}

const table: readonly (readonly [string, CallFailure, CallOutcome])[] = [
  ['486', refused(486), 'busy'],
  ['600', refused(600), 'busy'],
  ['480 with Q.850 17', refused(480, { reason: 'Q.850;cause=17;text="User busy"' }), 'busy'],
  ['our ring timer', { kind: 'withdrawn', reason: 'Rang out' }, 'no-answer'],
  ['487 after 180', refused(487, { rang: true }), 'no-answer'],
  ['487 before ringing, and not by our wish', refused(487), 'line-trouble'],
  ['100 and no more', { kind: 'never rang' }, 'line-trouble'],
  ['408 after 180', refused(408, { rang: true }), 'no-answer'],
  ['480 after ringing', refused(480, { rang: true }), 'no-answer'],
  ['500 with Q.850 19', refused(500, { reason: 'Q.850 ;cause=19' }), 'no-answer'],
  ['a SIP reason before Q.850 18', refused(404, { reason: 'SIP;cause=486, Q.850;cause=18' }), 'no-answer'],
  ['603', refused(603), 'rejected'],
  ['403', refused(403), 'rejected'],
  ['607', refused(607), 'rejected'],
  ['608', refused(608), 'rejected'],
  ['406, as Yate says it', refused(406), 'rejected'],
  ['486 with Q.850 21', refused(486, { reason: 'Q.850;cause=21' }), 'rejected'],
  ['404', refused(404), 'unreachable'],
  ['410', refused(410), 'unreachable'],
  ['480 at once', refused(480), 'unreachable'],
  ['484', refused(484), 'unreachable'],
  ['604', refused(604), 'unreachable'],
  ['302 that is not followed', refused(302), 'unreachable'],
  ['408 after 100', refused(408), 'unreachable'],
  ...[1, 20, 22, 27, 28].map(
    (cause) => [`Q.850 ${cause}`, refused(503, { reason: `Q.850;cause=${cause}` }), 'unreachable'] as const,
  ),
  ['408 and no 1xx', refused(408, { heard: false }), 'line-trouble'],
  ['silence', { kind: 'timeout' }, 'line-trouble'],
  ['a broken way', { kind: 'transport failed', reason: 'ECONNREFUSED' }, 'line-trouble'],
  ['an answer without audio', { kind: 'no audio', status: 200 }, 'line-trouble'],
  ...[401, 407, 402, 420, 421, 488, 606, 500, 503, 504].map(
    (status) => [String(status), refused(status), 'line-trouble'] as const,
  ),
  ...[34, 38, 41, 42].map(
    (cause) => [`Q.850 ${cause}`, refused(486, { reason: `Q.850;cause=${cause}` }), 'line-trouble'] as const,
  ),
  ['Q.850 16 says nothing', refused(486, { reason: 'Q.850;cause=16' }), 'busy'],
]

describe('a call that nobody answered', () => {
  it.each(table)('%s', (_, failure, outcome) => {
    expect(classify(failure).outcome).toBe(outcome)
  })

  it('keeps what was said: status, text, cause, and when to come back', () => {
    expect(
      classify(refused(503, { reason: 'Q.850;cause=34', after: '120 (maintenance);duration=60' })),
    ).toEqual({
      outcome: 'line-trouble',
      status: 503,
      reason: 'Said',
      cause: 34,
      retryAfterMs: 120_000,
    })
  })
})
