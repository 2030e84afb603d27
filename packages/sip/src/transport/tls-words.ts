import { hostText } from '../messages/address.ts'
import type { Peer } from './flow.ts'

/** Why a connection over TLS is not there, in words for whoever looks after the exchange. */

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const NOBODY_VOUCHES = 'nobody whom we trust vouches for it'

/** What OpenSSL and Node find wrong with a certificate (RFC 5280 6, RFC 5922 7). */
const REFUSED: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  CERT_REVOKED: 'it was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is made out to another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: NOBODY_VOUCHES,
  SELF_SIGNED_CERT_IN_CHAIN: NOBODY_VOUCHES,
  UNABLE_TO_GET_ISSUER_CERT: NOBODY_VOUCHES,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NOBODY_VOUCHES,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NOBODY_VOUCHES,
  CERT_UNTRUSTED: NOBODY_VOUCHES,
}

/** RFC 8446 6.2: what the other side says of the certificate that we showed, or did not. */
const ALERTS: Readonly<Record<string, string>> = {
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'demands a certificate of ours',
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: 'breaks off the handshake; it may demand a certificate of ours',
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: 'does not trust our certificate',
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: 'refuses our certificate',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: 'says that our certificate has expired',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: 'refuses our certificate',
  ERR_SSL_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE: 'cannot use our certificate',
  ERR_SSL_TLSV1_ALERT_ACCESS_DENIED: 'refuses our certificate',
}

/** In words where it is about certificates; otherwise that there is no connection. */
export function connectionWords(error: unknown, { host, port, name }: Peer): string {
  const [code, there] = [codeOf(error), `${hostText(host)}:${port}`]
  const said = error instanceof Error ? error.message : String(error)
  const [refused, alert] = [REFUSED[code], ALERTS[code]]
  if (refused !== undefined)
    return `The certificate of the exchange (${name ?? there}) was refused: ${refused} (${said})`
  if (alert !== undefined) return `The exchange (${name ?? there}) ${alert}`
  return `No connection to ${there}: ${String(error)}`
}

/** Of a connection that was closed before the other side has said anything. */
export const closedWords = ({ host, port, name }: Peer) =>
  `The exchange (${name ?? `${hostText(host)}:${port}`}) closes the connection without a word: it may not trust our certificate`

/** Said by the other side, rather than that the way there is broken. */
export const isAlert = (error: unknown) => codeOf(error) in ALERTS
