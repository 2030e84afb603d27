import { hash, verify } from '@node-rs/argon2'

/** Argon2id at the strength that OWASP names as the least; the work is done off the main thread. */
const STRENGTH = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Compared against when the account does not exist, so that a guess takes as long either way. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$cmV2ZWlsbGUtbm9ib2R5$d1mC4hU5fF8kJ8Qz3mW2o0m0b1x4k3Qm1Zt0r2c5v6g'

export interface Passwords {
  hash(password: string): Promise<string>
  verify(hash: string | undefined, password: string): Promise<boolean>
}

export const argon2Passwords: Passwords = {
  hash: (password) => hash(password, STRENGTH),
  async verify(known, password) {
    const matches = await verify(known ?? NOBODY, password)
    return known !== undefined && matches
  },
}
