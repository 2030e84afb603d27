/** Where something stands in the line. */
export interface TextSpan {
  readonly from: number
  readonly to: number
}

/** A word of the line. */
export interface Token extends TextSpan {
  readonly text: string
  /** Joined by commas, or followed by one: such words are rooms or weekdays, never times. */
  readonly parts: readonly string[] | null
}

// A word; in quotes it may hold blanks. `6 pm`, `7 Uhr`, `110 - 120` and `mon, wed` are one word each. Semicolons and tabs come
// with what is pasted from a list.
const WORD = String.raw`(?:"[^"]*"?|@[^\s,;]+|[^\s,;"]+(?:(?<=\d)\s+(?:[ap]\.?m\.?|uhr)(?![^\s,;]))?)`
const RANGED = String.raw`${WORD}(?:\s*[-–]\s+${WORD}|\s+[-–]${WORD})?`
const GROUP = new RegExp(String.raw`${RANGED}(?:\s*,+\s*${RANGED})*(?:\s*,)*`, 'giu')

export function tokensOf(line: string): Token[] {
  return [...line.matchAll(GROUP)].map((match) => {
    const [text] = match
    return { from: match.index, to: match.index + text.length, text: text.trim(), parts: partsOf(text) }
  })
}

function partsOf(text: string): string[] | null {
  const withoutQuotes = text.replace(/"[^"]*"?/g, (quoted) => '_'.repeat(quoted.length))
  if (!withoutQuotes.includes(',')) return null
  const parts: string[] = []
  let start = 0
  for (let at = 0; at <= text.length; at++)
    if (at === text.length || withoutQuotes[at] === ',') {
      parts.push(text.slice(start, at).trim())
      start = at + 1
    }
  return parts.filter((part) => part !== '')
}
