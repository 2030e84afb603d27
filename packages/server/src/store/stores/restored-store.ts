import type { Kysely } from 'kysely'
import { type Delivery, HELD_SINCE_BACKUP } from '../../hotel/deliveries/delivery.ts'
import { copyIn, RESTORED, type RestoredCopy } from '../../hotel/site/restored-copy.ts'
import type { Schema } from '../engine/schema.ts'
import { toDelivery } from './delivery-store.ts'
import { RESYNC } from './site-store.ts'

/** That this house is a copy of another, and what follows from it. */
export function restoredStore(db: Kysely<Schema>) {
  return {
    async copy(): Promise<RestoredCopy | null> {
      const row = await db.selectFrom('meta').select('value').where('key', '=', RESTORED).executeTakeFirst()
      return copyIn(row?.value)
    },

    async mark(copy: RestoredCopy) {
      const row = { key: RESTORED, value: JSON.stringify(copy) }
      await db
        .insertInto('meta')
        .values(row)
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute()
    },

    async unmark() {
      await db.deleteFrom('meta').where('key', '=', RESTORED).execute()
    },

    /** What waited, or was being sent: the house that goes on has sent it, or not. */
    async hold() {
      await db
        .updateTable('delivery')
        .set((eb) => ({ state: 'uncertain', doubts: eb('doubts', '+', 1), note: HELD_SINCE_BACKUP }))
        .where('state', 'in', ['waiting', 'sending'])
        .execute()
    },

    /** What was held and is not decided yet, in the order in which it was accepted. */
    async held(): Promise<Delivery[]> {
      const query = db.selectFrom('delivery').selectAll().where('state', '=', 'uncertain')
      const held = query.where('note', '=', HELD_SINCE_BACKUP).orderBy('created_at').orderBy('id')
      return (await held.execute()).map(toDelivery)
    },

    /** Numbers that may have been given out elsewhere are not given out here. */
    async moveSequences(by: number) {
      for (const table of ['destination', 'former_destination'] as const)
        await db
          .updateTable(table)
          .set((eb) => ({ sequence: eb('sequence', '+', by) }))
          .execute()
    },

    /** Every property system is asked for its guests anew, as if there had never been a link. */
    async forgetResyncs() {
      await db.deleteFrom('meta').where('key', 'like', `${RESYNC}%`).execute()
    },

    /** What a person has to decide about, and what one has decided to send; not what the house tells by itself. */
    async counts(): Promise<{ uncertain: number; released: number }> {
      const rows = await db
        .selectFrom('delivery')
        .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
        .where((eb) =>
          eb.or([
            eb('state', '=', 'uncertain'),
            eb.and([eb('state', '=', 'waiting'), eb('triggered_by', '<>', '')]),
          ]),
        )
        .groupBy('state')
        .execute()
      const of = (state: string) => rows.find((row) => row.state === state)?.count ?? 0
      return { uncertain: of('uncertain'), released: of('waiting') }
    },
  }
}
