import { describe, expect, it } from 'vitest'
import { nearest } from './nearest.ts'

const KNOWN = ['attempts', 'retryDelay', 'ringTime', 'grace', 'vip', 'url']

describe('the nearest known word', () => {
  it.each([
    ['atempts', 'attempts'],
    ['attemtps', 'attempts'],
    ['retrydelay', 'retryDelay'],
    ['retry_delay', 'retryDelay'],
    ['vpi', 'vip'],
    ['uri', 'url'],
  ])('of %s is %s', (word, known) => expect(nearest(word, KNOWN)).toBe(known))

  it.each(['', 'x', 'colour', 'a'.repeat(10_000)])('is none for %.20s', (word) =>
    expect(nearest(word, KNOWN)).toBeUndefined(),
  )
})
