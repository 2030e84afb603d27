import { type PeerCertificate, TLSSocket } from 'node:tls'
import type { Duplex } from 'node:stream'
import { isRecord } from '../../kernel/record.ts'

/** Looks at the certificate of a new connection before it is judged: one that is refused is gone with the connection. */
export function certificateOf(socket: Duplex): () => PeerCertificate | null {
  let seen: PeerCertificate | null = null
  // Node judges it in the same event, and destroys the socket.
  if (socket instanceof TLSSocket)
    socket.prependOnceListener('secure', () => (seen = socket.getPeerCertificate()))
  return () => seen
}

const UNKNOWN = 'is of an authority that we do not trust: give its certificate'

/** What OpenSSL and Node find wrong with a certificate (RFC 5280 6, RFC 9525 6). */
const WRONG: Readonly<Record<string, (seen: PeerCertificate | null) => string>> = {
  CERT_HAS_EXPIRED: (seen) => `has expired${on(seen?.valid_to)}`,
  CERT_NOT_YET_VALID: (seen) => `is not valid yet${on(seen?.valid_from).replace('on', 'before')}`,
  CERT_REVOKED: () => 'was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: () => 'is self-signed, and we were not told to trust it',
  SELF_SIGNED_CERT_IN_CHAIN: () => UNKNOWN,
  UNABLE_TO_GET_ISSUER_CERT: () => UNKNOWN,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: () => UNKNOWN,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () => UNKNOWN,
  ERR_TLS_CERT_ALTNAME_INVALID: (seen) => `has the wrong name: it is made out to ${namesIn(seen)}`,
}

/** ` on 3 Nov 2026`, from `Nov  3 12:00:00 2026 GMT`. */
function on(moment = ''): string {
  const [, month, day, year] = /^(\w{3}) +(\d{1,2}) [\d:]+ (\d{4})/.exec(moment) ?? []
  return month === undefined ? '' : ` on ${day} ${month} ${year}`
}

const namesIn = (seen: PeerCertificate | null) =>
  seen?.subjectaltname?.replaceAll(/\b(DNS|IP Address|IP):/g, '') || String(seen?.subject?.CN ?? 'nobody')

/** In words where it is about the certificate of the other side; null otherwise. */
export function certificateWords(error: unknown, host: string, seen: PeerCertificate | null): string | null {
  const code = isRecord(error) ? String(error['code']) : ''
  const wrong = WRONG[code]
  return wrong ? `The certificate of ${host} ${wrong(seen)}` : null
}
