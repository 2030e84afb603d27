import {
  type Delivery,
  afterAttempt,
  afterCutOff,
  INTERRUPTED,
  type QueueKey,
  queueOf,
  roomOf,
} from '../../hotel/deliveries/delivery.ts'
import {
  type Destination,
  type DestinationSettings,
  repetitionOf,
} from '../../hotel/deliveries/destination.ts'
import { VOID_MESSAGE } from '../../hotel/deliveries/take-back.ts'
import { gateOf } from '../../hotel/deliveries/retry.ts'
import type { Whose } from '../../hotel/nodes/houses.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import { noteRow, writeRows } from '../../logbook/notes.ts'
import { giveTakeBackToDesk } from '../../logbook/take-back-to-desk.ts'
import type { QueueRecord } from '../../store/stores/queue-store.ts'
import type { Json } from '../../store/engine/row.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { afterSettlement, enable, follow, freshQueue } from './delivery-health.ts'
import { deliverySettledNote, mendLate, tellOfMessage } from './delivery-notes.ts'
import { settleLate } from './late-answers.ts'
import { whyNotPosted } from './strangers.ts'
import type { DeliverySettlement, QueueTurn, Turned } from './delivery-turn.ts'
import { writeAttempt } from './write-attempt.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly ids: Ids
}

export type DeliveryBook = ReturnType<typeof deliveryBook>

/** Every transaction of a delivery queue: many messages in each, with their log rows and alarms for the desk. */
export function deliveryBook({ database, ids }: Parts) {
  return {
    async destinations(): Promise<Destination[]> {
      const { destinations } = database.read
      return [...(await destinations.list('charge', null)), ...(await destinations.list('room-status', null))]
    },

    async recordOf(destination: Destination): Promise<QueueRecord> {
      const key = queueOf(destination)
      return (await database.read.queues.get(key)) ?? freshQueue(key)
    },

    /** What is remembered of messages that may have arrived: an answer may still come. */
    async doubted(destination: Destination): Promise<Json[]> {
      const doubted = await database.read.queues.doubted(queueOf(destination))
      return doubted.flatMap(({ memo }) => (memo === null ? [] : [memo]))
    },

    turn: (turn: QueueTurn, now: Instant): Promise<Turned> =>
      database.transaction(async (stores) => {
        await settle(stores, ids, turn, now)
        // Before the late answers: one may be to a message that was about to be sent once more.
        await stores.queues.release(turn.released)
        await settleLate(stores, ids, turn, now)
        if (turn.known) await stores.queues.releaseOthers(queueOf(turn.destination), turn.known)
        const record = await follow(stores, ids, turn, now)
        return { record, ...(await takeUp(stores, ids, turn, record, now)) }
      }),

    /** An administrator has enabled it again: it begins anew. */
    enabled: (destination: Destination, before: QueueRecord, now: Instant): Promise<QueueRecord> =>
      database.transaction((stores) => enable(stores, destination, before, now)),

    /** Settles what the process or queue before us was sending; says how many. */
    recover: (rules: RetryRules, now: Instant, to: Destination | Whose): Promise<number> =>
      database.transaction(async (stores) => {
        const cut = await stores.queues.interrupted(to !== null && 'name' in to ? queueOf(to) : to)
        const unsent = cut.filter(({ memo }) => memo === null)
        await stores.queues.release(
          unsent.map(({ id }) => id),
          INTERRUPTED,
        )
        for (const one of cut.filter(({ memo }) => memo !== null))
          await writeInterrupted(stores, ids, one, rules, now)
        return cut.length
      }),
  }
}

/** How a message's destination wants it. */
export type RetryRules = (of: Delivery) => Parameters<typeof afterCutOff>[1]

/** `chance` is from 0 up to, not including, 1. */
export const retryRulesOf = (settings: DestinationSettings | undefined, chance: number) => ({
  ...repetitionOf(settings),
  chance,
})

/** What came back is written: the many that were delivered at once, the others one by one. */
async function settle(stores: Stores, ids: Ids, { settled, record }: QueueTurn, now: Instant) {
  if (settled.length === 0) return
  const retried = await settleRetried(stores, settled)
  const delivered = settled.filter(({ after }) => after.state === 'delivered')
  const ended = await stores.queues.delivered(delivered.map(({ after }) => after.id))
  for (const { after, stays } of settled)
    if (after.state !== 'delivered' && !stays && (await stores.queues.settle(after))) ended.add(after.id)
  // A message that an operator has settled meanwhile is left out: its log row is already written.
  const ours = settled.filter((one) => (one.stays ? retried.has(one) : ended.has(one.after.id)))
  await stores.queues.addAttempts(ours.map(attemptOf))
  const notes = ours.map((one) => ({ one, note: deliverySettledNote(one.after, answerOf(one), now) }))
  await writeRows(
    stores,
    notes.flatMap(({ one, note }) =>
      note ? [noteRow(one.after, note, one.before.trigger || 'system')] : [],
    ),
  )
  let { health } = record
  for (const one of settled) {
    health = afterSettlement(now)(health, one)
    if (!ours.includes(one)) continue
    await tellOfMessage(stores, ids, one.before, one.after, one.answer.text, now, health.unanswered)
  }
}

