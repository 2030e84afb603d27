import { Failure } from '../../kernel/failure.ts'
import type { TenantId } from '../accounts/tenancy.ts'

export interface Mailbox {
  readonly tenant: TenantId
  readonly number: string
  readonly extension: string
  readonly name: string
  readonly language: string | null
  readonly vip: boolean
}

/** Whether the number of a room can be its extension too: some hotels call a room `Garden suite`. */
export const canBeDialled = (number: string) => /^[0-9A-Za-z*#+._-]+$/.test(number)

/** A room that can be charged or given a status. */
export interface Room {
  readonly tenant: TenantId
  readonly number: string
}

/** The one thing meant by a number or id that may exist in several tenants. */
export function theOne<T extends { tenant: TenantId }>(
  found: readonly T[],
  what: string,
  missing: () => Failure,
): T {
  const [first, ...others] = found
  if (!first) throw missing()
  if (others.length > 0)
    throw new Failure(
      'thing.ambiguous',
      `${what} exists in several tenants; name one with the parameter tenant`,
    )
  return first
}

export const unknownRoom = (number: string) =>
  new Failure('room.unknown', `Room ${number} does not exist`, { number })
