import { describe, expect, it } from 'vitest'
import { recordText } from '../src/wire/record.ts'
import { begin, linked, posting } from './journey.ts'
import { settled, until } from './until.ts'

const SEVEN = { room: '101', date: '260315', time: '070000' }

describe('a wake-up call of the property system', () => {
  it('is heard, and answered once with its own date and time', async () => {
    const { pms, link, heard, clock } = await linked()
    pms.askWakeup({ ...SEVEN, time: '065937' })
    await until('the wake-up call', () => heard.wakeups.length === 1)
    expect(heard.wakeups).toEqual([{ kind: 'request', room: '101', date: '260315', time: '065937' }])
    clock.advance(60_000)
    expect(link.answerWakeup({ ...SEVEN, time: '065937' }, 'NR')).toEqual({ kind: 'sent' })
    await until('the answer', () => pms.wakeups[0]?.answer === 'NR')
    expect(recordText(pms.received.at(-1) ?? { id: '', fields: [] })).toBe('WA|RN101|DA260315|TI065937|ASNR|')
    expect(pms.violations).toEqual([])
  })

  it('is cleared by itself, or with all of its room', async () => {
    const { pms, heard } = await linked()
    pms.askWakeup(SEVEN)
    pms.clearWakeup('101', '260315', '070000')
    pms.clearWakeup('101')
    await until('both', () => heard.wakeups.length === 3)
    expect(heard.wakeups.slice(1)).toEqual([
      { kind: 'clear', room: '101', date: '260315', time: '070000' },
      { kind: 'clear', room: '101', date: null, time: null },
    ])
  })

  it('that says too little is told as trouble, and the link goes on', async () => {
    const { pms, heard, link } = await linked()
    pms.send({ id: 'WR', fields: [['RN', '101']] })
    pms.send({ id: 'GI', fields: [['G#', '1']] })
    await until('the trouble', () => heard.troubles.length === 2)
    expect([heard.troubles, link.state]).toEqual([['WR says too little', 'GI says too little'], 'alive'])
  })

  it('that came while we were away is told when we are back', async () => {
    const { pms, heard, relinked } = await linked()
    pms.cut()
    await until('the end', () => !pms.isAlive)
    pms.askWakeup(SEVEN)
    await relinked()
    await until('the wake-up call', () => heard.wakeups.length === 1)
  })
})

describe('a wake-up call of ours', () => {
  it('is asked for, cleared and answered', async () => {
    const { pms, link } = await linked()
    expect([link.requestWakeup(SEVEN), link.clearWakeup(SEVEN)]).toEqual([{ kind: 'sent' }, { kind: 'sent' }])
    await until('the clearing', () => pms.wakeups[0]?.isCleared === true)
    expect(pms.wakeups).toMatchObject([{ ...SEVEN, by: 'client' }])
    expect(pms.violations).toEqual([])
  })

  it.each([
    ['no time', { ...SEVEN, time: '' }],
    ['no room', { ...SEVEN, room: '' }],
    ['a separator in the room', { ...SEVEN, room: '1|2' }],
  ])('is not sent with %s', async (_, key) => {
    const { pms, link } = await linked()
    const before = pms.received.length
    for (const end of [link.requestWakeup(key), link.answerWakeup(key, 'OK')])
      expect(end.kind).toBe('invalid')
    await settled()
    expect(pms.received.length).toBe(before)
  })

  it('is not asked for with a date that does not exist; one that was asked for so is answered', async () => {
    const { pms, link } = await linked()
    const key = { ...SEVEN, date: '261131' }
    pms.askWakeup(key)
    expect(link.requestWakeup(key).kind).toBe('invalid')
    expect(link.clearWakeup(key).kind).toBe('invalid')
    expect(link.answerWakeup(key, 'UR').kind).toBe('sent')
    await until('the answer', () => pms.wakeups[0]?.answer === 'UR')
    expect(pms.violations).toEqual([])
  })

  it('is not sent while there is no link', async () => {
    const { link, state } = await begin({ behaviour: { answersAlive: false } })
    await state('waiting for LA')
    for (const end of [
      link.requestWakeup(SEVEN),
      link.clearWakeup(SEVEN),
      link.answerWakeup(SEVEN, 'OK'),
      link.requestResync(),
    ])
      expect(end.kind).toBe('not linked')
  })
})

