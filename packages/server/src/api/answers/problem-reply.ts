import { ERROR } from '@reveille/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { JSON_HEADER, sendText } from './answer.ts'
import { Failure, type FailureCode, isFailure, messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import { isRecord } from '../../kernel/record.ts'

/** The only place where failures meet HTTP. */
export const PROBLEM: Readonly<Record<FailureCode, readonly [status: number, error: number]>> = {
  'parameter.invalid': [400, ERROR.invalidParameter],
  'parameter.unknown': [400, ERROR.invalidParameter],
  'room.unknown': [404, ERROR.roomNotFound],
  'room.vacant': [422, ERROR.conflict],
  'charge.under-way': [409, ERROR.conflict],
  'thing.unknown': [404, ERROR.notFound],
  'route.unknown': [404, ERROR.notFound],
  'method.unsupported': [405, ERROR.unsupported],
  'credentials.wrong': [401, ERROR.notAuthorized],
  'password.wrong': [403, ERROR.notAuthorized],
  'session.locked': [403, ERROR.locked],
  'session.display': [403, ERROR.notPermitted],
  'permission.missing': [403, ERROR.notPermitted],
  'origin.foreign': [403, ERROR.notPermitted],
  'host.foreign': [421, ERROR.notPermitted],
  'quantity.over-max': [422, ERROR.quantityOverMax],
  'thing.exists': [409, ERROR.conflict],
  'thing.in-use': [409, ERROR.conflict],
  'thing.ambiguous': [409, ERROR.conflict],
  // RFC 9110 15.5.13
  'thing.changed': [412, ERROR.conflict],
  'state.conflict': [409, ERROR.conflict],
  'place.taken': [409, ERROR.conflict],
  'port.taken': [409, ERROR.conflict],
  'delivery.settled': [409, ERROR.conflict],
  'delivery.sending': [409, ERROR.conflict],
  'delivery.changed': [409, ERROR.conflict],
  'delivery.perhaps-there': [409, ERROR.conflict],
  'charge.taken-back': [409, ERROR.conflict],
  'charge.by-hand': [409, ERROR.conflict],
  'guest.none': [409, ERROR.conflict],
  'room.occupied': [409, ERROR.conflict],
  'calls.pending': [409, ERROR.conflict],
  'deliveries.waiting': [409, ERROR.conflict],
  'call.over': [409, ERROR.conflict],
  'call.ringing': [409, ERROR.conflict],
  'call.replaced': [409, ERROR.conflict],
  'call.present': [409, ERROR.conflict],
  'alarm.over': [409, ERROR.conflict],
  'link.down': [409, ERROR.conflict],
  'not.demonstration': [409, ERROR.conflict],
  'house.claimed': [409, ERROR.conflict],
  'backup.running': [409, ERROR.conflict],
  'backup.elsewhere': [409, ERROR.conflict],
  'node.alone': [409, ERROR.conflict],
  'administrator.last': [409, ERROR.conflict],
  'request.in-flight': [409, ERROR.conflict],
  'request.key-reused': [422, ERROR.conflict],
  'rule.refused': [422, ERROR.invalidParameter],
  'not.webhook': [422, ERROR.invalidParameter],
  'not.property-system': [422, ERROR.invalidParameter],
  'guests.not-taken': [422, ERROR.invalidParameter],
  'charge.unchanged': [422, ERROR.invalidParameter],
  'charge.too-large': [422, ERROR.invalidParameter],
  'charge.unpostable': [422, ERROR.invalidParameter],
  'item.unpostable': [422, ERROR.invalidParameter],
  'series.no-day-left': [422, ERROR.invalidParameter],
  'series.no-such-day': [422, ERROR.invalidParameter],
  'call.not-repeating': [422, ERROR.invalidParameter],
  'time.too-far': [422, ERROR.invalidParameter],
  'voice.missing': [409, ERROR.conflict],
  'time.past': [422, ERROR.timeInPast],
  'requests.too-many': [429, ERROR.tooManyRequests],
  'body.unsupported': [415, ERROR.unsupported],
  'body.too-large': [413, ERROR.invalidParameter],
  'request.slow': [408, ERROR.invalidParameter],
  'url.too-long': [414, ERROR.invalidParameter],
  'headers.too-large': [431, ERROR.invalidParameter],
  'calls.held-back': [503, ERROR.unavailable],
  'house.quiet': [503, ERROR.unavailable],
  'house.lost': [503, ERROR.unavailable],
  'node.cut-off': [503, ERROR.unavailable],
  'home.silent': [503, ERROR.unavailable],
  'store.unavailable': [503, ERROR.unavailable],
  'store.corrupt': [503, ERROR.unavailable],
  'store.newer': [503, ERROR.unavailable],
  'store.in-use': [503, ERROR.unavailable],
  'config.invalid': [500, ERROR.internal],
  internal: [500, ERROR.internal],
}

/** What a screen is asked for: a browser that was asked for basic credentials would ask the person with a box of its own. */
export const SESSION_CHALLENGE = 'Session'
export const REALM = 'Basic realm="Reveille", charset="UTF-8"'
const RETRY_SECONDS = 5

/** What the web framework refuses by itself, in our words. */
const FRAMEWORK: Readonly<Record<string, readonly [FailureCode, string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'body.unsupported',
    'Send the body as application/x-www-form-urlencoded, or the same fields as application/json',
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: ['body.too-large', 'The body is larger than 1 MiB'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['parameter.invalid', 'The body is not as long as Content-Length says'],
  FST_ERR_BAD_URL: ['parameter.invalid', 'The address is not properly encoded'],
  FST_ERR_MAX_PARAM_LENGTH: ['url.too-long', 'The address is too long'],
}

/** Where a route takes something else than forms, it says so in its own words. */
export type Refusals = Partial<Record<FailureCode, string>>

export function toFailure(error: unknown, refusals: Refusals = {}): Failure {
  if (isFailure(error)) return error
  const { code, statusCode } = isRecord(error) ? error : {}
  const known = typeof code === 'string' ? FRAMEWORK[code] : undefined
  if (known) return new Failure(known[0], refusals[known[0]] ?? known[1], {}, error)
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new Failure('parameter.invalid', 'The request is malformed', {}, error)
  return new Failure('internal', 'Something went wrong here; the log has more under the reference', {}, error)
}

/** Another node of a newer release may refuse by a word that has no number here: what it says is told as it is. */
const UNKNOWN = [409, ERROR.conflict] as const

const numbersOf = (code: FailureCode) => (Object.hasOwn(PROBLEM, code) ? PROBLEM[code] : UNKNOWN)

const MOST_PROBLEMS = 100

/** What our own state is, in words that are meant for everybody. */
const SAID: readonly FailureCode[] = [
  'store.unavailable',
  'calls.held-back',
  'house.quiet',
  'house.lost',
  'node.cut-off',
  'home.silent',
]

export function problemOf(failure: Failure, reference: string) {
  const [status, error] = numbersOf(failure.code)
  const hidden = status >= 500 && !SAID.includes(failure.code)
  const description = hidden
    ? 'Something went wrong here; the log has more under the reference'
    : failure.message
  const { field, problems } = failure.detail
  const more = hidden
    ? {}
    : {
        ...(typeof field === 'string' ? { field } : {}),
        ...(Array.isArray(problems) ? { problems: problems.slice(0, MOST_PROBLEMS) } : {}),
      }
  return {
    status,
    body: { error, description, reference, code: hidden ? 'internal' : failure.code, ...more },
  }
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: unknown, log: Log) {
  const failure = toFailure(error, request.routeOptions.config.refusals)
  const { status, body } = problemOf(failure, request.id)
  // A copy that is not live does as it should.
  if (status >= 500 && failure.code !== 'house.quiet')
    log.error(
      {
        event: 'request.failed',
        reference: request.id,
        code: failure.code,
        error: messageOf(failure.cause ?? failure),
        stack: stackOf(failure),
      },
      'A request failed',
    )
  else
    log.info(
      { event: 'request.refused', reference: request.id, code: failure.code, ...failure.detail },
      failure.message,
    )
  reply.removeHeader('location')
  if (status === 401) reply.header('www-authenticate', String(failure.detail.challenge ?? REALM))
  if (failure.detail.allow) reply.header('allow', String(failure.detail.allow))
  // RFC 9110 15.5.16
  if (failure.detail.acceptEncoding) reply.header('accept-encoding', String(failure.detail.acceptEncoding))
  if (status === 429 || status === 503)
    reply.header('retry-after', Number(failure.detail.retrySeconds ?? RETRY_SECONDS))
  // A body that was refused unread would be taken for the next request on this connection.
  if (status === 413 || status === 415) reply.header('connection', 'close')
  return sendText(reply, status, JSON_HEADER, JSON.stringify(body))
}

const stackOf = (failure: Failure) => (failure.cause instanceof Error ? failure.cause.stack : failure.stack)
