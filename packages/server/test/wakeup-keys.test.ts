import { describe, expect, test } from 'vitest'
import { minutes } from '../src/kernel/clock.ts'
import { openNight, secondsAfterEight } from './night.ts'
import { LISTENS, PRESSES } from './test-exchange.ts'

const NO_ANSWER = { does: 'ring' } as const
const SNOOZE = { snooze: { limit: 2, delay: '5m' } } as const

describe('a guest who may snooze', () => {
  test('and presses 1 is rung again five minutes after the call', async () => {
    const { hotel, exchange } = await openNight({ wakeup: SNOOZE })
    exchange.does('101', PRESSES('1'), LISTENS)
    const id = await hotel.ask('101', '2001')
    expect(await hotel.settled(id)).toMatchObject({ attempts: 2, snoozes: 1, result: 1 })
    const [end] = exchange.seen.filter(({ what }) => what === 'ends')
    const [, again = 0] = exchange.rings('101')
    expect(again - (end?.at ?? 0)).toBe(minutes(5))
    expect(await hotel.call(id)).toMatchObject({ scheduled: '2026-11-14T20:01:00+01:00' })
  })

  test('hears what the keys do, the time of each call, and that the last is the last', async () => {
    const { hotel, exchange } = await openNight({ wakeup: SNOOZE })
    exchange.does('101', PRESSES('1'))
    const id = await hotel.ask('101', '2001')
    // The third 1 finds no snooze left: it confirms like any other key.
    expect(await hotel.settled(id)).toMatchObject({ attempts: 3, snoozes: 2, result: 1 })
    expect(exchange.rings('101')).toHaveLength(3)
    // Ready twice: when it is claimed, and ahead of that, in case the database goes away.
    const made = new Map(hotel.voice.spoken.map((one) => [JSON.stringify(one.words), one]))
    const calls = [...made.values()].filter(({ words }) => words.some((word) => 'itIs' in word))
    const times = calls.map(({ words }) => words.find((word) => 'itIs' in word))
    expect(times).toEqual([1, 6, 11].map((minute) => ({ itIs: { hour: 20, minute } })))
    const phrases = calls.map(({ words }) => words.flatMap((word) => ('phrase' in word ? [word.phrase] : [])))
    expect(phrases.map((said) => said.includes('press-one-for-another-call'))).toEqual([true, true, false])
    expect(phrases.map((said) => said.includes('last-call'))).toEqual([false, false, true])
  })

  test('and presses another key is woken', async () => {
    const { hotel, exchange } = await openNight({ wakeup: SNOOZE })
    exchange.does('101', PRESSES('5'))
    expect(await hotel.settled(await hotel.ask('101', '2001'))).toMatchObject({
      attempts: 1,
      snoozes: 0,
      result: 1,
    })
    expect(exchange.rings('101')).toHaveLength(1)
  })

  test('is woken by the first key, whatever comes after it', async () => {
    const { hotel, exchange } = await openNight({ wakeup: SNOOZE })
    exchange.does('101', PRESSES('51'))
    expect(await hotel.settled(await hotel.ask('101', '2001'))).toMatchObject({ snoozes: 0, result: 1 })
    expect((await hotel.log('wakeup.key')).map(({ detail }) => detail['key'])).toEqual(['5', '1'])
  })

  test('has all attempts anew after a snooze', async () => {
    const { hotel, exchange } = await openNight({ wakeup: { ...SNOOZE, attempts: 2, retryDelay: '1m' } })
    exchange.does('101', NO_ANSWER, PRESSES('1'), NO_ANSWER)
    const id = await hotel.ask('101', '2001')
    expect(await hotel.settled(id)).toMatchObject({ attempts: 4, snoozes: 1, result: 2 })
    expect(exchange.rings('101')).toHaveLength(4)
  })

  test('hangs up after pressing 1 and is rung again all the same', async () => {
    const { hotel, exchange } = await openNight({ wakeup: SNOOZE })
    const quick = { ...LISTENS, hangsUpAfterMs: 1_200, keys: [{ keys: '1', afterMs: 1_000 }] }
    exchange.does('101', quick, LISTENS)
    expect(await hotel.settled(await hotel.ask('101', '2001'))).toMatchObject({ snoozes: 1, result: 1 })
  })
})

test('where nobody may snooze, 1 is a key like any other', async () => {
  const { hotel, exchange } = await openNight()
  exchange.does('101', PRESSES('1'))
  expect(await hotel.settled(await hotel.ask('101', '2001'))).toMatchObject({
    attempts: 1,
    snoozes: 0,
    result: 1,
  })
})

