import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import type { WebhookSettings } from '../../hotel/deliveries/destination.ts'
import { durationMs } from '../../hotel/time/duration.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isEncrypted } from '../../kernel/safe.ts'
import type { WebhookFormat } from './bodies/index.ts'
import type { Connector, DeliveryAnswer, DeliveryToSend } from '../connector.ts'
import { Deadline } from './deadline.ts'
import type { Guard } from './guard.ts'
import { judgeReply } from './judgement.ts'
import { redactorFor } from './redaction.ts'
import { parseRetryAfter } from './retry-after-header.ts'
import { bodiesFor, type BodyMaker, type WebhookRequestParts, letters } from './webhook-request.ts'
import { type PostOutcome, type Post, postOnce, type WebhookTarget } from './webhook-post.ts'

export interface WebhookParts extends WebhookRequestParts {
  readonly guard: Guard
}

const AT_ONCE = 16

/** Posts each message over HTTP, signed, and judges what the receiver answers. */
export function createWebhook(
  settings: WebhookSettings,
  parts: WebhookParts,
  bodyFor: BodyMaker = bodiesFor(settings, parts),
): Connector {
  const { clock, guard } = parts
  const url = new URL(settings.url)
  const target = targetOf(url, settings, guard)
  const mistake = mistakeIn(settings, url)
  const write = letters(settings, url, parts, bodyFor)
  const limit = { clock, ms: durationMs(settings.timeout), written: settings.timeout }
  const isAddress = isIP(target.hostname) !== 0
  const withoutSecrets = told(redactorFor(settings))

  /** Node looks up no literal address, so `lookup` never sees it: it is checked here. */
  const problem = () => mistake ?? (isAddress ? target.refusal(target.hostname) : null)

  const deliver = async (delivery: DeliveryToSend, signal: AbortSignal): Promise<DeliveryAnswer> => {
    const why = problem()
    if (why !== null) return unsent(why)
    const request = write(delivery)
    if (!request) return UNTELLABLE
    const deadline = new Deadline({ ...limit, signal })
    try {
      const outcome = await attempt({ target, ...request }, deadline)
      return withoutSecrets(judged(settings.format, outcome, clock))
    } finally {
      deadline.cancel()
    }
  }

  return {
    atOnce: AT_ONCE,
    ready: true,
    onReady: () => {},
    deliver: (delivery, signal) =>
      deliver(delivery, signal).catch((error: unknown) =>
        unsent(error instanceof Error ? error.message : ''),
      ),
    close: () => Promise.resolve(target.agent.destroy()),
  }
}

const UNTELLABLE: DeliveryAnswer = {
  verdict: {
    kind: 'refused',
    reason: 'The stored message tells of neither a charge nor a room status',
    unsent: true,
  },
  status: null,
  text: '',
}

const unsent = (text: string): DeliveryAnswer => ({ verdict: { kind: 'later' }, status: null, text })

function targetOf(url: URL, { headers }: WebhookSettings, guard: Guard): WebhookTarget {
  const isSecure = url.protocol === 'https:'
  const port = Number(url.port || (isSecure ? 443 : 80))
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1')
  // Connections stay open from one message to the next; each new one passes the guard.
  const options = { keepAlive: true, maxSockets: AT_ONCE, lookup: guard.lookupFor(port) }
  return {
    agent: isSecure ? new https.Agent(options) : new http.Agent(options),
    request: isSecure ? https.request : http.request,
    hostname,
    port,
    path: `${url.pathname}${url.search}`,
    certified: certifiedFor(headers),
    refusal: (address) => guard.refusal(address, port, hostname),
  }
}

/** A site that asks an address for a virtual host wants the certificate of that host (RFC 6066 3: never an address). */
function certifiedFor(headers: WebhookSettings['headers']): WebhookTarget['certified'] {
  const [, host = ''] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'host') ?? []
  const servername = host.replace(/:\d+$/, '')
  return servername === '' || isIP(servername) !== 0 ? {} : { servername }
}

/** A mistake in the settings that blocks every message. */
function mistakeIn({ headers, ...others }: WebhookSettings, url: URL): string | null {
  if (!/^https?:$/.test(url.protocol)) return `${url.protocol} is neither http nor https`
  if (url.username !== '' || url.password !== '') return 'The address holds a user name or a password'
  return [...Object.values(others), ...Object.values(headers)].some(isEncrypted)
    ? 'Its secrets cannot be read with the key of this installation: give them again'
    : null
}

/** The receiver may close an idle connection just as we use it: posts once more, under the same id. */
async function attempt(post: Post, deadline: Deadline): Promise<PostOutcome> {
  const outcome = await postOnce(post, deadline)
  return outcome.kind === 'silent' && outcome.staleConnection && !deadline.why
    ? postOnce(post, deadline)
    : outcome
}

/** The same answer, for people to see. */
const told =
  (redact: (text: string) => string) =>
  ({ verdict, status, text }: DeliveryAnswer): DeliveryAnswer => ({
    verdict: verdict.kind === 'refused' ? { ...verdict, reason: redact(verdict.reason) } : verdict,
    status,
    text: redact(text),
  })

function judged(format: WebhookFormat, outcome: PostOutcome, clock: Clock): DeliveryAnswer {
  if (outcome.kind === 'silent') return unsent(outcome.why)
  const { status, text, whole, retryAfter } = outcome
  const afterMs = parseRetryAfter(retryAfter, clock.now())
  return { verdict: judgeReply(format, { status, text, whole, afterMs }), status, text }
}
