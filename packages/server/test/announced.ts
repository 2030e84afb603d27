import { type AnnouncedSpeech, createAnnouncer } from '../src/calls/voice/announcer.ts'
import { type Announced, wakeupWords } from '../src/hotel/wakeups/announcement.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { silentLog } from '../src/kernel/log.ts'
import { LANGUAGES_HERE } from '../testing/spoken-languages.ts'
import { SITE } from './hotel.ts'

/** What a guest should hear at this moment, where the house goes by UTC. */
export async function announced(
  at: number,
  language: string,
  keys: Partial<Pick<Announced, 'snooze' | 'confirm'>> = {},
): Promise<AnnouncedSpeech> {
  const announcer = createAnnouncer({
    languages: LANGUAGES_HERE,
    clock: systemClock(),
    log: silentLog,
    defaultLanguage: () => 'en',
  })
  const [hour = 0, minute = 0] = new Date(at).toISOString().slice(11, 16).split(':').map(Number)
  const words = wakeupWords({
    hour,
    minute,
    snooze: null,
    confirm: false,
    final: false,
    hotelName: SITE.site?.name,
    ...keys,
  })
  return announcer.prepare(words, language)
}
