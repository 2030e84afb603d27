import { createHmac } from 'node:crypto'

/** What is signed: the id of the message, the moment of this attempt, and the bytes as they are sent. */
export interface Signed {
  readonly id: string
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly body: Buffer
}

/** Standard Webhooks 1.0.0: `v1,` and an HMAC of id, timestamp and raw body; one for each secret in force. */
export const signaturesOf = (secrets: readonly string[], signed: Signed): string =>
  secrets.map((secret) => `v1,${hmacOf(signingKeyOf(secret), signed).toString('base64')}`).join(' ')

export const signingKeyOf = (secret: string): Buffer => Buffer.from(withoutPrefix(secret), 'base64')

export const withoutPrefix = (secret: string): string => secret.replace(/^whsec_/, '')

export const hmacOf = (key: Buffer, { id, timestamp, body }: Signed): Buffer =>
  createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
