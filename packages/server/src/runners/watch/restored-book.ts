import { NO_TENANT, type TenantId } from '../../hotel/accounts/tenancy.ts'
import { type Delivery, deliverySubject, HELD_SINCE_BACKUP, isFor } from '../../hotel/deliveries/delivery.ts'
import type { Destination } from '../../hotel/deliveries/destination.ts'
import {
  numbersGivenOut,
  type PassedCall,
  passedCallsText,
  type RestoredCopy,
  type WentLive,
} from '../../hotel/site/restored-copy.ts'
import { formatInstant, type Zone } from '../../hotel/time/local-time.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { DeliveryToSend } from '../../connectors/connector.ts'
import { noteRow, writeRows } from '../../logbook/notes.ts'
import { raiseAlarm, raiseOrRepeat } from '../../logbook/raise-alarm.ts'
import { ITSELF, record } from '../../logbook/record.ts'
import type { Json } from '../../store/engine/row.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import { toSend } from '../deliveries/deliveries-under-way.ts'
import { deliverySettledNote } from '../deliveries/delivery-notes.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly ids: Ids
  zoneOf(tenant: TenantId): Zone
  /** What would have been remembered before this was sent, so that an answer to it is known; null where nothing would. */
  memoFor(destination: Destination, delivery: DeliveryToSend): Json | null
  /** Settles the calls that were due meanwhile. */
  passOver(stores: Stores, now: Instant): Promise<PassedCall[]>
}

export type RestoredBook = ReturnType<typeof restoredBook>

/** The two transactions of a house that was restored: what is uncertain is told, and it goes live. */
export function restoredBook(parts: Parts) {
  const { database } = parts
  return {
    /** Gives the copy as it is from then on. */
    tell: (copy: RestoredCopy, now: Instant): Promise<RestoredCopy> =>
      database.transaction((stores) => tell(parts, stores, copy, now)),

    /** Null where the house is live already. */
    goLive: (now: Instant): Promise<WentLive | null> =>
      database.transaction(async (stores) => {
        const copy = await stores.restored.copy()
        if (copy === null) return null
        if (!copy.isTold) await tell(parts, stores, copy, now)
        const calls = await parts.passOver(stores, now)
        const numbers = numbersGivenOut(copy, now)
        await stores.restored.moveSequences(numbers)
        await stores.restored.forgetResyncs()
        await stores.restored.unmark()
        const counts = await stores.restored.counts()
        const went = { backupAt: copy.backupAt, numbers, ...counts, calls }
        await writeLive(parts, stores, went, now)
        return went
      }),
  }
}

async function tell(parts: Parts, stores: Stores, copy: RestoredCopy, now: Instant): Promise<RestoredCopy> {
  const held = await stores.restored.held()
  await remember(parts, stores, held)
  const zone = parts.zoneOf(NO_TENANT)
  const [backup, restored] = [formatInstant(copy.backupAt, zone), formatInstant(copy.restoredAt, zone)]
  await record(stores, ITSELF, now, {
    kind: 'house.restored',
    tenant: NO_TENANT,
    text: `Restored from a backup of ${backup}: nothing is rung and nothing is sent until it goes live`,
    detail: { backup, restored, uncertain: held.length },
  })
  const rows = held.flatMap((one) => {
    const note = deliverySettledNote(one, { status: null, ms: 0 }, now)
    return note ? [noteRow(one, note)] : []
  })
  await writeRows(stores, rows)
  for (const subject of new Set(held.map(deliverySubject)))
    await raiseUncertain(
      parts,
      stores,
      held.filter((one) => deliverySubject(one) === subject),
      now,
    )
  const told = { ...copy, isTold: true }
  await stores.restored.mark(told)
  return told
}

/** The house that went on has given the same numbers to the same messages. */
async function remember({ memoFor, zoneOf }: Parts, stores: Stores, held: readonly Delivery[]) {
  const destinations = await stores.destinations.list('charge', null)
  for (const one of held.filter(({ memo }) => memo === null)) {
    const destination = destinations.find((other) => isFor(one, other))
    const memo = destination ? memoFor(destination, toSend(one, zoneOf(one.tenant))) : null
    if (memo !== null) await stores.queues.remember(one.id, memo)
  }
}

/** One alarm for each destination and tenant, as for any other message that may have arrived. */
async function raiseUncertain({ ids }: Parts, stores: Stores, held: readonly Delivery[], now: Instant) {
  const [first] = held
  if (first === undefined) return
  const { tenant, destination, purpose } = first
  const things = purpose === 'charge' ? 'Charges' : 'Room statuses'
  const news = {
    kind: 'delivery.uncertain',
    subject: deliverySubject(first),
    tenant,
    room: held.length === 1 ? first.room : '',
    text: `${things} that may or may not have reached ${destination}: ${held.length}. Please decide (${HELD_SINCE_BACKUP})`,
    detail: { delivery: first.id, destination },
  } as const
  await raiseOrRepeat(stores, ids, news, now)
}

async function writeLive(parts: Parts, stores: Stores, went: WentLive, now: Instant) {
  const { numbers, uncertain, released, calls } = went
  const backup = formatInstant(went.backupAt, parts.zoneOf(NO_TENANT))
  await record(stores, ITSELF, now, {
    kind: 'house.live',
    tenant: NO_TENANT,
    text: `The house that was restored from a backup of ${backup} is live`,
    detail: { backup, numbers, uncertain, released, calls: calls.length },
  })
  for (const tenant of new Set(calls.map((call) => call.tenant))) {
    const own = calls.filter((call) => call.tenant === tenant)
    await writePassed(parts, stores, own, formatInstant(went.backupAt, parts.zoneOf(tenant)), now)
  }
}

async function writePassed(
  { ids }: Parts,
  stores: Stores,
  passed: readonly PassedCall[],
  backup: string,
  now: Instant,
) {
  const tenant = passed[0]?.tenant ?? NO_TENANT
  const text = passedCallsText(passed, backup)
  const calls = passed.map(({ id, room, scheduled }) => ({ id, room, scheduled }))
  await record(stores, ITSELF, now, { kind: 'house.passed-over', tenant, text, detail: { backup, calls } })
  const about = { tenant, room: '', subject: `restored/${tenant}`, text }
  const news = { ...about, kind: 'house.passed-over', detail: { backup, calls: passed.length } } as const
  await raiseAlarm(stores, ids, news, now)
}
