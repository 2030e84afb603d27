import { INTERFACE } from '@reveille/contract'
import type { InventoryActions } from '../../actions/inventory/inventory.ts'
import type { Category, Item } from '../../hotel/inventory/charge.ts'
import { formatMoney, type Money, parseMoney, priceWords } from '../../hotel/inventory/money.ts'
import { Failure } from '../../kernel/failure.ts'
import { shortList } from '../answers/short-list.ts'
import type { Routes } from '../route.ts'
import { numberedRoutes } from './numbered-routes.ts'

export function inventoryRoutes(routes: Routes, inventory: InventoryActions) {
  itemRoutes(routes, inventory)
  categoryRoutes(routes, inventory)
  routes.route(INTERFACE.inventory.rooms, async (call) => {
    const rooms = (await inventory.rooms(call.actor)).map(({ number, tenant }) => ({ number, tenant }))
    return shortList(rooms, (rows) => ({ rooms: rows }), call)
  })
}

const itemRoutes = (routes: Routes, inventory: InventoryActions) =>
  numberedRoutes(routes, INTERFACE.item, {
    noun: 'item',
    actions: inventory.items,
    render: ({ id, description, category, max, price, currency, taxRate, tenant }: Item) => ({
      id,
      description,
      category,
      max,
      price: formatMoney(price),
      ...(currency === '' ? {} : { currency }),
      ...(taxRate === '' ? {} : { taxRate }),
      tenant,
    }),
    list: (items) => ({ items }),
    add: ({ price, max = 0, currency = '', taxRate = '', ...item }) => ({
      ...item,
      max,
      currency,
      taxRate,
      price: priceOf(price ?? '0.00'),
    }),
    change: ({ price, ...fields }) => ({
      ...fields,
      ...(price === undefined ? {} : { price: priceOf(price) }),
    }),
  })

const categoryRoutes = (routes: Routes, inventory: InventoryActions) =>
  numberedRoutes(routes, INTERFACE.category, {
    noun: 'category',
    actions: inventory.categories,
    render: ({ id, description, color, tenant }: Category) => ({ id, description, color, tenant }),
    list: (categories) => ({ categories }),
    add: ({ color = '', ...category }) => ({ ...category, color }),
    change: (fields) => fields,
  })

function priceOf(text: string): Money {
  const price = parseMoney(text)
  if (!price) throw new Failure('parameter.invalid', `price ${priceWords()}`, { field: 'price' })
  return price
}
