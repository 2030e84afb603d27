import {
  Category as CategoryForm,
  CategoryRecord,
  ChargeForm,
  InventoryRoom,
  Item as ItemForm,
  ItemRecord,
  ListQuery,
} from '@reveille/contract'
import { Type } from 'typebox'
import type { ChargeActions } from '../../actions/inventory/charges.ts'
import type { InventoryActions } from '../../actions/inventory/inventory.ts'
import type { Category, Item } from '../../hotel/inventory/charge.ts'
import { formatMoney, type Money, parseMoney } from '../../hotel/inventory/money.ts'
import { Failure } from '../../kernel/failure.ts'
import { nothing } from '../answers/answer.ts'
import { numberedRoutes } from './numbered-routes.ts'
import type { Routes } from '../route.ts'
import { shortList } from '../answers/short-list.ts'

const USES = ['inventory'] as const
const KEEPS = ['inventory', 'administrator'] as const

export function inventoryRoutes(routes: Routes, inventory: InventoryActions, charges: ChargeActions) {
  const { route, post } = routes

  numberedRoutes<Item, ItemForm>(routes, {
    url: '/rest/isi/item',
    tag: 'Inventory',
    noun: 'item',
    key: 'items',
    uses: USES,
    keeps: KEEPS,
    form: ItemForm,
    record: ItemRecord,
    actions: inventory.items,
    render: ({ id, description, category, max, price, tenant }) => ({
      id,
      description,
      category,
      max,
      price: formatMoney(price),
      tenant,
    }),
    add: ({ price, max = 0, ...item }) => ({ ...item, max, price: priceOf(price ?? '0.00') }),
    change: ({ price, id: _, tenant: __, ...fields }) => ({
      ...fields,
      ...(price === undefined ? {} : { price: priceOf(price) }),
    }),
  })

  numberedRoutes<Category, CategoryForm>(routes, {
    url: '/rest/isi/category',
    tag: 'Inventory',
    noun: 'category',
    key: 'categories',
    uses: USES,
    keeps: KEEPS,
    form: CategoryForm,
    record: CategoryRecord,
    actions: inventory.categories,
    render: ({ id, description, color, tenant }) => ({ id, description, color, tenant }),
    add: ({ color = '', ...category }) => ({ ...category, color }),
    change: ({ id: _, tenant: __, ...fields }) => fields,
  })

  route({
    method: 'GET',
    url: '/rest/isi/room',
    tag: 'Inventory',
    summary: 'The rooms that can be charged',
    needs: USES,
    query: ListQuery,
    reply: Type.Object({ rooms: Type.Array(InventoryRoom) }),
    answer: async ({ actor, query, request }) => {
      const rooms = (await inventory.rooms(actor)).map(({ number, tenant }) => ({ number, tenant }))
      return shortList('rooms', rooms, query, request.url)
    },
  })

  post({
    url: '/rest/isi/charge',
    tag: 'Inventory',
    summary: 'Charge items to a room',
    needs: USES,
    body: ChargeForm,
    act: ({ actor, body }) => charges.charge(actor, body),
    show: (answer) => {
      if (!answer.accepted) throw new Failure(answer.code, answer.reason)
      return nothing
    },
  })
}

function priceOf(text: string): Money {
  const price = parseMoney(text)
  if (!price)
    throw new Failure('parameter.invalid', 'price must be a decimal number such as 4.50', { field: 'price' })
  return price
}
