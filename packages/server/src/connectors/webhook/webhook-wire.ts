import type { WebhookSettings } from '../../hotel/deliveries/destination.ts'
import { HIDDEN, type Unwritable, type Wire } from '../../hotel/deliveries/wire.ts'
import type { DeliveryToSend } from '../connector.ts'
import { PLAIN_HEADERS, redactorFor } from './redaction.ts'
import { bodiesFor, letters, type WebhookRequestParts } from './webhook-request.ts'

/** Headers of ours that are no secret. */
const SHOWN = new Set([
  ...PLAIN_HEADERS,
  'content-length',
  'idempotency-key',
  'user-agent',
  'webhook-id',
  'webhook-timestamp',
])

/** A message as it is posted, by the very functions that write it for the receiver. */
export function webhookWire(
  settings: WebhookSettings,
  delivery: DeliveryToSend,
  parts: WebhookRequestParts,
): Wire | Unwritable {
  const url = new URL(settings.url)
  const request = letters(settings, url, parts, bodiesFor(settings, parts))(delivery)
  if (!request) return { why: 'The stored message tells of neither a charge nor a room status' }
  const redact = redactorFor(settings)
  return {
    protocol: 'http',
    address: redact(shownAddress(url)),
    headers: headersIn(request.headers),
    bytes: request.body,
    text: request.body.toString('utf8'),
  }
}

/** Of a query only the names: receivers hand out addresses with keys in them. */
function shownAddress(url: URL): string {
  const query = [...url.searchParams.keys()].map((name) => `${encodeURIComponent(name)}=${HIDDEN}`).join('&')
  return `${url.origin}${url.pathname}${query === '' ? '' : `?${query}`}`
}

const headersIn = (pairs: readonly string[]) =>
  Array.from({ length: pairs.length / 2 }, (_, n) => {
    const [name = '', value = ''] = pairs.slice(2 * n, 2 * n + 2)
    return { name, value: shownValue(name, value) }
  })

/** Of a signature and of credentials, how they are made. */
function shownValue(name: string, value: string): string {
  if (SHOWN.has(name)) return value
  if (name === 'webhook-signature') return value.replaceAll(/(v1,)\S+/g, `$1${HIDDEN}`)
  const [scheme] = value.split(' ')
  return name === 'authorization' && /^(Basic|Bearer) /.test(value) ? `${scheme} ${HIDDEN}` : HIDDEN
}
