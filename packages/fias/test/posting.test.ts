import { describe, expect, it } from 'vitest'
import type { Posting } from '../src/index.ts'
import { recordText } from '../src/wire/record.ts'
import { begin, linked, posting } from './journey.ts'
import { settled, until } from './until.ts'

const DELIVERED = { kind: 'delivered', status: 'OK' }

describe('a posting', () => {
  it('is on the folio when it is delivered', async () => {
    const { pms, link } = await linked()
    const ends = []
    ends.push(await link.post(posting(1733)))
    const amount: Partial<Posting> = { what: { amount: '9.00' }, outlet: '100', itemText: '2 Cola' }
    ends.push(await link.post(posting(1734, { room: '0101', ...amount })))
    expect(ends).toEqual([DELIVERED, DELIVERED])
    expect(pms.folio.bookings).toMatchObject([
      { room: '101', number: '1733', articles: [{ article: '1450', count: '2' }], amount: null },
      { room: '0101', number: '1734', articles: [], amount: '900', outlet: '100', itemText: '2 Cola' },
    ])
    expect(pms.violations).toEqual([])
  })

  it('is not sent before the property system has said that it is there', async () => {
    const { pms, link, state } = await begin({ behaviour: { answersAlive: false } })
    await state('waiting for LA')
    expect(await link.post(posting(1))).toEqual({
      kind: 'not linked',
      text: 'The link is waiting for LA: The property system starts the link',
    })
    await settled()
    expect(pms.received.some(({ id }) => id === 'PS')).toBe(false)
  })

  it('waits for the answer to the one before', async () => {
    const { pms, link } = await linked()
    const [first, second] = await Promise.all([link.post(posting(1)), link.post(posting(2))])
    expect([first, second]).toEqual([DELIVERED, { kind: 'busy', text: 'Posting 1 is not answered yet' }])
    expect(await link.post(posting(2))).toEqual(DELIVERED)
    expect([pms.folio.bookings.length, pms.violations]).toEqual([2, []])
  })

  it('that cannot be written is not sent', async () => {
    const { pms, link } = await linked()
    expect(await link.post(posting(1, { room: '1|2' }))).toMatchObject({ kind: 'invalid' })
    expect(await link.post(posting(1))).toEqual(DELIVERED)
    expect(pms.violations).toEqual([])
  })

  it.each([
    ['UR', 'refused'],
    ['NG', 'refused'],
    ['NP', 'refused'],
    ['XX', 'refused'],
    ['RY', 'later'],
    ['OK', 'delivered'],
  ])('answered with %s is %s', async (status, kind) => {
    const { pms, link } = await linked({ behaviour: { status } })
    expect(await link.post(posting(1))).toMatchObject({ kind, status })
    expect(pms.folio.bookings.length).toBe(kind === 'delivered' ? 1 : 0)
  })

  it('to an empty room is refused, with the words of the property system', async () => {
    const { link } = await linked()
    expect(await link.post(posting(1, { room: '999' }))).toEqual({
      kind: 'refused',
      status: 'NG',
      text: 'No guest was found in the room: INVALID ROOM',
    })
    expect(await link.post(posting(2, { room: '102' }))).toMatchObject({ kind: 'refused', status: 'NP' })
  })

  it('that shall be tried again is booked once, however often it was tried', async () => {
    const { pms, link } = await linked({ behaviour: { status: 'RY' } })
    for (let turn = 0; turn < 3; turn++)
      expect(await link.post(posting(7))).toMatchObject({ kind: 'later', status: 'RY' })
    pms.behave({ status: null })
    expect(await link.post(posting(7))).toEqual(DELIVERED)
    expect(pms.folio.duplicates).toEqual([])
  })

  it('is known by its number, written with zeros or not, whatever else the answer says', async () => {
    const { pms, link } = await linked({ behaviour: { posting: 'silence' } })
    const end = link.post(posting(17))
    await until('the posting', () => pms.folio.bookings.length === 1)
    pms.sendBytes(Buffer.from('\u0002PA|ASOK|P#0017|CTPosting successful\u0003'))
    expect(await end).toEqual(DELIVERED)
  })

  it('is known by its room where the number is not echoed', async () => {
    const { link } = await linked({ behaviour: { echoesNumber: false } })
    expect(await link.post(posting(1))).toEqual(DELIVERED)
  })
})

