import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { createTimeSlices } from '../src/calls/audio/steps.ts'
import { createAnnouncer } from '../src/calls/voice/announcer.ts'
import { createEspeak } from '../src/calls/voice/espeak.ts'
import { LANGUAGES } from '../src/calls/voice/phrase-book.ts'
import { runner } from '../src/calls/voice/run.ts'
import { wakeupWords } from '../src/hotel/wakeups/announcement.ts'
import { systemClock } from '../src/kernel/clock.ts'

const AUDIO = fileURLToPath(new URL('../audio/', import.meta.url))
const AT_SEVEN = { hour: 7, minute: 30, snooze: null, confirm: false, final: false } as const

describe.skipIf(!has('espeak-ng'))('the real espeak-ng', () => {
  const clock = systemClock()
  const espeak = createEspeak(runner(20_000), clock, createTimeSlices(clock))

  it('has all our voices', async () => expect(await espeak.languages()).toEqual(LANGUAGES))

  it.each(LANGUAGES)('speaks %s', async (language) => {
    const pcmu = await espeak.speak('Hotel Bristol, Zürich', language)
    expect(pcmu?.length).toBeGreaterThan(8_000)
    expect(pcmu?.length).toBeLessThan(8_000 * 4)
  })

  it('is not led astray by what a guest may be called', async () => {
    const pcmu = await espeak.speak('--version -f /etc/passwd <speak> [[x]] & | ; \\', 'en')
    expect(pcmu?.length).toBeGreaterThan(8_000)
  })

  it('speaks the whole announcement, names and all', async () => {
    const { prepare } = createAnnouncer({
      audioFolder: AUDIO,
      clock,
      log: { error: () => undefined },
      defaultLanguage: () => 'en',
    })
    const plain = await prepare(wakeupWords(AT_SEVEN), 'en')
    const named = await prepare(
      wakeupWords({ ...AT_SEVEN, hotelName: 'Grand Hotel', guestName: 'Ada Lovelace' }),
      'en',
    )
    expect(named.durationMs - plain.durationMs).toBeGreaterThan(1_500)
  })
})
