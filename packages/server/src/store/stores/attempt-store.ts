import { type Kysely, type Selectable, sql } from 'kysely'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import type { MeasuredCall } from '../../hotel/wakeups/call-length.ts'
import { CALL_RESULT, type CallResult } from '../../hotel/wakeups/call-result.ts'
import type { Whose } from '../../hotel/nodes/houses.ts'
import type { Instant } from '../../kernel/clock.ts'
import { guardOf } from '../../kernel/schema.ts'
import type { Dialect } from '../engine/dialect.ts'
import { detailFrom, objectFrom, type Json, toJson } from '../engine/row.ts'
import { ofThose } from './whose.ts'
import type { Schema } from '../engine/schema.ts'
import { insertRows, runTemplate } from '../engine/template.ts'

/** Ringing a room once, for a call or for an occurrence of a series. */
export interface Attempt {
  readonly tenant: TenantId
  readonly wakeup: string
  readonly number: number
  /** The row of the call, which for a series is not the occurrence. */
  readonly call: string
  readonly room: string
  /** The process that rings. */
  readonly claimer: string
  readonly line: string
  readonly startedAt: Instant
  /** What another process needs to hang up. */
  readonly handle: Json | null
  readonly answeredAt: Instant | null
  /** When so much of the announcement had been heard that the answer counts for good. */
  readonly heardAt: Instant | null
  readonly keys: string
  readonly endedAt: Instant | null
  readonly result: StoredResult | null
}

/** What was written; or it was made unreadable by hand, which must be shown and not hide the rest. */
export type StoredResult = CallResult | 'unreadable'

export type AttemptKey = Pick<Attempt, 'tenant' | 'wakeup' | 'number'>

type Changes = Partial<Selectable<Schema['attempt']>>

