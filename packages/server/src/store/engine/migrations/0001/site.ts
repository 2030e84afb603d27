import type { Tables } from '../tables.ts'

/** What the installation knows of itself, its tenants, accounts, lines and prompts. */
export async function siteTables({ table }: Tables) {
  await table('meta', { key: ['key'] }, { key: 'text', value: 'text' })
  await table('setting', { key: ['name'] }, { name: 'text', value: 'text' })
  await table('tenant', { key: ['id'] }, { id: 'text', name: 'text', timezone: 'text?', wakeup: 'text?' })
  await table(
    'account',
    { key: ['username'] },
    { username: 'text', tenant: 'text', password_hash: 'text', permissions: 'text', disabled: 'integer' },
  )
  await table('line', { key: ['tenant', 'name'] }, { tenant: 'text', name: 'text', config: 'text' })
  await table(
    'prompt',
    { key: ['tenant', 'id'] },
    { tenant: 'text', id: 'integer', description: 'text', text: 'text', language: 'text?' },
  )
  await table(
    'prompt_audio',
    { key: ['tenant', 'prompt'] },
    { tenant: 'text', prompt: 'integer', audio: 'text', ms: 'integer', recorded_at: 'instant' },
  )
}
