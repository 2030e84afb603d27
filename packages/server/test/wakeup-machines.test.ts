import { encodeG711, prepareAudio } from '@reveille/sip'
import { joined, type PhoneScript, silence, speechLike, tone } from '@reveille/sip/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { minutes } from '../src/kernel/clock.ts'
import { NEW_YORK } from './hotel.ts'
import { newFolder, openNight } from './night.ts'
import { openRingingHotel } from './ringing-hotel.ts'
import { LISTENS, PRESSES } from './test-exchange.ts'

const sound = (...pieces: Int16Array[]) => prepareAudio(encodeG711(joined(...pieces), 'PCMU'))
const GREETING = speechLike(6_000, 7)
const BEEP = joined(silence(300), tone(1_000, 300), silence(1_000))

/** Takes the call after a while, speaks and beeps, and records what it is told. */
const MAILBOX: PhoneScript = { does: 'answer', ringMs: 1_500, says: sound(GREETING, BEEP) }
const TALKS: PhoneScript = { ...LISTENS, says: sound(GREETING) }

const NOTE = { machines: 'note' } as const
const TWICE = { attempts: 2, retryDelay: '1m' } as const

describe('a mailbox that takes the call of a guest', () => {
  test('has not woken anybody: the room is rung again, then the desk is told', async () => {
    const { hotel, exchange } = await openNight({ wakeup: TWICE })
    exchange.does('101', MAILBOX)
    const id = await hotel.ask('101', '2001')
    expect(await hotel.settled(id)).toMatchObject({ attempts: 2, result: 4 })
    expect(exchange.rings('101')).toHaveLength(2)
    expect(await hotel.alarms()).toMatchObject([{ kind: 'wakeup.failed', room: '101' }])
  })

  test('is told in the log, in the dossier and in the report, with the reason', async () => {
    const { hotel, exchange } = await openNight({ wakeup: TWICE })
    exchange.does('101', MAILBOX, LISTENS)
    const id = await hotel.ask('101', '2001')
    expect(await hotel.settled(id)).toMatchObject({ attempts: 2, result: 1 })
    const [first, second] = await hotel.log('wakeup.ended')
    expect(first).toMatchObject({
      text: 'A machine answered: it spoke for four seconds without a pause, it beeped',
      detail: { answeredBy: 'machine', machineSigns: ['long-speech', 'beep'] },
    })
    expect(second).toMatchObject({ detail: { answeredBy: 'unknown', machineSigns: [] } })
    const { json } = await hotel.request('boss', 'GET', `/rest/wakeup/${id}/dossier`)
    expect(json.attempts).toMatchObject([
      { answeredBy: 'machine', machineSigns: ['long-speech', 'beep'] },
      { answeredBy: 'unknown', machineSigns: [] },
    ])
    const report = await hotel.request('boss', 'GET', '/rest/report/wakeup')
    expect(report.json.totals).toMatchObject({ calls: 1, complete: 1, machines: 1 })
  })

  test('hears the announcement to its end, in case it is a guest after all', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { attempts: 1 } })
    exchange.does('101', { ...MAILBOX, keys: [{ keys: '5', afterMs: 15_000 }] })
    const id = await hotel.ask('101', '2001')
    expect(await hotel.settled(id)).toMatchObject({ result: 1 })
    expect(await hotel.log('wakeup.ended')).toMatchObject([{ detail: { answeredBy: 'person', keys: '5' } }])
  })

  test('and was cut off because the system stops has woken nobody either', async () => {
    const folder = newFolder()
    const { stage, hotel, exchange } = await openNight({ folder, wakeup: TWICE })
    exchange.does('101', MAILBOX, PRESSES('5'))
    const id = await hotel.ask('101', '2001')
    await hotel.until(() => exchange.seen.some(({ what }) => what === 'answers'))
    await hotel.close()
    const next = await openRingingHotel({}, { stage, folder })
    onTestFinished(() => next.close())
    expect(await next.settled(id)).toMatchObject({ attempts: 2, result: 1 })
    expect((await next.log('wakeup.retry')).map(({ text }) => text)).toEqual([
      'somebody else, or a mailbox, answered: rung again at 20:02:00',
    ])
  })

  test('counts as any other answer where the hotel only takes note of it', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { ...TWICE, ...NOTE } })
    exchange.does('101', MAILBOX)
    expect(await hotel.settled(await hotel.ask('101', '2001'))).toMatchObject({ attempts: 1, result: 1 })
    expect(await hotel.log('wakeup.ended')).toMatchObject([{ detail: { answeredBy: 'machine' } }])
  })

  test.each([
    ['that speaks', MAILBOX, false],
    ['that the exchange leads the call to', LISTENS, true],
  ])('%s is not looked for where the hotel says so', async (_, script, forwards) => {
    const { hotel, exchange } = await openNight({ wakeup: { ...TWICE, machines: 'off' } })
    exchange.does('101', script)
    if (forwards) exchange.forwards('101')
    expect(await hotel.settled(await hotel.ask('101', '2001'))).toMatchObject({ attempts: 1, result: 1 })
    expect(await hotel.log('wakeup.ended')).toMatchObject([
      { detail: { answeredBy: 'unknown', machineSigns: [], forwarded: forwards } },
    ])
  })

  test("is the tenant's own matter", async () => {
    const tenants = [{ id: NEW_YORK, name: 'New York house', timezone: 'America/New_York', wakeup: NOTE }]
    const { hotel, exchange } = await openNight({ wakeup: { attempts: 1 }, site: { tenants } })
    for (const room of ['101', '500']) exchange.does(room, MAILBOX)
    const [here, there] = [await hotel.ask('101', '2001'), await hotel.ask('500', '1401')]
    expect(await hotel.settled(here)).toMatchObject({ result: 4 })
    expect(await hotel.settled(there)).toMatchObject({ result: 1 })
  })
})

