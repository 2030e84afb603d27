// What one would write by hand: Fastify, the driver, the same statements, one durable commit for each request and a
// string comparison for the credentials. No checks, no zones, no logs, no metrics.
import { randomUUID } from 'node:crypto'
import { DatabaseSync } from '@photostructure/sqlite'
import Fastify from 'fastify'
import { Pool, type QueryConfig, types } from 'pg'

const [engine = '', place = '', authorization = ''] = process.argv.slice(2)

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

interface NewCall {
  readonly id: string
  readonly room: string
  readonly at: number
  readonly wall: string
  readonly now: number
  readonly text: string
  readonly detail: string
}

interface Hotel {
  siteId(): Promise<string>
  pending(): Promise<WakeupRow[]>
  call(id: string): Promise<WakeupRow | undefined>
  create(call: NewCall): Promise<string | undefined>
}

const MOST_ROWS = 100_000

// The statements that the product sends for the same requests, word by word.
const SITE_ID = `select "value" from "meta" where "key" = 'siteId'`
const PENDING = `select * from "wakeup" where "list" = $1 order by "scheduled_at", "id" limit $2`
const CALL = 'select * from "wakeup" where "id" = $1'
const MAILBOX = 'select * from "mailbox" where "number" = $1'
const TWIN =
  'select * from "wakeup" where "tenant" = $1 and "room" = $2 and "scheduled_at" = $3 and "list" = $4 and "days" = $5'
const WAKEUP = insert(
  'wakeup',
  'id tenant room list state outcome machine_outcome scheduled_at wall zone days until series confirm prompt attempts snoozes actor source created_at settled_at due_at next_at',
)
const ACTIVITY = insert('activity', 'class at tenant kind room actor source wakeup text detail')

function insert(table: string, names: string) {
  const columns = names.split(' ')
  const values = columns.map((_, at) => `$${at + 1}`)
  return `insert into "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) values (${values.join(', ')})`
}

const wakeupValues = ({ id, room, at, wall, now }: NewCall) => [
  id,
  '',
  room,
  'pending',
  'pending',
  null,
  null,
  at,
  wall,
  'Europe/Zurich',
  '',
  null,
  null,
  0,
  0,
  0,
  0,
  'bench',
  'rest',
  now,
  null,
  at,
  at,
]
const activityValues = ({ id, room, now, text, detail }: NewCall) =>
  ['log', now, '', 'wakeup.created', room, 'bench', 'rest', id, text, detail] as const

function sqliteHotel(file: string): Hotel {
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  const prepare = (sql: string) => database.prepare(sql.replaceAll(/\$\d+/g, '?'))
  const [pending, call, mailbox, twin, wakeup, activity] = [
    PENDING,
    CALL,
    MAILBOX,
    TWIN,
    WAKEUP,
    ACTIVITY,
  ].map(prepare)
  if (!pending || !call || !mailbox || !twin || !wakeup || !activity) throw new Error('Nothing is prepared')
  const [begin, commit] = [prepare('begin immediate'), prepare('commit')]
  return {
    siteId: async () => (prepare(SITE_ID).get() as { value: string }).value,
    pending: async () => pending.all('pending', MOST_ROWS) as WakeupRow[],
    call: async (id) => call.all(id)[0] as WakeupRow | undefined,
    async create(wish) {
      begin.run()
      if (mailbox.all(wish.room).length === 0) throw new Error('No such room')
      const [known] = twin.all('', wish.room, wish.at, 'pending', '') as WakeupRow[]
      if (!known) {
        wakeup.run(...wakeupValues(wish))
        activity.run(...activityValues(wish))
      }
      commit.run()
      return known?.id
    },
  }
}

function postgresHotel(url: string): Hotel {
  types.setTypeParser(20, Number)
  const pool = new Pool({ connectionString: url, max: 10 })
  const named = (name: string, text: string, values: readonly unknown[]): QueryConfig => ({
    name,
    text,
    values: [...values],
  })
  return {
    siteId: async () => (await pool.query<{ value: string }>(SITE_ID)).rows[0]?.value ?? '',
    pending: async () =>
      (await pool.query<WakeupRow>(named('pending', PENDING, ['pending', MOST_ROWS]))).rows,
    call: async (id) => (await pool.query<WakeupRow>(named('call', CALL, [id]))).rows[0],
    async create(wish) {
      const client = await pool.connect()
      await client.query('begin')
      if ((await client.query(named('mailbox', `${MAILBOX} for update`, [wish.room]))).rows.length === 0)
        throw new Error('No such room')
      const twin = await client.query<WakeupRow>(named('twin', TWIN, ['', wish.room, wish.at, 'pending', '']))
      const known = twin.rows[0]
      if (!known) {
        await client.query(named('wakeup', WAKEUP, wakeupValues(wish)))
        await client.query(named('activity', ACTIVITY, activityValues(wish)))
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
    detail: JSON.stringify({ scheduled, days: '', prompt: 0, address: '127.0.0.1' }),
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
