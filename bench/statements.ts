import { Kysely } from 'kysely'
import { postgresDialect, sqliteDialect } from '../packages/server/src/store/engine/dialect.ts'
import { postgresKysely } from '../packages/server/src/store/engine/postgres-driver.ts'
import type { Schema } from '../packages/server/src/store/engine/schema.ts'
import { sqliteKysely } from '../packages/server/src/store/engine/sqlite-driver.ts'
import { createStores, type Stores } from '../packages/server/src/store/stores/stores.ts'
import { activity, wakeup } from '../packages/server/testing/records.ts'
import type { EngineName } from './ground.ts'

/** What differs from call to call; everything else that the product writes is the same for all of them. */
export interface NewCall {
  readonly id: string
  readonly room: string
  readonly at: number
  readonly wall: string
  readonly now: number
  readonly text: string
  readonly detail: string
}

export interface Statement {
  readonly sql: string
  /** Fields of the sample stand where those of a call belong. */
  readonly values: readonly unknown[]
}

const SAMPLE: NewCall = {
  id: '<id>',
  room: '<room>',
  at: -1,
  wall: '<wall>',
  now: -2,
  text: '<text>',
  detail: '{}',
}

const BY = { actor: 'bench', source: 'rest', room: SAMPLE.room } as const
const CALL = wakeup({
  ...BY,
  id: SAMPLE.id,
  scheduledAt: SAMPLE.at,
  wall: SAMPLE.wall,
  createdAt: SAMPLE.now,
  askedBy: BY.actor,
})
const ROW = activity({ ...BY, at: SAMPLE.now, wakeup: SAMPLE.id, text: SAMPLE.text })

/** What is done in the product's stores for the requests that are measured. */
const WORKS = {
  pending: ({ wakeups }) => wakeups.page({ list: 'pending', scope: null, limit: 100_000 }),
  call: ({ wakeups }) => wakeups.get(SAMPLE.id),
  mailbox: ({ mailboxes }) => mailboxes.hold(SAMPLE.room, null),
  twin: ({ wakeups }) => wakeups.twin(CALL),
  wakeup: ({ wakeups }) => wakeups.insert(CALL),
  activity: (stores) => stores.activity.add(ROW),
} satisfies Record<string, (stores: Stores) => Promise<unknown>>

export type Statements = Readonly<Record<keyof typeof WORKS, Statement>>

/** What the bare server is given: it sends what the product's stores send today, whatever columns come and go. */
export interface Script {
  readonly sample: NewCall
  readonly statements: Statements
}

export async function scriptFor(engine: EngineName): Promise<Script> {
  const one = (name: keyof Statements) => sentBy(engine, WORKS[name])
  return {
    sample: SAMPLE,
    statements: {
      pending: await one('pending'),
      call: await one('call'),
      mailbox: await one('mailbox'),
      twin: await one('twin'),
      wakeup: await one('wakeup'),
      activity: await one('activity'),
    },
  }
}

/** The one statement of a work, on a connection that only listens. */
async function sentBy(engine: EngineName, work: (stores: Stores) => Promise<unknown>): Promise<Statement> {
  const sent: Statement[] = []
  const listening = sqliteKysely({
    async executeQuery({ sql, parameters }) {
      sent.push({ sql, values: parameters })
      return { rows: [] }
    },
    streamQuery: notAsked,
  })
  const [kysely, dialect] =
    engine === 'sqlite'
      ? [listening, sqliteDialect]
      : [{ ...postgresKysely(notAsked), createDriver: listening.createDriver }, postgresDialect]
  await work(createStores(new Kysely<Schema>({ dialect: kysely }), dialect))
  const [statement] = sent
  if (!statement || sent.length > 1)
    throw new Error(`A work of the stores has sent ${sent.length} statements`)
  return statement
}

const notAsked = (): never => {
  throw new Error('The bare server has no statement of this kind')
}
