import type { DELIVERY_ROWS } from '../../hotel/log/delivery-rows.ts'
import type { Note } from '../../hotel/log/row.ts'
import {
  type Delivery,
  type DeliveryState,
  deliverySubject,
  mayBeThereTwice,
  sequenceOnWire,
  isUnsendable,
} from '../../hotel/deliveries/delivery.ts'
import { isEvent } from '../../hotel/deliveries/events.ts'
import { messageWords, refusedMessageWords } from '../../hotel/deliveries/message-words.ts'
import { isLostCorrection } from '../../hotel/deliveries/take-back-words.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import { mendAlarms } from '../../logbook/end-alarm.ts'
import { raiseOrRepeat } from '../../logbook/raise-alarm.ts'
import { askForTheFirst } from '../../logbook/take-back-to-desk.ts'
import type { Stores } from '../../store/stores/stores.ts'

/** What the log and the desk are told about deliveries, in words. */

type DeliveryNote = Note<keyof typeof DELIVERY_ROWS>

const THING = { charge: 'charge', 'room-status': 'room status' } as const

/** What the log says when a message is finished or stuck; null when it will simply be tried again. */
export function deliverySettledNote(
  after: Delivery,
  answer: { status: number | null; ms: number },
  at: Instant,
): DeliveryNote | null {
  const { id, destination, attempts, purpose, state, note, doubts, kind } = after
  const detail = { delivery: id, destination, purpose, attempts, ...answer }
  const thing = isEvent(after) ? `message ${kind}` : THING[purpose]
  const upper = `${thing[0]?.toUpperCase()}${thing.slice(1)}`
  switch (state) {
    case 'delivered':
      return { kind: 'delivery.delivered', at, text: `${upper} delivered to ${destination}`, detail }
    case 'refused':
      return {
        kind: 'delivery.refused',
        at,
        text: isUnsendable(after)
          ? `${upper} to ${destination}: ${note}`
          : `${destination} refused a ${thing}: ${note}`,
        detail,
      }
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

const ENDED: Readonly<Record<Exclude<DeliveryState, 'waiting'>, string>> = {
  sending: 'is on its way to',
  delivered: 'has reached',
  refused: 'was refused by',
  uncertain: 'may have reached',
  dead: 'is not sent any more to',
}

/** It has come to an end, or to a person. */
export async function mendLate(stores: Stores, one: Delivery, now: Instant) {
  if (!one.told || one.state === 'waiting') return
  const text = `${messageWords(one)} ${ENDED[one.state]} ${one.destination}`
  await mendAlarms(stores, ['delivery.late'], one.id, text, now)
}

/** What a person must look at, message by message. */
export async function tellOfMessage(
  stores: Stores,
  ids: Ids,
  before: Delivery,
  one: Delivery,
  said: string,
  now: Instant,
  unanswered = 0,
) {
  // Nobody has to do anything about it; and telling of it would be the next of them.
  if (isEvent(one)) return
  const { tenant, room, destination, note } = one
  const about = { tenant, room, subject: deliverySubject(one), detail: { delivery: one.id, destination } }
  const what = messageWords(one)
  await mendLate(stores, one, now)
  if (one.withdrawn && isLostCorrection(one)) await askForTheFirst(stores, ids, one, 'was refused', now)
  else if (one.state === 'refused')
    await raiseOrRepeat(
      stores,
      ids,
      {
        ...about,
        kind: 'delivery.refused',
        detail: { ...about.detail, why: note },
        text: refusedMessageWords(one),
      },
      now,
    )
  else if (one.state === 'uncertain')
    await raiseOrRepeat(
      stores,
      ids,
      {
        ...about,
        kind: 'delivery.uncertain',
        detail: { ...about.detail, why: note },
        text: `${what} may or may not have reached ${destination}: please decide (${note})${neverAnswers(destination, unanswered)}`,
      },
      now,
    )
  else if (one.told && !before.told)
    await raiseOrRepeat(
      stores,
      ids,
      {
        ...about,
        kind: 'delivery.late',
        subject: one.id,
        detail: { ...about.detail, why: said },
        text: `${what} does not get through to ${destination}: ${said}`,
      },
      now,
    )
  if (mayBeThereTwice(one))
    await raiseOrRepeat(
      stores,
      ids,
      {
        ...about,
        kind: 'delivery.doubled',
        text: `${what} may be twice at ${destination}, as ${sequenceOnWire(one.sequence)}: it was sent more than once, and each time may have arrived. Look at the folio`,
      },
      now,
    )
}

/** So many in a row without any answer, and it may well be one that never gives any. */
const NEVER_ANSWERS = 3

const neverAnswers = (destination: string, unanswered: number) =>
  unanswered < NEVER_ANSWERS
    ? ''
    : `. ${destination} has answered none of the last ${unanswered} postings: if it never does, set answers: false for it`
