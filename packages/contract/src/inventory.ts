import { type Static, Type } from 'typebox'
import { Digits, RoomNumber, TenantName } from './text.ts'

export const ItemRecord = Type.Object(
  {
    id: Digits('Item id', ['10']),
    description: Type.String({ examples: ['Cola'] }),
    category: Digits("Id of the item's category", ['1']),
    max: Type.Integer({ description: 'Largest quantity in one charge; 0 means unlimited' }),
    price: Type.String({ description: 'Price of one item, a decimal number', examples: ['4.50'] }),
    tenant: TenantName,
  },
  { description: 'An inventory item' },
)
export type ItemRecord = Static<typeof ItemRecord>

export const CategoryRecord = Type.Object(
  {
    id: Digits('Category id', ['1']),
    description: Type.String({ examples: ['Drinks'] }),
    color: Type.String({ description: 'HTML colour, or empty', examples: ['#3366cc'] }),
    tenant: TenantName,
  },
  { description: 'An inventory category' },
)
export type CategoryRecord = Static<typeof CategoryRecord>

export const ChargeForm = Type.Object(
  {
    id: Digits('Item id', ['10']),
    quantity: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'How many' }),
    room: RoomNumber,
  },
  { additionalProperties: false },
)
export type ChargeForm = Static<typeof ChargeForm>

export const InventoryRoom = Type.Object(
  { number: RoomNumber, tenant: TenantName },
  { description: 'A room that can be charged' },
)
