import { describe, expect, it } from 'vitest'
import { isSame } from './same.ts'

describe('two records', () => {
  const call = { id: '1', days: ['mon', 'tue'], alarm: null, rings: { since: 1 } }

  it.each([
    ['the same words', { ...call, days: ['mon', 'tue'], rings: { since: 1 } }, true],
    ['a field that is undefined', { ...call, gone: undefined }, true],
    ['another word', { ...call, id: '2' }, false],
    ['a day more', { ...call, days: ['mon', 'tue', 'wed'] }, false],
    ['other days', { ...call, days: ['mon', 'wed'] }, false],
    ['something within', { ...call, rings: { since: 2 } }, false],
    ['a field more', { ...call, gone: {} }, false],
    ['a field less', { id: '1', days: ['mon', 'tue'], alarm: null }, false],
    ['null for a thing', { ...call, rings: null }, false],
    ['a list for a thing', { ...call, rings: [] }, false],
  ])('%s: the same is %s', (_, other, same) => {
    expect([isSame(call, other), isSame(other, call)]).toEqual([same, same])
  })
})
