import type { DateSense } from './entry-dates.ts'
import type { RoomBook, RoomWrong } from './entry-rooms.ts'
import type { TextSpan } from './entry-tokens.ts'
import type { Entry, Party, Prompt } from './entry.ts'

/** What has to be known of the hotel to read a line. */
export interface EntryHouse extends DateSense {
  readonly book: RoomBook
  /** Minutes since midnight, by the hotel's clock. */
  readonly minute: number
  /** Null for who may not list them: a number is taken as it is, and the server says whether there is one. */
  readonly prompts: readonly Prompt[] | null
  /** Whether who types may know who stays in the house. */
  readonly seesNames: boolean
  /** Guests whose name begins so. */
  parties(name: string): readonly Party[]
  /** Who stays there, as far as it is known. */
  namesIn(room: string): readonly string[]
}

export type Role = 'cancel' | 'rooms' | 'name' | 'remark' | 'time' | 'when' | 'key' | 'prompt'

/** What a part of the line was read as. */
export interface Said extends TextSpan {
  readonly role: Role
}

export type Question =
  | 'room-or-time'
  | 'which-party'
  | 'which-time'
  | 'which-morning'
  | 'which-midnight'
  | 'which-prompt'

/** Something that the line may be made into, with one key. */
export interface EntryChoice {
  /** What it would mean: a room, a time, a name or a day. */
  readonly label: string
  readonly line: string
  /** All of the others together. */
  readonly isAll?: boolean
}

export type Refusal =
  | RoomWrong
  | 'not-understood'
  /** A word says that something is not wanted. */
  | 'denied'
  | 'range-in-words'
  | 'no-such-time'
  /** Perhaps a name, but of nobody who is known to stay there. */
  | 'unknown-name'
  /** A guest of that name stays elsewhere. */
  | 'other-room'
  /** Perhaps a name, for who may not know who stays there. */
  | 'name-unseen'
  | 'time-first'
  | 'twice'
  | 'no-such-day'
  | 'past'
  | 'unknown-prompt'
  | 'too-many-rooms'
  /** More lines than a list has, or a line that is none. */
  | 'too-much'

/** A line is read, or asked about, or refused: it is never guessed at. */
export type Reading =
  | { readonly kind: 'nothing' }
  /** Right as far as it goes. */
  | { readonly kind: 'unfinished'; readonly lacks: 'rooms' | 'time'; readonly said: readonly Said[] }
  | { readonly kind: 'read'; readonly entry: Entry; readonly said: readonly Said[] }
  /** There is no default among the choices. */
  | {
      readonly kind: 'asked'
      readonly question: Question
      readonly at: TextSpan
      readonly choices: readonly EntryChoice[]
    }
  | {
      readonly kind: 'refused'
      readonly why: Refusal
      readonly at: TextSpan
      readonly mend: string | null
      /** How many rooms, where they are too many. */
      readonly count?: number
      /** Who stays there, where it is somebody else. */
      readonly known?: readonly string[]
      /** The line without the name, where `mend` is another room. */
      readonly without?: string
    }

/** The line with something else at one place. */
export const replaced = (line: string, { from, to }: TextSpan, by: string) =>
  line.slice(0, from) + by + line.slice(to)

export const refused = (why: Refusal, at: TextSpan, mend: string | null = null): Reading => ({
  kind: 'refused',
  why,
  at: { from: at.from, to: at.to },
  mend,
})
