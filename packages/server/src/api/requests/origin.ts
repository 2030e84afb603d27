import type { FastifyRequest } from 'fastify'
import { Failure } from '../../kernel/failure.ts'

const CHANGING = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

export const isChanging = ({ method }: FastifyRequest) => CHANGING.has(method)

/** A page of another site must not charge rooms with credentials that a browser remembers. */
export function refuseForeignPage(request: FastifyRequest, allowed: readonly string[]) {
  if (!isChanging(request)) return
  const { origin } = request.headers
  if (origin !== undefined && allowed.includes(origin)) return
  const foreign = origin === undefined ? isCrossSite(request) : !isOwn(origin, request)
  if (foreign)
    throw new Failure('origin.foreign', 'Requests from pages of another site are not allowed', { origin })
}

/** Whether one of our own pages says that it has made the request. */
export const isOwnPage = (request: FastifyRequest) =>
  request.headers.origin !== undefined && isOwn(request.headers.origin, request)

/** Nobody signs a visitor of another page in here: neither those in `api.origins` nor a neighbour on another port. */
export function mustBeOwnPage(request: FastifyRequest) {
  const { origin, 'sec-fetch-site': site = 'same-origin' } = request.headers
  if (site === 'same-origin' && (origin === undefined || isOwn(origin, request))) return
  throw new Failure('origin.foreign', 'Sign in at the console itself', { origin })
}

const isCrossSite = (request: FastifyRequest) => request.headers['sec-fetch-site'] === 'cross-site'

function isOwn(origin: string, request: FastifyRequest): boolean {
  if (isCrossSite(request)) return false
  return origin.toLowerCase() === `${request.protocol}://${request.host}`.toLowerCase()
}
