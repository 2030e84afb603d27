import type { Shelf } from '../kernel/storage.ts'
import { Watched } from '../kernel/listeners.ts'
import { type Language, LANGUAGES } from '../texts/table.ts'

export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
export const DENSITIES = ['compact', 'normal', 'touch'] as const
export type Density = (typeof DENSITIES)[number]

/** How whoever sits at this device likes it; it stays with the device. */
export interface Preferences {
  readonly theme: Theme
  /** Null: as the hotel, or the browser, says. */
  readonly language: Language | null
  readonly density: Density
  /** Keys of one letter can get in the way of those who dictate (WCAG 2.1.4). */
  readonly letterKeys: boolean
}

export const USUAL: Preferences = { theme: 'auto', language: null, density: 'normal', letterKeys: true }

const KEY = 'preferences'

const oneOf = <T extends string>(all: readonly T[], value: unknown, usual: T): T =>
  all.find((one) => one === value) ?? usual

/** What was kept by an older page may look otherwise. */
export function preferencesFrom(text: string | null): Preferences {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    const fields = new Map<string, unknown>(Object.entries(Object(kept)))
    return {
      theme: oneOf(THEMES, fields.get('theme'), USUAL.theme),
      language: LANGUAGES.find((one) => one === fields.get('language')) ?? null,
      density: oneOf(DENSITIES, fields.get('density'), USUAL.density),
      letterKeys: fields.get('letterKeys') !== false,
    }
  } catch {
    return USUAL
  }
}

/** What was chosen, else the first of the likely ones that is ours. */
export function languageOf(chosen: Language | null, ...likely: readonly string[]): Language {
  const known = likely.map((one) => LANGUAGES.find((language) => one.toLowerCase().startsWith(language)))
  return chosen ?? known.find((one) => one !== undefined) ?? 'en'
}

export class PreferenceBook {
  readonly kept: Watched<Preferences>
  readonly #shelf: Shelf

  constructor(shelf: Shelf) {
    this.#shelf = shelf
    this.kept = new Watched(preferencesFrom(shelf.get(KEY)))
  }

  change(change: Partial<Preferences>): void {
    const next = { ...this.kept.get(), ...change }
    this.#shelf.set(KEY, JSON.stringify(next))
    this.kept.set(next)
  }
}
