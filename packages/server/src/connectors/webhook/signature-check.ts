import { timingSafeEqual } from 'node:crypto'
import type { HttpConfig } from '../../hotel/deliveries/destination.ts'
import {
  isInTime,
  type SignatureClaim,
  type SignatureVerdict,
} from '../../hotel/deliveries/signature-check.ts'
import { secretsInForce } from '../../hotel/deliveries/webhook-secret.ts'
import type { Instant } from '../../kernel/clock.ts'
import { isEncrypted } from '../../kernel/safe.ts'
import { hmacOf, signingKeyOf, withoutPrefix } from './signature.ts'

/** Whether one of the secrets in force has signed; what does not fit is held against the usual slips of receivers. */
export function checkSignature(config: HttpConfig, claim: SignatureClaim, now: Instant): SignatureVerdict {
  const secrets = secretsInForce(config, now)
  const given = signaturesIn(claim.signature)
  const { id, timestamp } = claim
  const isBy = (key: Buffer, body: string) => {
    const right = hmacOf(key, { id, timestamp, body: Buffer.from(body) })
    return given.some((one) => timingSafeEqual(one, right))
  }
  const found = secrets.find((secret) => isBy(signingKeyOf(secret), claim.body))
  const fits = found === undefined ? null : found === config.secret ? 'current' : 'previous'
  const why = fits === null ? slipOf(secrets, given, claim.body, isBy) : null
  return { fits, why, inTime: isInTime(timestamp, now) }
}

/** The 32 bytes of each that is written as it must be. */
const signaturesIn = (signature: string): Buffer[] =>
  signature
    .trim()
    .split(/\s+/)
    .flatMap((one) => /^v1,([A-Za-z0-9+/]{43}=)$/.exec(one)?.[1] ?? [])
    .map((one) => Buffer.from(one, 'base64'))

function slipOf(
  secrets: readonly string[],
  given: readonly Buffer[],
  body: string,
  isBy: (key: Buffer, body: string) => boolean,
): SignatureVerdict['why'] {
  if (secrets.length === 0) return 'unsigned'
  if (secrets.some(isEncrypted)) return 'unreadable'
  if (given.length === 0) return 'form'
  if (secrets.some((secret) => undecoded(secret).some((key) => isBy(key, body)))) return 'secret'
  if (secrets.some((secret) => rewritten(body).some((other) => isBy(signingKeyOf(secret), other))))
    return 'body'
  return 'other'
}

/** The text of a secret, where its bytes are wanted. */
const undecoded = (secret: string) => [Buffer.from(secret), Buffer.from(withoutPrefix(secret))]

/** A body that was read as lines, or as JSON, before it was checked. */
function rewritten(body: string): string[] {
  const trimmed = body.trim()
  return [trimmed, `${trimmed}\n`, body.replaceAll('\r\n', '\n'), ...asJson(body)]
}

function asJson(body: string): string[] {
  try {
    return [JSON.stringify(JSON.parse(body))]
  } catch {
    return []
  }
}
