import type { CategoryRecord, ChargeRecord, CheckRecord, InventoryRoom, ItemRecord } from '@reveille/contract'
import { instantOf } from '../kernel/clock.ts'

/** How many of which item; what is not in it is none. */
export type Quantities = Readonly<Record<string, number>>

/** Another room of the same number may belong to another tenant. */
export const roomPlace = ({ number, tenant }: InventoryRoom): string => `${tenant} ${number}`

/** By number, letter by letter of one length: 98 before 101, 0101 after 999. */
const byNumber = (one: InventoryRoom, other: InventoryRoom) =>
  one.number.length - other.number.length || (one.number < other.number ? -1 : 1)

export const inOrder = (rooms: readonly InventoryRoom[]): readonly InventoryRoom[] => rooms.toSorted(byNumber)

export const beginningWith = (rooms: readonly InventoryRoom[], typed: string): readonly InventoryRoom[] =>
  typed === '' ? rooms : rooms.filter(({ number }) => number.startsWith(typed))

/** The room that is meant when nothing more can be typed; null while another may be. */
export function meant(rooms: readonly InventoryRoom[], typed: string): InventoryRoom | null {
  const [first, second] = beginningWith(rooms, typed)
  return first?.number === typed && second === undefined ? first : null
}

/** How many places the numbers of this house have, at most. */
export const placesOf = (rooms: readonly InventoryRoom[]): number =>
  rooms.reduce((most, { number }) => Math.max(most, number.length), 0)

/** Where the trolley goes next: rooms that nobody has looked after, from the last one on and round. */
export function nextRooms(
  rooms: readonly InventoryRoom[],
  last: string,
  isDone: (room: InventoryRoom) => boolean,
  most: number,
): readonly InventoryRoom[] {
  const ordered = inOrder(rooms)
  const at = ordered.findIndex(({ number }) => number === last)
  const round = [...ordered.slice(at + 1), ...ordered.slice(0, at + 1)]
  return round.filter((room) => room.number !== last && !isDone(room)).slice(0, most)
}

/** Rooms that this device has looked after and not told of yet are no longer ahead of the trolley. */
export function withHeld(
  checks: readonly CheckRecord[],
  held: readonly { readonly room: string; readonly tenant: string; readonly at: string }[],
  user: string,
): readonly CheckRecord[] {
  return [...checks, ...held.map((one) => ({ ...one, user, used: true }))]
}

/** The room where somebody was last: there they stand now. */
export const lastOf = (checks: readonly CheckRecord[], user: string): string =>
  checks
    .filter((check) => check.user === user)
    .reduce<CheckRecord | null>(
      (last, one) => (last === null || instantOf(one.at) >= instantOf(last.at) ? one : last),
      null,
    )?.room ?? ''

export interface BarShelf {
  readonly category: CategoryRecord
  readonly items: readonly ItemRecord[]
}

/** What this room can be charged with: its tenant's own things stand in the place of shared ones of the same id. */
export function shelvesFor(
  tenant: string,
  items: readonly ItemRecord[],
  categories: readonly CategoryRecord[],
): readonly BarShelf[] {
  const mine = inForce(tenant, items)
  return inForce(tenant, categories)
    .map((category) => ({ category, items: mine.filter((item) => item.category === category.id) }))
    .filter((shelf) => shelf.items.length > 0)
}

/** What a tenant is sold, each thing once. */
export function inForce<T extends { readonly id: string; readonly tenant: string }>(
  tenant: string,
  all: readonly T[],
): readonly T[] {
  const own = new Set(all.flatMap((one) => (one.tenant === tenant && tenant !== '' ? [one.id] : [])))
  return all.filter((one) => one.tenant === tenant || (one.tenant === '' && !own.has(one.id)))
}

/** 0 means as many as one likes. */
export const mayAdd = ({ max }: Pick<ItemRecord, 'max'>, quantity: number): boolean =>
  max === 0 || quantity < max

/** Somebody may allow fewer after they were chosen. */
export const isTooMany = ({ max }: Pick<ItemRecord, 'max'>, quantity: number): boolean =>
  max > 0 && quantity > max

interface Chosen<I> {
  readonly item: I
  readonly quantity: number
}

/** What was chosen of what can be charged now. */
export const chosenOf = <I extends Pick<ItemRecord, 'id'>>(
  items: readonly I[],
  quantities: Quantities,
): readonly Chosen<I>[] =>
  items.flatMap((item) => {
    const quantity = quantities[item.id] ?? 0
    return quantity > 0 ? [{ item, quantity }] : []
  })

export const countOf = (chosen: readonly Pick<Chosen<unknown>, 'quantity'>[]): number =>
  chosen.reduce((sum, { quantity }) => sum + quantity, 0)

/** How many were chosen of what is no longer sold. */
export const countGone = (items: readonly Pick<ItemRecord, 'id'>[], quantities: Quantities): number =>
  Object.values(quantities).reduce((sum, one) => sum + one, 0) - countOf(chosenOf(items, quantities))

const PLACES = /^(-?)(\d+)(?:\.(\d+))?$/

/** In the smallest unit of the longest price: money is never reckoned in fractions of two. */
const unitsOf = (price: string, places: number): bigint => {
  const [, sign = '', whole = '0', part = ''] = PLACES.exec(price) ?? []
  return BigInt(`${sign}${whole}${part.padEnd(places, '0')}`)
}

const decimals = (price: string): number => price.split('.')[1]?.length ?? 0

/** What all of it costs, for each currency of its own: `12.90`. */
export function sumsOf(
  chosen: readonly Chosen<Pick<ItemRecord, 'price' | 'currency'>>[],
): readonly { readonly currency: string; readonly total: string }[] {
  const currencies = [...new Set(chosen.map(({ item: { currency = '' } }) => currency))]
  return currencies.map((currency) => {
    const ofIt = chosen.filter(({ item }) => (item.currency ?? '') === currency)
    const places = Math.max(...ofIt.map(({ item }) => decimals(item.price)))
    const units = ofIt.reduce((sum, one) => sum + unitsOf(one.item.price, places) * BigInt(one.quantity), 0n)
    return { currency, total: written(units, places) }
  })
}

/** What was charged and stands: how many charges, and what they come to. */
export function standingOf(
  charges: readonly Pick<ChargeRecord, 'kind' | 'voided' | 'total' | 'currency'>[],
): { readonly count: number; readonly sums: ReturnType<typeof sumsOf> } {
  const standing = charges.filter(({ kind, voided }) => kind === 'charge' && !voided)
  const sold = standing.map(({ total, currency }) => ({ item: { price: total, currency }, quantity: 1 }))
  return { count: standing.length, sums: sumsOf(sold) }
}

function written(units: bigint, places: number): string {
  const digits = String(units).padStart(places + 1, '0')
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

type Answer = ChargeRecord['connectors'][number]

/** The worst comes first: one item that was refused is not hidden by two that were booked. */
const BY_WEIGHT: readonly Answer['state'][] = ['refused', 'uncertain', 'desk', 'dead', 'waiting', 'sending']

/** Of several charges, one answer of each connector. */
export function answersOf(charges: readonly ChargeRecord[]): readonly Answer[] {
  const all = charges.flatMap(({ connectors }) => connectors)
  const names = [...new Set(all.map(({ name }) => name))]
  return names.flatMap((name) => {
    const answers = all.filter((one) => one.name === name)
    const worst = BY_WEIGHT.map((state) => answers.find((one) => one.state === state)).find(Boolean)
    return worst ?? answers.slice(0, 1)
  })
}
