import { describe, expect, it } from 'vitest'
import { numbersOf, parseRange } from './mailbox-range.ts'

const rooms = (text: string) => {
  const parsed = parseRange(text)
  return 'wrong' in parsed ? parsed.wrong : numbersOf(parsed)
}

describe('a range of rooms', () => {
  it.each([
    ['102-104', ['102', '103', '104']],
    ['7-7', ['7']],
    ['8-12', ['8', '9', '10', '11', '12']],
    ['008-012', ['008', '009', '010', '011', '012']],
    ['098-101', ['098', '099', '100', '101']],
    ['0-2', ['0', '1', '2']],
    ['00-01', ['00', '01']],
  ])('%s is %j', (text, numbers) => expect(rooms(text)).toEqual(numbers))

  it.each([
    ['120-102', /smaller number/],
    ['08-112', /same number of digits/],
    ['8-012', /same number of digits/],
    ['1-10001', /covers 10001 rooms/],
    ['1-999999999999999', /covers 999999999999999 rooms/],
    ['A1-A9', /two room numbers/],
    ['101', /two room numbers/],
    ['1-2-3', /two room numbers/],
    ['1 - 2', /two room numbers/],
    ['-', /two room numbers/],
  ])('%s is refused', (text, words) => expect(rooms(text)).toMatch(words))

  it('may be ten thousand long', () => expect(rooms('1-10000')).toHaveLength(10_000))
})
