import { describe, expect, it } from 'vitest'
import { systemRandom } from '../transactions/clock.ts'
import { chooseCrypto, matchCrypto, readCrypto, secureAudio, writeCrypto } from './crypto.ts'

/** The keys of RFC 4568 6.1 and 9. */
const KEY = 'd0RmdmcmVCspeEc3QGZiNWpVLFJhQX1cfHAwJSoj'
const OTHER = 'PS1uQCVeeCFCanVmcjkpPywjNWhcYD0mXXtxaVBR'
const line = (text: string) => text.replace('KEY', KEY)

describe('a line with a key', () => {
  it.each([
    ['1 AES_CM_128_HMAC_SHA1_80 inline:KEY', 1],
    ['7 AES_CM_128_HMAC_SHA1_32 inline:KEY|2^48', 7],
    ['1 AES_CM_128_HMAC_SHA1_80 inline:KEY|1048576', 1],
    ['2 AES_CM_128_HMAC_SHA1_80 inline:KEY|2^31 WSH=128 -SOMETHING=else', 2],
  ])('is taken: %s', (text, tag) => expect(readCrypto(line(text))).toMatchObject({ tag, key: KEY }))

  it.each([
    ['a suite that we do not have', '1 F8_128_HMAC_SHA1_80 inline:KEY'],
    ['a key that is too short', '1 AES_CM_128_HMAC_SHA1_80 inline:KEYx'.replace('KEYx', KEY.slice(1))],
    ['a key that is too long', '1 AES_CM_128_HMAC_SHA1_80 inline:KEYA'],
    ['a key that ends with the call', '1 AES_CM_128_HMAC_SHA1_80 inline:KEY|2^10'],
    ['a key that lives for ever', '1 AES_CM_128_HMAC_SHA1_80 inline:KEY|2^49'],
    ['several keys to tell apart', '1 AES_CM_128_HMAC_SHA1_80 inline:KEY|2^20|1:4'],
    ['audio in the clear', '1 AES_CM_128_HMAC_SHA1_80 inline:KEY UNENCRYPTED_SRTP'],
    ['reports in the clear', '1 AES_CM_128_HMAC_SHA1_80 inline:KEY UNENCRYPTED_SRTCP'],
    ['audio that nobody vouches for', '1 AES_CM_128_HMAC_SHA1_80 inline:KEY UNAUTHENTICATED_SRTP'],
    ['keys that change on the way', '1 AES_CM_128_HMAC_SHA1_80 inline:KEY KDR=4'],
    ['a word that we do not know', '1 AES_CM_128_HMAC_SHA1_80 inline:KEY NEW=1'],
    ['another way to bring the key', '1 AES_CM_128_HMAC_SHA1_80 uri:KEY'],
    ['nothing', ''],
  ])('is passed over with %s', (_, text) => expect(readCrypto(line(text))).toBeNull())

  it('is written as it is read', () => {
    const text = line('3 AES_CM_128_HMAC_SHA1_32 inline:KEY')
    expect(writeCrypto(readCrypto(text) ?? { tag: 0, suite: 'AES_CM_128_HMAC_SHA1_80', key: '' })).toBe(text)
  })
})

describe('keys of our own', () => {
  it('are others for each suite, each call, and each time that they are renewed', () => {
    const first = secureAudio(systemRandom, true)
    const all = [first, first.renew(), secureAudio(systemRandom, false)].flatMap(({ keys }) => keys)
    expect(new Set(all.map(({ key }) => key)).size).toBe(6)
    expect(all.every(({ key }) => Buffer.from(key, 'base64').length === 30)).toBe(true)
    expect(first.renew().isRequired).toBe(true)
  })

  it('come from the chance that we are given, and from nowhere else', () => {
    const fixed = { token: (length: number) => 'a'.repeat(length), integer: () => 4 }
    expect(secureAudio(fixed, true).keys).toEqual(secureAudio(fixed, true).keys)
  })
})

describe('of several keys', () => {
  const ours = secureAudio(systemRandom, true)

  it('the first that we can use is taken, under its own number', () => {
    const offered = [
      '1 AES_256_CM_HMAC_SHA1_80 inline:x',
      `4 AES_CM_128_HMAC_SHA1_32 inline:${KEY}`,
      `5 AES_CM_128_HMAC_SHA1_80 inline:${OTHER}`,
    ]
    const chosen = chooseCrypto(offered, ours)
    expect(chosen?.theirs).toEqual({ tag: 4, suite: 'AES_CM_128_HMAC_SHA1_32', key: KEY })
    expect(chosen?.own).toEqual({ tag: 4, suite: 'AES_CM_128_HMAC_SHA1_32', key: ours.keys[1]?.key })
    expect(chooseCrypto(['1 F8_128_HMAC_SHA1_80 inline:x'], ours)).toBeNull()
  })

  it('an answer names exactly one of those that we offered', () => {
    const matches = (...lines: string[]) => matchCrypto(lines.map(line), ours)?.own ?? null
    expect(matches('1 AES_CM_128_HMAC_SHA1_80 inline:KEY')).toEqual(ours.keys[0])
    expect(matches('2 AES_CM_128_HMAC_SHA1_32 inline:KEY')).toEqual(ours.keys[1])
    expect(matches('2 AES_CM_128_HMAC_SHA1_80 inline:KEY')).toBeNull()
    expect(matches('3 AES_CM_128_HMAC_SHA1_80 inline:KEY')).toBeNull()
    expect(matches('1 AES_CM_128_HMAC_SHA1_80 inline:KEY', '2 AES_CM_128_HMAC_SHA1_32 inline:KEY')).toBeNull()
    expect(matches()).toBeNull()
  })
})