describe('a link without wake-up calls and guests', () => {
  it('sends nothing of them', async () => {
    const { link } = await linked({}, { features: {} })
    for (const end of [link.requestWakeup(SEVEN), link.answerWakeup(SEVEN, 'OK'), link.requestResync()])
      expect(end).toMatchObject({
        kind: 'invalid',
        text: expect.stringContaining('no part of this link') as string,
      })
  })
})

describe('guests', () => {
  it('check in, share, move and check out', async () => {
    const { pms, heard } = await linked()
    pms.checkIn('103', { reservation: '1', name: 'Ann' })
    pms.checkIn('103', { reservation: '2', name: 'Ben', language: 'FR' })
    pms.move('103', '104', '1')
    pms.checkOut('103', '2')
    await until('the check-out', () => heard.guests.length === 4)
    expect(heard.guests).toMatchObject([
      { kind: 'check-in', room: '103', name: 'Ann', shared: false, language: 'en' },
      { kind: 'check-in', room: '103', name: 'Ben', shared: true, language: 'fr' },
      { kind: 'change', room: '104', from: '103', name: 'Ann', shared: false, sharedBefore: true },
      { kind: 'check-out', room: '103', reservation: '2', shared: false, resync: false },
    ])
    expect(pms.violations).toEqual([])
  })

  it('are not told to a link that did not ask for them', async () => {
    const { pms, heard, link } = await linked({}, { features: {} })
    pms.checkIn('103', { reservation: '1', name: 'Ann' })
    expect(await link.post(posting(1, { room: '103' }))).toMatchObject({ kind: 'delivered' })
    expect(heard.guests).toEqual([])
  })

  it('with a flag outside of a resync are guests like any other', async () => {
    const { pms, heard } = await linked()
    pms.send({
      id: 'GI',
      fields: [
        ['RN', '103'],
        ['G#', '1'],
        ['GS', 'N'],
        ['SF', ''],
      ],
    })
    await until('the check-in', () => heard.guests.length === 1)
    expect(heard.guests).toMatchObject([{ kind: 'check-in', resync: false }])
  })
})

