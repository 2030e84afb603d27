import { fileURLToPath } from 'node:url'
import { createAnnouncer } from '../../packages/server/src/calls/voice/announcer.ts'
import { readLanguages } from '../../packages/server/src/calls/voice/languages.ts'
import { wakeupWords } from '../../packages/server/src/hotel/wakeups/announcement.ts'
import { systemClock } from '../../packages/server/src/kernel/clock.ts'
import { LANGUAGES, type Language } from './speaker.ts'
import { Track } from './track.ts'
import { decodeG711, encodeG711 } from '@reveille/sip'

const LANGUAGES_HERE = fileURLToPath(new URL('../../packages/server/languages/', import.meta.url))

/** As the product rings: after half a second, three times, with a pause in between. */
const HANDSET_MS = 500
const ROUNDS = 3
const PAUSE_MS = 1_500

/** What we say ourselves, in each language, from the recorded phrases of the product. */
export async function announcements(): Promise<Readonly<Record<Language, Uint8Array>>> {
  const announcer = createAnnouncer({
    languages: (await readLanguages(LANGUAGES_HERE)).languages,
    clock: systemClock(),
    log: console,
    defaultLanguage: () => 'en',
    run: () => Promise.resolve(null),
  })
  const made = LANGUAGES.map(async (language) => {
    const { pcmu, durationMs } = await announcer.prepare(wakeupWords(CALL), language)
    const track = new Track(HANDSET_MS + ROUNDS * (durationMs + PAUSE_MS))
    for (let round = 0; round < ROUNDS; round++)
      track.add(decodeG711(pcmu, 'PCMU'), HANDSET_MS + round * (durationMs + PAUSE_MS))
    return [language, encodeG711(track.samples, 'PCMU')] as const
  })
  const [en, de, fr, it, es] = (await Promise.all(made)).map(([, own]) => own)
  if (!en || !de || !fr || !it || !es) throw new Error('A language has no announcement')
  return { en, de, fr, it, es }
}

const CALL = {
  hour: 7,
  minute: 0,
  snooze: { key: '1' as const, minutes: 5 },
  confirm: false,
  final: false,
  hotelName: '',
  guestName: undefined,
  message: undefined,
}
