import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** Wakeup calls, each time that a room was rung for one, and what property systems asked for. */
export async function wakeups(tables: Tables) {
  const { table, index } = tables
  await table(
    'wakeup',
    { key: ['tenant', 'id'], isOftenChanged: true },
    {
      tenant: 'text',
      id: 'text',
      room: 'text',
      list: 'text',
      state: 'text',
      outcome: 'text?',
      machine_outcome: 'text?',
      proof: 'text?',
      scheduled_at: 'instant',
      wall: 'text?',
      zone: 'text',
      days: 'text',
      until: 'text?',
      skipped: 'text',
      series: 'text?',
      confirm: 'integer',
      prompt: 'integer',
      attempts: 'integer',
      snoozes: 'integer',
      asked_by: 'text',
      actor: 'text',
      source: 'text',
      created_at: 'instant',
      settled_at: 'instant?',
      due_at: 'instant',
      next_at: 'instant',
      dials: 'integer=0',
      tries: 'integer=0',
      line_troubles: 'integer=0',
      dialled_at: 'instant?',
      last_outcome: 'text?',
      occurrence: 'text?',
      follows: 'text?',
      lease: 'text?',
      lease_until: 'instant?',
    },
  )
  // A call may be named by its id alone: by clients that see all tenants, and in lists of calls of several.
  await index('wakeup', ['id'])
  await index('wakeup', ['list', 'scheduled_at', 'id'])
  await index('wakeup', ['scheduled_at', 'id'])
  await index('wakeup', ['tenant', 'room', 'scheduled_at', 'id'])
  await index('wakeup', ['list', 'next_at', 'id'])
  // What is due in the houses of one node among the pending calls of all.
  await index('wakeup', ['tenant', 'next_at', 'id'], { name: 'wakeup_due', where: sql`list = 'pending'` })
  await index('wakeup', ['occurrence'], { where: sql`occurrence is not null` })
  await index('wakeup', ['series', 'scheduled_at'], { where: sql`series is not null` })
  // Nearly every call follows none, and those of the past are not asked for.
  await index('wakeup', ['list', 'follows'], {
    name: 'wakeup_by_follows',
    where: sql`follows is not null`,
  })
  await attempts(tables)
  await propertyCalls(tables)
}

async function attempts({ table, index }: Tables) {
  await table(
    'attempt',
    { key: ['tenant', 'wakeup', 'number'] },
    {
      tenant: 'text',
      wakeup: 'text',
      number: 'integer',
      call: 'text',
      room: 'text',
      claimer: 'text',
      line: 'text',
      started_at: 'instant',
      handle: 'text?',
      answered_at: 'instant?',
      heard_at: 'instant?',
      keys: 'text',
      ended_at: 'instant?',
      result: 'text?',
    },
  )
  await index('attempt', ['wakeup'])
  await index('attempt', ['ended_at'])
  // Two processes can never ring one room, whatever else goes wrong.
  await index('attempt', ['tenant', 'room'], {
    name: 'attempt_open_in_room',
    unique: true,
    where: sql`ended_at is null`,
  })
}

async function propertyCalls({ table, index }: Tables) {
  await table(
    'property_call',
    { key: ['tenant', 'id'] },
    {
      tenant: 'text',
      id: 'text',
      system: 'text',
      room: 'text',
      date: 'text',
      time: 'text',
      wakeup: 'text?',
      asked_at: 'instant',
      state: 'text',
      word: 'text?',
      told_at: 'instant?',
      announced_for: 'instant?',
    },
  )
  await index('property_call', ['state', 'system', 'room'])
  await index('property_call', ['wakeup'])
  await index('property_call', ['asked_at'])
}
