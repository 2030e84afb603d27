import type { WrittenLanguage } from '../../hotel/settings/written-language.ts'
import type { DossierWords } from './dossier-words.ts'
import { ENGLISH } from './english.ts'
import { GERMAN } from './german.ts'

export const DOSSIER_WORDS: Readonly<Record<WrittenLanguage, DossierWords>> = { en: ENGLISH, de: GERMAN }
