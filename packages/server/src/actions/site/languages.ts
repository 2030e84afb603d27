import {
  missedLanguages,
  newNumbers,
  type LanguageNumber,
  unspokenPrompts,
} from '../../hotel/site/languages.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { read } from '../settings.ts'

/** At every start: a language that is spoken for the first time gets its number. Says those of all there ever were. */
export async function numberLanguages(
  database: HotelDatabase,
  spoken: readonly string[],
): Promise<readonly LanguageNumber[]> {
  const known = await database.read.languages.list()
  const fresh = newNumbers(spoken, known)
  if (fresh.length === 0) return known
  await database.transaction(async (stores) => {
    for (const one of fresh) await stores.languages.insert(one)
  })
  return [...known, ...fresh]
}

/** Prompts that guests do not hear: their text needs a voice that is not here. */
export async function unspoken(stores: Stores, freely: readonly string[]): Promise<string[]> {
  const { site } = await read(stores)
  const recorded = await stores.prompts.recordings(null)
  const canSpeak = (language: string | null) => freely.includes(language ?? site.language)
  return unspokenPrompts(await stores.prompts.list(null), recorded, canSpeak)
}

/** Languages that are gone, and are still named by the site, by rooms, guests, prompts or recordings. */
export async function missed(stores: Stores, spoken: readonly string[]): Promise<string[]> {
  const { site } = await read(stores)
  const uses = [{ tag: site.language, by: 'the site', count: 1 }, ...(await stores.languages.uses())]
  return missedLanguages(uses, spoken, await stores.languages.list())
}
