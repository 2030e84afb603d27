import { describe, expect, it } from 'vitest'
import { hours } from '../../kernel/clock.ts'
import { toInstant } from '../time/local-time.ts'
import { secretsInForce, withoutPrevious, withPrevious, withRotation } from './webhook-secret.ts'

const NOW = toInstant('2026-11-14T19:00:00', 'UTC')
const TOMORROW = '2026-11-15T19:00:00+00:00'
const URL = { url: 'http://10.0.0.5/' }

describe('a new secret', () => {
  it('leaves the old one in force for a day', () => {
    const rotated = withRotation({ ...URL, secret: 'old' }, { ...URL, secret: 'new' }, NOW)

    expect(rotated).toEqual({ ...URL, secret: 'new', previousSecret: 'old', previousSecretUntil: TOMORROW })
    expect(secretsInForce(rotated, NOW)).toEqual(['new', 'old'])
    expect(secretsInForce(rotated, NOW + hours(24) - 1)).toEqual(['new', 'old'])
    expect(secretsInForce(rotated, NOW + hours(24))).toEqual(['new'])
  })

  it('takes the place of one that was taking over itself', () => {
    const once = withRotation({ secret: 'a' }, { secret: 'b' }, NOW)
    const twice = withRotation(once, { ...once, secret: 'c' }, NOW + hours(1))

    expect(secretsInForce(twice, NOW + hours(1))).toEqual(['c', 'b'])
  })

  it.each([
    ['there was none before', {}],
    ['it is the same', { secret: 'new' }],
    ['the old one cannot be read', { secret: 'safe:v1:AAAA' }],
  ])('stands alone when %s', (_, before) => {
    expect(withRotation(before, { secret: 'new' }, NOW)).toEqual({ secret: 'new' })
  })

  it('comes with the previous one that somebody names', () => {
    const named = { secret: 'new', previousSecret: 'mine' }

    expect(withRotation({ secret: 'old' }, named, NOW)).toEqual(named)
    expect(secretsInForce(named, NOW + hours(9_999))).toEqual(['new', 'mine'])
  })
})

describe('a previous secret', () => {
  const rotating = { secret: 'new', previousSecret: 'old', previousSecretUntil: TOMORROW }

  it('that has ended goes with the next change', () => {
    expect(withRotation(rotating, { ...rotating, ...URL }, NOW + hours(25))).toEqual({
      ...URL,
      secret: 'new',
    })
    expect(withRotation(rotating, { ...rotating, ...URL }, NOW)).toEqual({ ...URL, ...rotating })
  })

  it('goes with the secret', () => {
    expect(withRotation(rotating, { ...rotating, secret: undefined }, NOW)).toEqual({ secret: undefined })
  })

  it('stays when a change says nothing of it', () => {
    expect(withPrevious(rotating, { secret: 'new', ...URL })).toEqual({ ...URL, ...rotating })
    expect(withPrevious(rotating, { secret: 'new', previousSecret: 'x' })).toEqual({
      secret: 'new',
      previousSecret: 'x',
    })
    expect(withPrevious({ secret: 'new' }, { secret: 'new' })).toEqual({ secret: 'new' })
  })

  it('can be taken away', () => {
    expect(withoutPrevious({ ...URL, ...rotating })).toEqual({ ...URL, secret: 'new' })
  })
})
