import { type Language, texts } from './table.ts'

/** What became of a call, as words within a sentence: those of the server, which also stand on paper. */
const outcomes = texts({
  complete: { en: 'the guest was woken', de: 'der Gast wurde geweckt' },
  'no-answer': { en: 'nobody answered', de: 'niemand nahm ab' },
  busy: { en: 'the phone was busy', de: 'besetzt' },
  diverted: { en: 'the call went to another phone', de: 'der Anruf ging an ein anderes Telefon' },
  'no-line': { en: 'no telephone line could carry it', de: 'keine Leitung konnte ihn übertragen' },
  unreachable: { en: 'the phone could not be reached', de: 'das Telefon war nicht erreichbar' },
  missed: { en: 'it was not rung in time', de: 'er wurde nicht rechtzeitig gemacht' },
  'no-database': { en: 'the database was away', de: 'die Datenbank war weg' },
})

/** What shows it, where the outcome alone would say too much: only a key shows that a guest was woken. */
const proofs = texts({
  key: { en: 'the guest was woken and pressed a key', de: 'der Gast wurde geweckt und drückte eine Taste' },
  heard: {
    en: 'the phone was answered, no key was pressed',
    de: 'es wurde abgenommen, eine Taste wurde nicht gedrückt',
  },
  'no-key': {
    en: 'the phone was answered, but the key to confirm it was not pressed',
    de: 'es wurde abgenommen, aber die Taste zur Bestätigung wurde nicht gedrückt',
  },
  'hung-up': { en: 'the phone was answered and hung up', de: 'es wurde abgenommen und aufgelegt' },
  'broken-off': {
    en: 'the phone rang, and the call was broken off',
    de: 'es klingelte, dann brach der Anruf ab',
  },
  elsewhere: {
    en: 'somebody else, or a mailbox, answered',
    de: 'jemand anders oder eine Mailbox nahm ab',
  },
  'not-marked': {
    en: 'nobody has said that it was made by hand',
    de: 'niemand hat gesagt, dass er von Hand gemacht wurde',
  },
})

type Outcome = keyof (typeof outcomes)['en']
type Proof = keyof (typeof proofs)['en']
const isKnown = (outcome: string): outcome is Outcome => Object.hasOwn(outcomes.en, outcome)
const isProof = (proof: string): proof is Proof => Object.hasOwn(proofs.en, proof)

/** Empty where only a newer server knows it. */
export function outcomeIn(language: Language, outcome: unknown, proof: unknown = null): string {
  if (typeof proof === 'string' && isProof(proof)) return proofs[language][proof]
  return typeof outcome === 'string' && isKnown(outcome) ? outcomes[language][outcome] : ''
}

/** The same as a sentence begins. */
export const asSentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
