import { describe, expect, it } from 'vitest'
import { everyNth, stacked } from './plot-data.ts'

const bar = (values: readonly (number | null)[]) => ({
  name: '',
  values,
  color: '',
  pattern: 'solid' as const,
})

describe('a plot', () => {
  it('puts bars one on the other, and lines where they are', () => {
    const line = { ...bar([9, 9]), isLine: true }
    expect(stacked([bar([1, 2]), line, bar([3, null])])).toEqual([
      [1, 2],
      [9, 9],
      [4, 2],
    ])
  })

  it('leaves out labels that would run into each other', () => {
    expect(everyNth(14, 20)).toBe(1)
    expect(everyNth(60, 20)).toBe(3)
  })
})
