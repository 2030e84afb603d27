import type { SessionRecord, SessionReply } from '@reveille/contract'
import type { ListedSession } from '../../actions/accounts/session-list.ts'
import type { Visit } from '../../actions/accounts/sessions-in-use.ts'
import type { Settings, Snapshot } from '../../actions/settings.ts'
import type { Account } from '../../hotel/accounts/account.ts'
import { lastMoment } from '../../hotel/accounts/session.ts'
import { inScope } from '../../hotel/accounts/tenancy.ts'
import { durationMs } from '../../hotel/time/duration.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'

export interface ShownVisitor {
  readonly account: Account
  readonly visit: Visit | null
  /** What requests of this screen must carry. */
  readonly csrf: string | undefined
  readonly hasPin: boolean
}

/** Who asks, and all that a screen must know before it shows anything. */
export function sessionReply(visitor: ShownVisitor, settings: Settings, version: string): SessionReply {
  const { username, permissions, tenant } = visitor.account
  const current = settings.current()
  return {
    kind: visitor.visit?.session.kind ?? 'none',
    account: username,
    permissions: [...permissions],
    tenant,
    tenants: shownTenants(current, tenant),
    site: shownSite(current),
    version,
    ...(visitor.visit ? shownVisit(visitor, visitor.visit, settings) : {}),
  }
}

const shownTenants = ({ tenants, site }: Snapshot, own: string) =>
  [...tenants.values()]
    .filter(({ id }) => inScope(id, own === '' ? null : own))
    .map(({ id, name, timezone }) => ({ id, name, timezone: timezone ?? site.timezone }))

const shownSite = ({ siteId, site, telephony, console }: Snapshot): SessionReply['site'] => ({
  id: siteId,
  name: site.name,
  timezone: site.timezone,
  language: site.language,
  telephony: telephony.mode ?? 'none',
  clock: console.clock,
})

const shownVisit = ({ csrf, hasPin }: ShownVisitor, { session, state }: Visit, settings: Settings) => ({
  ...(csrf === undefined ? {} : { csrf }),
  locked: state === 'locked',
  pin: hasPin,
  lockAfter: Math.floor(durationMs(settings.current().console.lockAfter) / 1_000),
  ends: formatInstant(lastMoment(session), settings.zoneOf(session.tenant)),
})

export function sessionRecord(one: ListedSession, settings: Settings): SessionRecord {
  const shown = (at: number) => formatInstant(at, settings.zoneOf(one.tenant))
  const { id, account, kind, state, madeAt, seenAt, address, agent, tenant } = one
  return {
    id,
    account,
    kind,
    locked: state === 'locked',
    made: shown(madeAt),
    seen: shown(seenAt),
    ends: shown(lastMoment(one)),
    address,
    agent,
    tenant,
  }
}
