import { type Alarm, type AlarmKind, raise } from '../../hotel/desk/alarm.ts'
import {
  type Delivery,
  type DeliveryState,
  deliverySubject,
  type DestinationKey,
} from '../../hotel/deliveries/delivery.ts'
import { ownName } from '../../hotel/site/tenancy.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Stores } from '../../store/stores/stores.ts'

/** What the log and the desk are told about deliveries, in words. */

export interface Note {
  readonly kind: string
  readonly at: Instant
  readonly text: string
  readonly detail: Readonly<Record<string, unknown>>
}

const THING = { charge: 'charge', 'room-status': 'room status' } as const

export const noteRow = (about: { tenant: string; room: string }, note: Note, actor = 'system') => ({
  ...note,
  tenant: about.tenant,
  room: about.room,
  actor,
  source: 'system' as const,
  wakeup: null,
})

export const queueName = ({ purpose, tenant, name }: DestinationKey) => `${purpose}/${ownName(tenant, name)}`

/** What the log says when a message has come to an end, or to a halt; null when it will be tried again as a matter of course. */
export function settledNote(
  after: Delivery,
  answer: { status: number | null; ms: number },
  at: Instant,
): Note | null {
  const { id, destination, attempts, purpose, state, note, doubts } = after
  const detail = { delivery: id, destination, purpose, attempts, ...answer }
  const thing = THING[purpose]
  const upper = `${thing[0]?.toUpperCase()}${thing.slice(1)}`
  switch (state) {
    case 'delivered':
      return { kind: 'delivery.delivered', at, text: `${upper} delivered to ${destination}`, detail }
    case 'refused':
      return { kind: 'delivery.refused', at, text: `${destination} refused a ${thing}: ${note}`, detail }
    case 'dead':
      return { kind: 'delivery.dead', at, text: `${upper} to ${destination}: ${note}`, detail }
    case 'uncertain':
      return {
        kind: 'delivery.uncertain',
        at,
        text: `${upper} to ${destination} may have arrived: ${note}`,
        detail,
      }
    case 'sending':
    case 'waiting':
      if (doubts === 0) return null
      return {
        kind: 'delivery.uncertain',
        at,
        text: `${upper} to ${destination} may have arrived and is sent once more: it may be there twice`,
        detail,
      }
  }
}

interface About {
  readonly kind: AlarmKind
  readonly subject: string
  readonly tenant: string
  readonly room: string
  readonly text: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** One alarm for each thing: what happens to it again is added to the words of the one that is open. */
export async function alarm(stores: Stores, ids: Ids, about: About, now: Instant): Promise<void> {
  const open = await stores.alarms.openAbout(about.kind, about.subject)
  // One that is ended at this moment is not the one that is told of.
  if (open && (await repeat(stores, open, about))) return
  const raised = raise({ id: ids.uuid(), ...about }, now)
  await stores.alarms.insert(raised)
  await stores.activity.add(alarmRow(raised, 'alarm.raised', about.text, now))
}

function repeat(stores: Stores, open: Alarm, { text, detail }: About): Promise<boolean> {
  const times = Number(open.detail.times ?? 1) + 1
  return stores.alarms.update(open, { text: `${text} (${times} times)`, detail: { ...detail, times } })
}

/** It has mended itself. */
export async function mend(
  stores: Stores,
  kinds: readonly AlarmKind[],
  subject: string,
  text: string,
  now: Instant,
): Promise<void> {
  for (const kind of kinds) {
    const open = await stores.alarms.openAbout(kind, subject)
    if (!open) continue
    if (!(await stores.alarms.update(open, { state: 'over', endedBy: 'system', endedAt: now }))) continue
    await stores.activity.add(alarmRow(open, 'alarm.over', text, now))
  }
}

const alarmRow = (one: Alarm, kind: string, text: string, at: Instant) =>
  noteRow(one, { kind, at, text, detail: { alarm: one.id, kind: one.kind } })

const ENDED: Readonly<Record<Exclude<DeliveryState, 'waiting'>, string>> = {
  sending: 'is on its way to',
  delivered: 'has reached',
  refused: 'was refused by',
  uncertain: 'may have reached',
  dead: 'is not sent any more to',
}

/** What a person must look at, message by message. */
export async function tellOfMessage(
  stores: Stores,
  ids: Ids,
  before: Delivery,
  one: Delivery,
  said: string,
  now: Instant,
) {
  const { tenant, room, destination, note } = one
  const about = { tenant, room, subject: deliverySubject(one), detail: { delivery: one.id, destination } }
  const what = one.purpose === 'charge' ? `A charge of room ${room}` : `The status of room ${room}`
  if (one.told && one.state !== 'waiting')
    await mend(stores, ['delivery.late'], one.id, `${what} ${ENDED[one.state]} ${destination}`, now)
  if (one.state === 'refused')
    await alarm(
      stores,
      ids,
      { ...about, kind: 'delivery.refused', text: `${what} was refused by ${destination}: ${note}` },
      now,
    )
  else if (one.state === 'uncertain')
    await alarm(
      stores,
      ids,
      {
        ...about,
        kind: 'delivery.uncertain',
        text: `${what} may or may not have reached ${destination}: please decide (${note})`,
      },
      now,
    )
  else if (one.told && !before.told)
    await alarm(
      stores,
      ids,
      {
        ...about,
        kind: 'delivery.late',
        subject: one.id,
        text: `${what} does not get through to ${destination}: ${said}`,
      },
      now,
    )
}