/**
 * Before those that have ended, as one of these may have been among them: many at once, first attempts first. Says
 * which were written.
 */
async function settleRetried(stores: Stores, settled: readonly DeliverySettlement[]) {
  const staying = settled.filter(({ stays }) => stays)
  const written = new Set<DeliverySettlement>()
  const numbers = [...new Set(staying.map(({ after }) => after.attempts))].toSorted((a, b) => a - b)
  for (const number of numbers) {
    const those = staying.filter(({ after }) => after.attempts === number)
    const nextAt = Math.max(...those.map(({ after }) => after.nextAt))
    const ids = await stores.queues.retried(
      those.map(({ after }) => after.id),
      number,
      nextAt,
    )
    for (const one of those) if (ids.has(one.after.id)) written.add(one)
  }
  return written
}

const answerOf = ({ answer, ms }: DeliverySettlement) => ({ status: answer.status, ms })

const attemptOf = ({ before, after, answer, at, ms }: DeliverySettlement) => ({
  tenant: after.tenant,
  delivery: after.id,
  number: after.attempts,
  at,
  status: answer.status,
  ms,
  text: answer.text,
  trigger: before.trigger,
})

/** The next messages, in order within each room; while a room's first message waits, so do its others. */
async function takeUp(stores: Stores, ids: Ids, turn: QueueTurn, record: QueueRecord, now: Instant) {
  const { wanted, but, atOnce, destination, memoFor } = turn
  if (wanted === 0 || record.disabledAt !== null) return { taken: [], held: [], more: false }
  // The failures just written may have paused the destination.
  if (gateOf(record.health, now) === 'paused') return { taken: [], held: [], more: true }
  const key = queueOf(destination)
  const { purpose, settings } = destination
  if (purpose === 'room-status' && settings.type === 'webhook' && settings.latestOnly)
    await collapse(stores, key, now)
  const found = await stores.queues.next(key, but, wanted)
  const held = new Map<string, Delivery>()
  const due = found.filter((one) => {
    if (held.has(roomOf(one))) return false
    if (atOnce || one.nextAt <= now) return true
    held.set(roomOf(one), one)
    return false
  })
  const fit = await withoutStrangers(stores, ids, destination, due, now)
  const ready = fit.map((one) => ({ ...one, memo: one.memo ?? memoFor?.(one) ?? null }))
  const taken = await stores.queues.take(ready)
  return {
    taken: ready.filter(({ id }) => taken.has(id)),
    held: [...held.values()],
    more: found.length === wanted,
  }
}

/** What waited may be of guests who have left since: others are in the room, and it is not for them. */
async function withoutStrangers(
  stores: Stores,
  ids: Ids,
  destination: Destination,
  due: readonly Delivery[],
  now: Instant,
): Promise<Delivery[]> {
  const fit: Delivery[] = []
  for (const one of due) {
    const reason = await whyNotPosted(stores, destination, one)
    if (reason === null) fit.push(one)
    else await refuseUnsent(stores, ids, destination, one, reason, now)
  }
  return fit
}

async function refuseUnsent(
  stores: Stores,
  ids: Ids,
  { settings }: Destination,
  one: Delivery,
  reason: string,
  now: Instant,
) {
  const verdict = { kind: 'refused', reason, unsent: true } as const
  const after = afterAttempt(one, verdict, retryRulesOf(settings, ids.between(0, 1)), now)
  if (!(await stores.deliveries.update(one, after))) return
  await writeAttempt(stores, one, after, { status: null, text: reason }, now)
  if (one.kind !== VOID_MESSAGE) return tellOfMessage(stores, ids, one, after, reason, now)
  await mendLate(stores, after, now)
  await giveTakeBackToDesk(stores, ids, after, now)
}

async function collapse(stores: Stores, queue: QueueKey, now: Instant) {
  const replaced = await stores.queues.collapse(queue)
  await writeRows(
    stores,
    replaced.map((one) =>
      noteRow(one, {
        kind: 'delivery.dead',
        at: now,
        text: `Room status to ${queue.destination} was replaced by a later one`,
        detail: { delivery: one.id, destination: queue.destination, purpose: queue.purpose },
      }),
    ),
  )
}

async function writeInterrupted(stores: Stores, ids: Ids, one: Delivery, rules: RetryRules, now: Instant) {
  const after = afterCutOff(one, rules(one), now)
  if (!(await stores.queues.settle(after))) return
  await writeAttempt(stores, one, after, { status: null, text: INTERRUPTED }, now)
  await tellOfMessage(stores, ids, one, after, INTERRUPTED, now)
}
