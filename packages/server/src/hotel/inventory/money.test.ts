import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMoney, parseMoney, plus, times, type Money } from './money.ts'

const money = (text: string): Money => {
  const amount = parseMoney(text)
  if (!amount) throw new Error(`${text} is no amount`)
  return amount
}

const anyMoney = fc.record({
  minor: fc.integer({ min: 0, max: 900_719_925_474 }),
  scale: fc.integer({ min: 0, max: 4 }),
})

const inTenThousandths = ({ minor, scale }: Money) => BigInt(minor) * 10n ** BigInt(4 - scale)

describe('a price', () => {
  it.each([
    ['4.50', 450, 2],
    ['5', 5, 0],
    ['0.005', 5, 3],
    ['0', 0, 0],
    ['0.00', 0, 2],
    ['12.3456', 123_456, 4],
    ['900719925474', 900_719_925_474, 0],
    ['900719925474.0991', Number.MAX_SAFE_INTEGER, 4],
  ])('of %s is kept and written as the hotel wrote it', (text, minor, scale) => {
    expect(parseMoney(text)).toEqual({ minor, scale })
    expect(formatMoney({ minor, scale })).toBe(text)
  })

  it.each([
    '',
    '-1',
    '+1',
    '1e3',
    '.5',
    '5.',
    '4,50',
    '1.23456',
    '1 000',
    ' 1',
    '1\n',
    '0x10',
    'NaN',
    '٤',
    '1234567890123',
    '900719925474.0992',
    '900719925474.1',
    '900719925475',
    '999999999999.99',
  ])('is not %j', (text) => {
    expect(parseMoney(text)).toBeNull()
  })

  it('comes back from its text', () => {
    fc.assert(
      fc.property(anyMoney, (amount) => {
        expect(parseMoney(formatMoney(amount))).toEqual(amount)
      }),
    )
  })
})

describe('a total', () => {
  it('of two colas at 4.50 is 9.00', () => {
    expect(formatMoney(times(money('4.50'), 2))).toBe('9.00')
  })

  it('is exact where floating point is not', () => {
    expect(formatMoney(times(money('1.1'), 3))).toBe('3.3')
    expect(formatMoney(plus(money('0.1'), money('0.2')))).toBe('0.3')
  })

  it('has as many decimals as the finest of its prices', () => {
    expect(formatMoney(plus(money('5'), money('0.005')))).toBe('5.005')
    expect(formatMoney(plus(money('4.50'), money('5')))).toBe('9.50')
  })

  it('agrees with whole-number arithmetic of any size', () => {
    fc.assert(
      fc.property(anyMoney, fc.integer({ min: 0, max: 9_000 }), (amount, n) => {
        expect(BigInt(times(amount, n).minor)).toBe(BigInt(amount.minor) * BigInt(n))
      }),
    )
    const smallMoney = anyMoney.map(({ minor, scale }) => ({ minor: minor % 10 ** 11, scale }))
    fc.assert(
      fc.property(smallMoney, smallMoney, (a, b) => {
        expect(inTenThousandths(plus(a, b))).toBe(inTenThousandths(a) + inTenThousandths(b))
        expect(plus(a, b)).toEqual(plus(b, a))
      }),
    )
  })

  it('shows what is owed back with its sign', () => {
    expect(formatMoney(times(money('0.05'), -1))).toBe('-0.05')
    expect(formatMoney(plus(money('4.50'), times(money('4.50'), -1)))).toBe('0.00')
  })

  it('that cannot be kept exactly is refused, not rounded', () => {
    const most = { minor: Number.MAX_SAFE_INTEGER, scale: 2 }
    expect(times(most, 1)).toEqual(most)
    expect(() => times(most, 2)).toThrow(/18014398509481982 with 2 decimals is too large/)
    expect(() => plus(most, money('0.01'))).toThrow(RangeError)
    expect(() => plus(most, money('0.001'))).toThrow(RangeError)
  })

  it('is of whole things only', () => {
    expect(() => times(money('4.50'), 1.5)).toThrow(RangeError)
  })
})
