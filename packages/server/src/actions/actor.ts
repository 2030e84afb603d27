import type { ReceiptKey } from '../hotel/log/receipt.ts'
import type { Permission } from '../hotel/accounts/account.ts'
import { NO_TENANT, type Scope, type TenantId } from '../hotel/accounts/tenancy.ts'
import type { Instant } from '../kernel/clock.ts'
import { Failure } from '../kernel/failure.ts'
import { type Doer, ITSELF } from '../logbook/record.ts'
import type { HotelDatabase, Stores } from '../store/stores/stores.ts'
import { answeredOnce } from './receipts.ts'

/** Who does something, from where, and whose things they reach. */
export interface Actor extends Doer {
  readonly scope: Scope
  readonly permissions: readonly Permission[]
  /** The request carried an Idempotency-Key: its answer is kept beside what it creates. */
  readonly receipt?: ReceiptKey | undefined
}

/** The product itself, at work by the clock. */
export const SYSTEM: Actor = { ...ITSELF, scope: null, permissions: [] }

/** One transaction for one deed: the fact, its messages and, if asked for, the receipt. */
export async function transact<T>(
  database: HotelDatabase,
  actor: Actor,
  now: Instant,
  work: (stores: Stores) => Promise<T>,
): Promise<T> {
  const { receipt } = actor
  try {
    return await database.transaction((stores) =>
      receipt ? answeredOnce(stores, receipt, now, () => work(stores)) : work(stores),
    )
  } catch (error) {
    // Two people added the same thing at the same moment; each looked for it before the other had written it.
    if (database.dialect.isUniqueViolation(error))
      throw new Failure('thing.exists', 'This exists already', {}, error)
    throw error
  }
}

/** The tenant that something new belongs to: the actor's own, or the one named by an actor who sees all. */
export function tenantFor(actor: Actor, named: TenantId | undefined): TenantId {
  if (actor.scope === null) return named ?? NO_TENANT
  if (named === undefined || named === actor.scope) return actor.scope
  throw new Failure('thing.unknown', `Tenant ${named} does not exist`, { field: 'tenant' })
}

export function exists(what: string, key: string): Failure {
  const description = `${what} ${key} exists already`
  // Of a range of rooms, the one that is there: no field tells it.
  return new Failure('thing.exists', description, {
    problems: [{ code: 'thing.exists', field: '', description, thing: key }],
  })
}

export const unknown = (what: string, key: string | number) =>
  new Failure('thing.unknown', `${what} ${key} does not exist`, { key })

/** Shared things may be read and used by a tenant's people, but changed only by those who see all. */
export function mustOwn(actor: Actor, thing: { tenant: TenantId }, what: string) {
  if (actor.scope === null || thing.tenant === actor.scope) return
  throw new Failure('permission.missing', `${what} is shared by all tenants and can be changed for all only`)
}
