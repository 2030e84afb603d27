import { describe, expect, it } from 'vitest'
import { codePage } from '../wire/code-page.ts'
import { type Posting, postingRecord } from './posting.ts'
import { recordText } from '../wire/record.ts'

const page = codePage('cp850')
const minibar: Posting = {
  number: 1733,
  room: '2781',
  date: '260314',
  time: '124254',
  what: { articles: [{ article: '1450', count: 2 }] },
}

function written(change: Partial<Posting>): string {
  const made = postingRecord({ ...minibar, ...change }, page)
  return made.kind === 'record' ? recordText(made.record) : made.text
}

describe('a posting', () => {
  it('of an article leaves the price to the property system', () => {
    expect(written({ user: '225' })).toBe('PS|RN2781|PTM|MA1450|M#2|DA260314|TI124254|P#1733|ID225|')
  })

  it('of several articles repeats article and count', () => {
    const articles = [
      { article: '0007', count: 1 },
      { article: '12', count: 99 },
    ]
    expect(written({ what: { articles } })).toBe(
      'PS|RN2781|PTM|MA0007|M#1|MA12|M#99|DA260314|TI124254|P#1733|',
    )
  })

  it.each([
    [99, 'M#99|'],
    [100, 'M#99|MA7|M#1|'],
    [198, 'M#99|MA7|M#99|'],
    [250, 'M#99|MA7|M#99|MA7|M#52|'],
  ])('of %i of the same has counts of two digits', (count, fields) => {
    expect(written({ what: { articles: [{ article: '7', count }] } })).toContain(`|PTM|MA7|${fields}DA`)
  })

  it('of an amount says it without a decimal point', () => {
    const change = {
      number: 1734,
      what: { amount: '9.00' },
      outlet: '100',
      text: 'Minibar',
      itemText: '2 Cola',
    }
    expect(written(change)).toBe('PS|RN2781|PTC|TA900|DA260314|TI124254|P#1734|SO100|CTMinibar|X12 Cola|')
  })

  it('has texts that fit, whatever the item is called', () => {
    expect(
      written({ text: 'x|'.repeat(30), itemText: 'Ü'.repeat(30), workstation: 'w'.repeat(17) }),
    ).toContain(`|CT${'x'.repeat(20)}|X1${'Ü'.repeat(25)}|WS${'w'.repeat(16)}|`)
  })

  it('is the same, letter by letter, when it is sent again', () => {
    const change = { what: { amount: '4.50' }, text: 'Dvořák' }
    expect(written(change)).toBe(written(change))
  })

  it.each<[string, Partial<Posting>, string]>([
    ['a room that would break the record', { room: '1|PTC' }, 'RN holds a separator or a control character'],
    ['no room', { room: '' }, 'A posting needs a room'],
    ['the number 0', { number: 0 }, 'A posting number is from 1 to 99999999'],
    ['a number of nine digits', { number: 100_000_000 }, 'A posting number is from 1 to 99999999'],
    ['a date of the wrong form', { date: '03142026' }, '"03142026" is no date of the form YYMMDD'],
    ['a time of the wrong form', { time: '1242' }, '"1242" is no time of the form HHMMSS'],
    ['no article', { what: { articles: [] } }, 'A posting needs an article or an amount'],
    [
      'a long article',
      { what: { articles: [{ article: '12345', count: 1 }] } },
      '"12345" is no article of 1 to 4 digits',
    ],
    [
      'a negative article',
      { what: { articles: [{ article: '-1', count: 1 }] } },
      '"-1" is no article of 1 to 4 digits',
    ],
    ['no count', { what: { articles: [{ article: '1', count: 0 }] } }, '0 is no count from 1 to 9999'],
    [
      'a negative count',
      { what: { articles: [{ article: '1', count: -1 }] } },
      '-1 is no count from 1 to 9999',
    ],
    [
      'a hundred of something',
      { what: { articles: [{ article: '1', count: 10_000 }] } },
      '10000 is no count from 1 to 9999',
    ],
    ['an amount to be rounded', { what: { amount: '1.005' } }, '"1.005" cannot be sent as an exact amount'],
    ['an outlet that is none', { outlet: 'bar' }, '"bar" is no sales outlet of 1 to 5 digits'],
  ])('is not made with %s', (_, change, text) => {
    expect(postingRecord({ ...minibar, ...change }, page)).toEqual({ kind: 'invalid', text })
  })
})
