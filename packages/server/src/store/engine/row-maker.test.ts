import { describe, expect, it } from 'vitest'
import { rowMaker } from './row-maker.ts'

describe('a row made of the values of its columns', () => {
  it('has each value under the name of its column, as its reader understands it', () => {
    const toRow = rowMaker([{ name: 'room' }, { name: 'due_at', read: Number }])
    expect(
      [
        ['101', '1800000000000'],
        ['102', '0'],
      ].map(toRow),
    ).toEqual([
      { room: '101', due_at: 1_800_000_000_000 },
      { room: '102', due_at: 0 },
    ])
  })

  it('keeps nothing as nothing, unread', () => {
    expect(rowMaker([{ name: 'due_at', read: Number }])([null])).toEqual({ due_at: null })
  })

  it('takes any name for a name, and none for a program', () => {
    const name = '"]}); throw new Error(); ({["'
    expect(rowMaker([{ name }])([1])).toEqual({ [name]: 1 })
  })
})
