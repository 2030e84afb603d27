import type { PinPurpose } from '../../hotel/accounts/pin-rule.ts'
import type { Safe } from '../../kernel/safe.ts'
import type { Passwords } from './passwords.ts'

export interface Pins {
  hash(account: string, pin: string): Promise<string>
  verify(hash: string | undefined, account: string, pin: string): Promise<boolean>
}

/**
 * PINs of one purpose. A million are tried in no time by whoever has the hash, however slow it is: so it is one of a
 * fingerprint that takes the key file, which is in no database and in no backup.
 */
export function pinsFor(purpose: PinPurpose, safe: Pick<Safe, 'fingerprint'>, passwords: Passwords): Pins {
  const printOf = (account: string, pin: string) => safe.fingerprint(`${purpose} pin ${account}`, pin)
  return {
    hash: (account, pin) => passwords.hash(printOf(account, pin)),
    verify: (hash, account, pin) => passwords.verify(hash, printOf(account, pin)),
  }
}
