import { type Static, Type } from 'typebox'
import { Category, Item } from './site-inventory.ts'
import { Digits, RoomNumber, TenantName } from './text.ts'

/** A client may leave out the id of a new object. Id and tenant never change. */
const strict = { additionalProperties: false } as const

export const ItemForm = Type.Object(
  { id: Type.Optional(Item.properties.id), ...Type.Omit(Item, ['id']).properties },
  strict,
)
export type ItemForm = Static<typeof ItemForm>
export const ItemChange = Type.Partial(Type.Omit(Item, ['id', 'tenant']), strict)
export type ItemChange = Static<typeof ItemChange>

export const CategoryForm = Type.Object(
  { id: Type.Optional(Category.properties.id), ...Type.Omit(Category, ['id']).properties },
  strict,
)
export type CategoryForm = Static<typeof CategoryForm>
export const CategoryChange = Type.Partial(Type.Omit(Category, ['id', 'tenant']), strict)
export type CategoryChange = Static<typeof CategoryChange>

export const ItemRecord = Type.Object(
  {
    id: Digits('Item id', ['10']),
    description: Type.String({ examples: ['Cola'] }),
    category: Digits("Id of the item's category", ['1']),
    max: Type.Integer({ description: 'Largest quantity in one charge; 0 means unlimited' }),
    price: Type.String({ description: 'Price of one item, a decimal number', examples: ['4.50'] }),
    currency: Type.Optional(
      Type.String({ description: "Currency of its price, if not the site's", examples: ['EUR'] }),
    ),
    taxRate: Type.Optional(
      Type.String({ description: "Tax that its price holds, if not the site's", examples: ['2.6'] }),
    ),
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

export const InventoryRoom = Type.Object(
  { number: RoomNumber, tenant: TenantName },
  { description: 'A room that can be charged' },
)
export type InventoryRoom = Static<typeof InventoryRoom>
