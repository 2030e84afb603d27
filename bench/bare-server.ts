// What one would write by hand: Fastify, the driver, the same statements, one durable commit for each request and a
// string comparison for the credentials. No checks, no zones, no logs, no metrics.
import { randomUUID } from 'node:crypto'
import { DatabaseSync } from '@photostructure/sqlite'
import Fastify from 'fastify'
import { Pool, type QueryConfig, types } from 'pg'
import { keysOf } from '../packages/server/src/kernel/record.ts'
import type { NewCall, Script, Statement, Statements } from './statements.ts'

const [engine = '', place = '', authorization = '', script = ''] = process.argv.slice(2)

interface WakeupRow {
  id: string
  tenant: string
  room: string
  scheduled_at: number
  created_at: number
  days: string
  actor: string
  attempts: number
  snoozes: number
  prompt: number
}

interface Hotel {
  siteId(): Promise<string>
  pending(): Promise<WakeupRow[]>
  call(id: string): Promise<WakeupRow | undefined>
  create(call: NewCall): Promise<string | undefined>
}

// The statements that the product sends for the same requests: `statements.ts` has them from its stores.
const { sample, statements }: Script = JSON.parse(script)
const SITE_ID = `select "value" from "meta" where "key" = 'siteId'`

/** The values of a statement, made for a call: what the sample has in a place says what belongs there. */
function valuesFor({ values }: Statement) {
  const fields = values.map((value) => keysOf(sample).find((field) => sample[field] === value))
  return (call: Partial<NewCall>) =>
    fields.map((field, at) => (field === undefined ? values[at] : call[field]))
}

const values = {
  pending: valuesFor(statements.pending),
  call: valuesFor(statements.call),
  mailbox: valuesFor(statements.mailbox),
  twin: valuesFor(statements.twin),
  wakeup: valuesFor(statements.wakeup),
  activity: valuesFor(statements.activity),
}

function sqliteHotel(file: string): Hotel {
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  const prepared = (name: keyof Statements) => {
    const statement = database.prepare(statements[name].sql)
    return {
      all: (call: Partial<NewCall>) => statement.all(...values[name](call)) as WakeupRow[],
      run: (call: Partial<NewCall>) => statement.run(...values[name](call)),
    }
  }
  const [pending, call, mailbox, twin] = [
    prepared('pending'),
    prepared('call'),
    prepared('mailbox'),
    prepared('twin'),
  ]
  const [wakeup, activity] = [prepared('wakeup'), prepared('activity')]
  const [begin, commit] = [database.prepare('begin immediate'), database.prepare('commit')]
  return {
    siteId: async () => (database.prepare(SITE_ID).get() as { value: string }).value,
    pending: async () => pending.all({}),
    call: async (id) => call.all({ id })[0],
    async create(wish) {
      begin.run()
      if (mailbox.all(wish).length === 0) throw new Error('No such room')
      const [known] = twin.all(wish)
      if (!known) {
        wakeup.run(wish)
        activity.run(wish)
      }
      commit.run()
      return known?.id
    },
  }
}

function postgresHotel(url: string): Hotel {
  types.setTypeParser(20, Number)
  const pool = new Pool({ connectionString: url, max: 10 })
  const named = (name: keyof Statements, wish: Partial<NewCall>): QueryConfig => ({
    name,
    text: statements[name].sql,
    values: values[name](wish),
  })
  return {
    siteId: async () => (await pool.query<{ value: string }>(SITE_ID)).rows[0]?.value ?? '',
    pending: async () => (await pool.query<WakeupRow>(named('pending', {}))).rows,
    call: async (id) => (await pool.query<WakeupRow>(named('call', { id }))).rows[0],
    async create(wish) {
      const client = await pool.connect()
      await client.query('begin')
      if ((await client.query(named('mailbox', wish))).rows.length === 0) throw new Error('No such room')
      const [known] = (await client.query<WakeupRow>(named('twin', wish))).rows
      if (!known) {
        await client.query(named('wakeup', wish))
        await client.query(named('activity', wish))
      }
      await client.query('commit')
      client.release()
      return known?.id
    },
  }
}

// A fixed offset: right for half of the year, and as cheap as can be.
const OFFSET = 3_600_000
const local = (at: number) => `${new Date(at + OFFSET).toISOString().slice(0, 19)}+01:00`

function newCall(form: URLSearchParams): NewCall {
  const [room, date, time] = [form.get('room'), form.get('date'), form.get('time')]
  if (room === null || date === null || time === null) throw new Error('A field is missing')
  const wall = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${time.slice(0, 2)}:${time.slice(2)}:00`
  const at = Date.parse(`${wall}Z`) - OFFSET
  const scheduled = local(at)
  return {
    id: randomUUID(),
    room,
    at,
    wall,
    now: Date.now(),
    text: `Wake-up call asked for ${scheduled}`,
    detail: JSON.stringify({ scheduled, days: '', prompt: 0, wall, confirm: false, address: '127.0.0.1' }),
  }
}

const hotel = engine === 'postgres' ? postgresHotel(place) : sqliteHotel(place)
const siteId = await hotel.siteId()

const record = (row: WakeupRow) => ({
  id: row.id,
  room: row.room,
  scheduled: local(row.scheduled_at),
  created: local(row.created_at),
  daily: row.days !== '',
  actor: row.actor,
  attempts: row.attempts,
  snoozes: row.snoozes,
  prompt: row.prompt,
  result: -1,
  source: 1,
  status: 0,
  tenant: row.tenant === '' ? siteId : row.tenant,
})

const app = Fastify()
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
  done(null, new URLSearchParams(String(body))),
)
app.addHook('onRequest', (request, reply, done) => {
  if (request.headers.authorization === authorization) return done()
  void reply.code(401).send()
})
app.get('/rest/wakeup/list/pending', async () => ({ pending: (await hotel.pending()).map(record) }))
app.get('/rest/wakeup/:id', async (request, reply) => {
  const row = await hotel.call((request.params as { id: string }).id)
  return row ? record(row) : reply.code(404).send()
})
app.post('/rest/wakeup', async (request, reply) => {
  const wish = newCall(request.body as URLSearchParams)
  const known = await hotel.create(wish)
  reply.code(201)
  return { error: 0, description: 'Wakeup call created', id: known ?? wish.id, scheduled: local(wish.at) }
})
console.log(`The bare server is ready at ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
