import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isChanging, isOwnPage } from './origin.ts'

/** Carries what the session's answer said; no page of another site can send it unasked. */
const CSRF_HEADER = 'x-reveille-csrf'
/** Seconds since somebody last touched the screen. */
const IDLE_HEADER = 'reveille-idle'

/** Under TLS a name that a browser takes from this very host only, and over TLS only. */
const nameFor = ({ protocol }: FastifyRequest) => (protocol === 'https' ? '__Host-reveille' : 'reveille')

/** Two of one name: another program on this host has set one of them, and nobody knows which. */
export function sessionCookie(request: FastifyRequest): string | undefined {
  const start = `${nameFor(request)}=`
  const found = (request.headers.cookie ?? '')
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one.startsWith(start))
  return found.length === 1 ? found[0]?.slice(start.length) : undefined
}

/** Not readable by scripts, and never sent by a page of another site. */
export function cookieWith(request: FastifyRequest, token: string, maxAgeSeconds?: number): string {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
  return `${nameFor(request)}=${token}; Path=/; HttpOnly; SameSite=Strict${secure}${age}`
}

export const noCookie = (request: FastifyRequest) => cookieWith(request, '', 0)

/** What follows from a token, and does not lead back to it. */
export const csrfOf = (token: string) => hash('sha256', `csrf ${token}`, 'base64url')

/** Whether a page of ours asks, and not a client with basic credentials: it wants no password box of the browser. */
export const isOfScreen = (request: FastifyRequest) =>
  request.headers.authorization === undefined &&
  (request.headers[CSRF_HEADER] !== undefined || sessionCookie(request) !== undefined)

/**
 * The token of a request that one of our own pages has made. A browser sends the cookie with others too: pages on another
 * port of this host, and addresses that somebody typed or was sent.
 */
export function heardToken(request: FastifyRequest): string | undefined {
  const { 'sec-fetch-site': site = 'same-origin' } = request.headers
  const token = sessionCookie(request)
  if (token === undefined || token === '' || site !== 'same-origin') return undefined
  if (!isChanging(request)) return token
  return isOwnPage(request) && bringsCsrf(request, token) ? token : undefined
}

function bringsCsrf(request: FastifyRequest, token: string): boolean {
  const given = Buffer.from(String(request.headers[CSRF_HEADER] ?? ''))
  const wanted = Buffer.from(csrfOf(token))
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Somebody who is signed in has typed the address of an answer: the console's page is what they look for. */
export const isTyped = (request: FastifyRequest) =>
  request.headers.authorization === undefined &&
  request.method === 'GET' &&
  request.headers['sec-fetch-site'] === 'none' &&
  request.headers['sec-fetch-mode'] === 'navigate' &&
  sessionCookie(request) !== undefined

/** How long ago the screen was touched. A change is made by somebody; what is only read, a page may read by itself. */
export function untouchedMs(request: FastifyRequest): number | null {
  const header = request.headers[IDLE_HEADER]
  if (typeof header === 'string' && /^\d{1,6}$/.test(header)) return Number(header) * 1_000
  return isChanging(request) ? 0 : null
}
