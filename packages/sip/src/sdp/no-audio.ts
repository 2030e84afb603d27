import type { LocalAudio } from './offer-answer.ts'
import type { SdpMedia, SessionDescription } from './sdp.ts'

const NOTHING_IN_COMMON = 'No audio in common'
const NO_KEY = 'The phone answered without a key that fits ours (SRTP)'
const IN_THE_CLEAR = 'The phone answered without encryption, which this line requires (SRTP)'

/** Why there is nothing to talk with after an answer, in words. */
export function noAudioWords(
  theirs: SessionDescription | null,
  { secure }: Pick<LocalAudio, 'secure'>,
): string {
  const audio = theirs?.media.filter(({ type, port }) => type === 'audio' && port !== 0) ?? []
  if (!secure || audio.length === 0) return NOTHING_IN_COMMON
  if (audio.some(isSecure)) return NO_KEY
  return secure.isRequired ? IN_THE_CLEAR : NOTHING_IN_COMMON
}

const isSecure = ({ protocol }: SdpMedia) => protocol.startsWith('RTP/SAVP')
