/** Something wrong in a site file. The message is one sentence that names the place by itself. */
export interface Mistake {
  readonly line: number
  readonly path: string
  readonly message: string
}

/** Enough to read at once; a hostile file could have hundreds of thousands. */
export const MOST_MISTAKES = 1_000

/** `line 12: mailboxes[1].vip must be true or false` */
export const formatMistake = ({ line, message }: Mistake) => `line ${line}: ${message}`

/** The mistake at a place, in words that follow the path. */
export const mistakeAt = (place: { line: number; path: string }, words: string): Mistake => ({
  ...place,
  message: `${place.path === '' ? 'The file' : place.path} ${words}`,
})

/** What a check found: a JSON pointer, and the words that follow the path in the sentence. */
export interface SiteFinding extends BrokenRule {
  readonly pointer: string
  readonly words: string
}

/** The rule that is broken, for those who have words of their own for it. */
export interface BrokenRule {
  /** A word that stays. */
  readonly shape?: string
  /** What the field must keep to. */
  readonly limit?: number
}

/** Where it is, and what is wrong there. */
export const findingAt = (
  parent: string,
  field: string | number,
  words: string,
  rule: BrokenRule = {},
): SiteFinding => ({
  pointer: pointerTo(parent, field),
  words,
  ...rule,
})

export const pointerTo = (parent: string, key: string | number) =>
  `${parent}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`

export function splitPointer(pointer: string): { parent: string; key: string } {
  const at = pointer.lastIndexOf('/')
  return {
    parent: pointer.slice(0, at),
    key: pointer
      .slice(at + 1)
      .replaceAll('~1', '/')
      .replaceAll('~0', '~'),
  }
}

const LONGEST_KEY = 60

/** The path as people write it: `mailboxes[1].vip`. A key that is no word stands in quotes. */
export function pathTo(parent: string, key: string | number): string {
  if (typeof key === 'number') return `${parent}[${key}]`
  const shown =
    /^[\w<*$-]+$/.test(key) && key.length <= LONGEST_KEY ? key : JSON.stringify(key.slice(0, LONGEST_KEY))
  return parent === '' ? shown : `${parent}.${shown}`
}

/** The list `a, b or c`. */
export function either(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
