const MOST_ROOMS = 10_000

export interface MailboxNumbers {
  readonly first: number
  readonly count: number
  /** How many digits each number has at least: leading zeros are part of a room's number. */
  readonly width: number
}

/** Reads `102-120` or `008-012`; otherwise says what is wrong, in words that follow the path. */
export function parseRange(text: string): MailboxNumbers | { wrong: string } {
  const [, from, to] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? []
  if (from === undefined || to === undefined) return { wrong: 'must be two room numbers such as 102-120' }
  const padded = /^0\d/.test(from) || /^0\d/.test(to)
  if (padded && from.length !== to.length)
    return {
      wrong: 'must write both numbers with the same number of digits, as one of them begins with a zero',
    }
  const [first, last] = [Number(from), Number(to)]
  if (last < first) return { wrong: 'must begin with the smaller number' }
  const count = last - first + 1
  if (count > MOST_ROOMS) return { wrong: `covers ${count} rooms; at most ${MOST_ROOMS} are possible` }
  return { first, count, width: padded ? from.length : 1 }
}

export const numbersOf = ({ first, count, width }: MailboxNumbers): string[] =>
  Array.from({ length: count }, (_, index) => String(first + index).padStart(width, '0'))