describe('a resync', () => {
  it('tells every guest between its beginning and its end', async () => {
    const { pms, link, heard } = await linked()
    expect(link.requestResync()).toEqual({ kind: 'sent' })
    await until('its end', () => heard.resyncs.length === 2)
    expect(heard.resyncs).toEqual(['begun', 'done'])
    expect(heard.guests).toMatchObject([
      { kind: 'check-in', room: '101', resync: true },
      { kind: 'check-in', room: '102', resync: true },
      { kind: 'check-in', room: '0101', resync: true },
    ])
    expect(link.state).toBe('alive')
    expect(pms.violations).toEqual([])
  })

  it('keeps us silent until it is over', async () => {
    const { pms, link, clock, state } = await linked()
    pms.beginResync()
    await state('resync')
    expect(await link.post(posting(1))).toMatchObject({ kind: 'not linked' })
    expect(link.answerWakeup(SEVEN, 'OK').kind).toBe('not linked')
    clock.advance(200_000)
    await settled()
    pms.endResync()
    await state('alive')
    expect(await link.post(posting(1))).toMatchObject({ kind: 'delivered' })
    expect(pms.violations).toEqual([])
  })

  it('leaves an answer its way to a posting that is already there', async () => {
    const { pms, link, state, clock } = await linked({ behaviour: { posting: 'late', lateMs: 5_000 } })
    const end = link.post(posting(1))
    await until('the posting', () => pms.folio.bookings.length === 1)
    pms.beginResync()
    await state('resync')
    clock.advance(5_000)
    expect(await end).toMatchObject({ kind: 'delivered' })
  })

  it('that never ends is left, without a word', async () => {
    const { pms, link, clock, state, relinked, heard } = await linked()
    pms.beginResync()
    await state('resync')
    clock.advance(300_000)
    expect(link.state).toBe('backing off')
    expect(heard.resyncs).toEqual(['begun', 'broken off'])
    await relinked()
    expect(pms.violations).toEqual([])
  })

  it.each(['cut', 'startLink', 'endLink'] as const)('that is broken off is not done: %s', async (how) => {
    const { pms, state, back, heard } = await linked()
    pms.beginResync()
    await state('resync')
    pms[how]()
    await until('the end', () => heard.resyncs.length === 2)
    await back()
    pms.endResync()
    pms.askWakeup(SEVEN)
    await until('the wake-up call', () => heard.wakeups.length === 1)
    expect([heard.resyncs, pms.violations]).toEqual([['begun', 'broken off'], []])
  })

  it('is asked for once a day at most', async () => {
    const { pms, link, clock, heard, back } = await linked()
    link.requestResync()
    await until('its end', () => heard.resyncs.length === 2)
    expect(link.requestResync()).toMatchObject({ kind: 'too soon' })
    clock.advance(24 * 3_600_000)
    await back()
    expect(link.requestResync()).toEqual({ kind: 'sent' })
    await until('the second', () => heard.resyncs.length === 4)
    expect(pms.violations).toEqual([])
  })

  it('that was broken off may be asked for again, and one that is under way may not', async () => {
    const { pms, link, heard, back, state } = await linked()
    pms.beginResync()
    await state('resync')
    expect(link.requestResync()).toMatchObject({ kind: 'not linked' })
    pms.cut()
    await until('the end', () => heard.resyncs.length === 2)
    await back()
    expect(link.requestResync()).toEqual({ kind: 'sent' })
    expect(link.requestResync()).toMatchObject({ kind: 'too soon' })
    await until('its end', () => heard.resyncs.length === 4)
    expect(heard.resyncs).toEqual(['begun', 'broken off', 'begun', 'done'])
    expect(link.requestResync()).toMatchObject({ kind: 'too soon' })
  })

  it('that nobody begins to tell may be asked for again', async () => {
    const { link, clock } = await linked()
    expect(link.requestResync()).toEqual({ kind: 'sent' })
    clock.advance(30_000)
    expect(link.requestResync()).toEqual({ kind: 'sent' })
  })

  it('that could not be asked for can be asked for when there is a link', async () => {
    const { pms, link, state, back } = await begin({ behaviour: { answersAlive: false } })
    await state('waiting for LA')
    expect(link.requestResync()).toMatchObject({ kind: 'not linked' })
    pms.behave({ answersAlive: true })
    pms.startLink()
    await back()
    expect(link.requestResync()).toEqual({ kind: 'sent' })
  })

  it('tells of rooms that are empty', async () => {
    const { pms, heard, link } = await linked()
    pms.checkOut('101', '4711')
    link.requestResync()
    await until('its end', () => heard.resyncs.length === 2)
    expect(heard.guests[1]).toMatchObject({ kind: 'check-out', room: '101', resync: true, reservation: null })
  })
})

describe('a listener that fails', () => {
  it('does not disturb the link', async () => {
    const thrown: unknown[] = []
    const onUncaught = (error: unknown) => void thrown.push(error)
    const before = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException').on('uncaughtException', onUncaught)
    try {
      const onGuest = () => {
        throw new Error('No such room')
      }
      const { pms, link } = await linked({}, { onGuest })
      pms.checkIn('103', { reservation: '1', name: 'Ann' })
      await until('the failure', () => thrown.length === 1)
      expect(await link.post(posting(1))).toMatchObject({ kind: 'delivered' })
    } finally {
      process.removeAllListeners('uncaughtException')
      for (const listener of before) process.on('uncaughtException', listener)
    }
  })
})
