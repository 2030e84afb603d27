import { describe, expect, it } from 'vitest'
import { detailFrom } from './row.ts'

describe('the detail of a row of the log', () => {
  it('is read as it was written', () => {
    expect(detailFrom('{"a":[1,null]}')).toEqual({ a: [1, null] })
  })

  it.each(['spoilt', '', '[]', 'null', '7'])('that is no object any more is shown as it is: %j', (text) => {
    expect(detailFrom(text)).toEqual({ unreadable: text })
  })
})
