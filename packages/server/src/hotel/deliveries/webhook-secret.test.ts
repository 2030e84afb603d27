import { describe, expect, it } from 'vitest'
import { hours } from '../../kernel/clock.ts'
import { toInstant } from '../time/local-time.ts'
import {
  secretsInForce,
  withoutForeignPrevious,
  withoutPrevious,
  withPrevious,
  withRotation,
} from './webhook-secret.ts'

const NOW = toInstant('2026-11-14T19:00:00', 'UTC')
const TOMORROW = '2026-11-15T19:00:00+00:00'
const PLAIN = { url: 'http://10.0.0.5/' }

describe('a new secret', () => {
  it('leaves the old one in force for a day', () => {
    const rotated = withRotation({ ...PLAIN, secret: 'old' }, { ...PLAIN, secret: 'new' }, NOW)

    expect(rotated).toEqual({ ...PLAIN, secret: 'new', previousSecret: 'old', previousSecretUntil: TOMORROW })
    expect(secretsInForce(rotated, NOW)).toEqual(['new', 'old'])
    expect(secretsInForce(rotated, NOW + hours(24) - 1)).toEqual(['new', 'old'])
    expect(secretsInForce(rotated, NOW + hours(24))).toEqual(['new'])
  })

  it('takes the place of one that was taking over itself', () => {
    const once = withRotation({ ...PLAIN, secret: 'a' }, { ...PLAIN, secret: 'b' }, NOW)
    const twice = withRotation(once, { ...once, secret: 'c' }, NOW + hours(1))

    expect(secretsInForce(twice, NOW + hours(1))).toEqual(['c', 'b'])
  })

  it.each([
    ['there was none before', PLAIN],
    ['it is the same', { ...PLAIN, secret: 'new' }],
    ['the old one cannot be read', { ...PLAIN, secret: 'safe:v1:AAAA' }],
  ])('stands alone when %s', (_, before) => {
    expect(withRotation(before, { ...PLAIN, secret: 'new' }, NOW)).toEqual({ ...PLAIN, secret: 'new' })
  })

  it('comes with the previous one that somebody names', () => {
    const named = { ...PLAIN, secret: 'new', previousSecret: 'mine' }

    expect(withRotation({ ...PLAIN, secret: 'old' }, named, NOW)).toEqual(named)
    expect(secretsInForce(named, NOW + hours(9_999))).toEqual(['new', 'mine'])
  })
})

describe('a previous secret', () => {
  const rotating = { ...PLAIN, secret: 'new', previousSecret: 'old', previousSecretUntil: TOMORROW }

  it('signs nothing at another host, not even what is only tried, unless it was given for that one', () => {
    const elsewhere = { ...rotating, url: 'http://10.0.0.6/' }
    expect(withoutForeignPrevious(rotating, elsewhere)).toEqual({ url: 'http://10.0.0.6/', secret: 'new' })
    const given = { ...elsewhere, previousSecret: 'its own' }
    expect(withoutForeignPrevious(rotating, given)).toEqual(given)
    expect(withoutForeignPrevious(rotating, { ...rotating, secret: 'newer' })).toMatchObject({
      previousSecret: 'old',
    })
  })

  it('that has ended goes with the next change', () => {
    expect(withRotation(rotating, rotating, NOW + hours(25))).toEqual({
      ...PLAIN,
      secret: 'new',
    })
    expect(withRotation(rotating, rotating, NOW)).toEqual(rotating)
  })

  it('goes with the secret', () => {
    const { secret: _, ...unsigned } = rotating
    expect(withRotation(rotating, unsigned, NOW)).toEqual(PLAIN)
  })

  it('stays when a change says nothing of it', () => {
    expect(withPrevious(rotating, { ...PLAIN, secret: 'new' })).toEqual(rotating)
    expect(withPrevious(rotating, { ...PLAIN, secret: 'new', previousSecret: 'x' })).toEqual({
      ...PLAIN,
      secret: 'new',
      previousSecret: 'x',
    })
    expect(withPrevious({ ...PLAIN, secret: 'new' }, { ...PLAIN, secret: 'new' })).toEqual({
      ...PLAIN,
      secret: 'new',
    })
  })

  it('can be taken away', () => {
    expect(withoutPrevious(rotating)).toEqual({ ...PLAIN, secret: 'new' })
  })
})
