import { fileURLToPath } from 'node:url'
import { type AnnouncedSpeech, createAnnouncer } from '../src/calls/voice/announcer.ts'
import { readLanguages } from '../src/calls/voice/languages.ts'
import { wakeupWords } from '../src/hotel/wakeups/announcement.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { silentLog } from '../src/kernel/log.ts'
import { SITE } from './hotel.ts'

const LANGUAGES = fileURLToPath(new URL('../languages/', import.meta.url))

/** What a guest should hear at this moment, where the house goes by UTC. */
export async function announced(at: number, language: string): Promise<AnnouncedSpeech> {
  const announcer = createAnnouncer({
    languages: await readLanguages([LANGUAGES], silentLog),
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
  })
  return announcer.prepare(words, language)
}
