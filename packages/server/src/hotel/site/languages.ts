import { LANGUAGE } from '@reveille/contract'
import { Failure } from '../../kernel/failure.ts'
import { keysOf } from '../../kernel/record.ts'
import type { Prompt, PromptKey } from './site.ts'

/** The languages that come with the product, in the order of their numbers. */
export const BUILT_IN: readonly string[] = keysOf(LANGUAGE)

/** The number under which system information lists a language. */
export interface LanguageNumber {
  readonly tag: string
  readonly number: number
}

export const OF_THE_PRODUCT: readonly LanguageNumber[] = keysOf(LANGUAGE).map((tag) => ({
  tag,
  number: LANGUAGE[tag],
}))

/** A phrase book of the hotel's own that cannot be used, and why. */
export interface RefusedBook {
  readonly folder: string
  readonly why: string
}

/** A phrase book of the hotel's own that lacks words of an ordinary wakeup call. */
export interface LackingBook {
  readonly tag: string
  readonly lacks: readonly string[]
}

/** So many rooms, guests, prompts or recordings are in a language. */
export interface LanguageUse {
  readonly tag: string
  readonly by: string
  readonly count: number
}

/** Numbers for languages that have none. One that was given out once is never given to another language. */
export function newNumbers(spoken: readonly string[], known: readonly LanguageNumber[]): LanguageNumber[] {
  const all = [...OF_THE_PRODUCT, ...known]
  const highest = Math.max(...all.map(({ number }) => number))
  const has = new Set(all.map(({ tag }) => tag))
  return spoken.filter((tag) => !has.has(tag)).map((tag, at) => ({ tag, number: highest + 1 + at }))
}

/** Refuses a language that nothing here is spoken in, in words that name those there are. */
export function mustBeSpoken(tag: string | null | undefined, spoken: readonly string[], where = ''): void {
  if (tag === null || tag === undefined || spoken.includes(tag)) return
  const description = `${where}language ${tag} is not spoken here: ${orList(spoken)} are`
  const field = 'language'
  throw new Failure('parameter.invalid', description, {
    field,
    problems: [{ code: 'language.unspoken', field, description }],
  })
}

const orList = (tags: readonly string[]) =>
  tags.length < 2 ? tags.join('') : `${tags.slice(0, -1).join(', ')} and ${tags.at(-1)}`

export const refusedBookWords = ({ folder, why }: RefusedBook): string =>
  `The language in ${folder} is not taken: ${why}`

const MOST_LACKS = 8

export function lackingBookWords({ tag, lacks }: LackingBook): string {
  const [named, more] = [lacks.slice(0, MOST_LACKS), lacks.length - MOST_LACKS]
  const all = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')
  return `${tag} lacks words for ${all}: those sentences are in the site's language`
}

/** Prompts whose text nothing here can speak, and that have no recording: others hear the ordinary announcement. */
export function unspokenPrompts(
  prompts: readonly Pick<Prompt, 'tenant' | 'id' | 'text' | 'language'>[],
  recorded: readonly PromptKey[],
  canSpeak: (language: string | null) => boolean,
): string[] {
  const isRecorded = ({ tenant, id }: PromptKey) =>
    recorded.some((one) => one.tenant === tenant && one.id === id)
  return prompts
    .filter((one) => one.text !== '' && !isRecorded(one) && !canSpeak(one.language))
    .map(
      ({ id }) =>
        `The text of prompt ${id} is not spoken: neither pico2wave nor espeak-ng is installed with a voice for it, and it has no recording`,
    )
}

/**
 * Languages that were spoken here once and are still named somewhere. What a property system tells of a guest may be
 * any language at all: one that never was spoken here is not missed.
 */
export function missedLanguages(
  uses: readonly LanguageUse[],
  spoken: readonly string[],
  known: readonly LanguageNumber[],
): string[] {
  const gone = known.map(({ tag }) => tag).filter((tag) => !spoken.includes(tag))
  return gone.flatMap((tag) => {
    const used = uses.filter((use) => use.tag === tag).map(({ by, count }) => `${by}: ${count}`)
    return used.length === 0
      ? []
      : [`${tag} is not spoken here any more (${used.join(', ')}): what is said is in the site's language`]
  })
}