describe('a posting without an answer', () => {
  it('is uncertain after thirty seconds, and the link is kept', async () => {
    const { pms, link, clock, alive } = await linked({ behaviour: { posting: 'silence' } })
    const end = link.post(posting(1))
    await until('the posting', () => pms.folio.bookings.length === 1)
    clock.advance(29_999)
    expect(link.describe().outstanding).toBe(1)
    clock.advance(1)
    expect(await end).toEqual({ kind: 'uncertain', why: 'no answer', text: 'No answer within 30 s' })
    await alive()
    expect([pms.connections, pms.violations]).toEqual([1, []])
  })

  it('keeps the link as long as the property system is there, which is asked once in five minutes', async () => {
    const { pms, link, clock, alive } = await linked({ behaviour: { posting: 'silence' } })
    for (let number = 1; number <= 4; number++) {
      const end = link.post(posting(number))
      await until('the posting', () => pms.folio.bookings.length === number)
      clock.advance(30_000)
      expect(await end).toMatchObject({ kind: 'uncertain', why: 'no answer' })
      await alive()
    }
    expect([pms.connections, pms.received.filter(({ id }) => id === 'LS').length]).toEqual([1, 1])
    expect(pms.violations).toEqual([])
  })

  it('has the link made anew where the property system is not there any more', async () => {
    const { pms, link, clock, relinked } = await linked({ behaviour: { posting: 'silence' } })
    pms.behave({ answersAlive: false })
    const end = link.post(posting(1))
    await until('the posting', () => pms.folio.bookings.length === 1)
    clock.advance(30_000)
    expect(await end).toMatchObject({ kind: 'uncertain', why: 'no answer' })
    expect(link.state).toBe('checking')
    clock.advance(30_000)
    pms.behave({ answersAlive: true })
    await relinked()
    expect(pms.connections).toBe(2)
  })

  it('is the same when it is sent again: the property system can see that it came twice', async () => {
    const { pms, link, clock, alive } = await linked({ behaviour: { posting: 'silence' } })
    const end = link.post(posting(1))
    await until('the posting', () => pms.folio.bookings.length === 1)
    clock.advance(30_000)
    await end
    await alive()
    pms.behave({ posting: 'answer' })
    expect(await link.post(posting(1))).toEqual(DELIVERED)
    const sent = pms.received.filter(({ id }) => id === 'PS').map(recordText)
    expect(sent[0]).toBe(sent[1])
    expect(pms.folio.duplicates).toMatchObject([{ number: '1' }])
    expect(pms.violations).toEqual([])
  })

  it.each(['close', 'link end'] as const)('is uncertain when the link goes down first: %s', async (how) => {
    const { pms, link, relinked } = await linked({ behaviour: { posting: how } })
    expect(await link.post(posting(1))).toMatchObject({ kind: 'uncertain' })
    expect(await link.post(posting(2))).toMatchObject({ kind: 'not linked' })
    pms.behave({ posting: 'answer' })
    await relinked()
    expect(await link.post(posting(2))).toEqual(DELIVERED)
    expect(pms.violations).toEqual([])
  })

  it('is uncertain when the link is stopped first', async () => {
    const { pms, link } = await linked({ behaviour: { posting: 'silence' } })
    const end = link.post(posting(1))
    await until('the posting', () => pms.folio.bookings.length === 1)
    await link.stop()
    expect(await end).toMatchObject({ kind: 'uncertain' })
  })

  it('is settled by a late answer, which is told', async () => {
    const { pms, link, clock, alive, heard } = await linked({
      behaviour: { posting: 'late', lateMs: 33_000 },
    })
    const end = link.post(posting(1))
    await until('the posting', () => pms.folio.bookings.length === 1)
    clock.advance(30_000)
    expect(await end).toMatchObject({ kind: 'uncertain' })
    await alive()
    clock.advance(3_000)
    await until('the late answer', () => heard.late.length > 0)
    expect(heard.late).toEqual([{ number: 1, answer: DELIVERED }])
    pms.behave({ posting: 'answer' })
    expect(await link.post(posting(2))).toEqual(DELIVERED)
    expect([heard.troubles, pms.violations, pms.connections]).toEqual([[], [], 1])
  })

  it('is settled by an answer that comes while we ask whether anybody is there, which shows it too', async () => {
    const { pms, link, clock, heard } = await linked({
      behaviour: { posting: 'late', lateMs: 33_000 },
    })
    pms.behave({ answersAlive: false })
    const end = link.post(posting(1))
    await until('the posting', () => pms.folio.bookings.length === 1)
    clock.advance(30_000)
    await end
    expect(link.state).toBe('checking')
    clock.advance(3_000)
    await until('the late answer', () => heard.late.length > 0)
    expect([link.state, pms.connections]).toEqual(['alive', 1])
  })

  it('is settled by its number while the next one is on its way', async () => {
    const { pms, link, clock, alive, heard } = await linked({
      behaviour: { posting: 'late', lateMs: 33_000 },
    })
    const first = link.post(posting(1))
    await until('the posting', () => pms.folio.bookings.length === 1)
    clock.advance(30_000)
    await first
    await alive()
    const second = link.post(posting(2))
    await until('the second posting', () => pms.folio.bookings.length === 2)
    clock.advance(3_000)
    await until('the late answer', () => heard.late.length > 0)
    expect(heard.late).toEqual([{ number: 1, answer: DELIVERED }])
    expect(link.describe().outstanding).toBe(2)
    clock.advance(27_000)
    expect(await second).toMatchObject({ kind: 'uncertain' })
    expect(pms.violations).toEqual([])
  })

  it('is settled by a late answer that comes while it is sent again', async () => {
    const { pms, link, clock, alive, heard } = await linked({
      behaviour: { posting: 'late', lateMs: 31_500 },
    })
    const end = link.post(posting(1))
    await until('the posting', () => pms.folio.bookings.length === 1)
    clock.advance(30_000)
    await end
    await alive()
    pms.behave({ posting: 'silence', books: false })
    const again = link.post(posting(1))
    await until('the posting again', () => pms.received.filter(({ id }) => id === 'PS').length === 2)
    clock.advance(1_500)
    expect(await again).toEqual(DELIVERED)
    expect([heard.late, pms.folio.duplicates]).toEqual([[], []])
  })

  it('of a process before us is settled by a late answer too', async () => {
    const { pms, heard } = await linked({}, { unanswered: [55] })
    pms.send({
      id: 'PA',
      fields: [
        ['RN', '101'],
        ['AS', 'NG'],
        ['P#', '55'],
      ],
    })
    await until('the late answer', () => heard.late.length > 0)
    expect(heard.late).toMatchObject([{ number: 55, answer: { kind: 'refused', status: 'NG' } }])
  })
})

