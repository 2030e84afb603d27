import { describe, expect, it } from 'vitest'
import type { Voice } from '../../calls/caller.ts'
import { DEFAULTS } from '../../hotel/settings/defaults.ts'
import { policyOf } from '../../hotel/wakeups/wakeup-policy.ts'
import { toInstant } from '../../hotel/time/local-time.ts'
import type { Mailbox } from '../../hotel/rooms/room.ts'
import type { Guest } from '../../hotel/rooms/stay.ts'
import { isVip, type OrderFacts, prepareOrder, prepareOrders, type RoomFacts } from './held-call.ts'
import { guest as guestRecord, mailbox, wakeup } from '../../../testing/records.ts'

const SEVEN = toInstant('2026-11-15T07:00:00', 'Europe/Zurich')
const guest = (of: Partial<Guest> = {}) => guestRecord({ name: 'Ada', ...of })
const room = (of: Partial<Mailbox> = {}, ...guests: Guest[]): RoomFacts => ({
  mailbox: mailbox({ extension: '2101', ...of }),
  guests,
})
const CALL = wakeup({ scheduledAt: SEVEN })

/** Says what was to be said, in which language. */
function facts(of: Partial<OrderFacts> = {}): OrderFacts {
  const policy = policyOf({ ...DEFAULTS.wakeup, snooze: { limit: 1, delay: '5m' } }, null)
  const site = { name: 'Grand Hotel', language: 'en', spoken: ['en', 'de', 'fr', 'it', 'pt'] }
  return { call: CALL, policy, room: room(), prompt: undefined, site, ...of }
}
const voice = () => {
  const said: { words: unknown; language: string | null; durationMs: number }[] = []
  const speaker: Voice = {
    prepare(words, language) {
      const speech = { words, language, durationMs: said.length }
      said.push(speech)
      return Promise.resolve(speech)
    },
  }
  return { said, speaker }
}

describe('a call that is made ready', () => {
  it("rings the room's extension, and the room itself where no mailbox is left", async () => {
    expect((await prepareOrder(facts(), voice().speaker, SEVEN)).extension).toBe('2101')
    expect((await prepareOrder(facts({ room: undefined }), voice().speaker, SEVEN)).extension).toBe('101')
  })

  it.each([
    ["the guest's", room({ language: 'de' }, guest({ language: 'fr' })), 'fr'],
    ['that of the first guest who has one', room({}, guest(), guest({ language: 'it' })), 'it'],
    ["the room's", room({ language: 'de' }, guest()), 'de'],
    [
      "the room's, as nobody speaks the guest's here,",
      room({ language: 'de' }, guest({ language: 'ja' })),
      'de',
    ],
    ["the hotel's, as the room's is gone,", room({ language: 'nl' }), 'en'],
    ["the hotel's", room(), 'en'],
  ])('speaks %s language', async (_, where, language) => {
    const { said, speaker } = voice()
    await prepareOrder(facts({ room: where }), speaker, SEVEN)
    expect(said.map((one) => one.language)).toEqual([language, language, language])
  })

  it('answers 1 with the promise to call again, and any other key with thanks', async () => {
    const order = await prepareOrder(facts(), voice().speaker, SEVEN)
    expect(order.reply('1', 0)).toMatchObject({ words: [{ phrase: 'we-call-again' }, { inMinutes: 5 }] })
    expect(order.reply('7', 0)).toMatchObject({ words: [{ phrase: 'thank-you' }] })
  })

  it('answers 1 with thanks once the guest has snoozed enough, and says that it is the last call', async () => {
    const order = await prepareOrder(facts({ call: { ...CALL, snoozes: 1 } }), voice().speaker, SEVEN)
    expect(order.reply('1', 0)).toMatchObject({ words: [{ phrase: 'thank-you' }] })
    expect(order.announcement).toMatchObject({ words: expect.arrayContaining([{ phrase: 'last-call' }]) })
  })

  it('says the time for which it is due, by the clock of the room', async () => {
    const { said, speaker } = voice()
    await prepareOrder(facts({ call: { ...CALL, zone: 'America/New_York' } }), speaker, SEVEN)
    expect(said[0]?.words).toContainEqual({ itIs: { hour: 1, minute: 0 } })
  })

  it('says how late it is when it rings later than it was meant to', async () => {
    const { said, speaker } = voice()
    const orderAt = prepareOrders(Promise.resolve(facts()), speaker, SEVEN)
    expect(await orderAt(SEVEN + 59_999)).toBe(await orderAt(SEVEN))
    expect(said).toHaveLength(3)
    await orderAt(SEVEN + 3 * 60_000)
    expect(said[0]?.words).toContainEqual({ itIs: { hour: 7, minute: 0 } })
    expect(said[3]?.words).toContainEqual({ itIs: { hour: 7, minute: 3 } })
  })

  const prompt = { id: 7, tenant: '', description: '', text: 'Regatta', language: 'it', recordings: [] }

  it('says the prompt in its own language, and answers in that of the guest', async () => {
    const { said, speaker } = voice()
    await prepareOrder(facts({ prompt }), speaker, SEVEN)
    expect(said.map(({ language }) => language)).toEqual(['it', 'en', 'en'])
    expect(said[0]?.words).toContainEqual({ text: 'Regatta', otherwise: expect.any(Array) })
  })

  it('plays the recording of a prompt before its text, and the usual words where it has neither', async () => {
    const { said, speaker } = voice()
    const recordings = [{ language: 'it', name: '7-1' }]
    await prepareOrder(facts({ prompt: { ...prompt, recordings } }), speaker, SEVEN)
    expect(said[0]?.words).toContainEqual({ recording: '7-1', otherwise: expect.any(Array) })
    await prepareOrder(facts({ prompt: { ...prompt, text: '' } }), speaker, SEVEN)
    expect(said[3]?.words).toContainEqual({ phrase: 'wakeup-call' })
  })
})

describe('a prompt with recordings in several languages', () => {
  const inSeveral = (...tags: string[]) => ({
    id: 7,
    tenant: '',
    description: '',
    text: 'Regatta',
    language: 'it',
    recordings: tags.map((language) => ({ language, name: `the ${language} one` })),
  })

  it.each([
    ["in the guest's language", ['de', 'fr', 'it'], 'fr', 'the fr one', 'fr'],
    ['in one like it', ['de', 'pt-BR'], 'pt', 'the pt-BR one', 'pt'],
    ["in the hotel's where there is none", ['de', 'en', 'it'], 'fr', 'the en one', 'it'],
    ['in any where there is none either', ['de', 'it'], 'fr', 'the de one', 'it'],
    ["in the hotel's for a guest whose language nobody speaks here", ['de', 'en'], 'ja', 'the en one', 'en'],
  ])('is heard %s', async (_, tags, wanted, recording, around) => {
    const { said, speaker } = voice()
    const where = room({}, guest({ language: wanted }))
    await prepareOrder(facts({ room: where, prompt: inSeveral(...tags) }), speaker, SEVEN)
    expect(said[0]).toMatchObject({ language: around })
    expect(said[0]?.words).toContainEqual({ recording, otherwise: expect.any(Array) })
  })
})

it('a room is a VIP by itself or by one of its guests', () => {
  expect(isVip(room())).toBe(false)
  expect(isVip(room({ vip: true }))).toBe(true)
  expect(isVip(room({}, guest(), guest({ vip: true })))).toBe(true)
  expect(isVip(undefined)).toBe(false)
})
