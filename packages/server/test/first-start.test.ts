import { existsSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, it } from 'vitest'
import { basic } from './hotel.ts'
import { type Run, useStarts } from './started.ts'

const { data, start } = useStarts()
const passwordOf = (run: Run, user: string) =>
  new RegExp(`^ +${user} +(\\S+)$`, 'm').exec(run.output())?.[1] ?? ''
const statusOf = async (address: string, password: string) => {
  const headers = { authorization: basic('admin', password) }
  return (await fetch(`${address}/rest/system`, { headers })).status
}

function storedPasswords(): unknown[] {
  const database = new DatabaseSync(path.join(data(), 'reveille.sqlite'), { readOnly: true })
  const rows = database.prepare('select password_hash as hash from account').all()
  database.close()
  return rows.map(({ hash }) => hash)
}

it('a first start makes a demonstration hotel, shows its passwords once, and keeps them at full cost', async () => {
  const first = start(['--port', '0'])
  const address = await first.ready()
  const password = passwordOf(first, 'admin')
  expect(await statusOf(address, password)).toBe(200)
  expect(await statusOf(address, `${password}-`)).toBe(401)
  expect(passwordOf(first, 'desk')).not.toBe('')
  expect(passwordOf(first, 'maid')).not.toBe('')
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)

  // Journeys hash cheaply; what is built must not: 19 MiB and two passes are the least that OWASP names for Argon2id.
  const stored = storedPasswords()
  expect(stored.length).toBe(3)
  for (const hash of stored) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)

  const second = start(['--port', '0'])
  const again = await second.ready()
  expect(second.output()).not.toContain(password)
  expect(await statusOf(again, password)).toBe(200)
  expect(existsSync(data())).toBe(true)
})
