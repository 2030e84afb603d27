import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'

/** Encrypts secrets, so that access to the database alone does not reveal them. */
export interface Safe {
  /** Encrypted for one place: moved to another, it does not open. */
  encrypt(place: string, text: string): string
  /** The text again; null if it was not encrypted for this place with this key. */
  decrypt(place: string, encrypted: string): string | null
  /** What nobody can make of a text who does not have the key; of the same text, in the same place, the same. */
  fingerprint(place: string, text: string): string
}

export const KEY_BYTES = 32

const MARK = 'safe:v1:'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

export const isEncrypted = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(MARK)

export function createSafe(key: Uint8Array, nonce: (length: number) => Uint8Array): Safe {
  // A key of its own: no key does two things.
  const printing = Buffer.from(hkdfSync('sha256', key, '', 'fingerprint', KEY_BYTES))
  return {
    fingerprint: (place, text) =>
      createHmac('sha256', printing)
        .update(JSON.stringify([place, text]))
        .digest('base64url'),

    encrypt(place, text) {
      const chosen = nonce(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, chosen).setAAD(Buffer.from(place))
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return MARK + Buffer.concat([chosen, cipher.getAuthTag(), hidden]).toString('base64url')
    },

    decrypt(place, encrypted) {
      const bytes = Buffer.from(encrypted.slice(MARK.length), 'base64url')
      if (!isEncrypted(encrypted) || bytes.length < NONCE_BYTES + TAG_BYTES) return null
      const [nonceUsed, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)]
      const decipher = createDecipheriv(CIPHER, key, nonceUsed, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(place)).setAuthTag(rest.subarray(0, TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()]).toString('utf8')
      } catch {
        // Another key, another place, or the text was tampered with.
        return null
      }
    },
  }
}
