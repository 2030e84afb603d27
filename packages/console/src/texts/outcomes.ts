import { type Language, texts } from './table.ts'

/** What became of a call, as words within a sentence. */
const outcomes = texts({
  complete: { en: 'the guest was woken', de: 'der Gast wurde geweckt' },
  'no-answer': { en: 'nobody answered', de: 'niemand nahm ab' },
  busy: { en: 'the phone was busy', de: 'besetzt' },
  diverted: { en: 'somebody or something else answered', de: 'jemand oder etwas anderes nahm ab' },
  'no-line': { en: 'no line was free', de: 'keine Leitung war frei' },
  unreachable: { en: 'the phone could not be reached', de: 'das Telefon war nicht erreichbar' },
  missed: { en: 'it was not made in time', de: 'er wurde nicht rechtzeitig gemacht' },
  'no-database': { en: 'the database was away', de: 'die Datenbank war weg' },
})

type Outcome = keyof (typeof outcomes)['en']
const isKnown = (outcome: string): outcome is Outcome => Object.hasOwn(outcomes.en, outcome)

/** Empty where only a newer server knows it. */
export const outcomeIn = (language: Language, outcome: unknown): string =>
  typeof outcome === 'string' && isKnown(outcome) ? outcomes[language][outcome] : ''

/** The same as a sentence begins. */
export const asSentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
