import { expect, onTestFinished, test } from 'vitest'
import { createAnnouncer } from '../src/calls/voice/announcer.ts'
import { minutes } from '../src/kernel/clock.ts'
import { LANGUAGES_HERE } from '../testing/spoken-languages.ts'
import { openRingingHotel } from './ringing-hotel.ts'
import { openStage } from './stage.ts'

/** As long as it takes to say it all. */
function spokenForReal() {
  const stage = openStage()
  const log = { error: () => {}, warn: () => {} }
  const { prepare } = createAnnouncer({
    languages: LANGUAGES_HERE,
    clock: stage.clock,
    log,
    defaultLanguage: () => 'en',
    run: () => Promise.resolve(null),
  })
  return { ...stage, voice: { spoken: [], prepare } }
}

test.each([1, 2, 5, 7])(
  'the built-in phone of the desk hears of %i rooms and says by key that it knows',
  async (count) => {
    const rooms = Array.from({ length: count }, (_, n) => String(101 + n))
    const virtual = { rooms: Object.fromEntries(rooms.map((room) => [room, 'busy' as const])) }
    const hotel = await openRingingHotel(
      {
        mailboxes: [{ range: '101-109' }],
        telephony: { mode: 'virtual', virtual },
        wakeup: { attempts: 1, escalation: { extension: '0' } },
      },
      { stage: spokenForReal() },
    )
    onTestFinished(() => hotel.close())
    for (const room of rooms) await hotel.ask(room, '2001')

    await hotel.until(async () => {
      const alarms = await hotel.alarms()
      return alarms.length === count && alarms.every(({ known }) => known !== undefined)
    }, minutes(9))
    const told = (await hotel.log('alarm.told')).map(({ text }) => text)
    expect(told.filter((text) => text.includes('nobody pressed a key'))).toEqual([])
  },
)
