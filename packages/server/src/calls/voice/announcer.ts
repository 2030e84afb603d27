import { spokenLanguage } from '../../hotel/rooms/stay.ts'
import type { Word } from '../../hotel/wakeups/announcement.ts'
import type { Clock } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import { bytesOf, join, type JoinedSound, marksIn } from '../audio/join.ts'
import { madeOnce } from '../audio/made-once.ts'
import { createTimeSlices, takeTurn, type TimeSlices } from '../audio/steps.ts'
import type { Speech } from '../caller.ts'
import { chime } from './chime.ts'
import { createEspeak } from './espeak.ts'
import { type OwnPhrases, ownVoice } from './own-phrases.ts'
import { createOwnWording, type OwnWording } from './own-wording.ts'
import { openPhraseAudio, type PhraseAudio } from './phrase-audio.ts'
import type { PhraseBook } from './phrase-book.ts'
import { createPico } from './pico.ts'
import { type Run, runner } from './run.ts'
import { say, type Speaker } from './speaker.ts'
import type { Languages, SpokenLanguage } from './spoken-language.ts'
import { firstOf } from './synthesiser.ts'
import { espeakVoice, type NamedVoice, picoVoice, recordedVoice } from './voices.ts'

export interface AnnouncerOptions {
  /** What is spoken here. */
  readonly languages: Languages
  readonly clock: Clock
  readonly log: Pick<Log, 'error' | 'warn'>
  /** The site's language, for guests whose own is not spoken, and for sentences that theirs lacks. */
  defaultLanguage(): string
  /** PCMU of the hotel's own recording; null when there is none of that name. */
  recording?(name: string): Promise<Uint8Array | null>
  /** The hotel's own recordings of single phrases. */
  readonly phrases?: OwnPhrases
  readonly run?: Run
}

/** An announcement: for every telephone, and at 16 kHz for those that hear more. */
export type AnnouncedSpeech = JoinedSound & Speech

export interface Announcer {
  /** Never fails: what cannot be said is left out, and a house without any phrases rings a bell. */
  prepare(words: readonly Word[], language: string | null): Promise<AnnouncedSpeech>
  /** Languages that are spoken now, with nothing but what lies in their folders. */
  languages(): Promise<string[]>
  /** Languages that nothing here can speak now, and why: they are said in the site's. */
  silent(): Promise<{ readonly name: string; readonly why: string }[]>
  /** Languages that any wording can be spoken in now. */
  freely(): Promise<string[]>
  /** The voices available now: recorded phrases, and SVOX Pico and espeak-ng where they are installed. */
  voices(): Promise<NamedVoice[]>
  /** PCMU of a single piece, as it is heard where the hotel has not recorded it; null where nothing says it. */
  delivered(piece: string, language: string): Promise<Uint8Array | null>
}

const MOST_BYTES = 32 * 1024 * 1024

