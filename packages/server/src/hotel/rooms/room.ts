import { Failure } from '../../kernel/failure.ts'
import type { TenantId } from '../accounts/tenancy.ts'

/** Where a room lies, as written; an empty floor is told by the number. */
export interface Place {
  readonly floor: string
  readonly section: string
}

export interface Mailbox extends Place {
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

/** A room of the inventory's own list. */
export type CustomRoom = Room & Place

/** `3` of 311 and `12` of 1201; nothing is guessed of a room that is called otherwise. */
const floorOf = (number: string) => (/^[0-9]+$/.test(number) ? number.slice(0, -2) : '')

/** What is written of it first, in the order of those who know it. */
export function placeOf(number: string, written: readonly (Place | undefined)[]): Place {
  const floor = written.find((one) => one && one.floor !== '')?.floor ?? floorOf(number)
  const section = written.find((one) => one && one.section !== '')?.section ?? ''
  return { floor, section }
}

/** The one thing meant by a number or id that may exist in several tenants. */
/** A number that several tenants have says not which is meant. */
export const onlyOne = <T>(found: readonly T[]): T | null => (found.length === 1 ? (found[0] ?? null) : null)

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
