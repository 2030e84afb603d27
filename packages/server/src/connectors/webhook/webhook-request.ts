import type { WebhookSettings } from '../../hotel/deliveries/destination.ts'
import { secretsInForce } from '../../hotel/deliveries/webhook-secret.ts'
import { type Clock, seconds } from '../../kernel/clock.ts'
import { isEvent } from '../../hotel/deliveries/events.ts'
import { eventBody } from './bodies/event-body.ts'
import { bodyOf, eventOf } from './bodies/index.ts'
import type { DeliveryToSend } from '../connector.ts'
import { signaturesOf } from './signature.ts'

type Headers = Readonly<Record<string, string>>

export interface WebhookRequestParts {
  readonly clock: Pick<Clock, 'now'>
  /** Of the product, for User-Agent. */
  readonly version: string
  /** The tenant's id in bodies; the site's where there is no tenant. */
  publicTenant(tenant: string): string
}

/** What is posted: names and values of headers in turn, and the bytes that are signed. */
export interface WebhookRequest {
  readonly headers: readonly string[]
  readonly body: Buffer
}

/** What is told of a delivery; null when it cannot be told. */
export type BodyMaker = (delivery: DeliveryToSend) => { readonly type: string; readonly bytes: Buffer } | null

/** A charge or a room status, in the format that the receiver wants; what else it has asked for, in JSON. */
export const bodiesFor =
  ({ format }: WebhookSettings, { publicTenant }: WebhookRequestParts): BodyMaker =>
  (delivery) => {
    if (isEvent(delivery)) return eventBody(delivery, publicTenant)
    const event = eventOf(delivery, publicTenant)
    return event && bodyOf(format, event)
  }

/** Writes each message; the head is made once for all of them. Null for one that cannot be told. */
export function letters(
  settings: WebhookSettings,
  url: URL,
  { clock, version }: WebhookRequestParts,
  bodyFor: BodyMaker,
): (delivery: DeliveryToSend) => WebhookRequest | null {
  const given = lowerCased(settings.headers)
  const head = headOf(settings, given, url, version)
  return (delivery) => {
    const made = bodyFor(delivery)
    if (!made) return null
    const { type, bytes: body } = made
    const now = clock.now()
    const timestamp = Math.floor(now / seconds(1))
    const signature = signaturesOf(secretsInForce(settings, now), { id: delivery.id, timestamp, body })
    const headers = [...head, 'content-length', String(body.length), 'idempotency-key', delivery.id]
    if (given['content-type'] === undefined) headers.push('content-type', type)
    headers.push('webhook-id', delivery.id, 'webhook-timestamp', String(timestamp))
    if (signature !== '') headers.push('webhook-signature', signature)
    return { headers, body }
  }
}

/** Headers that only we write, each for its message. */
const OURS = new Set([
  'content-length',
  'idempotency-key',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
])

function headOf(settings: WebhookSettings, given: Headers, url: URL, version: string): string[] {
  const all = {
    // RFC 9112 3.2: without the port where it is the usual one.
    host: url.host,
    ...credentialsOf(settings),
    ...given,
    'user-agent': `Reveille/${version}`,
  }
  return Object.entries(all)
    .filter(([name]) => !OURS.has(name))
    .flat()
}

function credentialsOf({ username, password = '', token }: WebhookSettings): Headers {
  if (token !== undefined) return { authorization: `Bearer ${token}` }
  if (username === undefined) return {}
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
}

const lowerCased = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
