import { expect, it } from 'vitest'
import { boundedCache } from './bounded-cache.ts'

const cacheOf = (most: number, ...values: string[]) => {
  const cache = boundedCache<string>(most, (value) => value.length)
  for (const value of values) cache.set(value, value)
  return cache
}

it('keeps what fits', () => {
  const cache = cacheOf(6, 'aaa', 'bbb')
  expect([cache.get('aaa'), cache.get('bbb'), cache.get('ccc')]).toEqual(['aaa', 'bbb', undefined])
})

it('lets go of what nobody asked for longest', () => {
  const cache = cacheOf(6, 'aaa', 'bbb')
  cache.get('aaa')
  cache.set('ccc', 'ccc')
  expect([cache.get('aaa'), cache.get('bbb'), cache.get('ccc')]).toEqual(['aaa', undefined, 'ccc'])
})

it('counts a value once that is set again', () => {
  const cache = cacheOf(6, 'aaa', 'bbb')
  for (let n = 0; n < 10; n++) cache.set('bbb', 'bb')
  expect(cache.get('aaa')).toBe('aaa')
})

it('does not keep what is larger than itself', () => {
  expect(cacheOf(6, 'aaaaaaa').get('aaaaaaa')).toBeUndefined()
})
