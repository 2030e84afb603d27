import { describe, expect, it } from 'vitest'
import { RawClient } from './other-property-system/raw-client.ts'
import { AMOUNT, ARTICLES, linkedHotel, smallHotel } from './other-property-system/small-hotel.ts'

describe('the link', () => {
  it('begins with LS, tells what RT asked for, and is alive with LA', async () => {
    const { system, client } = await smallHotel()
    expect(await client.next()).toBe('LS|DA260314|TI124254|')
    client.say('LD|DA260314|TI124200|V#1.0|IFPB|RT4|', 'LR|RIPS|FLRNPT|', 'LA|DA260314|TI124201|')
    expect(await client.next()).toBe('LC|A15.6.20|PHOTHER|')
    expect(await client.next()).toBe('LA|DA260314|TI124254|')
    expect(system.connections).toMatchObject({ count: 1, takeovers: 0, isAlive: true })
    expect(system.violations).toEqual([])
  })

  it('says nothing to what comes before it is alive, and notes it', async () => {
    const { system, client } = await smallHotel()
    client.say(ARTICLES)
    await client.link()
    client.say(AMOUNT)
    expect(await client.next()).toContain('PA|RN2781|ASOK|P#1734|')
    expect(system.violations).toEqual(['PS came before the link was alive'])
    expect(system.postings).toHaveLength(1)
    expect(system.heard[0]).toMatchObject({ order: 1, connection: 1, isTaken: false })
  })

  it('is not alive until this side says so', async () => {
    const { system, client } = await smallHotel()
    system.holdAlive()
    await client.upTo('LS')
    client.say('LD|DA260314|TI124200|V#1.0|IFPB|', 'LA|DA260314|TI124201|', ARTICLES)
    await system.until(() => system.heard.length === 3)
    expect(system.violations).toEqual(['PS came before the link was alive'])
    system.comeAlive()
    expect(await client.next()).toBe('LA|DA260314|TI124254|')
  })

  it('answers LS with LA when it is alive, and LA with nothing', async () => {
    const { system, client } = await smallHotel()
    await client.link()
    client.say('LA|DA260314|TI124201|', 'LS|DA260314|TI124201|')
    expect(await client.next()).toContain('LA|')
    client.say('LE|DA260314|TI124201|')
    expect([await client.next(), await client.next()]).toEqual(['LE|DA260314|TI124254|', 'closed'])
    expect(system.violations).toEqual([])
  })

  it('answers LS with LS when the client has not described itself', async () => {
    const { client } = await smallHotel()
    await client.next()
    client.say('LS|DA260314|TI124201|')
    expect(await client.next()).toBe('LS|DA260314|TI124254|')
  })

  it('does not want to be asked more often than every five minutes', async () => {
    const { system, client, time } = await smallHotel()
    await client.link()
    const ask = async () => {
      client.say('LS|DA260314|TI124201|')
      await client.upTo('LA')
    }
    await ask()
    time.now += 300_000
    await ask()
    expect(system.violations).toEqual([])
    time.now += 299_999
    await ask()
    expect(system.violations).toEqual(['LS came again after 299999 ms'])
  })

  it('serves the newest connection and drops the one before', async () => {
    const { system, client } = await smallHotel()
    await client.link()
    const second = await RawClient.connect(system.port)
    expect(await client.next()).toBe('closed')
    await second.link()
    second.say(ARTICLES)
    expect(await second.next()).toContain('ASOK')
    expect(system.connections).toMatchObject({ count: 2, takeovers: 1 })
    expect(system.postings).toMatchObject([{ connection: 2 }])
    second.close()
  })

  it('can be started anew by this side, and ended', async () => {
    const { system, client } = await smallHotel()
    await client.link()
    system.restartLink()
    // It was on its way: ignored, and nobody's fault.
    client.say(ARTICLES)
    await client.link()
    system.endLink()
    expect(await client.next()).toContain('LE|')
    client.say('LE|DA260314|TI124201|')
    expect(await client.next()).toBe('closed')
    expect(system.postings).toEqual([])
    expect(system.violations).toEqual([])
  })

  it.each([
    ['LD|DA03142026|TI124200|V#1.0|IFPB|', 'LD: DA is 03142026, and not YYMMDD'],
    ['LD|DA260314|TI124200|V#1.0|IFXX|', 'LD: IF is XX'],
    ['LD|DA260314|TI124200|V#1.0.0-longer|IFPB|', 'LD: V# is 1.0.0-longer'],
    ['LR|RIGI|FLRN|', 'LR came without LD'],
    ['LA|DA260314|TI124200|', 'LA came without LD'],
  ])('notes %s', async (record, sentence) => {
    const { system, client } = await smallHotel()
    client.say(record)
    await system.until(() => system.heard.length === 1)
    expect(system.violations).toEqual([sentence])
  })

  it.each([
    ['LR|RTGI|RN|G#|', 'it is not LR|RIxx|FLxxxx|'],
    ['LR|FLRN|RIGI|', 'it is not LR|RIxx|FLxxxx|'],
    ['LR|RIGI|FLRNG|', 'FL is not made of ids of two characters'],
    ['LR|RIGI|FLRNRN|', 'FL names a field twice'],
  ])('notes %s in a description', async (record, sentence) => {
    const { system, client } = await smallHotel()
    client.say('LD|DA260314|TI124200|V#1.0|IFPB|', record)
    await system.until(() => system.heard.length === 2)
    expect(system.violations).toEqual([`${record}: ${sentence}`])
  })
})