describe('an answer to another posting', () => {
  it('is told and ignored', async () => {
    const { pms, link, heard } = await linked({ behaviour: { posting: 'other first' } })
    expect(await link.post(posting(1))).toEqual(DELIVERED)
    expect(heard.troubles).toEqual(['An answer to a posting that nobody waits for: P#4712'])
    expect(pms.violations).toEqual([])
  })

  it('settles nothing', async () => {
    const { pms, link, clock, heard } = await linked({ behaviour: { posting: 'other only' } })
    const end = link.post(posting(1))
    await until('the foreign answer', () => heard.troubles.length > 0)
    clock.advance(30_000)
    expect(await end).toMatchObject({ kind: 'uncertain' })
    expect(pms.folio.bookings.length).toBe(1)
  })

  it('is ignored when nobody waits for any', async () => {
    const { pms, heard, link } = await linked()
    pms.send({
      id: 'PA',
      fields: [
        ['RN', '101'],
        ['AS', 'OK'],
      ],
    })
    await until('the answer', () => heard.troubles.length > 0)
    expect(link.state).toBe('alive')
  })
})

describe('an answer that names no number', () => {
  const unnamed = (room: string, status: string) => ({
    id: 'PA',
    fields: Object.entries({ RN: room, AS: status }),
  })

  async function overdue(...rooms: readonly string[]) {
    const journey = await linked({ behaviour: { posting: 'silence' } })
    for (const [at, room] of rooms.entries()) {
      const end = journey.link.post(posting(at + 1, { room }))
      await until('the posting', () => journey.pms.received.filter(({ id }) => id === 'PS').length === at + 1)
      journey.clock.advance(30_000)
      await end
      await journey.alive()
    }
    return journey
  }

  it('is late to the one posting for its room that is overdue', async () => {
    const { pms, heard } = await overdue('101', '0101')
    pms.send(unnamed('101', 'OK'))
    await until('the late answer', () => heard.late.length > 0)
    expect(heard.late).toEqual([{ number: 1, answer: DELIVERED }])
  })

  it('settles nothing where it may be to several', async () => {
    const { pms, heard, link, clock } = await overdue('101')
    const next = link.post(posting(2))
    await until('the posting', () => pms.received.filter(({ id }) => id === 'PS').length === 2)
    pms.send(unnamed('101', 'OK'))
    await until('the answer', () => heard.troubles.length > 0)
    expect([heard.late, link.describe().outstanding]).toEqual([[], 2])
    clock.advance(30_000)
    expect(await next).toMatchObject({ kind: 'uncertain' })
  })

  it('is no answer to what was posted long ago, or over another connection', async () => {
    const { pms, heard, clock, alive, link } = await overdue('101')
    clock.advance(299_000)
    await alive()
    pms.behave({ posting: 'answer', echoesNumber: false })
    expect(await link.post(posting(2))).toEqual(DELIVERED)
    expect([heard.late, heard.troubles]).toEqual([[], []])
  })
})

