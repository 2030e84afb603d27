import type { BoardRecord, StatusTypeRecord } from '@reveille/contract'

/** Two tenants may have a room of one number. */
export const keyOfRoom = ({ tenant, number }: Pick<BoardRecord, 'tenant' | 'number'>) => `${tenant} ${number}`

/** What the hotel calls a status: the tenant's own of this id, or else the one for all. */
export const statusOf = (
  types: readonly StatusTypeRecord[],
  id: string,
  tenant: string,
): StatusTypeRecord | undefined =>
  types.find((one) => one.id === id && one.tenant === tenant) ??
  types.find((one) => one.id === id && one.tenant === '')

const ORDER = ['clean', 'dirty', 'in_progress', 'inspected', 'pickup', 'out_of_order', 'out_of_service']
const placeOf = ({ condition }: StatusTypeRecord) => {
  const place = ORDER.indexOf(condition ?? '')
  return place === -1 ? ORDER.length : place
}

/** What can be reported of rooms of a tenant: what is done most first, and one of a tenant in place of that for all. */
export const statusesFor = (
  types: readonly StatusTypeRecord[],
  tenant: string,
): readonly StatusTypeRecord[] =>
  types
    .filter((one) => statusOf(types, one.id, tenant) === one)
    .toSorted((one, other) => placeOf(one) - placeOf(other) || (one.id < other.id ? -1 : 1))

/** What stands on the board of a status; its words are those of the hotel. */
export interface Reported {
  readonly id: string
  readonly description: string
  readonly condition?: string
}

/** Reported in the place of a status: what was said of the room first of all was a mistake. */
export const NO_STATUS: Reported = { id: '', description: '' }

export const isStatus = ({ id }: Reported): boolean => id !== NO_STATUS.id

const GRAVE = ['inspected', 'out_of_order', 'out_of_service']

/** Somebody stays in it: that it should be ready for another, or unfit for anybody, is asked again. */
export const mustBeAsked = (room: Pick<BoardRecord, 'occupied'>, { condition = '' }: Reported): boolean =>
  room.occupied && GRAVE.includes(condition)
