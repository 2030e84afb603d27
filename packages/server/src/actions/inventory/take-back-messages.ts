import { type ChargedGuests, guestSystemOf, isStillTheirs } from '../../hotel/deliveries/charged-guests.ts'
import { BY_HAND, type Delivery, isFor, type QueueKey, queueOf } from '../../hotel/deliveries/delivery.ts'
import type { Destination } from '../../hotel/deliveries/destination.ts'
import { postingIn } from '../../hotel/deliveries/delivery-money.ts'
import {
  CORRECT_MESSAGE,
  isNothing,
  namesCharges,
  takeBack,
  type TakenBack,
  VOID_MESSAGE,
} from '../../hotel/deliveries/take-back.ts'
import { chargedTo, postedWords, soldWords, stillThere } from '../../hotel/deliveries/take-back-words.ts'
import {
  type ChargeFacts,
  isChargeFacts,
  soldIn,
  takenBackFacts,
} from '../../hotel/inventory/charge-facts.ts'
import { CHARGED } from '../../hotel/log/retention.ts'
import type { Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import { mendAlarms } from '../../logbook/end-alarm.ts'
import { noteRow, writeRows } from '../../logbook/notes.ts'
import { mendRefused } from '../../logbook/refused-messages.ts'
import { raiseTakeBack } from '../../logbook/take-back-task.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { addDelivery, type Message } from '../deliveries/new-deliveries.ts'

interface How {
  readonly by: string
  readonly reason: string
  readonly now: Instant
}

interface Told {
  readonly connectors: readonly { readonly name: string; readonly how: TakenBack }[]
  readonly queues: readonly QueueKey[]
  /** Those in which something waits no more. */
  readonly freed: readonly QueueKey[]
  /** How many are told of the charge in its place. */
  readonly reached: number
}

/** A connector, and what it was told of the charge. */
interface Place {
  readonly queue: QueueKey
  /** Undefined when it was removed since. */
  readonly destination: Destination | undefined
  readonly first: Delivery | undefined
  readonly how: TakenBack
  readonly isFreed: boolean
  readonly isTheirs: boolean
}

/**
 * Takes a charge back at every connector that was told of it, and tells each of the charge in its place. What was said
 * before is changed first and what is said next is numbered then, in the order of names: so nobody waits in a circle.
 */
export async function tellConnectors(
  stores: Stores,
  ids: Ids,
  first: ChargeFacts,
  instead: ChargeFacts | null,
  how: How,
): Promise<Told> {
  const reached = await stores.destinations.reachedFrom('charge', first.tenant)
  const messages = (await stores.deliveries.ofCharges([first.charge])).filter(
    ({ kind }) => kind !== VOID_MESSAGE,
  )
  const guests = guestsIn(messages)
  const isTheirs = await whetherTheirs(stores, first, guests)
  const places: Place[] = []
  for (const message of messages) places.push(await withdrawn(stores, message, reached, isTheirs, how))
  for (const destination of reached)
    if (!messages.some((one) => isFor(one, destination)))
      places.push({ ...UNTOLD, queue: queueOf(destination), destination, isTheirs: isTheirs(destination) })
  places.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  const [back, next] = [withGuests(first, guests), instead && withGuests(instead, guests)]
  const tasks: Task[] = []
  for (const place of places) {
    const byHand = await tell(stores, ids, place, back, next, how)
    tasks.push({ place, instead: byHand, first: back })
  }
  for (const task of tasks) await askDesk(stores, ids, task, how)
  const had = places.filter((place) => place.first !== undefined)
  return {
    connectors: had.map((place) => ({ name: place.queue.destination, how: place.how })),
    queues: places.map(({ queue }) => queue),
    freed: places.filter(({ isFreed }) => isFreed).map(({ queue }) => queue),
    reached: reached.length,
  }
}

const UNTOLD = { first: undefined, how: 'none', isFreed: false } as const

/** Those of the time of the charge, whoever stays in the room by now. */
const guestsIn = (messages: readonly Delivery[]): ChargedGuests =>
  messages.flatMap(({ payload }) => (isChargeFacts(payload) && payload.guests ? [payload.guests] : []))[0]

const withGuests = (facts: ChargeFacts, guests: ChargedGuests): ChargeFacts =>
  guests ? { ...facts, guests } : facts

type IsTheirs = (destination: Destination | undefined) => boolean

/** A property system books on the folio of whoever is in the room: money must not go to a stranger's. */
async function whetherTheirs(
  stores: Stores,
  { tenant, room }: ChargeFacts,
  guests: ChargedGuests,
): Promise<IsTheirs> {
  // Nobody checks out at this moment.
  await stores.mailboxes.hold(room, tenant)
  const here = await stores.guests.ofRoom(tenant, room)
  return (destination) =>
    destination?.settings.type !== 'fias' || isStillTheirs(guests, here, guestSystemOf(destination))
}

const nameOf = ({ queue }: Place) => `${queue.destination}\n${queue.owner}`

async function withdrawn(
  stores: Stores,
  before: Delivery,
  reached: readonly Destination[],
  isTheirs: IsTheirs,
  { by, reason, now }: How,
): Promise<Place> {
  const { purpose, owner, destination: name, id } = before
  const destination = reached.find((one) => isFor(before, one))
  const theirs = isTheirs(destination)
  const { how, after } = takeBack(before, destination?.settings, { by, reason, isTheirs: theirs })
  if (!(await stores.deliveries.update(before, after)))
    throw new Failure('charge.under-way', `The charge goes to ${name} at this moment: try again`)
  const isFreed = after.state !== before.state
  if (isFreed) {
    const text = `Charge to ${name}: ${after.note}`
    const detail = { delivery: id, destination: name, purpose }
    await writeRows(stores, [noteRow(before, { kind: 'delivery.dead', at: now, text, detail }, by)])
    await mendAlarms(stores, ['delivery.late'], id, text, now)
    await mendRefused(stores, before, text, now)
  }
  const queue = { purpose, owner, destination: name }
  return { queue, destination, first: before, how, isFreed, isTheirs: theirs }
}

/** Returns the charge in its place, if that is to be booked by hand. */
async function tell(
  stores: Stores,
  ids: Ids,
  { destination, how, isTheirs }: Place,
  first: ChargeFacts,
  instead: ChargeFacts | null,
  { by, reason, now }: How,
): Promise<Delivery | null> {
  if (!destination) return null
  const add = (kind: string, data: ChargeFacts) =>
    addDelivery(stores, ids, messageOf(kind, data), destination, now)
  if (how === 'told' && instead && namesCharges(destination.settings)) {
    await add(CORRECT_MESSAGE, { ...instead, previous: soldIn(first) })
    return null
  }
  if (how === 'told') await add(VOID_MESSAGE, takenBackFacts(first, by, reason))
  if (!instead) return null
  if (!isTheirs && !isNothing({ payload: instead }, destination.settings))
    return giveToDesk(stores, ids, instead, destination, { by, now })
  await add(CHARGED, instead)
  return null
}

/** Kept like any other message, so that whoever takes this charge back finds it. */
async function giveToDesk(
  stores: Stores,
  ids: Ids,
  instead: ChargeFacts,
  destination: Destination,
  { by, now }: Pick<How, 'by' | 'now'>,
): Promise<Delivery> {
  const ended = { state: 'dead', note: `${BY_HAND}: nobody can tell that its guest is still there` } as const
  const one = await addDelivery(stores, ids, messageOf(CHARGED, instead), destination, now, ended)
  const { name, purpose } = destination
  const detail = { delivery: one.id, destination: name, purpose }
  const text = `Charge to ${name}: ${one.note}`
  await writeRows(stores, [noteRow(one, { kind: 'delivery.dead', at: now, text, detail }, by)])
  return one
}

const messageOf = (kind: string, data: ChargeFacts): Message => ({
  purpose: 'charge',
  kind,
  tenant: data.tenant,
  room: data.room,
  data,
})

/** What the desk has to do at one connector: take a charge back, book another, or both. */
interface Task {
  readonly place: Place
  readonly first: ChargeFacts
  readonly instead: Delivery | null
}

async function askDesk(stores: Stores, ids: Ids, task: Task, { by, reason, now }: How) {
  const { place, first, instead } = task
  const back = place.how === 'desk' ? place.first : undefined
  const about = back ?? instead
  if (!about) return
  const facts = back ? stillThere(back, first) : factsIn(about, first)
  const posting = postingIn(about.memo)
  const certain = back?.state === 'delivered'
  const text = `${wordsFor(task, back)} (${by}: ${reason})`
  const todo = back ? 'taken back' : 'booked'
  const besides = back ? instead : null
  await raiseTakeBack(stores, ids, { about, facts, posting, certain, text, instead: besides, todo }, now)
}

const factsIn = ({ payload }: Delivery, otherwise: ChargeFacts): ChargeFacts =>
  isChargeFacts(payload) ? payload : otherwise

function wordsFor({ place, first, instead }: Task, back: Delivery | undefined): string {
  const { room } = first
  const name = place.queue.destination
  const whose = place.isTheirs ? '' : chargedTo(first)
  const other = instead && soldWords(factsIn(instead, first))
  if (!back) return `Book by hand in ${name}: ${other} for room ${room}${whose}`
  const what = postedWords(stillThere(back, first), whose, postingIn(back.memo))
  const task =
    back.state === 'delivered'
      ? `Take back by hand in ${name}: ${what}`
      : `Look whether ${name} has ${what}, and if so take it back there by hand`
  return other === null ? task : `${task}, and book ${other} instead`
}
