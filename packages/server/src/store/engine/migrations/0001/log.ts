import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** What happened, its seals, and what the desk must know of it. */
export async function logTables(tables: Tables) {
  const { table, index } = tables
  await table(
    'activity',
    { key: ['id', 'tenant'] },
    {
      id: 'identity',
      tenant: 'text',
      class: 'text',
      at: 'instant',
      kind: 'text',
      room: 'text',
      actor: 'text',
      source: 'text',
      wakeup: 'text?',
      charge: 'text?',
      text: 'text',
      detail: 'text',
    },
  )
  await index('activity', ['at', 'id'])
  await index('activity', ['kind', 'at', 'id'])
  await index('activity', ['room', 'at', 'id'])
  await index('activity', ['wakeup', 'id'], { where: sql`wakeup is not null` })
  // A charge and what was taken back of it; nobody takes one back twice, however many try at once.
  await index('activity', ['charge', 'id'], { where: sql`charge is not null` })
  await index('activity', ['charge', 'tenant'], {
    name: 'activity_taken_back_once',
    unique: true,
    where: sql`kind = 'inventory.voided'`,
  })
  await seals(tables)
  await alarms(tables)
}

async function seals({ table, index }: Tables) {
  await table(
    'seal',
    { key: ['tenant', 'number'] },
    {
      tenant: 'text',
      number: 'instant',
      activity: 'instant',
      at: 'instant',
      kind: 'text',
      digest: 'text',
      hash: 'text',
    },
  )
  // One sequence for all tenants: a second writer of seals would be refused.
  await index('seal', ['number'], { unique: true })
  await index('seal', ['activity', 'tenant'], { unique: true })
  await table('seal_anchor', { key: ['tenant'] }, { tenant: 'text', number: 'instant', hash: 'text' })
}

async function alarms({ table, index }: Tables) {
  await table(
    'alarm',
    { key: ['tenant', 'id'] },
    {
      tenant: 'text',
      id: 'text',
      kind: 'text',
      subject: 'text',
      room: 'text',
      text: 'text',
      detail: 'text',
      raised_at: 'instant',
      state: 'text',
      ended_by: 'text?',
      ended_at: 'instant?',
      note: 'text',
      next_at: 'instant',
      step: 'integer',
      step_at: 'instant',
      step_calls: 'integer',
      known: 'integer',
      known_at: 'instant?',
      calls: 'integer',
      mails: 'integer',
      mailed_at: 'instant?',
      posts: 'integer',
      posted_at: 'instant?',
    },
  )
  await index('alarm', ['id'])
  await index('alarm', ['raised_at', 'id'])
  await index('alarm', ['state', 'next_at'])
  await index('alarm', ['subject', 'kind'])
}
