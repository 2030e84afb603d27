import { Type } from 'typebox'
import {
  CategoryChange,
  CategoryRecord,
  InventoryRoom,
  ItemChange,
  ItemRecord,
  CategoryForm,
  ItemForm,
} from '../inventory.ts'
import {
  BasketForm,
  BasketReply,
  CheckForm,
  CheckQuery,
  CheckRecord,
  ChargeForm,
  ChargeQuery,
  ChargeRecord,
  CorrectForm,
  CorrectReply,
  VoidForm,
  VoidReply,
} from '../charge.ts'
import { ListQuery } from '../text.ts'
import type { Entries } from './entry.ts'
import { fiveRoutes } from './five-routes.ts'

const numbered = {
  ofContract: true,
  tag: 'Inventory',
  uses: ['inventory'],
  keeps: ['inventory', 'administrator'],
} as const

const POSTABLE = 'A price that a property system could not be told exactly: 422.'

export const item = fiveRoutes({
  ...numbered,
  noun: 'item',
  path: '/rest/isi/item',
  key: Type.Object({ id: Type.String({ description: 'Its id', examples: ['10'] }) }),
  one: 'an item',
  about:
    'Something that can be charged to a room, and of which every property system can be told: 422 otherwise.',
  add: { form: ItemForm, example: { description: 'Cola', category: '1', max: 5, price: '4.50' } },
  change: { form: ItemChange, example: { price: '4.80' }, about: POSTABLE },
  record: ItemRecord,
  list: Type.Object({ items: Type.Array(ItemRecord) }),
})

export const category = fiveRoutes({
  ...numbered,
  noun: 'category',
  path: '/rest/isi/category',
  key: Type.Object({ id: Type.String({ description: 'Its id', examples: ['1'] }) }),
  one: 'a category',
  about: 'Every item belongs to a category; reports add up by it.',
  add: { form: CategoryForm, example: { description: 'Drinks', color: '#3366cc' } },
  change: { form: CategoryChange, example: { color: '#cc6633' } },
  record: CategoryRecord,
  list: Type.Object({ categories: Type.Array(CategoryRecord) }),
})

const Id = Type.Object({ id: Type.String({ description: 'Id of the charge' }) })
const sees = { needs: [], oneOf: ['inventory', 'correct', 'review', 'administrator'] } as const
const corrects = { needs: [], oneOf: ['correct', 'administrator'] } as const

export const inventory = {
  rooms: {
    id: 'inventory.rooms',
    method: 'GET',
    path: '/rest/isi/room',
    needs: ['inventory'],
    tag: 'Inventory',
    summary: 'The rooms that can be charged',
    description: 'The rooms of the custom list where a tenant has one, otherwise those with a telephone.',
    query: ListQuery,
    reply: Type.Object({ rooms: Type.Array(InventoryRoom) }),
  },
  charge: {
    id: 'inventory.charge',
    method: 'POST',
    path: '/rest/isi/charge',
    needs: ['inventory'],
    ofContract: true,
    tag: 'Inventory',
    summary: 'Charge items to a room',
    description:
      "200 means that the charge is stored for every connector. One over the item's maximum is refused and logged; send an `Idempotency-Key`, so that a repeat charges nothing twice. The header `Reveille-Charge` has its id.",
    body: ChargeForm,
    example: { id: '10', quantity: 2, room: '101' },
    replyHeaders: Type.Object({
      'Reveille-Charge': Type.String({
        description: 'The id of the charge',
        examples: ['6f9619ff-8b86-d011-b42d-00cf4fc964ff'],
      }),
    }),
  },
  basket: {
    id: 'inventory.basket',
    method: 'POST',
    path: '/rest/isi/basket',
    needs: ['inventory'],
    tag: 'Inventory',
    summary: 'Charge several items to a room, all or none',
    description: 'Each item is a charge of its own. If one of them cannot be charged, none is.',
    body: BasketForm,
    example: { room: '101', items: [{ id: '10', quantity: 2 }], reference: 'R-2041' },
    reply: BasketReply,
    status: 201,
  },
  check: {
    id: 'inventory.check',
    method: 'POST',
    path: '/rest/isi/check',
    needs: ['inventory'],
    tag: 'Inventory',
    summary: 'The mini-bar of a room was looked after, and nothing was used',
    description: 'Kept in the log. No connector is told.',
    body: CheckForm,
    example: { room: '101' },
  },
  checks: {
    id: 'inventory.checks',
    method: 'GET',
    path: '/rest/isi/check',
    needs: ['inventory'],
    tag: 'Inventory',
    summary: 'Which mini-bars were looked after in the last 24 hours',
    description:
      'Of each room the last time, by room: something was charged to it, or somebody said that nothing was used. Of one room the last time within a week.',
    query: CheckQuery,
    reply: Type.Object({ checks: Type.Array(CheckRecord) }),
  },
  charges: {
    ...sees,
    id: 'inventory.charges',
    method: 'GET',
    path: '/rest/isi/charge',
    tag: 'Inventory',
    summary: 'Charges, what takes them back, and what each connector answered, as JSON or CSV',
    description:
      'By time, as long as `retention.charges` keeps them. With the permission `inventory` alone: those of the last 24 hours.',
    query: ChargeQuery,
    reply: Type.Object({ charges: Type.Array(ChargeRecord) }),
    otherType: 'text/csv',
  },
  oneCharge: {
    ...sees,
    id: 'inventory.oneCharge',
    method: 'GET',
    path: '/rest/isi/charge/:id',
    tag: 'Inventory',
    summary: 'One charge, and what each connector answered',
    description: 'As in the list.',
    params: Id,
    reply: ChargeRecord,
  },
  void: {
    ...corrects,
    id: 'inventory.void',
    method: 'POST',
    path: '/rest/isi/charge/:id/void',
    tag: 'Inventory',
    summary: 'Take a charge back',
    description:
      'Every connector that has the charge is told, or the desk is asked to do it there. A charge is taken back once: 409 the second time, and while it is being sent.',
    params: Id,
    body: VoidForm,
    example: { reason: 'Charged to the wrong room' },
    reply: VoidReply,
  },
  correct: {
    ...corrects,
    id: 'inventory.correct',
    method: 'POST',
    path: '/rest/isi/charge/:id/correct',
    tag: 'Inventory',
    summary: 'Correct the item or the quantity of a charge',
    description:
      'The charge is taken back, and another stands in its place, in one step. The same item keeps the price of then.',
    params: Id,
    body: CorrectForm,
    example: { quantity: 1, reason: 'One was still there' },
    reply: CorrectReply,
    status: 201,
  },
} as const satisfies Entries
