import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { ReceiptActions } from '../actions/receipts.ts'
import type { Settings } from '../actions/settings.ts'
import { notLive } from '../actions/site/system.ts'
import { formatInstant } from '../hotel/time/local-time.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import { errorOf, Failure } from '../kernel/failure.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Log } from '../kernel/log.ts'
import { LONGEST_URL, refuseOnSocket } from './door/broken-request.ts'
import { type Door, type DoorOptions, openDoor } from './door/door.ts'
import { authenticate, type Guestbook, mustBeOpen, mustHave, type Visitor } from './requests/auth.ts'
import { readBodies } from './requests/body.ts'
import { parseForm } from './requests/form.ts'
import { showGuide } from './document/guide.ts'
import { measureRequests, type Metrics } from './metrics/metrics.ts'
import { documentInterface } from './document/openapi.ts'
import type { Pages } from './document/pages.ts'
import { mustNameHost, refuseForeignHost } from './requests/host.ts'
import { loggedUrl } from './requests/logged-url.ts'
import { mustBeOwnPage, refuseForeignPage } from './requests/origin.ts'
import { isTyped } from './requests/session-cookie.ts'
import { CHARGE_HEADER, OUTAGE_HEADER, requestPath, SEAL_HEADER } from './answers/answer.ts'
import { SAFE_HEADERS } from './answers/page-policy.ts'
import { sendProblem } from './answers/problem-reply.ts'
import { CONSOLE_HEADER, type ConsoleBuild } from './console/console-build.ts'
import { type ConsolePages, consolePages } from './console/console-page.ts'
import { type Edge, type Routes, routeMaker } from './route.ts'
import { answerPreflight, type RouteTable, routeTable, unrouted } from './unrouted.ts'
import { validatorCompiler } from './requests/validation.ts'

/** The version of the interface itself; it changes when paths, fields or codes are added. */
const REST_VERSION = '1.0'
const LARGEST_BODY = 1024 * 1024

export interface HttpOptions extends DoorOptions {
  readonly version: string
}

export interface HttpParts {
  readonly options: HttpOptions
  readonly settings: Settings
  readonly guestbook: Guestbook
  readonly receipts: ReceiptActions
  lastSeal: Edge['lastSeal']
  /** Since when nothing can be written; null when it can. */
  unwrittenSince(): Instant | null
  /** Why this is a copy that does nothing, in words; null for a house that is live. */
  whyQuiet(): string | null
  /** Null where it was not built. */
  readonly console: ConsoleBuild | null
  /** The pages of the guide; none where it was not built. */
  guide(): Promise<Pages>
  readonly metrics: Metrics
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** Registers the routes of the interface. */
  register(routes: Routes): void
}

export interface Http {
  readonly app: FastifyInstance
  readonly table: RouteTable
}

/** The web server: one place where requests are received, checked, answered, refused, counted and logged. */
export async function createHttp(parts: HttpParts): Promise<Http> {
  const { options, settings, receipts, log } = parts
  const app = createServer(parts)
  const table = routeTable(app)
  app.decorateRequest('account', null)
  app.decorateRequest('visit', null)
  app.setValidatorCompiler(
    validatorCompiler({ ignoreUnknownFields: () => settings.current().api.unknownFields === 'ignore' }),
  )
  // Answers are written by `sendAnswer`: the reply schemas are for the interface document.
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, error, log))
  const pages = consolePages(parts)
  app.setNotFoundHandler((request, reply) =>
    pages.isForConsole(request)
      ? pages.send(request, reply)
      : sendProblem(request, reply, unrouted(request, table), log),
  )
  readBodies(app)
  app.addHook('onRequest', guard(parts, table, pages))
  app.addHook('preValidation', refuseBrokenQuery)
  measureRequests(app, parts.metrics)
  logRequests(app, log)
  await documentInterface(app, options.version)
  showGuide(app, parts.guide)
  pages.register(app)
  answerTheUnusual(app, parts)
  parts.register(routeMaker({ app, settings, receipts, clock: parts.clock, lastSeal: parts.lastSeal }))
  // Waits until the routes in their own plugins are registered too.
  await app.after()
  return { app, table }
}

function createServer({ options, clock, ids, log }: HttpParts): FastifyInstance {
  const doors: Door[] = []
  const app = Fastify({
    logger: false,
    bodyLimit: LARGEST_BODY,
    trustProxy: options.trustProxy.length > 0 && [...options.trustProxy],
    genReqId: () => ids.uuid(),
    forceCloseConnections: 'idle' as const,
    return503OnClosing: false,
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) =>
      refuseOnSocket(error, socket, ids, log),
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      void sendProblem(request, reply, error, log),
    routerOptions: { maxParamLength: LONGEST_URL, ignoreTrailingSlash: true, querystringParser: parseQuery },
    serverFactory: (handle) => {
      const door = openDoor(handle, options, clock)
      doors.push(door)
      return door.server
    },
  })
  app.addHook('preClose', (done) => {
    for (const door of doors) door.close()
    done()
  })
  return app
}

/** Requests that Node would answer without a body, or not at all. */
function answerTheUnusual({ server }: FastifyInstance, { ids, log }: HttpParts) {
  // An unknown expectation may be ignored (RFC 9110 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => socket.destroy())
    refuseOnSocket(new Error('This is no proxy'), socket, ids, log)
  })
}

