import { describe, expect, it } from 'vitest'
import { met } from './other-property-system/behaviours.ts'
import { AMOUNT, ARTICLES, linkedHotel, numbered } from './other-property-system/small-hotel.ts'

const PRICED = { articles: { 1450: 450 } }

describe('postings', () => {
  it('are lines on the folio, at the price of the hotel or with their own amount', async () => {
    const { system, client } = await linkedHotel(PRICED)
    client.say(ARTICLES)
    expect(await client.next()).toBe('PA|RN2781|ASOK|P#1733|DA260314|TI124254|SO100|')
    client.say(AMOUNT)
    expect(await client.next()).toBe('PA|RN2781|ASOK|P#1734|DA260314|TI124254|SO100|')
    expect(system.folio('2781')).toMatchObject([
      { number: '1733', articles: [{ article: '1450', count: 2 }], total: 900, user: '225', answers: ['OK'] },
      { number: '1734', total: 900, item: '2 Cola', text: 'Minibar', outlet: '100' },
    ])
    expect(system.total('2781')).toBe(1_800)
    expect(system.violations).toEqual([])
  })

  it('may come in any order of fields, with several articles', async () => {
    const { system, client } = await linkedHotel(PRICED)
    client.say('PS|P#7|M#1|TI124254|MA1450|M#3|DA260314|MA1450|PTM|RN2781|')
    expect(await client.next()).toContain('ASOK')
    expect(system.byNumber(7)).toMatchObject([{ total: 1_800 }])
  })

  it('count each time that they come, and a number that names two things is told', async () => {
    const { system, client } = await linkedHotel(PRICED)
    for (const posting of [AMOUNT, AMOUNT, ARTICLES, ARTICLES.replace('M#2', 'M#3')]) {
      client.say(posting)
      await client.next()
    }
    expect(system.byNumber(1734)).toHaveLength(2)
    expect(system.doubled()).toEqual(['1734', '1733'])
    expect(system.reused()).toEqual(['1733'])
    expect(system.postings.map(({ order }) => order)).toEqual([13, 14, 15, 16])
  })

  it.each([
    ['RN2781', 'RN9999', 'ASNG|CTINVALID ROOM'],
    ['RN2781', 'RN2780', 'ASNG|CTGUEST NOT FOUND'],
    ['RN2781', 'RN02781', 'ASNG|CTINVALID ROOM'],
    ['RN2781', 'RN2782', 'ASNP|CTNO POST'],
    ['MA1450', 'MA1451', 'ASUR|CTINVALID ARTICLE'],
  ])('are refused when %s is %s', async (right, other, answer) => {
    const { system, client } = await linkedHotel(PRICED)
    system.reception.checkIn({ reservation: '5002', room: '2782', name: 'Meier', noPost: true })
    await client.upTo('GI')
    client.say(ARTICLES.replace(right, other))
    expect(await client.next()).toContain(answer)
    expect(system.postings).toMatchObject([{ booked: false }])
    expect(system.violations).toEqual([])
  })

  it.each([
    ['PTM comes without MA', ARTICLES, 'MA1450|', ''],
    ['M# is 100, and not 1 to 99', ARTICLES, 'M#2', 'M#100'],
    ['M# is 0, and not 1 to 99', ARTICLES, 'M#2', 'M#0'],
    ['M# is -1, and not 1 to 99', ARTICLES, 'M#2', 'M#-1'],
    ['MA is 14500, and not 1 to 4 digits', ARTICLES, 'MA1450', 'MA14500'],
    ['2 MA come with 1 M#', ARTICLES, 'M#2', 'M#2|MA1'],
    ['TA is 9.00, and not up to 15 digits without a decimal point', AMOUNT, 'TA900', 'TA9.00'],
    ['PTC comes without TA', AMOUNT, 'TA900|', ''],
    ['P# is 01734, and not 1 to 99999999', AMOUNT, 'P#1734', 'P#01734'],
    ['P# is 0, and not 1 to 99999999', AMOUNT, 'P#1734', 'P#0'],
    ['P# is 100000000, and not 1 to 99999999', AMOUNT, 'P#1734', 'P#100000000'],
    ['DA is 260230, and not YYMMDD', AMOUNT, 'DA260314', 'DA260230'],
    ['TI is 1242, and not HHMMSS', AMOUNT, 'TI124254', 'TI1242'],
    ['PT is X, and not C, M or T', AMOUNT, 'PTC', 'PTX'],
    ['SO is 1000000, and not up to 5 digits', AMOUNT, 'SO100', 'SO1000000'],
    ['X1 has 26 characters, and may have 25', AMOUNT, 'X12 Cola', `X1${'x'.repeat(26)}`],
    ['X1 stands there more than once', AMOUNT, 'X12 Cola', 'X1a|X1b'],
    ['it holds control characters', AMOUNT, 'X12 Cola', 'X1a\u0007b'],
    ['no separator stands at its end', AMOUNT, '|P#1734|', '|P#1734'],
    ['it has 2063 characters, and may have 2000', AMOUNT, 'CTMinibar', `CT${'x'.repeat(2_000)}`],
  ])('are not read when %s', async (sentence, posting, right, wrong) => {
    const { system, client } = await linkedHotel(PRICED)
    client.say(posting.replace(right, wrong))
    expect(await client.next()).toMatch(/^PA\|.*ASUR\|CTINVALID RECORD\|/)
    expect(system.violations[0]).toContain(sentence)
    expect(system.folio('2781')).toEqual([])
  })

  it('hold nothing that was not described: it is noted, and not read', async () => {
    const { system, client } = await linkedHotel(PRICED)
    client.say(AMOUNT.replace('X12 Cola', 'S1500'), 'RE|RN2781|RS1|')
    expect(await client.next()).toContain('ASOK')
    await system.until(() => system.heard.length === 14)
    expect(system.violations).toEqual([
      'PS holds S1, which its LR does not name',
      'RE came, which no LR has described',
    ])
  })

  it('of two types name their outlet', async () => {
    const { system, client } = await linkedHotel(PRICED)
    client.say(ARTICLES.replace('SO100|', ''))
    await client.next()
    client.say(AMOUNT.replace('SO100|', ''))
    await client.next()
    expect(system.violations).toEqual(['PS P#1734: the link has several posting types, and it names no SO'])
  })

  it('come one at a time, unless the client has waited for thirty seconds', async () => {
    const { system, client, time } = await linkedHotel(PRICED)
    system.meets.always(met.bookedInSilence)
    client.say(numbered(1))
    await system.until(() => system.postings.length === 1)
    time.now += 30_000
    client.say(numbered(2))
    await system.until(() => system.postings.length === 2)
    expect(system.violations).toEqual([])
    time.now += 29_999
    client.say(numbered(3))
    await system.until(() => system.postings.length === 3)
    expect(system.violations).toEqual(['PS P#3 came 29999 ms after P#2, which had no answer'])
    expect(system.folio('2781')).toHaveLength(3)
  })

  it('may take money back only where the hotel takes that', async () => {
    const { system, client } = await linkedHotel(PRICED)
    client.say(AMOUNT.replace('TA900', 'TA-900'))
    expect(await client.next()).toContain('ASOK')
    expect(system.total('2781')).toBe(-900)
    const other = await linkedHotel({ takesNegatives: false })
    other.client.say(AMOUNT.replace('TA900', 'TA-900'))
    expect(await other.client.next()).toContain('ASUR|CTNEGATIVE AMOUNT')
  })
})
