import type { Line } from '../lines/lines.ts'
import { secureAudio } from '../sdp/crypto.ts'
import type { LocalAudio } from '../sdp/offer-answer.ts'
import type { Random } from '../transactions/clock.ts'
import type { Flow } from '../transport/flow.ts'

/** The keys that a call of this line offers, or answers with. */
export function securing({ options }: Line, flow: Flow, random: Random): Pick<LocalAudio, 'secure'> {
  const { srtp = 'off' } = options
  // RFC 4568 8.1: a key that anybody can read on the way protects nothing.
  if (srtp === 'off' || flow.protocol !== 'TLS') return {}
  return { secure: secureAudio(random, srtp === 'required') }
}

/** Keys may not be told this way, and nothing may be said without them. */
export const mayNotTalk = ({ options }: Line, { protocol }: Flow) =>
  options.srtp === 'required' && protocol !== 'TLS'
