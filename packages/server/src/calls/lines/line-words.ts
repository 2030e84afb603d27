import { EXCHANGE_SILENT, type RegistrationState } from '@reveille/sip'

/** Why a line does not work, in words for the technician. */

export const NOT_YET = 'it has not registered yet'

/** While it does not register; a new try says nothing about how the last one ended. */
export function unregisteredWords(state: RegistrationState, why: string, before: string): string {
  if (state === 'registering') return before === '' ? NOT_YET : before
  return /^\d{3}\b/.test(why) ? `the exchange does not let it register (${why})` : silenceWords(why)
}

/** While its exchange does not answer. */
export const silenceWords = (why: string): string =>
  why === EXCHANGE_SILENT
    ? 'the exchange does not answer'
    : `the exchange cannot be reached (${why.replace(/^Error: /, '')})`
