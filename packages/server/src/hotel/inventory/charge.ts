import type { Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import { type Money, times } from './money.ts'
import type { TenantId } from '../accounts/tenancy.ts'

export interface Category {
  readonly tenant: TenantId
  readonly id: string
  readonly description: string
  readonly color: string
}

export interface Item {
  readonly tenant: TenantId
  readonly id: string
  readonly description: string
  readonly category: string
  /** Largest quantity in one charge; 0 means unlimited. */
  readonly max: number
  readonly price: Money
  /** ISO 4217, and percent; empty: those of the site. */
  readonly currency: string
  readonly taxRate: string
}

/** An accepted charge, with the words and the price of the moment it was accepted. */
export interface Charge {
  readonly id: string
  readonly tenant: TenantId
  readonly room: string
  readonly item: Item
  readonly category: Category
  readonly quantity: number
  readonly total: Money
  readonly user: string
  readonly at: Instant
  /** Empty where neither the item nor the site says. */
  readonly currency: string
  readonly taxRate: string
  /** What the basket was called by whoever filled it; often empty. */
  readonly reference: string
}

export const isOverMax = (item: Item, quantity: number) => item.max > 0 && quantity > item.max

/** Lines of the same item are one charge of it. */
export const quantityOf = ({ id }: Item, charges: readonly Charge[]): number =>
  charges.filter(({ item }) => item.id === id).reduce((sum, { quantity }) => sum + quantity, 0)

export const overMax = (item: Item, quantity: number) =>
  new Failure(
    'quantity.over-max',
    `At most ${item.max} of ${item.description} can be charged at once; ${quantity} were asked for`,
    { item: item.id, max: item.max, quantity },
  )

export const toVacantRoom = (room: string) =>
  new Failure('room.vacant', `Nobody is checked in to room ${room}: nothing can be charged to it`, { room })

export function newCharge(of: Omit<Charge, 'total'>): Charge {
  return { ...of, total: totalOf(of.item, of.quantity) }
}

function totalOf(item: Item, quantity: number): Money {
  try {
    return times(item.price, quantity)
  } catch {
    throw new Failure('charge.too-large', 'The total of this charge is too large', {
      item: item.id,
      quantity,
    })
  }
}
