import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../actions/actor.ts'
import type { Settings } from '../../actions/settings.ts'
import type { SignIn, SignInActions } from '../../actions/accounts/sign-in.ts'
import type { Account, Permission } from '../../hotel/accounts/account.ts'
import type { Scope } from '../../hotel/accounts/tenancy.ts'
import { Failure } from '../../kernel/failure.ts'
import { networkOf } from '../../kernel/network.ts'
import { isPlainText } from './form.ts'

const refused = (message: string) => new Failure('credentials.wrong', message)

/** Whose request this is. Remembered credentials are answered at once, without waiting. */
export function authenticate(signIn: SignInActions, request: FastifyRequest): Account | Promise<Account> {
  const { authorization: header = '' } = request.headers
  return signIn.recall(header) ?? verified(signIn, header, networkOf(request.ip))
}

async function verified(signIn: SignInActions, header: string, address: string): Promise<Account> {
  const credentials = basicCredentials(header)
  if (!credentials) throw refused('Give a username and password as basic credentials')
  return accepted(await signIn.signIn({ ...credentials, header }, address))
}

function accepted(answer: SignIn): Account {
  switch (answer.kind) {
    case 'accepted':
      return answer.account
    case 'wrong':
      throw refused('The username or password is wrong')
    case 'throttled':
      throw new Failure('requests.too-many', 'Too many failed logins from here; wait and try again', {
        retrySeconds: Math.ceil(answer.waitMs / 1000),
      })
    case 'busy':
      throw new Failure('requests.too-many', 'Too many logins are being checked; try again', {
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
  const { siteId, tenants } = settings.current()
  const meant = named === siteId ? '' : named
  const exists = meant === '' || tenants.has(meant)
  if (!exists || (own !== null && own !== meant))
    throw new Failure('thing.unknown', `Tenant ${named} does not exist`, { field: 'tenant' })
  return meant
}

export function actorFor(account: Account, scope: Scope, address: string): Actor {
  return { name: account.username, scope, permissions: account.permissions, source: 'rest', address }
}
