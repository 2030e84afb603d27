import { describe, expect, it } from 'vitest'
import { met } from './other-property-system/behaviours.ts'
import { RawClient } from './other-property-system/raw-client.ts'
import { AMOUNT, ARTICLES, linkedHotel, numbered } from './other-property-system/small-hotel.ts'

describe('a posting', () => {
  it('is answered late, and is on the folio all the while', async () => {
    const { system, client } = await linkedHotel()
    system.meets.next(met.held)
    client.say(numbered(1))
    await system.until(() => system.folio('2781').length === 1)
    expect(system.postings).toMatchObject([{ number: '1', booked: true, answers: [] }])
    expect(system.release(2)).toBe(0)
    expect(system.release(1)).toBe(1)
    expect(await client.next()).toContain('ASOK|P#1|')
    expect(system.postings).toMatchObject([{ answers: ['OK'] }])
  })

  it('is answered after a while by itself', async () => {
    const { system, client } = await linkedHotel()
    system.meets.next(met.late(5))
    client.say(numbered(1))
    expect(await client.next()).toContain('ASOK|P#1|')
    expect(system.release()).toBe(0)
  })

  it('can be answered over the next link', async () => {
    const { system, client } = await linkedHotel()
    system.meets.next(met.held, met.held)
    client.say(numbered(1))
    await system.until(() => system.postings.length === 1)
    client.close()
    await system.until(() => !system.connections.isAlive)
    const second = await RawClient.connect(system.port)
    await second.link()
    expect(system.release()).toBe(1)
    expect(await second.next()).toContain('ASOK|P#1|')
    second.say(numbered(2))
    await system.until(() => system.postings.length === 2)
    second.close()
    await system.until(() => !system.connections.isAlive)
    expect(system.release()).toBe(0)
    expect(system.postings).toMatchObject([{ answers: ['OK'] }, { answers: [] }])
  })

  it.each([
    ['booked', met.bookedInSilence, 1],
    ['lost', met.lostInSilence, 0],
  ])('stays without an answer, %s', async (_, behaviour, lines) => {
    const { system, client, time } = await linkedHotel()
    system.meets.next(behaviour)
    client.say(numbered(1))
    await system.until(() => system.postings.length === 1)
    time.now += 30_000
    client.say(numbered(2))
    expect(await client.next()).toContain('P#2|')
    expect(system.byNumber(1)).toHaveLength(lines)
    expect(system.violations).toEqual([])
  })

  it.each([
    ['RY', 'ASRY|P#1|'],
    ['NA', 'ASNA|P#1|'],
    ['UR', 'ASUR|P#1|'],
    ['ZZ', 'ASZZ|P#1|'],
  ])('is refused with %s', async (status, answer) => {
    const { system, client } = await linkedHotel()
    system.meets.next(met.refused(status))
    client.say(numbered(1))
    expect(await client.next()).toContain(answer)
    client.say(numbered(1))
    expect(await client.next()).toContain('ASOK')
    expect(system.postings.map(({ booked, answers }) => [booked, ...answers])).toEqual([
      [false, status],
      [true, 'OK'],
    ])
  })

  it('is refused in the words of the hotel, or without a status', async () => {
    const { system, client } = await linkedHotel()
    system.meets.next(met.refused('NG', 'ROOM IS EMPTY'), met.withoutStatus)
    client.say(numbered(1))
    expect(await client.next()).toContain('ASNG|CTROOM IS EMPTY|P#1|')
    client.say(numbered(2))
    expect(await client.next()).toBe('PA|RN2781|P#2|DA260314|TI124254|SO100|')
    expect(system.folio('2781')).toEqual([])
  })

  it.each([
    ['booked', met.bookedAndHungUp, 1],
    ['not booked', met.hungUp, 0],
  ])('ends the connection instead of an answer, %s', async (_, behaviour, lines) => {
    const { system, client } = await linkedHotel()
    system.meets.next(behaviour)
    client.say(numbered(1), numbered(2))
    expect(await client.next()).toBe('closed')
    expect(system.folio('2781')).toHaveLength(lines)
    expect(system.postings).toHaveLength(1)
  })

  it('gets an answer that is meant for another', async () => {
    const { system, client } = await linkedHotel()
    system.meets.next(met.answeredToAnother('77'))
    client.say(numbered(1))
    expect(await client.next()).toContain('ASOK|P#77|')
    expect(system.byNumber(1)).toMatchObject([{ answers: [] }])
  })

  it('is met as its room is', async () => {
    const { system, client } = await linkedHotel()
    system.meets.whenever(({ type }) => type === 'M', met.refused('UR'))
    for (const [posting, status] of [
      [ARTICLES, 'UR'],
      [AMOUNT, 'OK'],
      [ARTICLES, 'UR'],
    ] as const) {
      client.say(posting)
      expect(await client.next()).toContain(`AS${status}`)
    }
  })

  it('has no answer in a hotel that never gives one, and need not wait for it', async () => {
    const { system, client } = await linkedHotel({ answersPostings: false })
    client.say(numbered(1), numbered(2), 'LS|DA260314|TI124254|')
    expect(await client.next()).toContain('LA|')
    expect(system.total('2781')).toBe(1_800)
    expect(system.violations).toEqual([])
  })

  it('is not taken during the night audit', async () => {
    const { system, client } = await linkedHotel()
    system.beginNightAudit()
    expect(await client.next()).toBe('NS|DA260314|TI124254|')
    client.say(numbered(1))
    expect(await client.next()).toContain('ASNA|CTNIGHT AUDIT|P#1|')
    system.endNightAudit()
    expect(await client.next()).toContain('NE|')
    client.say(numbered(1))
    expect(await client.next()).toContain('ASOK')
    expect(system.byNumber(1)).toHaveLength(1)
  })
})

describe('the property system', () => {
  it('goes away and comes back on its port with its books', async () => {
    const { system, client } = await linkedHotel()
    const { port } = system
    client.say(numbered(1))
    await client.next()
    await system.goAway()
    expect(await client.next()).toBe('closed')
    await expect(RawClient.connect(port)).rejects.toThrow('ECONNREFUSED')
    await system.comeBack()
    const second = await RawClient.connect(port)
    await second.link()
    second.say(numbered(1))
    await second.next()
    second.close()
    expect(system.byNumber(1)).toMatchObject([{ connection: 1 }, { connection: 2 }])
  })

  it('tells whoever still waits that it is closed', async () => {
    const { system } = await linkedHotel()
    const waiting = system.until(() => false).catch(String)
    await system.close()
    expect(await waiting).toContain('closed before')
  })
})
