import { Type } from 'typebox'
import {
  ReplayAllForm,
  ReplayAllReply,
  ReplayForm,
  RulingForm,
  SettleAllForm,
  SettleAllReply,
} from '../delivery-deeds.ts'
import { DeliveryQuery, DeliveryRecord, DeliveryStory, DeliveryWire } from '../delivery.ts'
import type { Entries } from './entry.ts'

const Id = Type.Object({ id: Type.String({ description: 'Id of the delivery' }) })
const shared = { needs: ['administrator'], tag: 'Deliveries' } as const
const read = { needs: [], oneOf: ['review', 'administrator'], tag: 'Deliveries' } as const

export const delivery = {
  list: {
    ...read,
    id: 'delivery.list',
    method: 'GET',
    path: '/rest/delivery',
    summary: 'Messages to connectors and servers, and how they fare',
    description: 'By the time that they were accepted, each with its last attempt; as JSON or CSV.',
    query: DeliveryQuery,
    reply: Type.Object({ deliveries: Type.Array(DeliveryRecord) }),
    otherType: 'text/csv',
  },
  get: {
    ...read,
    id: 'delivery.get',
    method: 'GET',
    path: '/rest/delivery/:id',
    summary: 'One message with every attempt',
    description: 'With what is told, as it was accepted, and what each attempt was answered.',
    params: Id,
    reply: DeliveryStory,
  },
  wire: {
    ...read,
    id: 'delivery.wire',
    method: 'GET',
    path: '/rest/delivery/:id/wire',
    summary: 'A message as it goes over the wire, byte for byte',
    description:
      'Written anew from what is stored, by the settings of now, as at its last attempt; secrets and signatures are hidden.',
    params: Id,
    reply: DeliveryWire,
  },
  replay: {
    ...shared,
    id: 'delivery.replay',
    method: 'POST',
    path: '/rest/delivery/:id/replay',
    summary: 'Send a message again',
    description:
      'One that may have arrived is sent again only with `force`. One that is being sent, or waits, is not: 409.',
    params: Id,
    body: ReplayForm,
    example: { force: true, reason: 'The bar has lost its records' },
  },
  settle: {
    ...shared,
    id: 'delivery.settle',
    quietly: true,
    method: 'POST',
    path: '/rest/delivery/:id/settle',
    summary: 'Decide about a message that may have arrived, or stop one that waits',
    description:
      'Who decided, and why, stands in the log. Also in a restored copy: what is to be sent again leaves once that is live.',
    params: Id,
    body: RulingForm,
    example: { as: 'drop', reason: 'The guest has paid in cash' },
  },
  settleAll: {
    ...shared,
    id: 'delivery.settleAll',
    quietly: true,
    method: 'POST',
    path: '/rest/delivery/settle',
    summary: 'Decide about all messages to a destination that may have arrived',
    description:
      'As if each were decided about alone: each has its row in the log. The answer counts them; with `dryRun` that is all. To send them again to a property system needs `billTwice`: 409. Also in a restored copy.',
    refusals: [409],
    body: SettleAllForm,
    example: { destination: 'bar', as: 'delivered', reason: 'All of them are on the folios', dryRun: true },
    reply: SettleAllReply,
  },
  replayAll: {
    ...shared,
    id: 'delivery.replayAll',
    method: 'POST',
    path: '/rest/delivery/replay',
    summary: 'Send everything again that a destination refused, or that was given up, since a time',
    description:
      'In the order in which it was accepted. The answer says how many there are. With `force` also what arrived, for a receiver that has lost its records; for a property system only with `billTwice`: 409.',
    refusals: [409],
    body: ReplayAllForm,
    example: { destination: 'bar', since: '202611141800' },
    reply: ReplayAllReply,
  },
} as const satisfies Entries
