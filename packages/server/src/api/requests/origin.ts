import type { FastifyRequest } from 'fastify'
import { Failure } from '../../kernel/failure.ts'

const CHANGING = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** A page of another site must not charge rooms with credentials that a browser remembers. */
export function refuseForeignPage(request: FastifyRequest, allowed: readonly string[]) {
  if (!CHANGING.has(request.method)) return
  const { origin } = request.headers
  if (origin !== undefined && allowed.includes(origin)) return
  const foreign = origin === undefined ? isCrossSite(request) : !isOwn(origin, request)
  if (foreign)
    throw new Failure('origin.foreign', 'Requests from pages of another site are not allowed', { origin })
}

const isCrossSite = (request: FastifyRequest) => request.headers['sec-fetch-site'] === 'cross-site'

function isOwn(origin: string, request: FastifyRequest): boolean {
  if (isCrossSite(request)) return false
  return origin.toLowerCase() === `${request.protocol}://${request.host}`.toLowerCase()
}
