import { Type } from 'typebox'
import { count } from './site-text.ts'
import { RoomNumber, TenantName } from './text.ts'

const InventoryFigures = {
  charges: count('Accepted charges'),
  quantity: Type.Integer({ description: 'Items in all of them, those that were taken back included' }),
  total: Type.String({
    description: 'Sum of the charges, an exact decimal number; empty over several currencies',
    examples: ['13.50'],
  }),
  voids: count('Charges that were taken back'),
  voided: Type.String({ description: 'Sum of what was taken back, below zero', examples: ['-4.50'] }),
  net: Type.String({ description: 'What is left of both', examples: ['9.00'] }),
  voidedQuantity: Type.Integer({ description: 'Items in what was taken back, below zero' }),
  netQuantity: Type.Integer({ description: 'Items that are left of both: those that `net` is the sum of' }),
}

const Currency = Type.String({ description: 'ISO 4217, or empty', examples: ['CHF'] })

const ConnectorFigures = Type.Object({
  name: Type.String({ description: 'Name of the connector', examples: ['bar'] }),
  delivered: count('Arrived'),
  waiting: count('Not arrived yet'),
  uncertain: count('Nobody can tell whether they arrived'),
  refused: count('Refused by the connector'),
  dead: count('Given up, or dropped or handed over by hand, or their charge was taken back'),
  takenBack: count('Of these dead, those whose charge was taken back'),
})

const connectors = (of: string) =>
  Type.Array(ConnectorFigures, { description: `How many of ${of} fared how, by connector` })

export const InventoryReport = Type.Object(
  {
    report: Type.Array(
      Type.Object({
        day: Type.Optional(
          Type.String({
            description: "Day by the clocks of the room's tenant, YYYYMMDD",
            examples: ['20261115'],
          }),
        ),
        room: Type.Optional(RoomNumber),
        tenant: Type.Optional(TenantName),
        category: Type.Optional(Type.String({ description: 'Id of the category', examples: ['1'] })),
        description: Type.Optional(Type.String({ description: 'What the category is called' })),
        item: Type.Optional(Type.String({ description: 'Id of the item', examples: ['10'] })),
        itemDescription: Type.Optional(Type.String({ description: 'What the item is called' })),
        user: Type.Optional(Type.String({ description: 'Who charged it' })),
        color: Type.Optional(
          Type.String({ description: 'Its HTML colour, or empty', examples: ['#3366cc'] }),
        ),
        taxRate: Type.Optional(Type.String({ description: 'Percent, or empty', examples: ['8.1'] })),
        currency: Currency,
        ...InventoryFigures,
        answers: Type.String({
          description: 'By connector, how many of these charges fared how',
          examples: ['bar: 2 delivered; pms: 1 delivered, 1 refused'],
        }),
        connectors: connectors('these charges'),
      }),
    ),
    totals: Type.Object({
      ...InventoryFigures,
      currencies: Type.Array(Type.Object({ currency: Currency, ...InventoryFigures }), {
        description: 'The same for each currency',
      }),
      connectors: connectors('all charges'),
    }),
  },
  { description: 'Charges by day, room and category, or by some of these. For review only' },
)
