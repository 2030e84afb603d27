import { createCipheriv } from 'node:crypto'
import type { FiasTime } from './wall-time.ts'

const KEY_BYTES = 16
export const IV_BYTES = 16

/**
 * The key of a link as the property system's people hand it over: `FidCrypt0S|` and base64 (the specification writes `;`
 * as well), or the base64 alone. Null otherwise.
 */
export function readKey(text: string): Uint8Array | null {
  const [, digits] = /^(?:FidCrypt0S[|;])?([A-Za-z0-9+/]{22}==)$/.exec(text.trim()) ?? []
  const key = digits === undefined ? null : Buffer.from(digits, 'base64')
  return key?.length === KEY_BYTES ? key : null
}

/**
 * FIAS 2.20, link authentication: the `CG` of a link description proves that we hold the key, by the date and time of the
 * link record that we were last sent. AES-128-CBC with PKCS7, a fresh IV each time.
 */
export function linkProof(key: Uint8Array, heard: FiasTime, iv: Uint8Array): string {
  const cipher = createCipheriv('aes-128-cbc', key, iv)
  const secret = Buffer.concat([cipher.update(heard.date + heard.time, 'latin1'), cipher.final()])
  return `FidCryptAB;${Buffer.from(iv).toString('base64')}${secret.toString('base64')}`
}
