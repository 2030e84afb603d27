import { createHash, timingSafeEqual } from 'node:crypto'

/** Under this the installation remembers, as a hash, the code by which it is claimed; none once that was done. */
export const CLAIM = 'claim'
export const DEMONSTRATION = 'demonstration'

export type HouseState = 'new' | 'demonstration' | 'ready'

type Remembered = Readonly<Record<string, string>>

export function houseState(remembered: Remembered): HouseState {
  if (remembered[CLAIM] !== undefined) return 'new'
  return remembered[DEMONSTRATION] === '1' ? 'demonstration' : 'ready'
}

/** Read from paper, and typed: blanks, hyphens and capitals do not count. */
const plain = (code: string) => code.replaceAll(/[\s-]/g, '').toLowerCase()

export const hashOfClaim = (code: string): string => createHash('sha256').update(plain(code)).digest('hex')

export const isClaim = (code: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashOfClaim(code)), Buffer.from(hash.padEnd(64, ' ').slice(0, 64)))

/** `abcd-efgh-jkmn`: easier to read out. */
export const writtenClaim = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code
