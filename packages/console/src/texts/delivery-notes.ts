import type { Language } from './table.ts'

/** What the server writes at a message, from its beginning; what a person or the other side has said stands behind it. */
const GERMAN: readonly (readonly [RegExp, string])[] = [
  [/^Dropped by ([^:]+), as ([^:]+) has it already: /, 'Verworfen von $1, da $2 sie schon hat: '],
  [/^Dropped by ([^:]+): /, 'Verworfen von $1: '],
  [/^Handed over to ([^:]+) by ([^:]+): /, 'An $1 übergeben von $2: '],
  [/^Marked as delivered by ([^:]+): /, 'Als zugestellt bestätigt von $1: '],
  [/^Taken back by ([^:]+): /, 'Storniert von $1: '],
  [/^Given up after 7 days/, 'Nach 7 Tagen aufgegeben'],
  [/^Replaced by a later status of the room/, 'Durch einen späteren Status des Zimmers ersetzt'],
  [
    /^Its charge was taken back since: it is not sent any more/,
    'Die Buchung wurde seither storniert: Sie wird nicht mehr gesendet',
  ],
  [/^The system was stopped while it was sent/, 'Das System wurde angehalten, während sie gesendet wurde'],
  [
    /^It was on its way when the backup was made that this house was restored from, and may have arrived since/,
    'Sie war unterwegs, als das Backup gemacht wurde, aus dem dieses Haus stammt, und ist vielleicht seither angekommen',
  ],
  [/^Not sent: /, 'Nicht gesendet: '],
]

/** Within what was written before it was taken back, and behind `Not sent`. */
const WITHIN: readonly (readonly [RegExp, string])[] = [
  [/\. It was refused: /, '. Abgelehnt: '],
  [/\bTo be booked by hand\b/, 'Von Hand zu buchen'],
  [/, if it is not there already: /, ', falls sie nicht schon da ist: '],
  [/: nobody can tell that its guest is still there$/, ': niemand weiss, ob der Gast noch da ist'],
  [
    /: others are in the room than those who were charged$/,
    ': im Zimmer sind andere als die, denen verrechnet wurde',
  ],
]

const inGerman = (note: string) => {
  const begun = GERMAN.reduce((text, [is, words]) => text.replace(is, words), note)
  return WITHIN.reduce((text, [is, words]) => text.replace(is, words), begun)
}

export interface NoteWords {
  readonly text: string
  /** Other than the page: the words of the other side. */
  readonly lang: 'en' | undefined
}

/** Why a message fares as it does, in the language of whoever looks, as far as it is the server that says so. */
export function noteWords(note: string, language: Language): NoteWords {
  const text = language === 'de' ? inGerman(note) : note
  return { text, lang: text === note ? 'en' : undefined }
}
