import { queueOf, UNSENT } from '../hotel/deliveries/delivery.ts'
import { NO_TENANT } from '../hotel/accounts/tenancy.ts'
import { eventInRow, mayBeEvent, type RowEvent, type UnnumberedRow } from '../hotel/log/row-event.ts'
import { derivedUuid } from '../kernel/ids.ts'
import type { Subscriber } from '../store/stores/destination-store.ts'
import type { Stores } from '../store/stores/stores.ts'

/**
 * Destinations that have asked for it are told of what a row tells, in the row's own transaction: whoever writes an alarm
 * or a result cannot forget them. Sending is the runner's work.
 */
export async function tellEvents(stores: Stores, rows: readonly UnnumberedRow[]): Promise<void> {
  if (!rows.some(({ kind }) => mayBeEvent(kind))) return
  const subscribers = await subscribersIn(stores)
  if (subscribers.length === 0) return
  for (const row of rows) {
    const event = eventInRow(row)
    if (event) await tell(stores, subscribers, row, event)
  }
}

const known = new WeakMap<object, Promise<Subscriber[]>>()

/**
 * Read once in a transaction, and kept from others until it is over, all of them in one order: two transactions that tell
 * of several things never wait for each other.
 */
function subscribersIn({ destinations }: Stores): Promise<Subscriber[]> {
  const read = async () => {
    const all = await destinations.subscribers()
    for (const one of all) await destinations.lock(one)
    return all
  }
  const found = known.get(destinations) ?? read()
  known.set(destinations, found)
  return found
}

async function tell(
  stores: Stores,
  subscribers: readonly Subscriber[],
  row: UnnumberedRow,
  { kind, data }: RowEvent,
) {
  const { tenant, room, at } = row
  const told = subscribers.filter(
    (one) => one.events.includes(kind) && (one.tenant === NO_TENANT || one.tenant === tenant),
  )
  const payload = told.length === 0 ? {} : { ...data, ...(await callIn(stores, row)) }
  for (const destination of told) {
    const sequence = await stores.destinations.takeSequence(destination)
    const { purpose, name } = destination
    await stores.deliveries.insert({
      ...UNSENT,
      ...queueOf(destination),
      // Numbers are given out once: no chance is needed for an id that no two share.
      id: derivedUuid(at, [purpose, destination.tenant, name, sequence]),
      tenant,
      kind,
      room,
      sequence,
      nextAt: at,
      createdAt: at,
      payload,
    })
  }
}

/** When the guest wanted to be woken, for results. */
async function callIn({ wakeups }: Stores, { kind, wakeup }: UnnumberedRow) {
  if (wakeup === null || !kind.startsWith('wakeup.')) return {}
  const call = await wakeups.get(wakeup)
  return call ? { scheduledAt: call.scheduledAt, attempts: call.attempts } : {}
}
