import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** Rooms, who stays in them, what they may be charged, and how they are. */
export async function rooms(tables: Tables) {
  const { table, index } = tables
  await table(
    'mailbox',
    { key: ['tenant', 'number'] },
    {
      tenant: 'text',
      number: 'text',
      extension: 'text',
      name: 'text',
      language: 'text?',
      vip: 'integer',
      floor: "text=''",
      section: "text=''",
    },
  )
  // A client that sees all tenants may name a room without its tenant.
  await index('mailbox', ['number'])
  await index('mailbox', ['extension'])
  await table(
    'room',
    { key: ['tenant', 'number'] },
    { tenant: 'text', number: 'text', floor: "text=''", section: "text=''" },
  )
  await guests(tables)
  await table(
    'room_status',
    { key: ['tenant', 'room'] },
    {
      tenant: 'text',
      room: 'text',
      status: 'text',
      description: 'text',
      changed_at: 'instant',
      actor: 'text',
    },
  )
  await table(
    'room_mark',
    { key: ['tenant', 'room', 'mark'] },
    {
      tenant: 'text',
      room: 'text',
      mark: 'text',
      set_at: 'instant',
      until: 'instant?',
      note: 'text',
      actor: 'text',
    },
  )
  await inventory(tables)
}

async function guests({ table, index }: Tables) {
  await table(
    'guest',
    { key: ['tenant', 'id'] },
    {
      tenant: 'text',
      id: 'text',
      room: 'text',
      name: 'text',
      language: 'text?',
      vip: 'integer',
      arrived_at: 'instant',
      system: "text=''",
      reservation: "text=''",
      departs: 'text?',
      came_from: "text=''",
    },
  )
  // The desk names a guest without a tenant.
  await index('guest', ['id'])
  await index('guest', ['tenant', 'room'])
  await index('guest', ['system', 'reservation'])
  await index('guest', ['departs'], { where: sql`departs is not null` })
}

async function inventory({ table }: Tables) {
  await table(
    'category',
    { key: ['tenant', 'id'] },
    { tenant: 'text', id: 'text', description: 'text', color: 'text' },
  )
  await table(
    'item',
    { key: ['tenant', 'id'] },
    {
      tenant: 'text',
      id: 'text',
      description: 'text',
      category: 'text',
      max: 'integer',
      price_minor: 'instant',
      price_scale: 'integer',
      currency: "text=''",
      tax_rate: "text=''",
    },
  )
  await table(
    'status_type',
    { key: ['tenant', 'id'] },
    { tenant: 'text', id: 'text', description: 'text', condition: 'text?' },
  )
}
