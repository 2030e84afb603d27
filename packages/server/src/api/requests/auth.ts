import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../actions/actor.ts'
import type { Settings } from '../../actions/settings.ts'
import type { SessionsInUse, Visit } from '../../actions/accounts/sessions-in-use.ts'
import type { SignIn, SignInActions } from '../../actions/accounts/sign-in.ts'
import type { Account, Permission } from '../../hotel/accounts/account.ts'
import { NO_TENANT, type Scope, type TenantId } from '../../hotel/accounts/tenancy.ts'
import { Failure } from '../../kernel/failure.ts'
import { networkOf } from '../../kernel/network.ts'
import { SESSION_CHALLENGE } from '../answers/problem-reply.ts'
import { isPlainText } from './form.ts'
import { heardToken, isOfScreen, untouchedMs } from './session-cookie.ts'

/** A node that is cut off may be reached again, or replaced, so soon. */
const CUT_OFF_SECONDS = 2

const cutOff = () =>
  new Failure('node.cut-off', 'The database does not answer this node: ask another', {
    retrySeconds: CUT_OFF_SECONDS,
  })

const refused = (message: string) => new Failure('credentials.wrong', message)

/** What a screen is told instead: nothing that opens the browser's own box. */
export const notSignedIn = (message: string) =>
  new Failure('credentials.wrong', message, { challenge: SESSION_CHALLENGE })

/** Where those are known who may come in. */
export interface Guestbook {
  readonly signIn: SignInActions
  readonly inUse: SessionsInUse
  /** Others may have changed accounts that we cannot read: what is remembered of them does not count. */
  mayRecall(): boolean
  /** The database does not answer us, while others may write it. */
  isCutOff(): boolean
}

/** Who asks: an account, by its password or at a screen. */
export interface Visitor {
  readonly account: Account
  readonly visit: Visit | null
}

/** Whose request this is. What is remembered is answered at once, without waiting. Basic credentials win over a cookie. */
export function authenticate(
  { signIn, inUse, mayRecall, isCutOff }: Guestbook,
  request: FastifyRequest,
): Visitor | Promise<Visitor> {
  const isSure = mayRecall()
  if (!isSure && isCutOff()) throw cutOff()
  if (isOfScreen(request)) return atScreen(inUse, request, isSure)
  const { authorization: header = '' } = request.headers
  const known = isSure ? signIn.recall(header) : undefined
  return known ? { account: known, visit: null } : verified(signIn, header, networkOf(request.ip))
}

async function verified(signIn: SignInActions, header: string, address: string): Promise<Visitor> {
  const credentials = basicCredentials(header)
  if (!credentials) throw refused('Give a username and password as basic credentials')
  const account = accepted(await signIn.signIn({ ...credentials, header }, address))
  return { account, visit: null }
}

function atScreen(
  inUse: SessionsInUse,
  request: FastifyRequest,
  isSure: boolean,
): Visitor | Promise<Visitor> {
  const token = heardToken(request)
  if (token === undefined) throw notSignedIn('Nobody is signed in here, or the request is not of this page')
  const touched = untouchedMs(request)
  const known = isSure ? inUse.recall(token, touched) : undefined
  return known ? asVisitor(known) : inUse.find(token, touched).then(asVisitor)
}

function asVisitor(visit: Visit | undefined): Visitor {
  if (!visit) throw notSignedIn('Nobody is signed in here any more')
  return { account: visit.account, visit }
}

/** What a screen that is locked, or only shows, may not do. */
export function mustBeOpen(visit: Visit | null, allowed: readonly string[] = []) {
  if (!visit || visit.state === 'open' || allowed.includes(visit.state)) return
  throw visit.state === 'locked'
    ? new Failure('session.locked', 'This screen is locked: unlock it first')
    : new Failure('session.display', 'This screen only shows')
}

const accepted = (answer: SignIn): Account => {
  if (answer.kind === 'accepted') return answer.account
  throw refusalOf(answer, refused('The username or password is wrong'))
}

/** Why a password was not taken; `wrong` where it was looked at. */
export function refusalOf(answer: Exclude<SignIn, { kind: 'accepted' }>, wrong: Failure): Failure {
  switch (answer.kind) {
    case 'wrong':
      return wrong
    case 'throttled':
      return new Failure('requests.too-many', 'Too many failed logins from here; wait and try again', {
        retrySeconds: Math.ceil(answer.waitMs / 1000),
      })
    case 'busy':
      return new Failure('requests.too-many', 'Too many logins are being checked; try again', {
        retrySeconds: 1,
      })
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

function basicCredentials(header: string) {
  const encoded = /^basic +([A-Za-z0-9+/]{1,4000}={0,2}) *$/i.exec(header)?.[1]
  if (encoded === undefined) return undefined
  const text = readUtf8(Buffer.from(encoded, 'base64'))
  const colon = text.indexOf(':')
  // Control characters may stand in neither (RFC 7617 2), and PostgreSQL cannot even be asked about a NUL.
  return colon < 0 || !isPlainText(text)
    ? undefined
    : { username: text.slice(0, colon), password: text.slice(colon + 1) }
}

/** RFC 7617 lets old clients send Latin-1; what is not UTF-8 is read as that. */
function readUtf8(bytes: Buffer): string {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

const NEEDED: Readonly<Record<Permission, string>> = {
  inventory: 'the inventory permission',
  frontdesk: 'the front desk permission',
  correct: 'the permission to correct charges',
  review: 'the review permission',
  administrator: 'the administrator permission',
}

/** All of `permissions`, and one of `oneOf` where there are any. */
export function mustHave(
  account: Account,
  permissions: readonly Permission[],
  oneOf: readonly Permission[] = [],
) {
  const missing = permissions.find((permission) => !account.permissions.includes(permission))
  if (missing)
    throw new Failure('permission.missing', `This account lacks ${NEEDED[missing]}`, { permission: missing })
  if (oneOf.length === 0 || oneOf.some((permission) => account.permissions.includes(permission))) return
  const words = oneOf.map((permission) => NEEDED[permission]).join(' or ')
  throw new Failure('permission.missing', `This account lacks ${words}`, { oneOf })
}

/** The account's own tenant; an account without one sees all, or the one it names. */
export function scopeOf(account: Account, named: string | undefined, settings: Settings): Scope {
  const own = account.tenant === '' ? null : account.tenant
  if (named === undefined) return own
  const meant = tenantCalled(named, settings, 'tenant')
  if (own !== null && own !== meant) throw noTenant(named, 'tenant')
  return meant
}

/** The site itself goes by its id. */
export function tenantCalled(named: string, settings: Settings, field: string): TenantId {
  const { siteId, tenants } = settings.current()
  const meant = named === siteId ? NO_TENANT : named
  if (meant !== NO_TENANT && !tenants.has(meant)) throw noTenant(named, field)
  return meant
}

const noTenant = (named: string, field: string) =>
  new Failure('thing.unknown', `Tenant ${named} does not exist`, { field })

/** A screen that is locked, or only shows, sees what everybody may see: no names of guests. */
export function actorFor({ account, visit }: Visitor, scope: Scope, address: string): Actor {
  const permissions = visit === null || visit.state === 'open' ? account.permissions : []
  return { name: account.username, scope, permissions, source: visit ? 'console' : 'rest', address }
}
