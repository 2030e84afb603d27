import { EXCHANGE_SILENT, type RegistrationState } from '@reveille/sip'
import type { LineTroubleCode } from '../../hotel/site/line-health.ts'

/** Why a line does not work, in words for the technician. */

export const NOT_YET = 'it has not registered yet'
const SILENT = 'the exchange does not answer'
const NO_WAY = 'the exchange cannot be reached'

/** While it does not register; a new try says nothing about how the last one ended. */
export function unregisteredWords(state: RegistrationState, why: string, before: string): string {
  if (state === 'registering') return before === '' ? NOT_YET : before
  return /^\d{3}\b/.test(why) ? refusedWords(why) : silenceWords(why)
}

/** While the exchange refuses who we are, by the status and the reason that it gives. */
export function refusedWords(why: string): string {
  // RFC 3261 21.4.2, 21.4.8: asked once more although we have said who we are.
  if (/^40[17]\b/.test(why)) return `the exchange does not accept its user name and password (${why})`
  // RFC 3261 21.4.4: whoever has another contact there may be us, at an earlier address.
  if (why.startsWith('403'))
    return `the exchange does not let it register: a wrong password, or the extension is registered elsewhere (${why})`
  if (why.startsWith('404')) return `the exchange does not know its extension (${why})`
  return `the exchange does not let it register (${why})`
}

/** One of the two does not trust the other: there is somebody, and TLS with it cannot be. */
export const isDistrust = (why: string): boolean =>
  /^(?:Error: )?The (?:certificate of the )?exchange \(/.test(why)

/** While its exchange does not answer, or one of the two does not trust the other. */
export function silenceWords(why: string): string {
  if (why === EXCHANGE_SILENT) return SILENT
  const said = why.replace(/^Error: /, '')
  // What is wrong with a certificate is told in words already.
  if (isDistrust(why)) return said.replace(/^T/, 't')
  return `${NO_WAY} (${said})`
}

/** The same as a word that stays; null where the exchange has said why. */
export function codeIn(why: string): LineTroubleCode | null {
  if (why === NOT_YET) return 'not-registered'
  if (why === SILENT) return 'silence'
  if (why.startsWith(NO_WAY)) return 'no-way'
  return isDistrust(why.replace(/^t/, 'T')) ? 'certificate' : null
}
