import { describe, expect, it } from 'vitest'
import { judge } from './posting-answer.ts'
import { type FiasRecord, parseRecord } from './record.ts'

const answer = (fields: string): FiasRecord => parseRecord(`PA|RN1|${fields}`) ?? { id: '', fields: [] }

describe('the answer to a posting', () => {
  it('OK means delivered', () =>
    expect(judge(answer('ASOK|'), 0)).toEqual({ kind: 'delivered', status: 'OK' }))

  it.each([
    [0, 5_000],
    [1, 15_000],
    [5, 300_000],
    [50, 300_000],
  ])('RY means later: after %i times, in %i ms', (tries, afterMs) => {
    expect(judge(answer('ASRY|'), tries)).toMatchObject({ kind: 'later', status: 'RY', afterMs })
  })

  it('NA means after the night audit, or in a quarter of an hour', () => {
    expect(judge(answer('ASNA|'), 0)).toMatchObject({ kind: 'later', status: 'NA', afterMs: 900_000 })
  })

  it.each(['UR', 'NG', 'NP', 'CO', 'IA', 'FX', 'DN', 'DM', 'NF', 'CD', 'BM', 'NM', 'AA', 'AN', 'BY', 'DE'])(
    '%s means refused',
    (status) => {
      const judged = judge(answer(`AS${status}|`), 0)
      expect(judged).toMatchObject({ kind: 'refused', status })
      expect(judged).not.toMatchObject({ text: expect.stringContaining('Unknown') as string })
    },
  )

  it('keeps the reason that the property system gives', () => {
    expect(judge(answer('ASNG|CTINVALID ROOM|'), 0)).toEqual({
      kind: 'refused',
      status: 'NG',
      text: 'No guest was found in the room: INVALID ROOM',
    })
  })

  it.each(['ASXX|', 'ASok|', 'AS|', 'ASOK |', ''])(
    '%j means nothing that we know, and never delivered',
    (fields) => {
      expect(judge(answer(fields), 0)).toMatchObject({
        kind: 'refused',
        text: expect.stringContaining('Unknown answer') as string,
      })
    },
  )
})
