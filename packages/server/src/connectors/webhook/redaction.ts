import type { WebhookSettings } from '../../hotel/deliveries/destination.ts'
import { HIDDEN } from '../../hotel/deliveries/wire.ts'

/** Anything shorter would be found in ordinary words. */
const SHORTEST = 6
/** Headers that hold no keys. */
export const PLAIN_HEADERS = new Set(['content-type', 'accept', 'host', 'accept-language'])

/** Receivers repeat in their answers what they were sent: what is kept and shown of an answer has no secret in it. */
export function redactorFor(settings: WebhookSettings): (text: string) => string {
  const secrets = secretsOf(settings)
  const hide = (text: string) => secrets.reduce((hidden, secret) => hidden.replaceAll(secret, HIDDEN), text)
  const isTold = (text: string) => secrets.some((secret) => text.includes(secret))
  return (text) => {
    const hidden = hide(text)
    // However it is written: an answer that only says it once it is read is kept as it reads.
    const read = [unescaped(hidden), decoded(hidden), unescaped(decoded(hidden))].find(isTold)
    return read === undefined ? hidden : hide(read)
  }
}

const basicOf = (username: string, password: string | undefined) =>
  password === undefined ? [] : [Buffer.from(`${username}:${password}`).toString('base64')]

function secretsOf(settings: WebhookSettings) {
  const { username = '', password, token, secret, previousSecret, headers } = settings
  const { proxyUsername = '', proxyPassword } = settings
  const basic = [...basicOf(username, password), ...basicOf(proxyUsername, proxyPassword)]
  const keys = Object.entries(headers).flatMap(([name, value]) =>
    PLAIN_HEADERS.has(name.toLowerCase()) ? [] : [value],
  )
  const signing = [secret, previousSecret].map((one) => one?.replace(/^whsec_/, ''))
  const all = [password, token, proxyPassword, ...signing, ...basic, ...keys].filter(
    (one) => one !== undefined,
  )
  // The longest first: one may be a part of another.
  return [...new Set(all)].filter((one) => one.length >= SHORTEST).toSorted((a, b) => b.length - a.length)
}

/** The escapes of JSON undone. */
const unescaped = (text: string) =>
  text
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replaceAll(/\\(["\\/])/g, '$1')

/** Percent-encoding undone, as far as it is UTF-8. */
const decoded = (text: string) => text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (bytes) => decodedOrNot(bytes))

function decodedOrNot(bytes: string): string {
  try {
    return decodeURIComponent(bytes)
  } catch {
    return bytes
  }
}
