import { INTERFACE, type SessionReply } from '@reveille/contract'
import type { FastifyRequest } from 'fastify'
import type { OwnSecretActions } from '../../actions/accounts/own-secrets.ts'
import type { SessionListActions } from '../../actions/accounts/session-list.ts'
import type { OpenedSession, ScreenPlace, SessionActions } from '../../actions/accounts/sessions.ts'
import type { Settings } from '../../actions/settings.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import { isLoopback, networkOf } from '../../kernel/network.ts'
import { created, json, nothing } from '../answers/answer.ts'
import { sessionRecord, sessionReply, type ShownVisitor } from '../answers/session-answer.ts'
import { mustBeOpen, notSignedIn, refusalOf } from '../requests/auth.ts'
import { cookieWith, csrfOf, noCookie, sessionCookie } from '../requests/session-cookie.ts'
import type { Routes } from '../route.ts'

export interface SessionRouteParts {
  readonly sessions: SessionActions
  readonly ownSecrets: OwnSecretActions
  readonly sessionList: SessionListActions
  readonly settings: Settings
  readonly version: string
  readonly log: Log
}

const { open, get, close, mine, end } = INTERFACE.session

/** People sign in at screens and sign out again, and screens ask who sits there. */
export function sessionRoutes({ route, welcome }: Routes, parts: SessionRouteParts) {
  const { sessions, sessionList } = parts

  welcome(open, async ({ username, password, display = false }, request) => {
    const given = { username, password, kind: display ? 'display' : 'person' } as const
    const answer = await sessions.open(given, screenPlaceOf(request), sessionCookie(request))
    if (answer.kind !== 'opened') throw refusalOf(answer, notSignedIn('The username or password is wrong'))
    warnInTheClear(request, parts.log)
    const { opened } = answer
    return {
      ...created(open.path, await shownOpened(parts, opened)),
      headers: cookieHeaders(request, opened),
    }
  })

  route(get, async ({ request }) => {
    const { account, visit } = request
    if (!account) throw notSignedIn('Nobody is signed in here')
    const token = sessionCookie(request)
    const csrf = visit && token ? csrfOf(token) : undefined
    return { ...json(await shownTo(parts, { account, visit, csrf })), isSecret: true }
  })

  route(close, async ({ actor, query, request }) => {
    const { visit } = request
    if (query.everywhere === true) {
      mustBeOpen(visit)
      await sessionList.endAll({ ...actor, scope: null }, actor.name)
    } else if (visit) await sessions.close(visit, actor)
    else throw new Failure('state.conflict', 'There is no session: this request brought basic credentials')
    return { ...nothing, headers: { 'set-cookie': noCookie(request) } }
  })

  route(mine, async ({ actor, request }) => {
    const all = await sessionList.mine(actor)
    return json({
      sessions: all.map((one) => ({
        ...sessionRecord(one, parts.settings),
        here: one.id === request.visit?.session.id,
      })),
    })
  })

  route(end, async ({ actor, params }) => {
    await sessionList.endMine(actor, params.id)
    return nothing
  })
}

/** What those are shown who ask. */
export async function shownTo(
  { ownSecrets, settings, version }: SessionRouteParts,
  visitor: Omit<ShownVisitor, 'hasPin'>,
): Promise<SessionReply> {
  const hasPin = await ownSecrets.hasPin(visitor.account.username)
  return sessionReply({ ...visitor, hasPin }, settings, version)
}

export const shownOpened = (parts: SessionRouteParts, opened: OpenedSession) =>
  shownTo(parts, { account: opened.account, visit: opened, csrf: csrfOf(opened.token) })

export const screenPlaceOf = ({ ip, headers }: FastifyRequest): ScreenPlace => ({
  address: ip,
  network: networkOf(ip),
  agent: headers['user-agent'] ?? '',
})

/** A person's cookie goes with the browser's window; a display is switched off and on again. */
export function cookieHeaders(request: FastifyRequest, { token, session }: OpenedSession) {
  const lasts = Math.floor((session.endsAt - session.madeAt) / 1_000)
  const cookie = cookieWith(request, token, session.kind === 'display' ? lasts : undefined)
  return { 'set-cookie': cookie, 'cache-control': 'no-store' }
}

/** On the way through a hotel's network, cookie and password can be read by others. */
function warnInTheClear({ protocol, ip }: FastifyRequest, log: Log) {
  if (protocol === 'https' || isLoopback(ip)) return
  log.warn({ event: 'session.in-the-clear', ip }, 'Somebody has signed in over a connection without TLS')
}
