import type { Tables } from '../tables.ts'

/** What the installation knows of itself, its tenants, accounts, lines and prompts. */
export async function siteTables(tables: Tables) {
  const { table, index } = tables
  await table('meta', { key: ['key'] }, { key: 'text', value: 'text' })
  await table('setting', { key: ['name'] }, { name: 'text', value: 'text' })
  await table('language', { key: ['tag'] }, { tag: 'text', number: 'integer' })
  await index('language', ['number'], { unique: true })
  await table('tenant', { key: ['id'] }, { id: 'text', name: 'text', timezone: 'text?', wakeup: 'text?' })
  await table(
    'account',
    { key: ['username'] },
    { username: 'text', tenant: 'text', password_hash: 'text', permissions: 'text', disabled: 'integer' },
  )
  await sessionTables(tables)
  await nodeTables(tables)
  await table('line', { key: ['tenant', 'name'] }, { tenant: 'text', name: 'text', config: 'text' })
  await table(
    'prompt',
    { key: ['tenant', 'id'] },
    { tenant: 'text', id: 'integer', description: 'text', text: 'text', language: 'text?' },
  )
  await table(
    'prompt_audio',
    { key: ['tenant', 'prompt', 'language'] },
    {
      tenant: 'text',
      prompt: 'integer',
      language: 'text',
      audio: 'text',
      ms: 'integer',
      recorded_at: 'instant',
    },
  )
  await table(
    'phrase_audio',
    { key: ['language', 'phrase'] },
    { language: 'text', phrase: 'text', audio: 'text', ms: 'integer', recorded_at: 'instant' },
  )
}

/** Screens where accounts have signed in, and what unlocks them. */
async function sessionTables({ table, index }: Tables) {
  await table('pin', { key: ['account', 'purpose'] }, { account: 'text', purpose: 'text', hash: 'text' })
  await table(
    'session',
    { key: ['token'] },
    {
      token: 'text',
      id: 'text',
      account: 'text',
      tenant: 'text',
      kind: 'text',
      made_at: 'instant',
      seen_at: 'instant',
      locked_at: 'instant?',
      ends_at: 'instant',
      pin_tries: 'integer',
      address: 'text',
      agent: 'text',
    },
  )
  await index('session', ['id'], { unique: true })
  await index('session', ['account'])
}

/** The processes that share the house, and which of them each tenant lives on. */
async function nodeTables({ table }: Tables) {
  await table(
    'node',
    { key: ['lease'], isOftenChanged: true },
    {
      lease: 'text',
      name: 'text',
      address: 'text',
      version: 'text',
      beat: 'instant',
      state: 'text',
      joined_at: 'instant',
      lost_at: 'instant?',
      machine: "text=''",
      arranged: "text=''",
      facts: 'text',
    },
  )
  await table(
    'home',
    { key: ['house'] },
    { house: 'text', lease: 'text?', wanted: "text=''", since: 'instant' },
  )
  await table(
    'errand',
    { key: ['id'] },
    {
      id: 'text',
      lease: 'text',
      house: 'text?',
      kind: 'text',
      question: 'text',
      is_taken: 'integer=0',
      answer: 'text?',
      asked_at: 'instant',
    },
  )
}
