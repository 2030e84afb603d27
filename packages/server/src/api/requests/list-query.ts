/** The parts of a list that is parted by commas. */
export const partsOf = (text: string | undefined): readonly string[] | undefined =>
  text?.split(',').flatMap((part) => part.trim() || [])

/** Those of a few words that a text names; what it may name was checked before. */
export const namedIn = <W extends string>(words: readonly W[], text: string | undefined) =>
  text === undefined ? undefined : words.filter((word) => partsOf(text)?.includes(word))

interface Search {
  readonly kind?: string
  readonly wakeup?: string
  readonly q?: string
  readonly order?: 'asc' | 'desc'
}

/** What every list is looked through by. */
export const searchOf = ({ kind, wakeup, q, order }: Search) => ({
  wanted: partsOf(kind),
  wakeup,
  words: q?.split(/\s+/).filter((word) => word !== ''),
  order,
})
