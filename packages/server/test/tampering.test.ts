import { DatabaseSync } from '@photostructure/sqlite'
import path from 'node:path'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { recordsVerdict } from '../src/cli/checks/records.ts'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { SQLITE_FILE } from '../src/store/engine/sqlite.ts'
import { type Night, openNight } from './night.ts'
import { useDatabases } from './test-databases.ts'
import { type Kind, KINDS } from './premises.ts'

const { newDatabase } = useDatabases()

type Execute = (sql: string) => Promise<unknown>

/** Into the database past the product, as somebody with a password for it would. */
async function backDoor({ hotel }: Night, url: string | null): Promise<Execute> {
  if (url === null) {
    const file = new DatabaseSync(path.join(hotel.folder, SQLITE_FILE))
    onTestFinished(() => file.close())
    return (sql) => Promise.resolve(file.exec(sql))
  }
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return (sql) => client.query(sql)
}

const ANSWERED =
  '{"kind":"answered","status":200,"reason":"OK","cause":null,"forwarded":false,"heardMs":9000,"keys":"","hungUpBy":"them","machineSigns":[]}'

/** What is done by hand, and what the dossier finds: of what, which field, or how many rows. */
type Deed = readonly [what: string, sql: (id: string) => string, found: object]

const altered = (of: string, field: string, shown?: string | null, logged?: string | null) => ({
  alterations: expect.arrayContaining([
    expect.objectContaining({
      of,
      field,
      ...(shown === undefined ? {} : { shown }),
      ...(logged === undefined ? {} : { logged }),
    }),
  ]) as unknown,
})
const changedRow = (kind: string) => ({
  log: expect.arrayContaining([expect.objectContaining({ kind, altered: true })]) as unknown,
})
const rowOf = (id: string, kind: string) => `wakeup = '${id}' and kind = '${kind}'`

const DEEDS: readonly Deed[] = [
  [
    'the outcome is set to woken',
    (id) =>
      `update wakeup set outcome = 'complete', machine_outcome = 'complete', list = 'answered' where id = '${id}'`,
    altered('call', 'outcome', 'complete', 'no-answer'),
  ],
  [
    'somebody else is said to have ended it',
    (id) => `update wakeup set actor = 'night porter' where id = '${id}'`,
    altered('call', 'settled by', 'night porter', 'system'),
  ],
  [
    'the room is another',
    (id) => `update wakeup set room = '999' where id = '${id}'`,
    altered('call', 'room', '999'),
  ],
  [
    'the time is another',
    (id) => `update wakeup set scheduled_at = scheduled_at + 600000 where id = '${id}'`,
    altered('call', 'scheduled', '2026-11-14T20:15:00+01:00', '2026-11-14T20:05:00+01:00'),
  ],
  [
    'it is said to have been rung sooner',
    (id) => `update wakeup set dialled_at = dialled_at - 30000 where id = '${id}'`,
    altered('call', 'first rung'),
  ],
  [
    'it is said to have been rung more often',
    (id) => `update wakeup set attempts = 7 where id = '${id}'`,
    altered('call', 'attempts', '7', '2'),
  ],
  [
    'it is said to be still to come',
    (id) =>
      `update wakeup set outcome = null, list = 'pending', settled_at = null, machine_outcome = null, next_at = 9999999999999 where id = '${id}'`,
    altered('call', 'outcome', null, 'no-answer'),
  ],
  [
    'an attempt is said to have been answered',
    (id) => `update attempt set result = '${ANSWERED}' where wakeup = '${id}' and number = 2`,
    altered('attempt 2', 'result', 'answered', 'no-answer'),
  ],
  [
    'the result of an attempt is made unreadable',
    (id) => `update attempt set result = '{"kind":' where wakeup = '${id}' and number = 2`,
    altered('attempt 2', 'result', 'unreadable', 'no-answer'),
  ],
  [
    'a key is said to have proven it',
    (id) => `update wakeup set proof = 'key' where id = '${id}'`,
    altered('call', 'proof', 'key', null),
  ],
  [
    'an attempt is said to have been picked up',
    (id) => `update attempt set answered_at = started_at + 3000 where wakeup = '${id}' and number = 1`,
    altered('attempt 1', 'answered', undefined, null),
  ],
  [
    'an attempt is said to have been made sooner',
    (id) => `update attempt set started_at = started_at - 60000 where wakeup = '${id}' and number = 2`,
    altered('attempt 2', 'started'),
  ],
  [
    'a key is said to have been pressed',
    (id) => `update attempt set keys = '5' where wakeup = '${id}' and number = 1`,
    altered('attempt 1', 'keys', '5', ''),
  ],
  [
    'an attempt is removed',
    (id) => `delete from attempt where wakeup = '${id}' and number = 1`,
    altered('attempt 1', 'attempt', null),
  ],
  [
    'an attempt is put in',
    (id) =>
      `insert into attempt (tenant, wakeup, number, call, room, claimer, line, started_at, keys, ended_at, result)
       select tenant, wakeup, 9, call, room, claimer, line, started_at + 1000, '', ended_at, '${ANSWERED}'
       from attempt where wakeup = '${id}' and number = 2`,
    altered('attempt 9', 'result', 'answered', null),
  ],
  [
    'a row of the log is changed',
    (id) => `update activity set text = 'The guest was woken' where ${rowOf(id, 'wakeup.settled')}`,
    changedRow('wakeup.settled'),
  ],
  [
    'the record and its row are changed alike',
    (id) =>
      `update wakeup set outcome = 'complete', machine_outcome = 'complete', list = 'answered' where id = '${id}';
       update activity set detail = '{"outcome":"complete"}' where ${rowOf(id, 'wakeup.settled')}`,
    changedRow('wakeup.settled'),
  ],
  [
    'the seal of a row is changed with it',
    (id) =>
      `update activity set actor = 'night porter' where ${rowOf(id, 'wakeup.created')};
       update seal set digest = '${'0'.repeat(64)}' where activity in (select id from activity where ${rowOf(id, 'wakeup.created')})`,
    changedRow('wakeup.created'),
  ],
  [
    'the row that tells of an end is removed',
    (id) => `delete from activity where ${rowOf(id, 'wakeup.settled')}`,
    { ...altered('call', 'outcome', 'no-answer', null) },
  ],
  [
    'a row that nothing else tells of is removed',
    (id) =>
      `delete from activity where id = (select min(id) from activity where ${rowOf(id, 'wakeup.progress')})`,
    { removedRows: expect.toSatisfy((rows: number) => rows > 0) as unknown },
  ],
  [
    'a row is put in that says it ended otherwise',
    (id) =>
      `update wakeup set outcome = 'complete', list = 'answered' where id = '${id}';
       insert into activity (class, at, tenant, kind, room, actor, source, wakeup, text, detail)
       select class, at, tenant, kind, room, actor, source, wakeup, 'The guest was woken', '{"outcome":"complete"}'
       from activity where ${rowOf(id, 'wakeup.settled')}`,
    altered('call', 'ended twice', 'no-answer', 'complete'),
  ],
]