const BROKEN = Symbol('a query that cannot be read')

/** The framework parses queries before a hook can reply: an error is kept until `refuseBrokenQuery`. */
function parseQuery(text: string): Record<string, unknown> {
  try {
    return parseForm(text)
  } catch (error) {
    return { [BROKEN]: error }
  }
}

function refuseBrokenQuery(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) {
  done((request.query as Record<symbol, Error | undefined>)[BROKEN])
}

/** The order of checks: length, credentials, route, permission, origin. Body, fields and rules come after. */
function guard(parts: HttpParts, table: RouteTable, pages: ConsolePages) {
  const { options, settings, clock, guestbook, unwrittenSince, whyQuiet } = parts
  const serverName = `Reveille/${options.version} REST/${REST_VERSION}`

  // Caches leave alone what comes by an Authorization header; of a cookie they know nothing.
  const ofScreen = {
    'cache-control': 'no-store',
    ...(parts.console ? { [CONSOLE_HEADER]: parts.console.build } : {}),
  }

  const enter = (request: FastifyRequest, reply: FastifyReply, visitor: Visitor | null) => {
    request.account = visitor?.account ?? null
    request.visit = visitor?.visit ?? null
    const { needs = [], oneOf, screens, acts, signsIn } = request.routeOptions.config
    if (request.visit) reply.headers(ofScreen)
    // Its page shows the house's time, whatever the machine that it runs on shows.
    if (request.visit || signsIn === true) reply.header('reveille-time', clock.now())
    if (request.is404 && visitor === null && pages.isForConsole(request)) return
    if (request.is404) throw unrouted(request, table)
    if (visitor) mustHave(visitor.account, needs, oneOf)
    mustBeOpen(request.visit, screens)
    const quiet = acts === true ? whyQuiet() : null
    if (quiet !== null) throw notLive(quiet)
    if (signsIn === true) mustBeOwnPage(request)
    else refuseForeignPage(request, settings.current().api.origins)
  }

  // Written with a callback: nearly every request carries remembered credentials and need not wait for a promise.
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
    commonHeaders(request, reply, serverName, settings)
    const since = unwrittenSince()
    if (since !== null) reply.header(OUTAGE_HEADER, formatInstant(since, settings.current().site.timezone))
    try {
      if (request.url.length > LONGEST_URL)
        throw new Failure('url.too-long', 'The address is longer than 8 KiB')
      mustNameHost(request)
      if (request.method === 'OPTIONS') return void answerPreflight(request, reply, table)
      const isOpen = !isProtected(request) || request.routeOptions.config.signsIn === true
      if (isOpen) refuseForeignHost(request, settings.current().api.hosts)
      if (!isOpen && isTyped(request)) return void reply.redirect('/', 303)
      const visitor = isOpen ? null : authenticate(guestbook, request)
      if (visitor instanceof Promise)
        return void visitor.then((found) => enter(request, reply, found)).then(() => done(), done)
      enter(request, reply, visitor)
      done()
    } catch (error) {
      done(errorOf(error))
    }
  }
}

const UNDER_REST = /^(https?:\/\/[^/]*)?\/rest(\/|\?|$)/

/** Everything under /rest, whether it exists or not, and however it is written: the router decodes letters too. */
const isProtected = ({ url }: FastifyRequest) =>
  UNDER_REST.test(url) ||
  (url.includes('%') && UNDER_REST.test(url.replaceAll(/%[2-7][0-9a-f]/gi, decodeURIComponent)))

function commonHeaders(request: FastifyRequest, reply: FastifyReply, serverName: string, settings: Settings) {
  // Every success has one (an answer may name another place); a refusal takes it away.
  reply.header('location', requestPath(request.url))
  reply.header('server', serverName)
  reply.header('content-language', settings.current().site.language)
  reply.headers(SAFE_HEADERS)
  if (isForPages(request)) reply.headers(OPEN_HEADERS)
}

const OPEN_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': `ETag, Link, Location, Retry-After, ${CHARGE_HEADER}, ${OUTAGE_HEADER}, ${SEAL_HEADER}`,
}

/** Pages of other sites may read anything that they have credentials for, save the figures of the machine. */
const isForPages = (request: FastifyRequest) =>
  (request.routeOptions.url ?? requestPath(request.url)) !== '/metrics'

/** Levels at which every request is a line in the log; at the others the line is not even put together. */
const WRITES_REQUESTS = new Set<string>(['info', 'debug', 'trace'])

/** Asked for every few seconds by whoever watches: their answers are figures, and would bury what people do. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics'])

function logRequests(app: FastifyInstance, log: Log) {
  app.addHook('onResponse', (request, reply, done) => {
    if (!WRITES_REQUESTS.has(log.level) || PROBES.has(request.routeOptions.url ?? '')) return done()
    const { method, url, ip, account } = request
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const user = account?.username
    log.info(
      {
        event: 'request.answered',
        reference: request.id,
        method,
        url: loggedUrl(url),
        status: reply.statusCode,
        ms,
        user,
        ip,
      },
      'request',
    )
    done()
  })
}
