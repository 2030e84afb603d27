import { setMaxListeners } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import type { Destination } from '../hotel/delivery.ts'
import { parseDuration } from '../hotel/duration.ts'
import { secretsInForce } from '../hotel/webhook-secret.ts'
import { type Clock, seconds } from '../kernel/clock.ts'
import { isSealed } from '../kernel/safe.ts'
import { bodyOf, eventOf, type PushFormat } from './bodies/index.ts'
import type { Connector, DeliveryAnswer, Parcel } from './connector.ts'
import type { Guard } from './guard.ts'
import { judge } from './judgement.ts'
import { parseRetryAfter } from './retry-after.ts'
import { signaturesOf } from './signature.ts'
import { type Outcome, type Post, postOnce } from './webhook-post.ts'

export interface WebhookParts {
  readonly clock: Clock
  readonly guard: Guard
  /** Of the product, for User-Agent. */
  readonly version: string
  /** The id that bodies carry for what belongs to no tenant. */
  publicTenant(tenant: string): string
}

/** A destination over http, in the words of the site file and with its defaults in place. */
interface WebhookConfig {
  readonly url: string
  readonly format: PushFormat
  readonly timeout: string
  readonly username?: string
  readonly password?: string
  readonly token?: string
  readonly headers: Readonly<Record<string, string>>
}

const AT_ONCE = 16

/** Posts each message over HTTP, signed, and judges what the receiver answers. */
export function createWebhook(destination: Pick<Destination, 'config'>, parts: WebhookParts): Connector {
  const config = destination.config as unknown as WebhookConfig
  const url = new URL(config.url)
  const agent = agentFor(url, parts.guard)
  const { clock, guard } = parts
  const refusal = (address: string) => guard.refusal(address, portOf(url), hostOf(url))

  const deliver = async (parcel: Parcel, signal: AbortSignal): Promise<DeliveryAnswer> => {
    const problem = problemWith(config, url, guard)
    if (problem !== null) return unsent(problem)
    const stop = deadline(clock, config.timeout, signal)
    try {
      const post = { url, agent, refusal, ...written(config, parcel, parts) }
      const outcome = await attempt(post, stop.signal)
      return judged(config.format, outcome, clock)
    } finally {
      stop.cancel()
    }
  }

  return {
    atOnce: AT_ONCE,
    ready: true,
    onReady: () => {},
    deliver: (parcel, signal) =>
      deliver(parcel, signal).catch((error: unknown) => unsent(error instanceof Error ? error.message : '')),
    describe: () => ({ type: 'webhook', url: config.url, format: config.format }),
    close: () => Promise.resolve(agent.destroy()),
  }
}

const unsent = (text: string): DeliveryAnswer => ({ verdict: { kind: 'later' }, status: null, text })

/** Connections stay open from one message to the next; each new one passes the guard. */
function agentFor(url: URL, guard: Guard): http.Agent {
  const secure = url.protocol === 'https:'
  const options = {
    keepAlive: true,
    maxSockets: AT_ONCE,
    lookup: guard.lookupFor(portOf(url)),
  }
  return secure ? new https.Agent(options) : new http.Agent(options)
}

const portOf = ({ port, protocol }: URL) => Number(port || (protocol === 'https:' ? 443 : 80))
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

/** Node asks nobody about an address that is written as such: it is looked at here. */
function problemWith(config: WebhookConfig, url: URL, guard: Guard): string | null {
  if (!/^https?:$/.test(url.protocol)) return `${url.protocol} is neither http nor https`
  if (url.username !== '' || url.password !== '') return 'The address holds a user name or a password'
  if (hasUnreadable(config))
    return 'Its secrets cannot be read with the key of this installation: give them again'
  const host = hostOf(url)
  return isIP(host) === 0 ? null : guard.refusal(host, portOf(url))
}

const hasUnreadable = ({ headers, ...config }: WebhookConfig) =>
  [...Object.values(config), ...Object.values(headers)].some(isSealed)

/** Aborts when time is up, or when the one who sends is told to stop. */
function deadline(clock: Clock, timeout: string, signal: AbortSignal) {
  const controller = new AbortController()
  const stop = (why: string) => controller.abort(new Error(why))
  const ms = parseDuration(timeout) ?? seconds(15)
  const timer = clock.at(clock.now() + ms, () => stop(`no answer within ${timeout}`))
  const onAbort = () => stop('stopped while waiting for the answer')
  // One signal for all that are under way: Node takes more than ten listeners for a leak.
  setMaxListeners(AT_ONCE * 2, signal)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  return {
    signal: controller.signal,
    cancel() {
      timer.cancel()
      signal.removeEventListener('abort', onAbort)
    },
  }
}

/** The other side may close an idle connection just as we use it: that is nobody's failure. The id is the same. */
async function attempt(post: Post, stop: AbortSignal): Promise<Outcome> {
  const outcome = await postOnce(post, stop)
  return outcome.kind === 'silent' && outcome.staleConnection && !stop.aborted
    ? postOnce(post, stop)
    : outcome
}

function written(config: WebhookConfig, parcel: Parcel, { clock, version, publicTenant }: WebhookParts) {
  const { type, bytes } = bodyOf(config.format, eventOf(parcel, publicTenant))
  const now = clock.now()
  const timestamp = Math.floor(now / seconds(1))
  const secrets = secretsInForce(config, now)
  const signature = signaturesOf(secrets, { id: parcel.id, timestamp, body: bytes })
  const headers = {
    'content-type': type,
    ...credentialsOf(config),
    ...lowerCased(config.headers),
    'user-agent': `Reveille/${version}`,
    'content-length': bytes.length,
    'idempotency-key': parcel.id,
    'webhook-id': parcel.id,
    'webhook-timestamp': timestamp,
    ...(signature === '' ? {} : { 'webhook-signature': signature }),
  }
  return { headers, body: bytes }
}

function credentialsOf({ username, password = '', token }: WebhookConfig): Record<string, string> {
  if (token !== undefined) return { authorization: `Bearer ${token}` }
  if (username === undefined) return {}
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
}

const lowerCased = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

function judged(format: PushFormat, outcome: Outcome, clock: Clock): DeliveryAnswer {
  if (outcome.kind === 'silent') return unsent(outcome.why)
  const { status, text, whole, retryAfter } = outcome
  const afterMs = parseRetryAfter(retryAfter, clock.now())
  return { verdict: judge(format, { status, text, whole, afterMs }), status, text }
}
