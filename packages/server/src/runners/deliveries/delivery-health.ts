import {
  type Delivery,
  type DeliveryVerdict,
  type QueueKey,
  queueName,
} from '../../hotel/deliveries/delivery.ts'
import type { Destination, DestinationKey } from '../../hotel/deliveries/destination.ts'
import {
  afterFailure,
  afterSuccess,
  type Alert,
  ALERTS,
  alertOf,
  type DeliveryHealth,
  TOLD_AFTER,
  WELL,
} from '../../hotel/deliveries/retry.ts'
import { hours, type Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { DeliveryAnswer, LateAnswer } from '../../connectors/connector.ts'
import { mendAlarms } from '../../logbook/end-alarm.ts'
import { raiseOrRepeat } from '../../logbook/raise-alarm.ts'
import { ITSELF, record } from '../../logbook/record.ts'
import type { QueueRecord } from '../../store/stores/queue-store.ts'
import type { Stores } from '../../store/stores/stores.ts'
import type { DeliverySettlement, QueueTurn } from './delivery-turn.ts'

export const freshQueue = ({ purpose, owner, destination }: QueueKey): QueueRecord => ({
  purpose,
  owner,
  destination,
  health: WELL,
  told: null,
  disabledAt: null,
  disabledWhy: '',
})

/** What is told of a destination as a whole. */
const ALARMS = ['delivery.failing', 'delivery.disabling', 'delivery.disabled'] as const

/** No night audit takes longer. */
const HELD_TOLD_AFTER = hours(3)

/** Whether the desk should know of a message that fails while its destination takes others. */
export const isLate = (one: Delivery, verdict: DeliveryVerdict, { failures }: DeliveryHealth, now: Instant) =>
  one.state === 'waiting' &&
  one.attempts > failures + 1 &&
  now - one.createdAt >= (isHeld(verdict) ? HELD_TOLD_AFTER : TOLD_AFTER)

/** Updates the destination's health after a turn, and tells the desk where needed. */
export async function follow(stores: Stores, ids: Ids, turn: QueueTurn, now: Instant): Promise<QueueRecord> {
  const { destination, record: before } = turn
  // A late answer also shows that the destination works.
  const known = turn.late.reduce(afterLate, before.health)
  const health = turn.settled.reduce(afterSettlement(now), known)
  let record = { ...before, health }
  record = await tellOfQueue(stores, ids, turn, record, now)
  const refusal = turn.settled.find(
    ({ answer }) => answer.verdict.kind === 'refused' && answer.verdict.disable === true,
  )
  if (refusal) record = await disable(stores, ids, destination, record, refusal.after.note, now)
  if (!isSame(record, before)) await stores.queues.save(record)
  return record
}

const isSame = (a: QueueRecord, b: QueueRecord) =>
  a.told === b.told &&
  a.disabledAt === b.disabledAt &&
  a.health.failures === b.health.failures &&
  a.health.unanswered === b.health.unanswered &&
  a.health.failingSince === b.health.failingSince &&
  a.health.probeAt === b.health.probeAt

/** A refusal is an answer: the destination works. */
const isTaken = ({ verdict }: DeliveryAnswer) => verdict.kind === 'delivered' || verdict.kind === 'refused'

const isHeld = (verdict: DeliveryVerdict) => verdict.kind === 'later' && verdict.held === true

/** It is there, and said nothing: no fault of the way to it. */
const isSilent = (verdict: DeliveryVerdict) => verdict.kind === 'uncertain' && verdict.silent === true

const afterLate = (health: DeliveryHealth, { answer }: LateAnswer): DeliveryHealth =>
  isTaken(answer) ? afterSuccess(health) : { ...health, unanswered: 0 }

/** How a destination fares after a message came back from it. */
export const afterSettlement =
  (now: Instant) =>
  (before: DeliveryHealth, { after, answer, isProbe, waits, chance }: DeliverySettlement): DeliveryHealth => {
    if (isTaken(answer)) return afterSuccess(before)
    const { verdict } = answer
    const health = { ...before, unanswered: verdict.kind === 'uncertain' ? before.unanswered + 1 : 0 }
    // It is there, and has said that it takes nothing for a while, as in the night audit; or it takes and says nothing.
    if (isHeld(verdict) || isSilent(verdict)) return health
    const afterMs = verdict.kind === 'later' ? verdict.afterMs : undefined
    return afterFailure(
      health,
      { waits, attempts: after.attempts, quick: after.quick, afterMs, chance },
      isProbe,
      now,
    )
  }

async function tellOfQueue(
  stores: Stores,
  ids: Ids,
  { destination, unreadySince, trouble }: QueueTurn,
  record: QueueRecord,
  now: Instant,
): Promise<QueueRecord> {
  const { health, told } = record
  if (health.failingSince === null && unreadySince === null) {
    if (told === null || told === 'disabled') return record
    await mendAlarms(stores, ALARMS, queueName(destination), `${destination.name} takes messages again`, now)
    return { ...record, told: null }
  }
  const alert = alertOf(health, now) ?? (await unreadyAlert(stores, record, unreadySince, now))
  if (alert === null || rank(alert) <= rank(told)) return record
  if (alert === 'disabled')
    return disable(stores, ids, destination, record, 'nothing but failures for 5 days', now)
  const text = `${WORDS[alert](destination.name)}${trouble === '' ? '' : ` (${trouble.slice(0, MOST_WORDS)})`}`
  await raiseOrRepeat(stores, ids, queueAlarm(destination, `delivery.${alert}`, text, trouble), now)
  return { ...record, told: alert }
}

const rank = (alert: Alert | null) => (alert === null ? -1 : ALERTS.indexOf(alert))

async function unreadyAlert(stores: Stores, queue: QueueKey, since: Instant | null, now: Instant) {
  if (since === null || now - since < TOLD_AFTER) return null
  return (await stores.deliveries.has(queue, 'waiting')) ? 'failing' : null
}

/** A destination's answer, cut to a length that a person reads. */
const MOST_WORDS = 200

const WORDS = {
  failing: (name: string) => `Nothing has reached ${name} for 10 minutes: messages are kept and tried again`,
  disabling: (name: string) =>
    `Nothing has reached ${name} for 4 days: it will be disabled in a day if that goes on`,
}

const queueAlarm = (
  { purpose, name, tenant }: Destination,
  kind: 'delivery.failing' | 'delivery.disabling' | 'delivery.disabled',
  text: string,
  why: string,
) => ({
  kind,
  subject: queueName({ purpose, tenant, name }),
  tenant,
  room: '',
  text,
  detail: { destination: name, purpose, why },
})

/** Nothing more is sent; its messages are kept until an administrator enables it. */
async function disable(
  stores: Stores,
  ids: Ids,
  { purpose, tenant, name }: DestinationKey,
  before: QueueRecord,
  why: string,
  now: Instant,
): Promise<QueueRecord> {
  const destination = await stores.destinations.get({ purpose, tenant, name })
  if (!destination) return before
  await stores.destinations.update({ ...destination, config: { ...destination.config, disabled: true } })
  const text = `${name} was disabled: ${why}. Its messages are kept until it is enabled again`
  const detail = { destination: name, why }
  await record(stores, ITSELF, now, { kind: 'delivery.disabled', tenant, text, detail })
  await mendAlarms(stores, ['delivery.failing', 'delivery.disabling'], queueName(destination), text, now)
  await raiseOrRepeat(stores, ids, queueAlarm(destination, 'delivery.disabled', text, why), now)
  return { ...before, told: 'disabled', disabledAt: now, disabledWhy: why }
}

/** An administrator has enabled it again: it begins anew. */
export async function enable(stores: Stores, destination: Destination, before: QueueRecord, now: Instant) {
  const fresh = freshQueue(before)
  await stores.queues.save(fresh)
  const { name, tenant } = destination
  const text = `${name} is enabled again`
  await mendAlarms(stores, ALARMS, queueName(destination), text, now)
  const detail = { destination: name, since: before.disabledAt }
  await record(stores, ITSELF, now, { kind: 'delivery.enabled', tenant, text, detail })
  return fresh
}
