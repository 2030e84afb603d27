import { EXCHANGE_SILENT, type RegistrationState } from '@reveille/sip'

/** Why a line does not work, in words for the technician. */

export const NOT_YET = 'it has not registered yet'

/** While it does not register; a new try says nothing about how the last one ended. */
export function unregisteredWords(state: RegistrationState, why: string, before: string): string {
  if (state === 'registering') return before === '' ? NOT_YET : before
  return /^\d{3}\b/.test(why) ? `the exchange does not let it register (${why})` : silenceWords(why)
}

/** While its exchange does not answer, or one of the two does not trust the other. */
export function silenceWords(why: string): string {
  if (why === EXCHANGE_SILENT) return 'the exchange does not answer'
  const said = why.replace(/^Error: /, '')
  // What is wrong with a certificate is told in words already.
  if (/^The (?:certificate of the )?exchange \(/.test(said)) return said.replace(/^T/, 't')
  return `the exchange cannot be reached (${said})`
}
