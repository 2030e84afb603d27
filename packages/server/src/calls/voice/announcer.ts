import type { PreparedAudio } from '@reveille/sip'
import type { Word } from '../../hotel/wakeups/announcement.ts'
import type { Clock } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import type { Speech } from '../caller.ts'
import { chime } from './chime.ts'
import { createEspeak } from './espeak.ts'
import { createOwnWording } from './own-wording.ts'
import { bytesOf, type Clip, join, marksIn } from '../audio/join.ts'
import { madeOnce } from '../audio/made-once.ts'
import { openPhraseAudio, type PhraseAudio } from './phrase-audio.ts'
import { LANGUAGES, type Language } from './phrase-book.ts'
import { languageOf, PHRASE_BOOKS } from './phrase-books.ts'
import { type Run, runner } from './run.ts'
import { type Part, sequenceOf } from './sequence.ts'
import { createTimeSlices, takeTurn } from '../audio/steps.ts'
import { espeakVoice, recordedVoice, type NamedVoice } from './voices.ts'

export interface AnnouncerOptions {
  /** Where the recorded phrases lie: the folder `audio` of the server's package. */
  readonly audioFolder: string
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
  /** The site's language, for guests whose own is not spoken. */
  defaultLanguage(): string
  /** PCMU of the hotel's own recording; null when there is none of that name. */
  recording?(name: string): Promise<Uint8Array | null>
  readonly run?: Run
}

export interface Announcer {
  /** Never fails: what cannot be said is left out, and a house without any phrases rings a bell. */
  prepare(words: readonly Word[], language: string | null): Promise<PreparedAudio & Speech>
  /** Languages that are spoken now, with nothing but what lies in the folder. */
  languages(): Promise<Language[]>
  /** The voices available now: recorded phrases, and espeak-ng where it is installed. */
  voices(): Promise<NamedVoice[]>
}

const MOST_BYTES = 32 * 1024 * 1024

export function createAnnouncer(options: AnnouncerOptions): Announcer {
  const { clock, defaultLanguage } = options
  const slices = createTimeSlices(clock)
  const espeak = createEspeak(options.run ?? runner(), clock, slices)
  const open = onceForEach((language: Language) => openQuietly(options, language))
  const ownWording = createOwnWording(
    {
      text: (text, language) => espeak.speak(text, language),
      recording: (name) => fetchQuietly(options, name),
    },
    slices,
  )
  const keep = madeOnce<Announcement>({
    mostBytes: MOST_BYTES,
    bytesOf: ({ audio }) => bytesOf(audio),
    // A part that was left out may be available next time.
    isLasting: ({ complete }) => complete,
  })
  const announce = async (words: readonly Word[], speaker: Speaker): Promise<Announcement> => {
    const parts = await takeTurn(slices, () => sequenceOf(words, PHRASE_BOOKS[speaker.language]))
    const { clips, complete } = await gather(parts, {
      piece: (name) => takeTurn(slices, () => speaker.audio.piece(name)),
      text: (text) => ownWording.text(text, speaker.language),
      recording: (name) => ownWording.recording(name),
    })
    const audio = await takeTurn(slices, () => ({ ...join(clips), marks: marksIn(clips) }))
    return { audio, complete }
  }
  const languages = async () => {
    const opened = await Promise.all(LANGUAGES.map(open))
    return LANGUAGES.filter((_, index) => opened[index] !== null)
  }

  return {
    async prepare(words, tag) {
      const speaker = await firstSpeaker([languageOf(tag), languageOf(defaultLanguage()), ...LANGUAGES], open)
      if (speaker === null) return { ...chime(), marks: [] }
      const key = await takeTurn(slices, () => `${speaker.language} ${JSON.stringify(words)}`)
      return (await keep(key, () => announce(words, speaker))).audio
    },
    languages,
    voices: async () => [
      ...(await languages()).map(recordedVoice),
      ...(await espeak.languages()).map(espeakVoice),
    ],
  }
}

interface Announcement {
  readonly audio: PreparedAudio & Speech
  /** Nothing was left out. */
  readonly complete: boolean
}

interface Speaker {
  readonly language: Language
  readonly audio: PhraseAudio
}

/** The wanted language, the house's, English, any. */
async function firstSpeaker(
  languages: readonly (Language | undefined)[],
  open: (language: Language) => Promise<PhraseAudio | null>,
): Promise<Speaker | null> {
  for (const language of languages) {
    const audio = language === undefined ? null : await open(language)
    if (language !== undefined && audio !== null) return { language, audio }
  }
  return null
}

async function openQuietly({ audioFolder, log }: AnnouncerOptions, language: Language) {
  return openPhraseAudio(audioFolder, PHRASE_BOOKS[language]).catch((error: unknown) => {
    log.error(
      { event: 'voice.no-phrases', language, error: messageOf(error) },
      'The recorded phrases of a language cannot be used',
    )
    return null
  })
}

async function fetchQuietly({ recording, log }: AnnouncerOptions, name: string) {
  try {
    return (await recording?.(name)) ?? null
  } catch (error) {
    log.error(
      { event: 'voice.no-recording', recording: name, error: messageOf(error) },
      'A recording cannot be read',
    )
    return null
  }
}

/** Where the parts of an announcement come from; null for what cannot be had. */
interface Sounds {
  piece(name: string): Promise<PreparedAudio>
  text(text: string): Promise<PreparedAudio | null>
  recording(name: string): Promise<PreparedAudio | null>
}

interface Gathered {
  readonly clips: readonly Clip[]
  readonly complete: boolean
}

async function gather(parts: readonly Part[], sounds: Sounds): Promise<Gathered> {
  const clips: Clip[] = []
  let complete = true
  for (const part of parts) {
    if ('piece' in part) clips.push(await sounds.piece(part.piece))
    else if ('silenceMs' in part || 'mark' in part) clips.push(part)
    else {
      const heard = await ('text' in part ? sounds.text(part.text) : sounds.recording(part.recording))
      if (heard) clips.push(heard, { silenceMs: part.gapMs })
      else clips.push(...(await gather(part.otherwise, sounds)).clips)
      complete &&= heard !== null
    }
  }
  return { clips, complete }
}

function onceForEach<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}
