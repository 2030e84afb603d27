import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePage } from './code-page.ts'
import { isDate, isNumber, isTime, moneyField, textField } from './field-types.ts'

describe('a date', () => {
  it.each(['260314', '240229', '000229', '261231'])('is %s', (text) => expect(isDate(text)).toBe(true))
  it.each(['260229', '261301', '260100', '260132', '03142026', '26031', '', '26-3-4'])('is not %j', (text) =>
    expect(isDate(text)).toBe(false),
  )
})

describe('a time', () => {
  it.each(['124254', '000000', '235959', '0700'])('is %s', (text) => expect(isTime(text)).toBe(true))
  it.each(['240000', '126000', '125960', '7:00', '', '12425'])('is not %j', (text) =>
    expect(isTime(text)).toBe(false),
  )
})

describe('a number', () => {
  it.each([
    ['1450', 4, true],
    ['-12', 2, true],
    ['14500', 4, false],
    ['1.5', 4, false],
    ['', 4, false],
  ])('%s in %i digits: %s', (text, digits, isOne) => expect(isNumber(text, digits)).toBe(isOne))
})

describe('money', () => {
  it.each([
    ['14.50', 2, '1450'],
    ['9', 2, '900'],
    ['4.5', 2, '450'],
    ['0.05', 2, '5'],
    ['0', 2, '0'],
    ['-0.00', 2, '0'],
    ['-1.25', 2, '-125'],
    ['007.10', 2, '710'],
    ['1.500', 2, '150'],
    // A currency without decimals carries two all the same; one with three is sent as it is.
    ['500', 0, '50000'],
    ['1.250', 3, '1250'],
    ['1.2', 3, '1200'],
    ['9007199254740.93', 2, '900719925474093'],
  ])('%s with %i decimals is sent as %s', (amount, decimals, sent) => {
    expect(moneyField(amount, decimals)).toBe(sent)
  })

  it.each(['1.005', '1,50', '', '.5', '1.', '1e3', '+1', 'NaN', '12345678901234.00'])(
    'is never made of %j',
    (amount) => {
      expect(moneyField(amount)).toBeNull()
    },
  )

  it('is exact, and never has a decimal point', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 99_999_999_999_999n }), (cents) => {
        const amount = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
        expect(moneyField(amount)).toBe(String(cents))
      }),
    )
  })
})

describe('a text', () => {
  it.each([
    ['cut by characters', 'Flasche Würzburger Stein Silvaner', 'Flasche Würzburger Stein'],
    ['without separators and control characters', 'Co|la\u0007 \u00850', 'Cola 0'],
    ['on one line', ' 2\r\nCola\t(gross) ', ' 2 Cola (gross)'],
    ['in the letters of the code page', 'Pilsner Urquell Točené', 'Pilsner Urquell Tocené'],
  ])('is sent %s', (_, text, sent) => {
    expect(textField(text, 25, codePage('cp850'))).toBe(sent)
  })

  it('is cut by characters, not by bytes, where a character has several', () => {
    const page = codePage('utf-8')
    expect(page.encode(textField('üüü山🍷x', 5, page)).toString('utf8')).toBe('üüü山🍷')
  })
})
