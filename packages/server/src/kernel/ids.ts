import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'

/** The only source of random values. */
export interface Ids {
  /** Each sorts, as text, after all earlier ones. */
  uuid(): string
  /** Text that cannot be guessed, safe in a URL and easy to read out. */
  secret(length: number): string
  bytes(length: number): Buffer
  /** A number from `low` up to, not including, `high`. */
  between(low: number, high: number): number
}

// No 0/O, 1/l/I: a night porter may have to read it from paper.
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789'

export function systemIds(now: () => number = Date.now): Ids {
  return {
    uuid: growingUuids(now),
    secret: (length) => Array.from({ length }, () => READABLE[randomInt(READABLE.length)]).join(''),
    bytes: (length) => randomBytes(length),
    between: (low, high) => low + Math.random() * (high - low),
  }
}

/** A count has 12 bits; each new millisecond starts it at a random value in the lower half. */
const COUNTS = 0x1000

/**
 * UUID version 7 (RFC 9562 5.7): milliseconds, then a count within them (6.2, method 1), then chance. Rows that are
 * written together lie together in an index, whatever the clock does.
 */
function growingUuids(now: () => number): () => string {
  let [millisecond, count] = [0, COUNTS]
  return () => {
    count += 1
    if (now() > millisecond) [millisecond, count] = [now(), randomInt(COUNTS / 2)]
    else if (count >= COUNTS) [millisecond, count] = [millisecond + 1, 0]
    const time = millisecond.toString(16).padStart(12, '0')
    const counted = count.toString(16).padStart(3, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${counted}-${chance()}`
  }
}

/** The last two groups of a random UUID, variant included: Node draws chance for many of them at once. */
const chance = () => randomUUID().slice(-'vccc-cccccccccccc'.length)

/** A UUID version 7 that follows from what no two things share; made again, it is the same. */
export function derivedUuid(at: number, name: readonly (string | number)[]): string {
  const digest = createHash('sha256').update(JSON.stringify(name)).digest('hex')
  const time = at.toString(16).padStart(12, '0')
  const parts = [time.slice(0, 8), time.slice(8), `7${digest.slice(0, 3)}`, `8${digest.slice(3, 6)}`]
  return [...parts, digest.slice(6, 18)].join('-')
}