/** Rooms whose calls nobody tampers with, or that vanish; and a call that nobody has asked for. */
const UNTOUCHED = '131'
const VANISHED = '132'
const MADE_UP = '01939a3e-0000-7000-8000-000000000000'
const ROOMS = DEEDS.map((_, n) => String(101 + n))

async function aMorningOf(kind: Kind) {
  const url = kind === 'sqlite' ? null : await newDatabase()
  const night = await openNight({
    lines: [40],
    site: { mailboxes: [{ range: '101-139' }] },
    wakeup: { attempts: 2, retryDelay: '1m' },
    databaseUrl: url,
  })
  for (const room of [...ROOMS, UNTOUCHED, VANISHED])
    night.exchange.does(room, { does: 'busy' }, { does: 'ring' })
  const { hotel } = night
  const ids = new Map<string, string>()
  for (const room of [...ROOMS, UNTOUCHED, VANISHED]) ids.set(room, await hotel.ask(room, '2005'))
  const pending = async () =>
    (await hotel.request('desk', 'GET', '/rest/wakeup/list/pending')).json.pending.length
  await hotel.until(async () => (await pending()) === 0, minutes(30))
  await hotel.pass(seconds(5))
  const check = () =>
    recordsVerdict({ data: hotel.folder, database: url, clock: hotel.clock }).then(({ level, text }) => ({
      level,
      text,
    }))
  const dossier = async (id: string) =>
    (await hotel.request('boss', 'GET', `/rest/wakeup/${id}/dossier`)).json
  const page = async (id: string) =>
    (await hotel.request('boss', 'GET', `/rest/wakeup/${id}/dossier`, undefined, { accept: 'text/html' }))
      .text
  return { night, ids, check, dossier, page, execute: await backDoor(night, url) }
}

describe.each(KINDS)('what somebody changes in the database by hand (%s)', (kind) => {
  test('is seen in the dossier and by the doctor', async () => {
    const { night, ids, check, dossier, page, execute } = await aMorningOf(kind)
    const idOf = (room: string | undefined) => ids.get(room ?? '') ?? ''
    expect(await check()).toEqual({
      level: 'ok',
      text: `${ids.size} calls and their attempts are as the log tells them`,
    })
    for (const id of ids.values())
      expect(await dossier(id)).toMatchObject({ alterations: [], removedRows: 0 })

    for (const [n, [, sql]] of DEEDS.entries()) await execute(sql(idOf(ROOMS[n])))
    await execute(`delete from wakeup where id = '${idOf(VANISHED)}'`)
    await execute(
      `create temporary table made_up as select * from wakeup where id = '${idOf(UNTOUCHED)}';
       update made_up set id = '${MADE_UP}', outcome = 'complete', list = 'answered';
       insert into wakeup select * from made_up`,
    )
    await night.hotel.pass(seconds(5))

    const found: string[] = []
    for (const [n, [what, , expected]] of DEEDS.entries()) {
      expect([what, await dossier(idOf(ROOMS[n]))]).toEqual([what, expect.objectContaining(expected)])
      expect([what, await page(idOf(ROOMS[n]))]).toEqual([
        what,
        expect.stringContaining('Altered in the database'),
      ])
      found.push(what)
    }
    expect(found).toHaveLength(DEEDS.length)
    expect(await dossier(MADE_UP)).toMatchObject(altered('call', 'asked for', undefined, null))
    expect((await dossier(idOf(UNTOUCHED))).alterations).toEqual([])
    const { level, text } = await check()
    expect(level).toBe('fault')
    expect(text).toContain(`call ${idOf(VANISHED)} of room ${VANISHED} is missing: it was removed by hand`)
    expect(text).toContain(
      `call ${idOf('101')} of room 101 was altered by hand: outcome is complete, in the log no-answer`,
    )
    expect(text).not.toContain(idOf(UNTOUCHED))
  })
})
