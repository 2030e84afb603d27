import { describe, expect, it } from 'vitest'
import { wakeupWords } from '../../hotel/wakeups/announcement.ts'
import { manualClock } from '../../../testing/manual-clock.ts'
import { LANGUAGES_HERE } from '../../../testing/spoken-languages.ts'
import { tone } from '../../../testing/wav-files.ts'
import { encodePcmu } from '../audio/level.ts'
import { atOnce } from '../audio/steps.ts'
import { cutOut } from '../audio/utterance.ts'
import { createAnnouncer } from './announcer.ts'

const RATE = 8_000
const AT_SEVEN = wakeupWords({ hour: 7, minute: 30, snooze: null, confirm: false, final: false })

/** A second of it, between two half seconds in which nobody speaks. */
function recorded(frequency: number): Uint8Array {
  const samples = new Float32Array(2 * RATE)
  samples.set(tone(frequency, RATE, 1), RATE / 2)
  return atOnce(encodePcmu(samples))
}

const heard = (pcmu: Uint8Array) => Buffer.from(atOnce(cutOut(pcmu)).pcmu)

/** A hotel that speaks German, and what it has recorded by the name of the piece. */
function hotelWith(own: Map<string, Uint8Array>) {
  let state = 0
  const hotel = { isAway: false, asked: 0 }
  const complaints: unknown[] = []
  const complain = (facts: unknown) => void complaints.push(facts)
  const announcer = createAnnouncer({
    languages: LANGUAGES_HERE,
    clock: manualClock(0),
    log: { error: complain, warn: complain },
    defaultLanguage: () => 'en',
    run: () => Promise.resolve(null),
    phrases: {
      state: () => state,
      recordingOf: (piece, language) =>
        language === 'de' && own.has(piece) ? `${piece} ${state}` : undefined,
      async sound(name) {
        hotel.asked += 1
        if (hotel.isAway) throw new Error('The database is away')
        return own.get(name.split(' ')[0] ?? '') ?? null
      },
    },
  })
  const say = async (language = 'de') => Buffer.from((await announcer.prepare(AT_SEVEN, language)).pcmu)
  const changed = () => void (state += 1)
  return { hotel, say, changed, complaints, announcer }
}

describe("the hotel's own voice", () => {
  it('says the phrase that was recorded, without the silence around it, and no other', async () => {
    const usual = await hotelWith(new Map()).say()
    const { say, announcer } = hotelWith(new Map([['phrase/wakeup-call', recorded(440)]]))
    const sound = await say()
    const delivered = Buffer.from((await announcer.delivered('phrase/wakeup-call', 'de')) ?? [])
    expect([usual.includes(delivered), sound.includes(delivered)]).toEqual([true, false])
    expect(sound.includes(heard(recorded(440)))).toBe(true)
    expect(sound.length).toBe(usual.length - delivered.length + heard(recorded(440)).length)
    expect(heard(recorded(440)).length).toBeLessThan(1.1 * RATE)
    expect(sound.indexOf(Buffer.from((await announcer.delivered('phrase/good-morning', 'de')) ?? []))).toBe(0)
  })

  it('says hours and minutes as well', async () => {
    const { say } = hotelWith(
      new Map([
        ['hour/7', recorded(330)],
        ['minute/30', recorded(550)],
      ]),
    )
    const sound = await say()
    const [hour, minute] = [sound.indexOf(heard(recorded(330))), sound.indexOf(heard(recorded(550)))]
    expect([hour > 0, minute > hour]).toEqual([true, true])
  })

  it('is heard in its own language only', async () => {
    const own = new Map([['phrase/wakeup-call', recorded(440)]])
    expect((await hotelWith(own).say('fr')).equals(await hotelWith(new Map()).say('fr'))).toBe(true)
  })

  it('is another as soon as it was recorded again, and gone when it was removed', async () => {
    const own = new Map([['phrase/wakeup-call', recorded(440)]])
    const { say, changed } = hotelWith(own)
    await say()
    own.set('phrase/wakeup-call', recorded(300))
    changed()
    expect((await say()).includes(heard(recorded(300)))).toBe(true)
    own.clear()
    changed()
    expect((await say()).equals(await hotelWith(new Map()).say())).toBe(true)
  })

  it('gives way to the delivered one while it cannot be read, and is back with the database', async () => {
    const { hotel, say, complaints } = hotelWith(new Map([['phrase/wakeup-call', recorded(440)]]))
    hotel.isAway = true
    expect((await say()).equals(await hotelWith(new Map()).say())).toBe(true)
    expect(complaints).toMatchObject([{ event: 'voice.no-recording' }])
    hotel.isAway = false
    expect((await say()).includes(heard(recorded(440)))).toBe(true)
  })

  it('is read once for all announcements', async () => {
    const { hotel, say, announcer } = hotelWith(new Map([['phrase/wakeup-call', recorded(440)]]))
    await say()
    await announcer.prepare([{ phrase: 'wakeup-call' }], 'de')
    await say()
    expect(hotel.asked).toBe(1)
  })
})
