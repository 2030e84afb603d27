import { describe, expect, it } from 'vitest'
import { Failure } from '../../kernel/failure.ts'
import { inTurn } from './in-turn.ts'

const refusal = new Failure('problem')
const away = new Failure('unreachable')

describe('rooms that are deleted together', () => {
  const deleting = async (answers: Readonly<Record<string, Failure>>) => {
    const tried: string[] = []
    const told: number[] = []
    const so = await inTurn(
      ['101', '102', '103'],
      (room) => {
        tried.push(room)
        const failure = answers[room]
        return failure === undefined ? Promise.resolve() : Promise.reject(failure)
      },
      ({ left }) => told.push(left),
    )
    return { so, tried, told }
  }

  it('go one after the other, and it is told how far it is', async () => {
    const { so, told } = await deleting({})
    expect(so).toEqual({ done: 3, refused: [], left: 0 })
    expect(told).toEqual([2, 1, 0])
  })

  it('go without the one that is still needed', async () => {
    const { so } = await deleting({ '102': refusal })
    expect(so).toEqual({ done: 2, refused: [{ one: '102', failure: refusal }], left: 0 })
  })

  it('stay where the server is away: nobody knocks for each of the others', async () => {
    const { so, tried } = await deleting({ '102': away })
    expect(tried).toEqual(['101', '102'])
    expect(so).toEqual({ done: 1, refused: [{ one: '102', failure: away }], left: 1 })
  })
})