export function createAnnouncer(options: AnnouncerOptions): Announcer {
  const { clock, languages, recording } = options
  const slices = createTimeSlices(clock)
  const run = options.run ?? runner()
  const pico = createPico(run, clock, slices)
  const espeak = createEspeak(run, clock, slices)
  const free = firstOf([pico, espeak])
  const own = createOwnWording(
    {
      text: (text, book) => free.speak(text, book),
      recording: (name) => fetchQuietly(options, name, recording),
    },
    slices,
  )
  const told = new Set<string>()
  const unsaid = (text: string) => {
    if (!told.has(text)) unspoken(options, text)
    told.add(text)
  }
  const open = onceForEach((tag: string) => openQuietly(options, tag, slices))
  const deliveredOf = onceForEach(async (tag: string) => {
    const language = languages.get(tag)
    const audio = await open(tag)
    return language && audio !== 'damaged' ? createSpeaker(options, language, audio, own) : null
  })
  const { phrases = NO_PHRASES } = options
  const inOwnVoice = ownVoice(
    { ...phrases, sound: (name) => fetchQuietly(options, name, phrases.sound) },
    slices,
  )
  const speakerOf = onceForEach(async (tag: string) => {
    const speaker = await deliveredOf(tag)
    return speaker && inOwnVoice(speaker)
  })
  const keep = madeOnce<Kept>({
    mostBytes: MOST_BYTES,
    bytesOf: ({ audio }) => bytesOf(audio),
    // A part that was left out may be available next time.
    isLasting: ({ complete }) => complete,
  })
  const announce = async (words: readonly Word[], speakers: readonly Speaker[]): Promise<Kept> => {
    const { clips, complete } = await say(words, speakers, { ...own, unsaid })
    const audio = await takeTurn(slices, () => ({ ...join(clips), marks: marksIn(clips) }))
    return { audio, complete }
  }
  const recorded = async () => {
    const opened = await Promise.all([...languages.keys()].map(open))
    return [...languages.values()].filter((_, at) => opened[at] !== null && opened[at] !== 'damaged')
  }
  const books = [...languages.values()].map(({ book }) => book)
  const spokenFreely = async () => new Set([...(await pico.speaks(books)), ...(await espeak.speaks(books))])

  return {
    async prepare(words, tag) {
      const chain = await Promise.all(tagsFor(tag, options).map(speakerOf))
      const speakers = chain.filter((speaker) => speaker !== null)
      const key = await takeTurn(
        slices,
        () => `${phrases.state()} ${speakers[0]?.book.language} ${JSON.stringify(words)}`,
      )
      const { audio } = await keep(key, () => announce(words, speakers))
      return audio.durationMs > 0 ? audio : { ...chime(), marks: [] }
    },
    languages: async () => (await recorded()).map(({ book }) => book.language),
    async silent() {
      const free = await spokenFreely()
      const found = await Promise.all(
        [...languages].map(async ([tag, { book }]) => whySilent(book, await open(tag), free.has(book))),
      )
      return found.filter((one) => one !== null)
    },
    freely: async () => [...(await spokenFreely())].map(({ language }) => language),
    voices: async () => [
      ...(await recorded()).map(({ book }) => recordedVoice(book)),
      ...(await pico.speaks(books)).map(picoVoice),
      ...(await espeak.speaks(books)).map(espeakVoice),
    ],
    delivered: async (piece, tag) => (await (await deliveredOf(tag))?.piece(piece))?.pcmu ?? null,
  }
}

const NO_PHRASES: OwnPhrases = { state: () => 0, recordingOf: () => undefined, sound: async () => null }

interface Kept {
  readonly audio: AnnouncedSpeech
  /** Nothing was left out. */
  readonly complete: boolean
}

function whySilent(book: PhraseBook, audio: PhraseAudio | 'damaged' | null, isFree: boolean) {
  if (audio === 'damaged') return { name: book.name, why: 'its recordings are damaged' }
  if (audio !== null || isFree) return null
  const wanted = Object.values(book.voices).join(' or ')
  return { name: book.name, why: `nothing is recorded, and no program here has the voice ${wanted}` }
}

/** The wanted language, the house's, English, any. */
function tagsFor(wanted: string | null, { languages, defaultLanguage }: AnnouncerOptions): string[] {
  const tags = [...languages.keys()]
  const first = [wanted, defaultLanguage(), 'en'].map((tag) => spokenLanguage(tag ?? '', tags))
  return [...new Set([...first.filter((tag) => tag !== null), ...tags])]
}

/** Recorded pieces, or where nothing was recorded whatever program has a voice for the language. */
function createSpeaker(
  { log }: AnnouncerOptions,
  { book }: SpokenLanguage,
  audio: PhraseAudio | null,
  own: OwnWording,
): Speaker {
  const { language } = book
  const spokenNow = async (name: string) => {
    const text = book.pieces.get(name)
    return text === undefined ? null : own.text(text, book)
  }
  return {
    book,
    piece: audio === null ? spokenNow : (name) => audio.piece(name).catch(unheard(log, language)),
  }
}

const unheard = (log: Pick<Log, 'error'>, language: string) => (error: unknown) => {
  log.error(
    { event: 'voice.no-phrases', language, error: messageOf(error) },
    'The recorded phrases of a language cannot be used',
  )
  return null
}

const unspoken = ({ log }: AnnouncerOptions, text: string) =>
  log.warn(
    { event: 'voice.not-spoken', text },
    'Wording of the hotel cannot be spoken here, and the ordinary one is said: it needs pico2wave or espeak-ng',
  )

async function openQuietly(
  { languages, log }: AnnouncerOptions,
  tag: string,
  slices: TimeSlices,
): Promise<PhraseAudio | 'damaged' | null> {
  const language = languages.get(tag)
  if (!language) return null
  return openPhraseAudio(language, slices).catch((error: unknown) => {
    unheard(log, tag)(error)
    return 'damaged'
  })
}

async function fetchQuietly({ log }: AnnouncerOptions, name: string, read: AnnouncerOptions['recording']) {
  try {
    return (await read?.(name)) ?? null
  } catch (error) {
    log.error(
      { event: 'voice.no-recording', recording: name, error: messageOf(error) },
      'A recording cannot be read',
    )
    return null
  }
}

function onceForEach<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}
