import { inScope } from '../../hotel/accounts/tenancy.ts'
import { rowIn } from '../../hotel/log/row.ts'
import { REMOVAL_ROWS } from '../../hotel/log/wakeup-rows.ts'
import { unknownRoom } from '../../hotel/rooms/room.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import { restoredCall } from '../../hotel/wakeups/restored-call.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import { record } from '../../logbook/record.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { type Actor, unknown } from '../actor.ts'
import type { Settings } from '../settings.ts'

interface Parts {
  readonly settings: Settings
  readonly ids: Ids
}

/** Those that were removed, from the log. Their rooms are held first, as a request for them would hold them. */
export async function removedCalls(stores: Stores, actor: Actor, ids: readonly string[]): Promise<Wakeup[]> {
  const found: Wakeup[] = []
  for (const id of ids) found.push(await removedCall(stores, actor, id))
  for (const room of new Set(found.map((call) => call.room).toSorted()))
    await stores.mailboxes.hold(room, actor.scope)
  // It may have been restored until its room was ours.
  for (const { id, room } of found) if (await stores.wakeups.get(id)) throw isThere(room)
  return found
}

async function removedCall(stores: Stores, actor: Actor, id: string): Promise<Wakeup> {
  const present = await stores.wakeups.get(id)
  if (present && inScope(present.tenant, actor.scope)) throw isThere(present.room)
  const row = (await stores.activity.ofWakeups([id])).filter(rowIn(REMOVAL_ROWS)).at(-1)
  if (!row || present || !inScope(row.tenant, actor.scope)) throw unknown('Wakeup call', id)
  if (row.kind === 'wakeup.rescheduled')
    throw new Failure('call.replaced', `Another call of room ${row.room} was set in its place; move that one`)
  return row.detail.call
}

const isThere = (room: string) =>
  new Failure('call.present', `This call of room ${room} is there: it was not deleted`)

export async function restoreCall(
  { settings, ids }: Parts,
  stores: Stores,
  actor: Actor,
  removed: Wakeup,
  now: Instant,
): Promise<Wakeup> {
  const call = restoredCall(removed, now, { zone: settings.zoneOf(removed.tenant), nextId: ids.uuid() })
  await mustHavePlace(stores, call)
  await stores.wakeups.insert(call)
  const scheduled = formatInstant(call.scheduledAt, call.zone)
  await record(stores, actor, now, {
    kind: 'wakeup.restored',
    tenant: call.tenant,
    room: call.room,
    wakeup: call.id,
    text: `Wake-up call restored; it rings at ${scheduled}`,
    detail: { scheduled },
  })
  return call
}

/** Its room, its announcement, and no call like it. */
async function mustHavePlace(stores: Stores, call: Wakeup) {
  const { tenant, room, prompt } = call
  if ((await stores.mailboxes.ofNumbers(tenant, [room])).length === 0) throw unknownRoom(room)
  if (prompt !== 0 && !(await stores.prompts.of(tenant, prompt))) throw unknown('Prompt', prompt)
  if (await stores.wakeups.twin(call))
    throw new Failure('thing.exists', `The same call of room ${room} was asked for meanwhile`)
}
