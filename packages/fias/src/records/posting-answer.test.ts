import { describe, expect, it } from 'vitest'
import { judgeAnswer } from './posting-answer.ts'
import { type FiasRecord, parseRecord } from '../wire/record.ts'

const answer = (fields: string): FiasRecord => parseRecord(`PA|RN1|${fields}`) ?? { id: '', fields: [] }

describe('the answer to a posting', () => {
  it('OK means delivered', () =>
    expect(judgeAnswer(answer('ASOK|'))).toEqual({ kind: 'delivered', status: 'OK' }))

  it('RY means later, in the words of the property system if it has any', () => {
    expect(judgeAnswer(answer('ASRY|CTBUSY|'))).toEqual({ kind: 'later', status: 'RY', text: 'BUSY' })
    expect(judgeAnswer(answer('ASRY|'))).toMatchObject({
      text: expect.stringContaining('try again') as string,
    })
  })

  it('NA means after the night audit, or in a quarter of an hour', () => {
    expect(judgeAnswer(answer('ASNA|'))).toMatchObject({ kind: 'later', status: 'NA', afterMs: 900_000 })
  })

  it.each(['UR', 'NG', 'NP', 'CO', 'IA', 'FX', 'DN', 'DM', 'NF', 'CD', 'BM', 'NM', 'AA', 'AN', 'BY', 'DE'])(
    '%s means refused',
    (status) => {
      const judged = judgeAnswer(answer(`AS${status}|`))
      expect(judged).toMatchObject({ kind: 'refused', status })
      expect(judged).not.toMatchObject({ text: expect.stringContaining('Unknown') as string })
    },
  )

  it('keeps the reason that the property system gives', () => {
    expect(judgeAnswer(answer('ASNG|CTINVALID ROOM|'))).toEqual({
      kind: 'refused',
      status: 'NG',
      text: 'No guest was found in the room: INVALID ROOM',
    })
  })

  it.each(['ASXX|', 'ASok|', 'AS|', 'ASOK |', ''])(
    '%j means nothing that we know, and never delivered',
    (fields) => {
      expect(judgeAnswer(answer(fields))).toMatchObject({
        kind: 'refused',
        text: expect.stringContaining('Unknown answer') as string,
      })
    },
  )
})
