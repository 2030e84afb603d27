import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemIds } from './ids.ts'
import { createSafe, isEncrypted, KEY_BYTES } from './safe.ts'

const { bytes } = systemIds()
const safe = createSafe(bytes(KEY_BYTES), bytes)

describe('a safe', () => {
  it('gives back what was put in, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, place) => {
        const encrypted = safe.encrypt(place, text)
        expect(isEncrypted(encrypted)).toBe(true)
        expect(safe.decrypt(place, encrypted)).toBe(text)
      }),
    )
  })

  it('shows nothing of what is in it, and encrypts it differently each time', () => {
    const [one, other] = [safe.encrypt('p', 'night-owl'), safe.encrypt('p', 'night-owl')]

    expect(one).toMatch(/^safe:v1:[\w-]+$/)
    expect(Buffer.from(one.slice(8), 'base64url').includes('night-owl')).toBe(false)
    expect(one).not.toBe(other)
  })

  it('opens only with its own key, in its own place, and untouched', () => {
    const encrypted = safe.encrypt('connector bar secret', 'night-owl')
    const bytesOf = Buffer.from(encrypted.slice(8), 'base64url')
    const touched = Array.from(bytesOf, (_, at) => {
      const copy = Buffer.from(bytesOf)
      copy[at] = (copy[at] ?? 0) ^ 1
      return `safe:v1:${copy.toString('base64url')}`
    })

    expect(createSafe(bytes(KEY_BYTES), bytes).decrypt('connector bar secret', encrypted)).toBeNull()
    expect(safe.decrypt('connector bar token', encrypted)).toBeNull()
    expect(touched.map((one) => safe.decrypt('connector bar secret', one))).toEqual(touched.map(() => null))
    expect(safe.decrypt('connector bar secret', encrypted)).toBe('night-owl')
  })

  it('makes fingerprints that are the same again, and others for any other text, place or key', () => {
    const print = safe.fingerprint('pin desk', '271828')
    expect(safe.fingerprint('pin desk', '271828')).toBe(print)
    const others = [
      safe.fingerprint('pin desk', '271829'),
      safe.fingerprint('pin maid', '271828'),
      createSafe(bytes(KEY_BYTES), bytes).fingerprint('pin desk', '271828'),
    ]
    expect(new Set([print, ...others]).size).toBe(4)
  })

  it.each(['', 'plain', 'safe:v1:', 'safe:v1:AAAA', 'safe:v2:AAAA'])(
    'does not open what it never encrypted: %j',
    (text) => {
      expect(safe.decrypt('p', text)).toBeNull()
    },
  )
})
