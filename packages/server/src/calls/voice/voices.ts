import type { Language } from './phrase-book.ts'
import { PHRASE_BOOKS } from './phrase-books.ts'

export interface NamedVoice {
  readonly id: string
  readonly name: string
  readonly description: string
}

export const recordedVoice = (language: Language): NamedVoice => ({
  id: language,
  name: PHRASE_BOOKS[language].name,
  description: `${PHRASE_BOOKS[language].name}, recorded phrases`,
})

export function espeakVoice(language: Language): NamedVoice {
  const { name, manner } = PHRASE_BOOKS[language]
  return {
    id: `espeak-${language}`,
    name: `${name} (espeak-ng)`,
    description: `${name}, any wording, by espeak-ng with its voice ${manner.voice}`,
  }
}
