/** A language that rooms are spoken to in, and those rooms. */
interface Speaking {
  readonly language: string
  readonly rooms: readonly string[]
}

interface SpokenRoom {
  readonly number: string
  /** Empty: the language of the site. */
  readonly language: string
}

/** The rooms by the language that they are spoken to in: the most first. */
export function roomsByLanguage(rooms: readonly SpokenRoom[], site: string): readonly Speaking[] {
  const groups = new Map<string, string[]>()
  for (const { number, language } of rooms) {
    const tag = language === '' ? site : language
    groups.set(tag, [...(groups.get(tag) ?? []), number])
  }
  return [...groups]
    .map(([language, numbers]) => ({ language, rooms: numbers }))
    .toSorted((one, other) => other.rooms.length - one.rooms.length)
}

interface SaidPrompt {
  readonly text: string
  readonly language: string
  /** The languages it was recorded in. */
  readonly recordings: readonly string[]
}

/** What a room hears of an announcement: a recording, its text, or the greeting of the house. */
export interface Hearing {
  readonly kind: 'recording' | 'text' | 'greeting'
  readonly language: string
}

const mainOf = (tag: string) => tag.split('-')[0]

/** As the server chooses: the room's own language, one like it, the site's, any. */
export function heardIn({ text, language, recordings }: SaidPrompt, room: string, site: string): Hearing {
  const inOne = (tag: string) =>
    recordings.find((one) => one === tag) ?? recordings.find((one) => mainOf(one) === mainOf(tag))
  const recorded = inOne(room) ?? inOne(site) ?? recordings[0]
  if (recorded !== undefined) return { kind: 'recording', language: recorded }
  if (text === '') return { kind: 'greeting', language: room }
  return { kind: 'text', language: language === '' ? room : language }
}
