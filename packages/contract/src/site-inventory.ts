import { type Static, Type } from 'typebox'
import { choice, flag, roomPlace, shaped, tenantRef } from './site-text.ts'
import { Digits, RoomNumber } from './text.ts'

export const InventorySettings = Type.Object(
  {
    refuseVacant: Type.Optional(
      flag('Charges to a room with a mailbox are refused while nobody is checked in. Default: false'),
    ),
    departureCheck: Type.Optional(
      shaped(
        'clock',
        'When the desk is told of charges in doubt of guests who leave that day, hotel time. Default: 05:00',
      ),
    ),
    currency: Type.Optional(
      shaped('currency', 'Currency of prices, by ISO 4217. Default: empty', { examples: ['CHF'] }),
    ),
    taxRate: Type.Optional(
      shaped('rate', 'Tax that prices hold, in percent. Default: empty', { examples: ['8.1'] }),
    ),
  },
  { additionalProperties: false, description: 'How the inventory behaves' },
)
export type InventorySettings = Static<typeof InventorySettings>

export const Category = Type.Object(
  {
    id: Digits('Category id; leading zeros are part of it', ['1']),
    description: shaped('line', 'What the category is called', { minLength: 1, examples: ['Drinks'] }),
    color: Type.Optional(
      shaped('color', 'Colour in reports; empty or left out: none', { examples: ['#3366cc'] }),
    ),
    tenant: Type.Optional(tenantRef('category')),
  },
  { additionalProperties: false, description: 'A category of items' },
)
export type Category = Static<typeof Category>

export const Item = Type.Object(
  {
    id: Digits('Item id; leading zeros are part of it', ['10']),
    description: shaped('line', 'What the item is called', { minLength: 1, examples: ['Cola'] }),
    category: Digits("Id of the item's category, of the same tenant or of none", ['1']),
    max: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000,
        description: 'Largest quantity in one charge; 0 means unlimited. Default: 0',
      }),
    ),
    price: Type.Optional(
      shaped('price', 'Price of one item, an exact decimal number. Default: 0.00', { examples: ['4.50'] }),
    ),
    currency: Type.Optional(
      shaped('currency', "Currency of its price, if not the site's. Default: empty", { examples: ['EUR'] }),
    ),
    taxRate: Type.Optional(
      shaped('rate', "Tax that its price holds, if not the site's, in percent. Default: empty", {
        examples: ['2.6'],
      }),
    ),
    tenant: Type.Optional(tenantRef('item')),
  },
  { additionalProperties: false, description: 'An item that can be charged to a room' },
)
export type Item = Static<typeof Item>

export const Room = Type.Object(
  { number: RoomNumber, ...roomPlace, tenant: Type.Optional(tenantRef('room')) },
  {
    additionalProperties: false,
    description: 'A room of the custom list that replaces the mailboxes in the inventory',
  },
)
export type Room = Static<typeof Room>

export const CONDITIONS = [
  'dirty',
  'clean',
  'inspected',
  'pickup',
  'in_progress',
  'out_of_order',
  'out_of_service',
] as const

export const StatusType = Type.Object(
  {
    id: Digits('Status id; leading zeros are part of it', ['001']),
    description: shaped('line', 'What the status is called', { minLength: 1, examples: ['Maintenance'] }),
    condition: Type.Optional(choice(CONDITIONS, 'What the status means in common words')),
    tenant: Type.Optional(tenantRef('status type')),
  },
  { additionalProperties: false, description: 'A room status that staff can report' },
)
export type StatusType = Static<typeof StatusType>