export function attemptStore(db: Kysely<Schema>, dialect: Dialect) {
  const all = () => db.selectFrom('attempt').selectAll()
  const update = (what: string, { tenant, wakeup, number }: AttemptKey, values: Changes) =>
    runTemplate(
      db,
      `attempt.${what}`,
      { ...values, whose: tenant, of: wakeup, as: number },
      ({ whose, of, as, ...set }) =>
        db
          .updateTable('attempt')
          .set(set)
          .where('tenant', '=', whose)
          .where('wakeup', '=', of)
          .where('number', '=', as)
          .where('ended_at', 'is', null),
    )

  return {
    async insert(attempts: readonly Attempt[]) {
      await insertRows(db, 'attempt', attempts.map(toRow))
    },

    /** In the order in which they were made. */
    async ofWakeup(wakeup: string): Promise<Attempt[]> {
      return (await all().where('wakeup', '=', wakeup).orderBy('number').execute()).map(toAttempt)
    },

    /** Of many calls, in no order. */
    async ofWakeups(wakeups: readonly string[]): Promise<Attempt[]> {
      if (wakeups.length === 0) return []
      return (await all().where('wakeup', 'in', wakeups).execute()).map(toAttempt)
    },

    /** Those without an end. */
    async open(whose: Whose = null): Promise<Attempt[]> {
      const query = all()
        .where('ended_at', 'is', null)
        .where(ofThose(dialect, 'tenant', whose))
      return (await query.orderBy('started_at').orderBy('wakeup').execute()).map(toAttempt)
    },

    /** How long the latest attempts took that have ended with a result. */
    async latestLengths(limit: number): Promise<MeasuredCall[]> {
      const query = db.selectFrom('attempt').select(['started_at', 'ended_at', 'result'])
      const rows = await query
        .where('ended_at', 'is not', null)
        .orderBy('ended_at', 'desc')
        .limit(limit)
        .execute()
      return rows.flatMap(({ started_at, ended_at, result }) => {
        const known = result === null ? 'unreadable' : resultIn(result)
        return ended_at === null || known === 'unreadable'
          ? []
          : [{ ms: ended_at - started_at, kind: known.kind }]
      })
    },

    /** Sets since when the open attempts of these calls ring. */
    async begun(wakeups: readonly string[], at: Instant) {
      await runTemplate(db, 'attempt.begun', { list: JSON.stringify(wakeups), at }, (values) =>
        db
          .updateTable('attempt')
          .set({ started_at: values.at })
          .where(dialect.oneOf('wakeup', values.list))
          .where('ended_at', 'is', null),
      )
    },

    /** Removes what their own process has open for the same calls, or in the same rooms, as these new attempts. */
    async forgetOpen(attempts: readonly Attempt[]) {
      const calls = JSON.stringify(attempts.map(({ wakeup }) => wakeup))
      const claimers = JSON.stringify([...new Set(attempts.map(({ claimer }) => claimer))])
      const values = { calls, rooms: placesOf(attempts), claimers }
      await runTemplate(db, 'attempt.forgetOpen', values, (slots) =>
        db
          .deleteFrom('attempt')
          .where('ended_at', 'is', null)
          .where(dialect.oneOf('claimer', slots.claimers))
          .where((eb) => eb.or([dialect.oneOf('wakeup', slots.calls), dialect.oneOf(PLACE, slots.rooms)])),
      )
    },

    /** Those of these new attempts in whose rooms none is open. */
    async possible(attempts: readonly Attempt[]): Promise<Attempt[]> {
      const open = await runTemplate(db, 'attempt.possible', { rooms: placesOf(attempts) }, (slots) =>
        db
          .selectFrom('attempt')
          .select(['tenant', 'room'])
          .where('ended_at', 'is', null)
          .where(dialect.oneOf(PLACE, slots.rooms)),
      )
      const taken = new Set(open.rows.map(placeOf))
      return attempts.filter((attempt) => !taken.has(placeOf(attempt)))
    },

    /** Removes an attempt that was never dialled. */
    async forget({ tenant, wakeup, number }: AttemptKey) {
      await db
        .deleteFrom('attempt')
        .where('tenant', '=', tenant)
        .where('wakeup', '=', wakeup)
        .where('number', '=', number)
        .execute()
    },

    /** With the handle that hangs up a call that is up. */
    async answered(key: AttemptKey, handle: Json, at: Instant) {
      await update('answered', key, { handle: toJson(handle), answered_at: at })
    },

    /** The announcement was heard for long enough in the open attempts of these calls. */
    async heard(wakeups: readonly string[], at: Instant) {
      await runTemplate(db, 'attempt.heard', { list: JSON.stringify(wakeups), at }, (values) =>
        db
          .updateTable('attempt')
          .set({ heard_at: values.at })
          .where(dialect.oneOf('wakeup', values.list))
          .where('ended_at', 'is', null),
      )
    },

    async pressed(key: AttemptKey, keys: string) {
      await update('pressed', key, { keys })
    },

    async end(key: AttemptKey, at: Instant, result: CallResult | null) {
      const keys = result?.kind === 'answered' ? { keys: result.keys } : {}
      await update('keys' in keys ? 'end with keys' : 'end', key, {
        ...keys,
        ended_at: at,
        result: result && toJson(result),
      })
    },

    /** Of calls that the log no longer knows; at most so many. */
    async purge(before: Instant, limit: number): Promise<number> {
      const old = db
        .selectFrom('attempt')
        .select(['tenant', 'wakeup', 'number'])
        .where('ended_at', '<', before)
        .limit(limit)
      const gone = db
        .deleteFrom('attempt')
        .where((eb) =>
          eb(eb.refTuple('tenant', 'wakeup', 'number'), 'in', old.$asTuple('tenant', 'wakeup', 'number')),
        )
      return Number((await gone.executeTakeFirst()).numDeletedRows)
    },
  }
}

const isResult = guardOf(CALL_RESULT)

function resultIn(text: string): StoredResult {
  const value = detailFrom(text)
  return isResult(value) ? value : 'unreadable'
}

/** A room among those of all tenants. */
const PLACE = sql<string>`tenant || '/' || room`
const placeOf = ({ tenant, room }: Pick<Attempt, 'tenant' | 'room'>) => `${tenant}/${room}`
const placesOf = (attempts: readonly Attempt[]) => JSON.stringify(attempts.map(placeOf))

const toAttempt = (row: Selectable<Schema['attempt']>): Attempt => ({
  tenant: row.tenant,
  wakeup: row.wakeup,
  number: row.number,
  call: row.call,
  room: row.room,
  claimer: row.claimer,
  line: row.line,
  startedAt: row.started_at,
  handle: row.handle === null ? null : objectFrom(row.handle),
  answeredAt: row.answered_at,
  heardAt: row.heard_at,
  keys: row.keys,
  endedAt: row.ended_at,
  result: row.result === null ? null : resultIn(row.result),
})

const toRow = (attempt: Attempt) => ({
  tenant: attempt.tenant,
  wakeup: attempt.wakeup,
  number: attempt.number,
  call: attempt.call,
  room: attempt.room,
  claimer: attempt.claimer,
  line: attempt.line,
  started_at: attempt.startedAt,
  handle: attempt.handle && toJson(attempt.handle),
  answered_at: attempt.answeredAt,
  heard_at: attempt.heardAt,
  keys: attempt.keys,
  ended_at: attempt.endedAt,
  result: attempt.result && toJson(attempt.result),
})
