import { useContext } from 'react'
import { type Draft, type FormField, type Mistake, mistakeIn } from '../../hotel/settings/fields.ts'
import { mistakeTexts, mistakeWords } from '../../texts/mistakes.ts'
import { useLanguage, useTexts } from '../../texts/speech.ts'
import { FormContext } from './form-context.ts'
import { GERMAN_HINTS } from './hints.ts'
import { LABELS } from './labels.ts'
import { settingsTexts } from './texts.ts'

export interface SchemaFieldProps<F extends FormField = FormField> {
  readonly field: F
  readonly draft: Draft | undefined
  readonly path: string
  readonly onChange: (draft: Draft) => void
}

/** Label, hint and what is wrong, for whatever control it is. */
export function useSaid({ field, draft, path }: Omit<SchemaFieldProps, 'onChange'>) {
  const said = useTexts(settingsTexts)
  const language = useLanguage()
  const { mistakes, left } = useContext(FormContext)
  const own = left.has(path) ? mistakeIn(field, draft) : null
  const wrong = useWrong(mistakes.get(path) ?? own)
  const hint = language === 'en' ? field.hint : GERMAN_HINTS[field.hint]
  const { fallback } = field
  const isShown = fallback !== undefined && field.kind !== 'flag' && field.kind !== 'choice'
  const other = fallback === undefined ? '' : fallbackWords(fallback, language)
  const elsewhere = field.isSites === true ? said.asSiteOf(other) : said.fallback(other)
  const words = [hint, isShown && other !== '' ? elsewhere : ''].filter((one) => one !== '')
  return {
    label: LABELS[field.name][language],
    hint: words.join('. '),
    wrong,
    isNeeded: field.required === true,
  }
}

/** What holds where nothing is written, for people; of nothing, nothing is said. */
export const fallbackWords = (fallback: string, language: 'en' | 'de'): string =>
  FALLBACKS[fallback]?.[language] ?? fallback

const FALLBACKS: Readonly<Record<string, Readonly<Record<'en' | 'de', string>>>> = {
  empty: { en: '', de: '' },
  none: { en: '', de: '' },
  nothing: { en: '', de: '' },
  never: { en: 'never', de: 'nie' },
  'as method': { en: 'as for the others', de: 'wie für die anderen' },
  'as the first have': { en: 'as the first have', de: 'wie die Ersten' },
  "the site's": { en: "the site's", de: 'wie das Haus' },
  "the site's id": { en: "the site's id", de: 'Kennung des Hauses' },
  'the number': { en: 'the number', de: 'die Nummer' },
  'Room and its number': { en: 'Room and its number', de: 'Room und die Nummer' },
  'the user of the uri': { en: 'the user of the address', de: 'der Name in der Adresse' },
  "the uri's host and port": { en: "the address's host and port", de: 'Rechner und Port der Adresse' },
  'its username, or the user of its uri': { en: 'its user name', de: 'ihr Benutzername' },
  '15s over http, 30s over FIAS': { en: '15s over http, 30s over FIAS', de: '15s über http, 30s über FIAS' },
  'one entry per feature, with value 1': {
    en: 'every feature, with value 1',
    de: 'jede Funktion, mit Wert 1',
  },
  'the id itself, if it has 1 to 4 digits': { en: 'the id itself', de: 'die Nummer selbst' },
  'nothing more': { en: '', de: '' },
}

/** What is wrong, for people. */
export function useWrong(mistake: Mistake | null): string | null {
  const said = useTexts(mistakeTexts)
  const language = useLanguage()
  if (mistake === null) return null
  return mistakeWords(mistake, said, language) ?? mistake.description ?? said.rule
}
