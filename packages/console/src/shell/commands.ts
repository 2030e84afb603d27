import type { IconName } from '../look/icons.ts'
import type { PageKey } from '../parts/page-keys.ts'

/** Something that can be found and done by typing. */
export interface Command {
  readonly id: string
  readonly words: string
  readonly icon: IconName
  /** What it also answers to. */
  readonly also?: string
  /** It is asked of the server: it cannot be done while nobody would answer. */
  readonly asks?: boolean
  readonly act: () => void
}

/** What the page that is open can do. */
export const deedsOf = (ofPage: readonly PageKey[]): readonly Command[] =>
  ofPage.flatMap(({ what, act, deed, asks = false }) =>
    act === null || deed === undefined ? [] : [{ id: `deed ${what}`, words: what, icon: deed, asks, act }],
  )

const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')

/** Those that hold every word that was typed; at the start of a word counts for more. */
export function foundAmong(commands: readonly Command[], typed: string): readonly Command[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean)
  const weigh = ({ words, also = '' }: Command) => {
    const text = ` ${plain(`${words} ${also}`)}`
    if (!wanted.every((word) => text.includes(word))) return 0
    return 1 + wanted.filter((word) => text.includes(` ${word}`)).length
  }
  return commands
    .map((command) => ({ command, weight: weigh(command) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ command }) => command)
}
