import type { PhraseBook } from './phrase-book.ts'

export interface NamedVoice {
  readonly id: string
  readonly name: string
  readonly description: string
}

export const recordedVoice = ({ language, name }: PhraseBook): NamedVoice => ({
  id: language,
  name,
  description: `${name}, recorded phrases`,
})

export const picoVoice = ({ language, name, voices }: PhraseBook): NamedVoice => ({
  id: `pico-${language}`,
  name: `${name} (SVOX Pico)`,
  description: `${name}, any wording, by SVOX Pico with its voice ${voices.pico}`,
})

export const espeakVoice = ({ language, name, voices }: PhraseBook): NamedVoice => ({
  id: `espeak-${language}`,
  name: `${name} (espeak-ng)`,
  description: `${name}, any wording, by espeak-ng with its voice ${voices.espeak}`,
})
