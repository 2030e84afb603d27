import { createServer } from 'node:net'
import type { TestProject } from 'vitest/node'
import { systemClock } from '../src/kernel/clock.ts'
import { silentLog } from '../src/kernel/log.ts'
import { openPostgres } from '../src/store/engine/postgres.ts'
import { execute, portOf, startPostgres, type TestPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A connection to this port of 127.0.0.1 is answered with the URL of the PostgreSQL that all test files share. */
    postgresPort: number
  }
}

/** A database with the product's tables and no rows, to be copied. */
export const TEMPLATE = 'reveille_template'

/** Entry point for vitest: one PostgreSQL for the run, started by the first test that asks for it. */
export default async function setup(project: TestProject) {
  let started: Promise<TestPostgres> | undefined
  const door = createServer((socket) => {
    started ??= startWithTemplate()
    // A test worker may be gone before its answer.
    socket.on('error', () => {})
    started.then(
      (server) => socket.end(server.url()),
      (error: unknown) => socket.end(String(error)),
    )
  })
  project.provide('postgresPort', await portOf(door.unref()))
  return async () => {
    door.close()
    const server = await started?.catch(() => undefined)
    await server?.stop()
  }
}

async function startWithTemplate() {
  const server = await startPostgres({ isShared: true })
  await execute(server.url(), `create database ${TEMPLATE}`)
  const template = await openPostgres({ url: server.url(TEMPLATE), clock: systemClock(), log: silentLog })
  await template.close()
  return server
}
