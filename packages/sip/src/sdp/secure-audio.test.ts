import { describe, expect, it } from 'vitest'
import { systemRandom } from '../transactions/clock.ts'
import { secureAudio } from './crypto.ts'
import { noAudioWords } from './no-audio.ts'
import { agreedByAnswer, agreedWith, type LocalAudio, makeAnswer, makeOffer } from './offer-answer.ts'
import { parseSdp, type SessionDescription, writeSdp } from './sdp.ts'

const plain: LocalAudio = {
  host: '10.0.0.5',
  port: 16_384,
  sessionId: '1',
  version: 1,
  direction: 'sendrecv',
}
const keyed = (isRequired: boolean): LocalAudio => ({
  ...plain,
  secure: secureAudio(systemRandom, isRequired),
})
const [required, optional] = [keyed(true), keyed(false)]

/** As it comes over the wire. */
const sent = (description: SessionDescription | null) => {
  const read = description && parseSdp(writeSdp(description))
  if (!read) throw new Error('Nothing was said')
  return read
}
const lines = (description: SessionDescription) => writeSdp(description).split('\r\n')

describe('audio that is encrypted', () => {
  it('is offered as such, with a key for each suite', () => {
    const said = lines(makeOffer(required))
    expect(said).toContain('m=audio 16384 RTP/SAVP 0 8 101')
    expect(said.filter((line) => line.startsWith('a=crypto:'))).toEqual([
      `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${required.secure?.keys[0]?.key}`,
      `a=crypto:2 AES_CM_128_HMAC_SHA1_32 inline:${required.secure?.keys[1]?.key}`,
    ])
    expect(lines(makeOffer(plain)).join()).not.toContain('crypto')
  })

  it('is agreed on by both sides with the same two keys', () => {
    const offer = sent(makeOffer(required))
    const answer = sent(makeAnswer(offer, optional))
    expect(answer.media[0]).toMatchObject({ protocol: 'RTP/SAVP', crypto: [expect.any(String)] })
    const [here, there] = [agreedByAnswer(answer, required)?.srtp, agreedWith(offer, optional)?.srtp]
    expect(here).toEqual({
      suite: 'AES_CM_128_HMAC_SHA1_80',
      ours: required.secure?.keys[0]?.key,
      theirs: optional.secure?.keys[0]?.key,
    })
    expect(there).toEqual({ ...here, ours: here?.theirs, theirs: here?.ours })
  })

  it('is not answered where we do not know of it', () => {
    expect(makeAnswer(sent(makeOffer(required)), plain)).toBeNull()
    expect(agreedWith(sent(makeOffer(required)), plain)).toBeNull()
  })

  it('is taken before the plain audio that is offered beside it', () => {
    const [secured, open] = [makeOffer(optional), makeOffer(plain)]
    const both = sent({ ...open, media: [...open.media, ...secured.media] })
    const answer = sent(makeAnswer(both, required))
    expect(answer.media.map(({ port }) => port)).toEqual([0, 16_384])
    expect(answer.media[0]?.crypto).toBeUndefined()
    expect(sent(makeAnswer(both, plain)).media.map(({ port }) => port)).toEqual([16_384, 0])
  })
})

describe('of keys that a phone offers', () => {
  const KEY = 'd0RmdmcmVCspeEc3QGZiNWpVLFJhQX1cfHAwJSoj'
  const OTHER = 'PS1uQCVeeCFCanVmcjkpPywjNWhcYD0mXXtxaVBR'
  const suite = 'AES_CM_128_HMAC_SHA1_80'
  const usable = `3 ${suite} inline:${OTHER}`
  const offering = (...crypto: string[]) => {
    const offer = makeOffer(optional)
    return sent({ ...offer, media: offer.media.map((media) => ({ ...media, crypto })) })
  }

  it.each([
    ['a key with an identifier (MKI, RFC 4568 6.1)', `1 ${suite} inline:${KEY}|2^31|1:4`],
    ['one without a lifetime before it', `1 ${suite} inline:${KEY}|1:1`],
    ['several keys, told apart by it', `1 ${suite} inline:${KEY}|2^31|1:1;inline:${OTHER}|2^31|2:1`],
    ['a rate at which keys change (KDR, RFC 4568 6.3.1)', `1 ${suite} inline:${KEY} KDR=20`],
    [
      'another order of encryption and correction (RFC 4568 6.3.4)',
      `1 ${suite} inline:${KEY} FEC_ORDER=FEC_SRTP`,
    ],
  ])('%s is passed over, and the next one taken under its own number', (_, refused) => {
    const offer = offering(refused, usable)
    expect(agreedWith(offer, required)?.srtp?.theirs).toBe(OTHER)
    const [said] = sent(makeAnswer(offer, required)).media[0]?.crypto ?? []
    expect(said).toBe(`3 ${suite} inline:${required.secure?.keys[0]?.key}`)
    // RFC 4568 5.1.2: with none that we can use, the audio is refused.
    expect(makeAnswer(offering(refused), required)).toBeNull()
    // RFC 4568 5.1.3: and an answer that has it fits nothing that we offered.
    expect(agreedByAnswer(offering(refused), required)).toBeNull()
  })
})

describe('plain audio', () => {
  it('is taken where encryption is a wish', () => {
    const offer = sent(makeOffer(plain))
    expect(agreedWith(offer, optional)).toMatchObject({ codec: 'PCMU' })
    expect(agreedWith(offer, optional)?.srtp).toBeUndefined()
    expect(sent(makeAnswer(offer, optional)).media[0]).toMatchObject({ protocol: 'RTP/AVP' })
  })

  it('is refused where encryption is required, whatever keys stand beside it', () => {
    const offer = makeOffer(plain)
    const crypto = makeOffer(optional).media[0]?.crypto ?? []
    const withKeys = sent({ ...offer, media: offer.media.map((media) => ({ ...media, crypto })) })
    for (const one of [sent(offer), withKeys]) {
      expect(agreedWith(one, required)).toBeNull()
      expect(makeAnswer(one, required)).toBeNull()
      expect(agreedByAnswer(one, required)).toBeNull()
    }
  })
})

describe('an answer that cannot be used', () => {
  const withLines = (...crypto: string[]) => {
    const answer = makeOffer(required)
    return sent({ ...answer, media: answer.media.map((media) => ({ ...media, crypto })) })
  }

  it('is one without the key that belongs to ours', () => {
    expect(agreedByAnswer(withLines(), optional)).toBeNull()
    const other = `9 AES_CM_128_HMAC_SHA1_80 inline:${'A'.repeat(40)}`
    expect(agreedByAnswer(withLines(other), optional)).toBeNull()
    expect(agreedByAnswer(withLines(other.replace('9', '1')), optional)).not.toBeNull()
  })

  it('is named in words', () => {
    expect(noAudioWords(withLines(), optional)).toBe('The phone answered without a key that fits ours (SRTP)')
    expect(noAudioWords(sent(makeOffer(plain)), required)).toBe(
      'The phone answered without encryption, which this line requires (SRTP)',
    )
    expect(noAudioWords(null, required)).toBe('No audio in common')
    expect(noAudioWords(sent(makeOffer(plain)), {})).toBe('No audio in common')
  })
})
