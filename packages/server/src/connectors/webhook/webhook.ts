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
import { type PostOutcome, type Post, postOnce } from './webhook-post.ts'
import { proxyInForce, type ProxySettings } from './proxy.ts'
import { targetOf, type WebhookTarget } from './webhook-target.ts'

export interface WebhookParts extends WebhookRequestParts {
  readonly clock: Clock
  readonly guard: Guard
  /** The proxy of the site, as it is at the moment. */
  siteProxy?(): ProxySettings
}

/** Posts each message over HTTP, signed, and judges what the receiver answers. */
export function createWebhook(
  settings: WebhookSettings,
  parts: WebhookParts,
  bodyFor: BodyMaker = bodiesFor(settings, parts),
): Connector {
  const { clock } = parts
  const url = new URL(settings.url)
  const route = routes(url, settings, parts)
  const mistake = mistakeIn(settings, url)
  const write = letters(settings, url, parts, bodyFor)
  const limit = { clock, ms: durationMs(settings.timeout), written: settings.timeout }
  const withoutSecrets = told(redactorFor(settings))

  const deliver = async (delivery: DeliveryToSend, signal: AbortSignal): Promise<DeliveryAnswer> => {
    const target = route.current()
    const why = mistake ?? target.problem()
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
    atOnce: settings.parallel,
    ready: true,
    onReady: () => {},
    deliver: (delivery, signal) =>
      deliver(delivery, signal).catch((error: unknown) =>
        unsent(error instanceof Error ? error.message : ''),
      ),
    close: () => Promise.resolve(route.close()),
  }
}

/** The way to the receiver; another, with connections of its own, when the site has got another proxy. */
function routes(url: URL, settings: WebhookSettings, { guard, siteProxy = () => ({}) }: WebhookParts) {
  const last: { of?: ProxySettings; target?: WebhookTarget } = {}
  const current = (): WebhookTarget => {
    const ofSite = siteProxy()
    if (last.target && (settings.proxy !== undefined || isSameProxy(last.of, ofSite))) return last.target
    last.target?.agent.destroy()
    last.of = ofSite
    last.target = targetOf(url, settings, guard, proxyInForce(settings, ofSite))
    return last.target
  }
  return { current, close: () => last.target?.agent.destroy() }
}

const isSameProxy = (a: ProxySettings | undefined, b: ProxySettings) =>
  a?.proxy === b.proxy && a?.proxyUsername === b.proxyUsername && a?.proxyPassword === b.proxyPassword

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
