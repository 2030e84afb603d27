import type { Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import { isGivenUp, type DeliveryTrouble, MOST_QUICK, quickWaitAfter, waitAfter } from './retry.ts'
import type { DestinationKey, Purpose } from './destination.ts'
import { isEvent } from './events.ts'
import { ownName, type TenantId } from '../accounts/tenancy.ts'

type Written = Readonly<Record<string, unknown>>

export const DELIVERY_STATES = ['waiting', 'sending', 'delivered', 'refused', 'uncertain', 'dead'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** The messages of one destination, in their order. */
export interface QueueKey {
  readonly purpose: Purpose
  /** The tenant whose destination it is; none for one that all tenants share. */
  readonly owner: TenantId
  readonly destination: string
}

export const queueOf = ({ purpose, tenant, name }: DestinationKey): QueueKey => ({
  purpose,
  owner: tenant,
  destination: name,
})

export const isFor = ({ purpose, owner, destination }: QueueKey, one: DestinationKey) =>
  purpose === one.purpose && owner === one.tenant && destination === one.name

/** One message for one destination. */
export interface Delivery extends QueueKey {
  readonly id: string
  /** The tenant that it tells of. */
  readonly tenant: TenantId
  readonly kind: string
  readonly room: string
  /** Its place among all messages for the destination. */
  readonly sequence: number
  readonly state: DeliveryState
  readonly attempts: number
  /** How many of those came soon after the one before, as the destination flickered. */
  readonly quick: number
  readonly nextAt: Instant
  readonly createdAt: Instant
  readonly payload: Written
  /** What the connector must find again when it sends once more, such as a posting number. */
  readonly memo: Written | null
  /** How many sendings may have arrived besides the last one, or besides none where that is uncertain itself. */
  readonly doubts: number
  /** Who asked for its next attempt; empty for the clock. */
  readonly trigger: string
  /** Why it was refused, is uncertain or was given up. */
  readonly note: string
  /** Whether the desk knows that it is late. */
  readonly told: boolean
  /** The charge that it tells of was taken back: it is not to be sent by hand any more. */
  readonly withdrawn: boolean
}

/** A message before its first attempt. */
export const UNSENT = {
  state: 'waiting',
  attempts: 0,
  quick: 0,
  memo: null,
  doubts: 0,
  trigger: '',
  note: '',
  told: false,
  withdrawn: false,
} as const satisfies Partial<Delivery>

export interface DeliveryAttempt {
  readonly at: Instant
  readonly status: number | null
  readonly ms: number
  readonly text: string
  /** Who asked for it; empty for the clock. */
  readonly trigger: string
}

/** What the other side made of a message. */
export type DeliveryVerdict =
  | { readonly kind: 'delivered' }
  /** `afterMs`: asked for by the other side. `held`: due as soon as the destination is ready again. */
  | { readonly kind: 'later'; readonly afterMs?: number; readonly held?: boolean }
  /** `unsent`: the connector found that it could not be sent at all. */
  | { readonly kind: 'refused'; readonly reason: string; readonly disable?: boolean; readonly unsent?: true }
  /** It may have arrived. `silent`: the destination is there, and has only not answered. */
  | { readonly kind: 'uncertain'; readonly reason: string; readonly silent?: boolean }

export type OnUncertain = 'resend' | 'hold'

/** Receivers read sequence numbers as signed 32-bit numbers: after the largest comes 1 again. */
const LARGEST_SEQUENCE = 2_147_483_647
export const sequenceOnWire = (sequence: number) => ((sequence - 1) % LARGEST_SEQUENCE) + 1

export const GIVEN_UP = 'Given up after 7 days'
export const REPLACED = 'Replaced by a later status of the room'
const TAKEN_BACK_SINCE = 'Its charge was taken back since: it is not sent any more'
const WAS_REFUSED = 'It was refused: '
const NOT_SENT = 'Not sent: '
export const BY_HAND = 'To be booked by hand'
export const INTERRUPTED = 'The system was stopped while it was sent'
export const HELD_SINCE_BACKUP =
  'It was on its way when the backup was made that this house was restored from, and may have arrived since'

/** Its charge was taken back, and nobody has to do anything about it: why, and behind that what it had ended by. */
export function overByTakeBack(one: Delivery, why: string): Delivery {
  const before = `${one.state === 'refused' ? WAS_REFUSED : ''}${one.note}`
  return { ...one, state: 'dead', withdrawn: true, note: before === '' ? why : `${why}. ${before}` }
}

/** It has not arrived, or nobody knows of it, and it need not. */
export const isOverByTakeBack = ({ state, withdrawn }: Pick<Delivery, 'state' | 'withdrawn'>) =>
  state === 'dead' && withdrawn

const wasRefused = (one: Delivery) =>
  one.state === 'refused' || (isOverByTakeBack(one) && one.note.includes(WAS_REFUSED))

/** Nobody but ourselves has refused it. */
export const isUnsendable = ({ state, note }: Delivery) => state === 'refused' && note.startsWith(NOT_SENT)

/** The desk was asked to book it: it is not sent. */
export const isForDesk = ({ note }: Delivery) =>
  note.startsWith(BY_HAND) || note.startsWith(`${NOT_SENT}${BY_HAND}`)

/** Order is kept among the messages of one room; events have an order of their own, and hold up no charge. */
export const roomOf = (one: Pick<Delivery, 'tenant' | 'room' | 'kind'>) =>
  `${one.tenant}/${isEvent(one) ? '' : one.room}`

/** What the desk is told about messages of a tenant to a destination, which several tenants may share. */
export const deliverySubject = ({
  purpose,
  owner,
  destination,
  tenant,
}: Pick<Delivery, 'purpose' | 'owner' | 'destination' | 'tenant'>) =>
  `${purpose}/${ownName(owner, destination)}${tenant === '' ? '' : `/${tenant}`}`

/** What the desk is told about a destination as a whole. */
export const queueName = ({ purpose, tenant, name }: DestinationKey) => `${purpose}/${ownName(tenant, name)}`

type Circumstances = Pick<DeliveryTrouble, 'waits' | 'chance'> & {
  readonly onUncertain: OnUncertain
  /** The destination fails now and then, and takes others meanwhile. */
  readonly flickers?: boolean
}

/** A message after an attempt. */
export function afterAttempt(
  one: Delivery,
  verdict: DeliveryVerdict,
  how: Circumstances,
  now: Instant,
): Delivery {
  // What was cut off may have arrived: it was an attempt, though nobody knows how it ended.
  const cutOff = one.note === INTERRUPTED ? 1 : 0
  const tried = { ...one, attempts: one.attempts + cutOff + 1, trigger: '', note: '' }
  switch (verdict.kind) {
    case 'delivered':
      return { ...tried, state: 'delivered' }
    case 'refused':
      return afterRefusal(tried, `${verdict.unsent ? NOT_SENT : ''}${verdict.reason}`)
    case 'uncertain':
      return afterDoubt(tried, verdict.reason, how, now)
    case 'later':
      if (isGivenUp(one, now)) return { ...tried, state: 'dead', note: GIVEN_UP }
      if (verdict.held === true) return { ...tried, state: 'waiting', nextAt: now }
      return waiting(tried, { ...how, afterMs: verdict.afterMs }, now)
  }
}

function afterRefusal(tried: Delivery, note: string): Delivery {
  const refused: Delivery = { ...tried, state: 'refused', note }
  return tried.withdrawn ? overByTakeBack(refused, TAKEN_BACK_SINCE) : refused
}

/** The answer came after the connector had stopped waiting: one doubt less, and no attempt more. */
export const afterLateAnswer = (
  one: Delivery,
  verdict: DeliveryVerdict,
  how: Circumstances,
  now: Instant,
): Delivery => {
  const sent = { ...one, attempts: Math.max(0, one.attempts - 1), doubts: Math.max(0, one.doubts - 1) }
  const after = afterAttempt(sent, verdict, how, now)
  return one.withdrawn && after.state === 'waiting' ? overByTakeBack(after, TAKEN_BACK_SINCE) : after
}

/** The same to one that is not to be sent any more: it stays as it was decided, with one doubt less if it is not there. */
export const afterTooLate = (one: Delivery, verdict: DeliveryVerdict): Delivery =>
  one.state === 'dead' && verdict.kind !== 'delivered' ? { ...one, doubts: Math.max(0, one.doubts - 1) } : one

/** Of one that has ended, the attempt that a late answer is to: what an answer has ended was in doubt before that. */
export const attemptInDoubt = (one: Delivery) => {
  const isAnswered = wasRefused(one) || (one.state === 'delivered' && one.note === '')
  return isAnswered ? Math.max(1, one.attempts - 1) : one.attempts
}

/** Sent once more as it was, if the site wants that; the second time a person decides. */
function afterDoubt(tried: Delivery, reason: string, how: Circumstances, now: Instant): Delivery {
  const doubted = { ...tried, doubts: tried.doubts + 1 }
  if (how.onUncertain === 'resend' && tried.doubts === 0)
    return waiting(doubted, { ...how, flickers: false }, now)
  return { ...doubted, state: 'uncertain', note: reason }
}

function waiting(
  one: Delivery,
  how: Circumstances & Pick<DeliveryTrouble, 'afterMs'>,
  now: Instant,
): Delivery {
  const { attempts, quick } = one
  const trouble = { ...how, attempts, quick }
  if (how.flickers === true && quick < MOST_QUICK)
    return { ...one, state: 'waiting', quick: quick + 1, nextAt: now + quickWaitAfter(trouble) }
  return { ...one, state: 'waiting', nextAt: now + waitAfter(trouble) }
}

/**
 * An earlier process died while sending it. If it has a memo, the receiver cannot recognize a repetition: it may have
 * arrived. Any other message is simply sent again, under its old id.
 */
export function afterCutOff(one: Delivery, how: Circumstances, now: Instant): Delivery {
  if (isRecognized(one)) return { ...one, state: 'waiting', nextAt: now }
  return afterAttempt(one, { kind: 'uncertain', reason: INTERRUPTED }, how, now)
}

/** An operator sends a message again: due at once, in its old place, under its old id. */
export function replayDelivery(
  one: Delivery,
  how: { force: boolean; reason: string; by: string },
  now: Instant,
): Delivery {
  refuseWhileSent(one)
  refuseForGood(one)
  const mayHaveArrived = one.state === 'delivered' || one.state === 'uncertain'
  if (mayHaveArrived && !(how.force && how.reason !== ''))
    throw new Failure(
      'delivery.perhaps-there',
      'This delivery may have arrived already; sending it again may bill twice: give force=true and a reason',
    )
  const doubts = one.doubts + (one.state === 'delivered' && !isRecognized(one) ? 1 : 0)
  return { ...one, state: 'waiting', nextAt: now, trigger: how.by, note: '', told: false, doubts }
}

/** Whether its destination leaves out what comes twice: one that needs a memo has no way to. */
const isRecognized = ({ memo }: Delivery) => memo === null

/** After an attempt: sent more than once, and taken or perhaps taken each time. */
export const mayBeThereTwice = (one: Delivery) =>
  !isRecognized(one) && (one.doubts > 1 || (one.doubts === 1 && one.state === 'delivered'))

/** What a person can say of a message that is not settled. */
export const RULINGS = ['delivered', 'resend', 'drop'] as const
export type Ruling = (typeof RULINGS)[number]

/** A person decides what becomes of a message: one that may have arrived, or one that is not to be sent any more. */
export function ruleOn(
  one: Delivery,
  how: { as: Ruling; reason: string; by: string },
  now: Instant,
): Delivery {
  refuseWhileSent(one)
  const { as, reason, by } = how
  if (one.state !== 'uncertain' && !(as === 'drop' && one.state === 'waiting'))
    throw new Failure(
      'delivery.settled',
      `This delivery is ${one.state}: there is nothing to decide about it`,
    )
  if (as === 'resend') return replayDelivery(one, { force: true, reason, by }, now)
  const note = `${as === 'drop' ? 'Dropped' : 'Marked as delivered'} by ${by}: ${reason}`
  if (as === 'drop') return { ...one, state: 'dead', note }
  // Somebody has seen it there: once.
  return { ...one, state: 'delivered', note, doubts: Math.max(0, one.doubts - 1) }
}

/** Of one that may have arrived: all can be said, save that a charge that was taken back be sent again. */
export const mayBeRuled = (one: Delivery, as: Ruling) => as !== 'resend' || !isTakenBack(one)

/** One that waits goes out by itself, and what takes it back follows it: that may be sooner. */
const isTakenBack = ({ withdrawn, state }: Delivery) => withdrawn && state !== 'waiting'

/** Why nobody can have it sent again; null where somebody can. */
export type NotAgain = 'taken-back' | 'by-hand'
export function whyNotAgain(one: Delivery): NotAgain | null {
  if (isTakenBack(one)) return 'taken-back'
  return one.state === 'dead' && isForDesk(one) ? 'by-hand' : null
}

function refuseForGood(one: Delivery) {
  const why = whyNotAgain(one)
  if (why === 'taken-back')
    throw new Failure('charge.taken-back', 'This charge was taken back: it is not sent again')
  if (why === 'by-hand')
    throw new Failure('charge.by-hand', 'The desk was asked to book this charge by hand: it is not sent')
}

function refuseWhileSent({ state }: Delivery) {
  if (state === 'sending') throw new Failure('delivery.sending', 'This delivery is being sent at this moment')
}
