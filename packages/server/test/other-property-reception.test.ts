import { describe, expect, it } from 'vitest'
import { RawClient } from './other-property-system/raw-client.ts'
import { linkedHotel, numbered, smallHotel } from './other-property-system/small-hotel.ts'

const ONE_DAY = 86_400_000

describe('guests', () => {
  it('come, move, change their names and go, and the client is told', async () => {
    const { system, client } = await linkedHotel()
    const { reception } = system
    reception.checkIn({
      reservation: '5002',
      room: '2782',
      name: 'Huber',
      language: 'GE',
      departure: '260316',
      noPost: true,
    })
    expect(await client.next()).toBe('GI|RN2782|G#5002|GNHuber|GLGE|GD260316|GSN|NPY|')
    reception.move('2782', '2781')
    expect(await client.next()).toBe('GC|RN2781|G#5002|GNHuber|GLGE|GD260316|GSY|RO2782|GSN|')
    reception.checkOut('2781')
    expect(await client.next()).toBe('GO|RN2781|G#5001|GSY|')
    expect(await client.next()).toBe('GO|RN2781|G#5002|GSN|')
    client.say(numbered(1))
    expect(await client.next()).toContain('ASNG|CTGUEST NOT FOUND')
  })

  it('are not told of to a client that has not asked for it', async () => {
    const { system, client } = await smallHotel()
    await client.link(['LD|DA260314|TI124200|V#1|IFPB|', 'LR|RIGI|FLRNG#|', 'LA|DA260314|TI124200|'])
    system.reception.rename('2781', 'Gruber')
    system.reception.checkIn({ reservation: '5002', room: '2782', name: 'Huber' })
    expect(await client.next()).toBe('GI|RN2782|G#5002|')
  })

  it('are charged by reservation where the posting names one', async () => {
    const { system, client } = await smallHotel()
    await client.link([
      'LD|DA260314|TI124200|V#1|IFPB|',
      'LR|RIPS|FLRNPTTADATIP#G#|',
      'LR|RIPA|FLRNASCTP#|',
      'LA|DA260314|TI124200|',
    ])
    client.say('PS|RN2781|G#5001|PTC|TA100|DA260314|TI124254|P#1|')
    expect(await client.next()).toBe('PA|RN2781|ASOK|P#1|')
    client.say('PS|RN2781|G#5009|PTC|TA100|DA260314|TI124254|P#2|')
    expect(await client.next()).toBe('PA|RN2781|ASNG|CTGUEST NOT FOUND|P#2|')
    expect(system.folio('2781')).toMatchObject([{ reservation: '5001', total: 100 }])
  })
})

describe('a resync', () => {
  const HOUSE = [
    'DS|DA260314|TI124254|',
    'GO|RN2780|SF|',
    'GO|RN2782|SF|',
    'GI|RN2781|G#5001|GNMeier|GLEA|GSN|NPN|SF|',
    'DE|DA260314|TI124254|',
  ]

  it('tells of the whole house', async () => {
    const { system, client } = await linkedHotel()
    client.say('DR|DA260314|TI124254|')
    expect(await client.upTo('DE')).toEqual(HOUSE)
    expect(system.reception).toMatchObject({ resyncsAsked: 1, resyncsFinished: 1, isResyncing: false })
  })

  it('breaks off before its end, and does not count for the day', async () => {
    const { system, client } = await linkedHotel()
    system.reception.resyncManner = 'halfway'
    client.say('DR|DA260314|TI124254|')
    expect([await client.next(), await client.next(), await client.next()]).toEqual(HOUSE.slice(0, 3))
    client.say(numbered(1))
    await client.next()
    expect(system.heard.filter(({ isDuringResync }) => isDuringResync)).toMatchObject([
      { record: { id: 'PS' } },
    ])
    system.hangUp()
    const second = await RawClient.connect(system.port)
    await second.link()
    second.say('DR|DA260314|TI124254|')
    expect(await second.upTo('GO|RN2782')).toEqual(HOUSE.slice(0, 3))
    system.reception.finishResync()
    expect(await second.upTo('DE')).toEqual(HOUSE.slice(3))
    second.close()
    expect(system.reception).toMatchObject({ resyncsAsked: 2, resyncsFinished: 1 })
    expect(system.violations).toEqual([])
  })

  it('is passed over within a day of the last one', async () => {
    const { system, client, time } = await linkedHotel()
    client.say('DR|DA260314|TI124254|')
    await client.upTo('DE')
    time.now += ONE_DAY - 1
    client.say('DR|DA260314|TI124254|', 'LS|DA260314|TI124254|')
    expect(await client.next()).toContain('LA|')
    expect(system.violations).toEqual([`DR came ${ONE_DAY - 1} ms after a whole resync`])
    time.now += 1
    client.say('DR|DA260314|TI124254|')
    await client.upTo('DE')
  })
})

describe('wakeups', () => {
  it('are asked for and cancelled by either side, and have one result', async () => {
    const { system, client } = await linkedHotel()
    system.reception.askWakeup('2781', '260315', '063007')
    expect(await client.next()).toBe('WR|RN2781|DA260315|TI063007|')
    system.reception.cancelWakeup('2781')
    expect(await client.next()).toBe('WC|RN2781|DA|TI|')
    client.say('WR|RN2781|DA260316|TI070000|', 'WA|RN2781|DA260315|TI063007|ASOK|')
    client.say('WC|RN2781|DA260316|TI070000|')
    await system.until(() => system.reception.wakeups.length === 3)
    expect(system.reception.wakeups.map(({ kind, time, status }) => [kind, time, status])).toEqual([
      ['WR', '070000', undefined],
      ['WA', '063007', 'OK'],
      ['WC', '070000', undefined],
    ])
    expect(system.violations).toEqual([])
  })

  it.each([
    ['a second result', ['ASOK', 'ASOK'], '063007', 'came a second time'],
    ['an intermediate result', ['ASRY'], '063007', 'is tried again, which is no result'],
    ['a result with the time of the clock', ['ASOK'], '063000', 'which nobody asked for'],
    ['a result without a status', ['AS'], '063007', 'AS is missing'],
  ])('do not have %s', async (_, results, time, sentence) => {
    const { system, client } = await linkedHotel()
    system.reception.askWakeup('2781', '260315', '063007')
    client.say(...results.map((result) => `WA|RN2781|DA260315|TI${time}|${result}|`))
    await system.until(() => system.reception.wakeups.length === results.length)
    expect(system.violations).toEqual([expect.stringContaining(sentence)])
  })
})