describe('the bytes', () => {
  it('are records however they are cut, and what stands between them is skipped', async () => {
    const { system, client } = await linkedHotel()
    const bytes = Buffer.from(`\r\n\u0002${ARTICLES}\u0003\u0037junk`, 'latin1')
    for (const byte of bytes) client.write(Buffer.of(byte))
    expect(await client.next()).toContain('P#1733')
    client.say(AMOUNT)
    expect(await client.next()).toContain('P#1734')
    expect(system.connections.strayBytes).toBe(7)
    expect(system.violations).toEqual([])
  })

  it('are no posting when they are garbage', async () => {
    const { system, client } = await linkedHotel()
    client.write('PS|RN2781|\r\n\u0003\u0003')
    client.write(`\u0002PS|RN27\u0002hello\u0003\u0002\u0003`)
    client.write(`\u0002${'x'.repeat(70_000)}`)
    client.say(ARTICLES)
    expect(await client.next()).toContain('ASOK|P#1733|')
    expect(system.violations).toEqual([
      'a record was broken off by the STX of the next',
      'hello came, which no LR has described',
      'hello: "hello" is no record id',
      'hello: no separator stands at its end',
      ' came, which no LR has described',
      ': "" is no record id',
      ': no separator stands at its end',
      'a record had no ETX within 65536 bytes',
    ])
  })

  it.each([
    ['CP850', 0x81],
    ['CP852', 0x81],
    ['ISO-8859-1', 0xfc],
    ['CP1252', 0xfc],
    ['CP1250', 0xfc],
  ] as const)('say ü in %s, both ways', async (codePage, byte) => {
    const { system, client } = await linkedHotel({ codePage })
    const [before = '', after = ''] = AMOUNT.split('Cola')
    client.write(
      Buffer.concat([Buffer.from(`\u0002${before}`), Buffer.of(byte), Buffer.from(`${after}\u0003`)]),
    )
    await client.next()
    expect(system.folio('2781')).toMatchObject([{ item: '2 ü' }])
    system.reception.rename('2781', 'ü')
    await client.upTo('GC')
    expect(client.bytes.includes(Buffer.of(0x7c, 0x47, 0x4e, byte, 0x7c))).toBe(true)
  })

  it('must be of the code page', async () => {
    const { system, client } = await linkedHotel({ codePage: 'UTF-8' })
    client.write(AMOUNT.replace('PS', '\u0002PS').replace('Cola', '\u00fc') + '\u0003')
    expect(await client.next()).toContain('ASUR')
    expect(system.violations).toEqual(['PS P#1734: it holds bytes that are not of the code page'])
  })

  it('can be written in a hand that clients must be able to read', async () => {
    const { client } = await linkedHotel({
      handwriting: { lrc: true, reversed: true, unknownFields: true, bytewise: true },
    })
    client.say(ARTICLES)
    expect(await client.next()).toBe('PA|Z9unknown|SO100|TI124254|DA260314|P#1733|ASOK|RN2781|')
  })
})
