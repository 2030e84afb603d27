import { createHmac } from 'node:crypto'
import type { Permission } from '../accounts/account.ts'
import type { Category, Item } from '../inventory/charge.ts'
import type { WrittenDestination } from '../deliveries/destination.ts'
import type { CustomRoom, Mailbox } from '../rooms/room.ts'
import type { StatusType } from '../rooms/room-status.ts'
import type { WrittenLine } from '../settings/line.ts'
import type { Prompt, Tenant } from './site.ts'
import type { WrittenSections } from '../settings/sections.ts'
import type { TenantId } from '../accounts/tenancy.ts'
import { isRecord } from '../../kernel/record.ts'

export interface PlannedUser {
  readonly username: string
  /** Left out: an account that exists keeps its password. */
  readonly password?: string | undefined
  readonly permissions: readonly Permission[]
  readonly tenant: TenantId
  readonly disabled: boolean
}

/** A whole installation, as a site file describes it. */
export interface SitePlan {
  /** The sections that are named, as written: defaults are put in when they are read. */
  readonly sections: WrittenSections
  readonly tenants: readonly Tenant[]
  readonly users: readonly PlannedUser[]
  readonly mailboxes: readonly Mailbox[]
  /** The inventory's rooms: the mailboxes, a list of its own, or nothing said. */
  readonly rooms: 'mailboxes' | readonly CustomRoom[] | undefined
  readonly categories: readonly Category[]
  readonly items: readonly Item[]
  readonly statusTypes: readonly StatusType[]
  readonly destinations: readonly WrittenDestination[]
  readonly lines: readonly WrittenLine[]
  readonly prompts: readonly Prompt[]
}

/** A thing as its fields, without the key that it goes by. */
export type PlanFields = Readonly<Record<string, unknown>>

interface Comparison<V> {
  readonly added: readonly V[]
  readonly changed: readonly { readonly before: V; readonly after: V; readonly fields: readonly string[] }[]
  readonly unchanged: readonly V[]
  /** What is there and is not wanted any more. */
  readonly removed: readonly V[]
}

/** What there is beside what there shall be, thing by thing. */
export function compareByKey<V>(
  there: readonly V[],
  wanted: readonly V[],
  how: { key(value: V): string; fields(value: V): PlanFields },
): Comparison<V> {
  const left = new Map(there.map((value) => [how.key(value), value]))
  const added: V[] = []
  const changed: Comparison<V>['changed'][number][] = []
  const unchanged: V[] = []
  for (const after of wanted) {
    const before = left.get(how.key(after))
    left.delete(how.key(after))
    const fields = before === undefined ? [] : differences(how.fields(before), how.fields(after))
    if (before === undefined) added.push(after)
    else if (fields.length > 0) changed.push({ before, after, fields })
    else unchanged.push(after)
  }
  return { added, changed, unchanged, removed: [...left.values()] }
}

/** The names of the fields that are not the same in both. */
export function differences(one: PlanFields, other: PlanFields): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].filter((name) => canonical(one[name]) !== canonical(other[name]))
}

/** Equal for values that are equal as JSON, in whatever order their keys were written. */
const canonical = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
  )

// Headers may carry keys as well.
const SECRETS = new Set(['password', 'secret', 'previousSecret', 'token', 'authKey', 'headers'])

/** Secrets as fingerprints: a changed one can be told from what it was, and none can be read. */
export const fingerprinted = (fields: PlanFields, salt: string): PlanFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      SECRETS.has(name) ? fingerprintOf(value, salt) : value,
    ]),
  )

const fingerprintOf = (value: unknown, salt: string) =>
  `fingerprinted:${createHmac('sha256', salt)
    .update(canonical(value) ?? '')
    .digest('hex')}`
