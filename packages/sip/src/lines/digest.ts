import { createHash } from 'node:crypto'
import { quote, splitOutside, unquote } from '../messages/params.ts'

/** A challenge of a WWW-Authenticate or Proxy-Authenticate header. RFC 7616, RFC 8760. */
export interface Challenge {
  readonly realm: string
  readonly nonce: string
  readonly opaque: string | null
  readonly algorithm: string
  readonly qop: readonly string[]
  readonly stale: boolean
}

const HASHES: Readonly<Record<string, string>> = {
  'SHA-512-256': 'sha512-256',
  'SHA-256': 'sha256',
  MD5: 'md5',
}
/** Strongest first. */
const PREFERRED = Object.keys(HASHES)

/** Header field text → challenge; null for another scheme or something malformed. */
export function parseChallenge(text: string): Challenge | null {
  const match = /^\s*Digest\s+(.*)$/is.exec(text)
  const fields = match && splitOutside(match[1] ?? '', ',')
  if (!fields) return null
  const params = new Map<string, string>()
  for (const field of fields) {
    const equals = field.indexOf('=')
    if (equals > 0)
      params.set(field.slice(0, equals).trim().toLowerCase(), unquote(field.slice(equals + 1).trim()))
  }
  const [realm, nonce] = [params.get('realm'), params.get('nonce')]
  if (realm === undefined || nonce === undefined) return null
  return {
    realm,
    nonce,
    opaque: params.get('opaque') ?? null,
    algorithm: params.get('algorithm') ?? 'MD5',
    qop: (params.get('qop') ?? '')
      .split(',')
      .map((one) => one.trim().toLowerCase())
      .filter(Boolean),
    stale: params.get('stale')?.toLowerCase() === 'true',
  }
}

const hashOf = (algorithm: string) => HASHES[algorithm.toUpperCase().replace(/-SESS$/, '')]

/** RFC 8760 2.4: of several challenges the strongest that is understood; others are passed over. */
export function chooseChallenge(fields: readonly string[]): Challenge | null {
  const known = fields
    .map(parseChallenge)
    .filter((one): one is Challenge => one !== null && hashOf(one.algorithm) !== undefined && usableQop(one))
  const rank = (one: Challenge) => PREFERRED.indexOf(one.algorithm.toUpperCase().replace(/-SESS$/, ''))
  return known.toSorted((a, b) => rank(a) - rank(b))[0] ?? null
}

const usableQop = ({ qop }: Challenge) => qop.length === 0 || qop.includes('auth') || qop.includes('auth-int')

export interface Credentials {
  readonly username: string
  readonly password: string
}

export interface Signing {
  readonly method: string
  /** The Request-URI as it is sent. */
  readonly uri: string
  readonly body: Uint8Array
  readonly cnonce: string
  /** How often this nonce was used, this time included. */
  readonly count: number
}

/** The value of the Authorization or Proxy-Authorization header. RFC 7616 3.4. */
export function answerChallenge(
  challenge: Challenge,
  { username, password }: Credentials,
  signing: Signing,
): string {
  const { realm, nonce, algorithm, opaque } = challenge
  const { method, uri, cnonce } = signing
  const hash = hasher(algorithm)
  const qop = challenge.qop.includes('auth') ? 'auth' : challenge.qop.includes('auth-int') ? 'auth-int' : null
  const plain = hash(`${username}:${realm}:${password}`)
  const a1 = /-sess$/i.test(algorithm) ? hash(`${plain}:${nonce}:${cnonce}`) : plain
  const a2 = hash(qop === 'auth-int' ? `${method}:${uri}:${hash(signing.body)}` : `${method}:${uri}`)
  const nc = signing.count.toString(16).padStart(8, '0')
  // RFC 2069 compatibility: a challenge without qop is answered without nc and cnonce (RFC 7616 3.4.1).
  const response = hash(qop === null ? `${a1}:${nonce}:${a2}` : `${a1}:${nonce}:${nc}:${cnonce}:${qop}:${a2}`)
  return [
    `Digest username=${quote(username)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(uri)}`,
    `response=${quote(response)}`,
    `algorithm=${algorithm}`,
    ...(qop === null && !/-sess$/i.test(algorithm) ? [] : [`cnonce=${quote(cnonce)}`]),
    ...(qop === null ? [] : [`qop=${qop}`, `nc=${nc}`]),
    ...(opaque === null ? [] : [`opaque=${quote(opaque)}`]),
  ].join(', ')
}

function hasher(algorithm: string) {
  const name = hashOf(algorithm) ?? 'md5'
  return (data: string | Uint8Array) => createHash(name).update(data).digest('hex')
}