describe('a guest', () => {
  test.each<[string, PhoneScript, readonly string[]]>([
    ['who talks without a pause', TALKS, ['long-speech']],
    ['whose phone is picked up by the exchange', { ...LISTENS, ringMs: 0 }, ['quick-answer']],
    ['in whose room something beeps', { ...LISTENS, says: sound(silence(500), BEEP) }, ['beep']],
  ])('%s is a guest', async (_, script, machineSigns) => {
    const { hotel, exchange } = await openNight()
    exchange.does('101', script)
    expect(await hotel.settled(await hotel.ask('101', '2001'))).toMatchObject({ attempts: 1, result: 1 })
    expect(await hotel.log('wakeup.ended')).toMatchObject([
      { detail: { answeredBy: 'unknown', machineSigns } },
    ])
  })

  test('who presses a key is a person, whatever is heard', async () => {
    const { hotel, exchange } = await openNight()
    exchange.forwards('101')
    exchange.does('101', { ...PRESSES('3'), says: sound(GREETING, BEEP), ringMs: 0 })
    expect(await hotel.settled(await hotel.ask('101', '2001'))).toMatchObject({ attempts: 1, result: 1 })
    expect(await hotel.log('wakeup.ended')).toMatchObject([{ detail: { answeredBy: 'person' } }])
  })
})

test('an exchange that says that it leads the call elsewhere is sign enough', async () => {
  const { hotel, exchange } = await openNight({ wakeup: { attempts: 1 } })
  exchange.forwards('101')
  expect(await hotel.settled(await hotel.ask('101', '2001'))).toMatchObject({ result: 4 })
  expect(await hotel.log('wakeup.ended')).toMatchObject([
    { text: 'A machine answered: the exchange had passed the call on', detail: { answeredBy: 'machine' } },
  ])
  await hotel.pass(minutes(1))
  expect(await hotel.alarms()).toMatchObject([{ kind: 'wakeup.failed' }])
})
