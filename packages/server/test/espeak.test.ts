import path from 'node:path'
import { silentLog } from '../src/kernel/log.ts'
import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { createTimeSlices } from '../src/calls/audio/steps.ts'
import { createAnnouncer } from '../src/calls/voice/announcer.ts'
import { createEspeak } from '../src/calls/voice/espeak.ts'
import { readLanguages } from '../src/calls/voice/languages.ts'
import { runner } from '../src/calls/voice/run.ts'
import { wakeupWords } from '../src/hotel/wakeups/announcement.ts'
import { EXAMPLE, EXAMPLES } from '../testing/own-languages.ts'
import { bookOf, LANGUAGE_FOLDER, LANGUAGES_HERE, TAGS_HERE } from '../testing/spoken-languages.ts'
import { systemClock } from '../src/kernel/clock.ts'

const AT_SEVEN = { hour: 7, minute: 30, snooze: null, confirm: false, final: false } as const

describe.skipIf(!has('espeak-ng'))('the real espeak-ng', () => {
  const clock = systemClock()
  const espeak = createEspeak(runner(20_000), clock, createTimeSlices(clock))

  it('has all our voices', async () => {
    const books = TAGS_HERE.map(bookOf)
    expect(await espeak.speaks(books)).toEqual(books)
  })

  it.each(TAGS_HERE)('speaks %s', async (language) => {
    const said = await espeak.speak('Hotel Bristol, Zürich', bookOf(language))
    expect(said?.pcmu.length).toBeGreaterThan(8_000)
    expect(said?.pcmu.length).toBeLessThan(8_000 * 4)
  })

  it('is not led astray by what a guest may be called', async () => {
    const said = await espeak.speak('--version -f /etc/passwd <speak> [[x]] & | ; \\', bookOf('en'))
    expect(said?.pcmu.length).toBeGreaterThan(8_000)
  })

  it('speaks a language that was added by nothing but a phrase book', async () => {
    const { languages, refused } = await readLanguages(LANGUAGE_FOLDER, path.resolve(EXAMPLES))
    expect(refused).toEqual([])
    const run = runner(20_000)
    const log = silentLog
    const { prepare, silent } = createAnnouncer({ languages, clock, log, defaultLanguage: () => 'en', run })
    expect((await silent()).filter(({ name }) => name === 'Portuguese')).toEqual([])
    const [own, english] = [
      await prepare([{ itIs: { hour: 22, minute: 1 } }], EXAMPLE),
      await prepare([{ itIs: { hour: 22, minute: 1 } }], 'en'),
    ]
    expect(own.durationMs).toBeGreaterThan(1_500)
    expect(Buffer.from(own.pcmu).equals(Buffer.from(english.pcmu))).toBe(false)
  })

  it('speaks the whole announcement, names and all', async () => {
    const { prepare } = createAnnouncer({
      languages: LANGUAGES_HERE,
      clock,
      log: silentLog,
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
