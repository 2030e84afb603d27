import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, inject } from 'vitest'
import { execute } from './postgres.ts'
import { TEMPLATE } from './shared-postgres.ts'

/**
 * Databases on the PostgreSQL that all test files share, dropped after the file or the `describe` that asks for them. A
 * test that stops the server or changes its settings starts one of its own: `startPostgres`.
 */
export function useDatabases() {
  const names: string[] = []
  const copyOf = async (template: string) => {
    const server = await sharedServer()
    const name = `test_${randomBytes(6).toString('hex')}`
    // The default strategy logs every page and takes three times the processor time.
    await execute(server, `create database ${name} template ${template} strategy file_copy`)
    names.push(name)
    return Object.assign(new URL(server), { pathname: name }).href
  }
  afterAll(async () => {
    if (names.length === 0) return
    await execute(await sharedServer(), ...names.map((name) => `drop database ${name} with (force)`))
  })
  return {
    /** The URL of a new database with the product's tables and no rows. */
    newDatabase: () => copyOf(TEMPLATE),
    /** The URL of a new database without tables. */
    emptyDatabase: () => copyOf('template1'),
  }
}

async function sharedServer() {
  const said = await text(connect(inject('postgresPort'), '127.0.0.1'))
  if (!said.startsWith('postgres:')) throw new Error(said)
  return said
}
