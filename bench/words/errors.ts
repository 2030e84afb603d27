import { bookOf } from '../../packages/server/testing/spoken-languages.ts'

/** Words as they are compared: lower case, no punctuation, numbers written out. */
export const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/\d+/g, inWords)
    .toLowerCase()
    .replaceAll(/[^a-z' ]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')

/** A recogniser may write "7:30" for what was said, or "214" for a room that was read digit by digit. */
const inWords = (digits: string): string =>
  ` ${digits.length > 2 ? digits.split('').map(number).join(' ') : number(digits)} `

const number = (digits: string): string =>
  bookOf('en').pieces.get(Number(digits) < 10 ? `digit/${Number(digits)}` : `count/${digits}`) ?? digits

/** How many words were wrong, left out or added: the least number of changes that makes one text of the other. */
export function wrongWords(said: readonly string[], heard: readonly string[]): number {
  let row = Array.from({ length: heard.length + 1 }, (_, n) => n)
  for (const [at, word] of said.entries()) {
    const next = [at + 1]
    for (const [n, other] of heard.entries()) {
      const replaced = (row[n] ?? 0) + (word === other ? 0 : 1)
      next.push(Math.min(replaced, (row[n + 1] ?? 0) + 1, (next[n] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