describe('a call that wants a key', () => {
  const attempts = { attempts: 2, retryDelay: '1m' } as const

  test.each([
    ['by the wish of the guest', { confirm: true }, {}],
    ['by the rule of the hotel', {}, { confirm: true }],
  ])('%s counts as answered by somebody unknown without one', async (_, wish, rule) => {
    const { hotel, exchange } = await openNight({ wakeup: { ...attempts, ...rule } })
    const id = await hotel.ask('101', '2001', wish)
    expect(await hotel.settled(id)).toMatchObject({ attempts: 2, result: 4 })
    expect(exchange.rings('101')).toHaveLength(2)
    expect(await hotel.alarms()).toMatchObject([{ kind: 'wakeup.failed', room: '101' }])
    expect(hotel.voice.spoken[0]?.words).toContainEqual({ phrase: 'press-any-key' })
  })

  test('is complete with one', async () => {
    const { hotel, exchange } = await openNight()
    exchange.does('101', PRESSES('7'))
    const id = await hotel.ask('101', '2001', { confirm: true })
    expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1, confirm: true })
  })

  test('that is put down at once was not answered', async () => {
    const { hotel, exchange } = await openNight({ wakeup: attempts })
    exchange.does('101', { does: 'answer', hangsUpAfterMs: 1_000 })
    expect(await hotel.settled(await hotel.ask('101', '2001', { confirm: true }))).toMatchObject({
      result: 2,
    })
  })
})

test.each([
  ['and that somebody answers', LISTENS],
  ['where nobody answers', NO_ANSWER],
  ['where it is busy', { does: 'busy', ringMs: 1_000 } as const],
])('a call that the exchange leads elsewhere, %s, has not reached the guest', async (_, script) => {
  const { hotel, exchange } = await openNight({ wakeup: { attempts: 2, retryDelay: '1m' } })
  exchange.forwards('101')
  exchange.does('101', script)
  const id = await hotel.ask('101', '2001')
  expect(await hotel.settled(id)).toMatchObject({ attempts: 2, result: 4 })
  expect((await hotel.log('wakeup.progress')).map(({ detail }) => detail['status'])).toContain(181)
})

test('a forwarded call that is confirmed by a key has reached the guest', async () => {
  const { hotel, exchange } = await openNight()
  exchange.forwards('101')
  exchange.does('101', PRESSES('3'))
  expect(await hotel.settled(await hotel.ask('101', '2001'))).toMatchObject({ attempts: 1, result: 1 })
})

describe('the announcement', () => {
  const saidFirst = async (night: Awaited<ReturnType<typeof openNight>>, room: string, more = {}) => {
    await night.hotel.settled(await night.hotel.ask(room, '2001', more))
    return night.hotel.voice.spoken[0]
  }

  test("is in the hotel's language where nobody has another", async () => {
    expect(await saidFirst(await openNight(), '101')).toMatchObject({
      language: 'en',
      words: expect.arrayContaining([{ text: 'Grand Hotel' }, { phrase: 'good-evening' }]),
    })
  })

  test("is in the language of the room, and in the guest's before that", async () => {
    const night = await openNight()
    expect(await saidFirst(night, '0201')).toMatchObject({ language: 'de' })
    const other = await openNight()
    const guest = { name: 'Ada Lovelace', language: 'fr' }
    await other.hotel.request('desk', 'POST', '/rest/mailbox/0201/checkin', guest)
    expect(await saidFirst(other, '0201')).toMatchObject({
      language: 'fr',
      words: expect.arrayContaining([{ text: 'Ada Lovelace' }]),
    })
  })

  test('names nobody where several may pick up', async () => {
    const night = await openNight()
    for (const name of ['Ada', 'Grace'])
      await night.hotel.request('desk', 'POST', '/rest/mailbox/101/checkin', { name })
    const words = (await saidFirst(night, '101'))?.words.flatMap((word) =>
      'text' in word ? [word.text] : [],
    )
    expect(words).toEqual(['Grand Hotel'])
  })

  test('is the text of the prompt that was asked for, in its language', async () => {
    const night = await openNight()
    const prompt = { id: 7, description: 'Regatta', text: 'The boats leave at six', language: 'it' }
    await night.hotel.request('boss', 'POST', '/rest/config/prompt', prompt)
    expect(await saidFirst(night, '101', { prompt: 7 })).toMatchObject({
      language: 'it',
      words: [{ text: 'The boats leave at six', otherwise: expect.any(Array) }],
    })
  })

  test("tells a tenant's time by the tenant's clock", async () => {
    const night = await openNight()
    const id = await night.hotel.ask('500', '1401')
    await night.hotel.settled(id)
    expect(night.exchange.rings('500').map(secondsAfterEight)).toEqual([60])
    expect(night.hotel.voice.spoken[0]?.words).toContainEqual({ itIs: { hour: 14, minute: 1 } })
  })
})
