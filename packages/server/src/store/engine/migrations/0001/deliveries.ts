import { sql, type SqlBool } from 'kysely'
import type { Tables } from '../tables.ts'

/** Where messages go, the messages, each time that one was sent, and the answers that are kept for a day. */
export async function deliveries(tables: Tables) {
  const { table, index } = tables
  await destinations(tables)
  await table(
    'delivery',
    { key: ['tenant', 'id'] },
    {
      tenant: 'text',
      id: 'text',
      purpose: 'text',
      owner: 'text',
      destination: 'text',
      kind: 'text',
      room: 'text',
      sequence: 'instant',
      state: 'text',
      attempts: 'integer',
      next_at: 'instant',
      created_at: 'instant',
      payload: 'text',
      memo: 'text?',
      quick: 'integer=0',
      doubts: 'integer=0',
      triggered_by: "text=''",
      note: "text=''",
      told: 'integer=0',
      withdrawn: 'integer=0',
      charge: 'text?',
      item: 'text?',
      quantity: 'instant?',
      total: 'text?',
      done_by: 'text?',
      posting: 'integer?',
      wakeup: 'text?',
      summary: "text=''",
    },
  )
  await index('delivery', ['id'])
  await index('delivery', ['charge'], { where: sql`charge is not null` })
  await index('delivery', ['posting'], { where: sql`posting is not null` })
  await index('delivery', ['wakeup'], { where: sql`wakeup is not null` })
  await index('delivery', ['created_at', 'id'])
  await index('delivery', ['state', 'created_at'])
  // What waits for a destination, in its order, however many rows are behind it.
  await index('delivery', ['owner', 'purpose', 'destination', 'state', 'sequence'], {
    name: 'delivery_by_queue',
  })
  // Those that may be there twice, or not at all: few among many.
  await index('delivery', ['created_at', 'id'], {
    name: 'delivery_in_doubt',
    where: sql<SqlBool>`doubts > 0`,
  })
  await table(
    'delivery_attempt',
    { key: ['tenant', 'delivery', 'number'] },
    {
      tenant: 'text',
      delivery: 'text',
      number: 'integer',
      at: 'instant',
      status: 'integer?',
      ms: 'integer',
      text: 'text',
      actor: 'text',
    },
  )
  await table(
    'receipt',
    { key: ['tenant', 'scope', 'key'] },
    { tenant: 'text', scope: 'text', key: 'text', fingerprint: 'text', answer: 'text', at: 'instant' },
  )
  await index('receipt', ['at'])
}

const destinations = async ({ table }: Tables) => {
  await table(
    'destination',
    { key: ['tenant', 'purpose', 'name'] },
    {
      tenant: 'text',
      purpose: 'text',
      name: 'text',
      config: 'text',
      // What it is told besides, as in its config, so that a look finds those who want anything.
      events: "text=''",
      sequence: 'instant',
      failures: 'integer=0',
      failing_since: 'instant?',
      probes: 'integer=0',
      probe_at: 'instant?',
      unanswered: 'integer=0',
      told: "text=''",
      disabled_at: 'instant?',
      disabled_why: "text=''",
    },
  )
  // How far the numbers of destinations had come that were deleted: one of the same name goes on from there.
  await table(
    'former_destination',
    { key: ['tenant', 'purpose', 'name'] },
    { tenant: 'text', purpose: 'text', name: 'text', sequence: 'instant' },
  )
}
