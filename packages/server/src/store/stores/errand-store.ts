import type { Kysely, Selectable } from 'kysely'
import type { Errand } from '../../hotel/nodes/errand.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Schema } from '../engine/schema.ts'

/** What nodes ask each other for. */
export function errandStore(db: Kysely<Schema>, dialect: Dialect) {
  return {
    async list(): Promise<Errand[]> {
      return (await db.selectFrom('errand').selectAll().orderBy('asked_at').orderBy('id').execute()).map(
        toErrand,
      )
    },

    async ask({ id, lease, house, kind, question, askedAt }: Omit<Errand, 'answer'>) {
      await db
        .insertInto('errand')
        .values({ id, lease, house, kind, question, answer: null, asked_at: askedAt })
        .execute()
    },

    /** Whether anything waits for this node. */
    async isAnyFor(lease: string): Promise<boolean> {
      const open = db.selectFrom('errand').select('id').where('lease', '=', lease).where('is_taken', '=', 0)
      return (await open.limit(1).executeTakeFirst()) !== undefined
    },

    /** What waits for this node; each is given out once. */
    async take(lease: string): Promise<Errand[]> {
      const open = await db
        .selectFrom('errand')
        .selectAll()
        .where('lease', '=', lease)
        .where('is_taken', '=', 0)
        .orderBy('asked_at')
        .orderBy('id')
        .$call((query) => dialect.skipClaimed(query))
        .execute()
      if (open.length > 0)
        await db
          .updateTable('errand')
          .set({ is_taken: 1 })
          .where(dialect.oneOf('id', JSON.stringify(open.map(({ id }) => id))))
          .execute()
      return open.map(toErrand)
    },

    async answer(id: string, answer: string) {
      await db.updateTable('errand').set({ answer }).where('id', '=', id).execute()
    },

    /** Undefined where there is no such errand any more, null while it is not answered. */
    async answerTo(id: string): Promise<string | null | undefined> {
      const row = await db.selectFrom('errand').select('answer').where('id', '=', id).executeTakeFirst()
      return row?.answer
    },

    /** Takes back what nobody has taken; says whether it could. */
    async withdraw(id: string): Promise<boolean> {
      const gone = await db
        .deleteFrom('errand')
        .where('id', '=', id)
        .where('is_taken', '=', 0)
        .executeTakeFirst()
      return gone.numDeletedRows > 0n
    },

    async remove(id: string) {
      await db.deleteFrom('errand').where('id', '=', id).execute()
    },

    async purge(before: Instant) {
      await db.deleteFrom('errand').where('asked_at', '<', before).execute()
    },
  }
}

const toErrand = (row: Selectable<Schema['errand']>): Errand => ({
  id: row.id,
  lease: row.lease,
  house: row.house,
  kind: row.kind,
  question: row.question,
  answer: row.answer,
  askedAt: row.asked_at,
})