describe('a system that never answers postings', () => {
  it('has them counted as taken when they have left', async () => {
    const { pms, link } = await linked({ behaviour: { posting: 'silence' } }, { answers: false })
    expect(await link.post(posting(1))).toEqual({ kind: 'written' })
    expect(await link.post(posting(2))).toEqual({ kind: 'written' })
    await until('both postings', () => pms.folio.bookings.length === 2)
    expect(link.state).toBe('alive')
  })

  it('and refuses one all the same: that is told', async () => {
    const { pms, link, heard } = await linked({}, { answers: false })
    expect(await link.post(posting(1))).toEqual({ kind: 'written' })
    pms.send({ id: 'PA', fields: Object.entries({ RN: '101', 'P#': '1', AS: 'NG' }) })
    await until('the refusal', () => heard.troubles.length > 0)
    expect(heard.troubles).toEqual([
      'Posting P#1 was refused (NG), and has counted as delivered since it was written: take it back here, or book it there by hand',
    ])
  })
})

describe('the night audit', () => {
  it('holds postings, and lets them go when it is over', async () => {
    const { pms, link, heard, clock } = await linked()
    pms.startNightAudit()
    await until('the night audit', () => heard.nightAudits.length === 1)
    clock.advance(60_000)
    expect(await link.post(posting(1))).toMatchObject({ kind: 'later', status: 'NA', afterMs: 840_000 })
    expect(link.describe().nightAudit).toBe(true)
    pms.endNightAudit()
    await until('its end', () => heard.nightAudits.length === 2)
    expect(await link.post(posting(1))).toEqual(DELIVERED)
    expect([heard.nightAudits, pms.received.filter(({ id }) => id === 'PS').length]).toEqual([
      [true, false],
      1,
    ])
  })

  it('holds postings for a quarter of an hour when an answer tells of it', async () => {
    const { pms, link, clock } = await linked({ behaviour: { status: 'NA' } })
    expect(await link.post(posting(1))).toMatchObject({ kind: 'later', status: 'NA', afterMs: 900_000 })
    pms.behave({ status: null })
    clock.advance(250_000)
    expect(await link.post(posting(2))).toMatchObject({ kind: 'later', afterMs: 650_000 })
    expect(pms.received.filter(({ id }) => id === 'PS').length).toBe(1)
  })

  it('tells when postings can be sent again', async () => {
    let readies = 0
    const { pms, link, heard } = await linked({}, { onReady: () => void readies++ })
    expect([readies, link.ready]).toEqual([1, true])
    pms.startNightAudit()
    await until('the night audit', () => heard.nightAudits.length === 1)
    expect(link.ready).toBe(false)
    pms.endNightAudit()
    await until('its end', () => readies === 2)
    expect(link.ready).toBe(true)
  })

  it('whose end is never told does not hold postings for ever', async () => {
    let readies = 0
    const { pms, link, clock, heard, alive } = await linked({}, { onReady: () => void readies++ })
    pms.startNightAudit()
    await until('the night audit', () => heard.nightAudits.length === 1)
    for (let turn = 0; turn < 3; turn++) {
      clock.advance(300_000)
      await until('an answer', () => heard.states.filter((state) => state === 'alive').length === turn + 2)
    }
    await alive()
    pms.folio.isNightAudit = false
    expect(link.ready).toBe(true)
    expect(readies).toBeGreaterThan(1)
    expect(await link.post(posting(1))).toEqual(DELIVERED)
  })
})

describe('a queue of postings', () => {
  /** As an outbox does it: one by one, the same until it is settled. */
  async function deliver(journey: Awaited<ReturnType<typeof linked>>, count: number) {
    const ends: string[] = []
    for (let number = 1; number <= count;) {
      const { kind } = await journey.link.post(posting(number))
      ends.push(kind)
      if (kind === 'delivered') number++
      else if (journey.link.state === 'backing off') await journey.relinked()
      else
        await until('the link', () => journey.link.state === 'alive' || journey.link.state === 'backing off')
    }
    return ends
  }

  it('goes on where it was after the link was ended in the middle', async () => {
    const journey = await linked({ behaviour: { linkEndAfter: 3 } })
    await deliver(journey, 8)
    const { pms } = journey
    expect(pms.folio.bookings.map(({ number }) => number)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
    expect([pms.folio.duplicates, pms.connections, pms.violations]).toEqual([[], 2, []])
  })

  it('goes on when the property system starts anew in the middle', async () => {
    const journey = await linked({ behaviour: { linkStartAfter: 10 } })
    await deliver(journey, 15)
    const { pms } = journey
    expect(pms.folio.bookings.map(({ number }) => Number(number))).toEqual(
      Array.from({ length: 15 }, (_, at) => at + 1),
    )
    expect([pms.received.filter(({ id }) => id === 'LD').length, pms.connections, pms.violations]).toEqual([
      2,
      1,
      [],
    ])
  })
})
