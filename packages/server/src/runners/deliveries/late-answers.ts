import type { DeliveryAnswer, LateAnswer } from '../../connectors/connector.ts'
import { postingIn } from '../../hotel/deliveries/delivery-money.ts'
import {
  afterLateAnswer,
  afterTooLate,
  attemptInDoubt,
  type Delivery,
  deliverySubject,
  queueOf,
  sequenceOnWire,
} from '../../hotel/deliveries/delivery.ts'
import { type Destination, repetitionOf } from '../../hotel/deliveries/destination.ts'
import { messageWords } from '../../hotel/deliveries/message-words.ts'
import { alarmOf } from '../../hotel/desk/alarm.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import { mendAlarms } from '../../logbook/end-alarm.ts'
import { noteRow, writeRows } from '../../logbook/notes.ts'
import { raiseOrAdd } from '../../logbook/raise-alarm.ts'
import { mendUndecided } from '../../logbook/undecided-charges.ts'
import type { Json } from '../../store/engine/row.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { tellOfMessage } from './delivery-notes.ts'
import type { QueueTurn } from './delivery-turn.ts'
import { writeAttempt } from './write-attempt.ts'

/** A number is given again after 99,999,999 others. */
const SOME = 10

/** Answers that came after we stopped waiting. */
export async function settleLate(stores: Stores, ids: Ids, { destination, late }: QueueTurn, now: Instant) {
  for (const one of late) {
    // Whoever takes the charge back or decides at this very moment has changed it: it is looked at once more.
    const isSettled =
      (await settleByAnswer(stores, ids, destination, one, now)) ||
      (await settleByAnswer(stores, ids, destination, one, now))
    if (!isSettled) await tellOfTooLate(stores, ids, destination, one, now)
  }
}

/** Whether there was one that it answers, as it was then. */
async function settleByAnswer(
  stores: Stores,
  ids: Ids,
  destination: Destination,
  { mark, answer }: LateAnswer,
  now: Instant,
): Promise<boolean> {
  const { name, settings } = destination
  const doubted = await stores.queues.doubted(queueOf(destination))
  const before = doubted.find(({ memo }) => memo !== null && isMarked(memo, mark))
  if (!before) return false
  const how = { ...repetitionOf(settings), chance: ids.between(0, 1) }
  const after = afterLateAnswer(before, answer.verdict, how, now)
  if (!(await stores.deliveries.update(before, after))) return false
  await writeAttempt(stores, before, after, answer, now)
  await tellOfMessage(stores, ids, before, after, answer.text, now)
  await tellOfTask(stores, ids, after, answer, now)
  await mendUndecided(stores, { tenant: before.tenant, number: before.room }, now)
  if (!(await stores.deliveries.has(queueOf(destination), 'uncertain', before.tenant)))
    await mendAlarms(
      stores,
      ['delivery.uncertain'],
      deliverySubject(before),
      `${name} has answered after all`,
      now,
    )
  return true
}

/** Somebody has decided in the meantime: if the answer says otherwise, the folio is not as they think. */
async function tellOfTooLate(
  stores: Stores,
  ids: Ids,
  destination: Destination,
  { mark, answer }: LateAnswer,
  now: Instant,
) {
  const posting = postingIn(mark)
  if (posting === null) return
  const { owner, destination: name } = queueOf(destination)
  const all = await stores.deliveries.page({ scope: null, destination: name, posting, limit: SOME })
  const one = all.find(
    ({ memo, ...other }) =>
      other.owner === owner && memo !== null && isMarked(memo, mark) && other.state !== 'sending',
  )
  if (!one) return
  const { tenant, id: delivery, trigger } = one
  const { status, text } = answer
  const number = attemptInDoubt(one)
  await stores.queues.answerAttempt({ tenant, delivery, number, at: now, status, ms: 0, text, trigger })
  const after = afterTooLate(one, answer.verdict)
  await stores.deliveries.update(one, after)
  await tellOfContradiction(stores, ids, after, answer, now)
}

const isMarked = (memo: Json, mark: Json) =>
  Object.entries(mark).every(([name, value]) => memo[name] === value)

/** News of its own, which no other posting takes the place of: somebody has decided about this very one. */
async function tellOfContradiction(
  stores: Stores,
  ids: Ids,
  one: Delivery,
  answer: DeliveryAnswer,
  now: Instant,
) {
  const isTask = await tellOfTask(stores, ids, one, answer, now)
  const news = contradictionIn(one, answer)
  if (!news) return
  const { id, tenant, room, destination, purpose, state } = one
  const about = { delivery: id, destination }
  const detail = { ...about, purpose, was: state, answer: answer.text }
  await writeRows(stores, [noteRow(one, { kind: 'delivery.contradicted', at: now, text: news.text, detail })])
  if (!isTask) await raiseOrAdd(stores, ids, { ...news, tenant, room, subject: id, detail: about }, now)
}

function contradictionIn(one: Delivery, { verdict, text: said }: DeliveryAnswer) {
  const { state, note, destination, sequence, withdrawn } = one
  const what = `${messageWords(one)}, number ${sequenceOnWire(sequence)} at ${destination},`
  if ((state === 'dead' || state === 'refused') && verdict.kind === 'delivered')
    return {
      kind: 'delivery.doubled',
      text: `${what} is there after all (${note}): look at the folio`,
    } as const
  if (state === 'delivered' && verdict.kind === 'refused')
    return {
      kind: 'delivery.refused',
      text: withdrawn
        ? `${what} was refused after all, and what takes it back may stand alone (${said}): look at the folio`
        : `${what} was refused after all, and counts as delivered: ${said}`,
    } as const
  return null
}

const TASK = 'charge.take-back'
const isTakeBack = alarmOf(TASK)

/** The charge was taken back, and somebody is asked to see to it: now it is known whether it is there. Says whether so. */
async function tellOfTask(
  stores: Stores,
  ids: Ids,
  one: Delivery,
  { verdict }: DeliveryAnswer,
  now: Instant,
): Promise<boolean> {
  const open = one.withdrawn ? await stores.alarms.openAbout(TASK, one.id) : undefined
  if (!open || !isTakeBack(open)) return false
  const { kind, subject, tenant, room, detail } = open
  const add = (text: string) => raiseOrAdd(stores, ids, { kind, subject, tenant, room, detail, text }, now)
  if (verdict.kind === 'delivered') {
    if (!detail.certain) await add(`${one.destination} has answered after all: it is there`)
  } else if (one.doubts === 0) {
    const why = `${one.destination} ${verdict.kind === 'refused' ? 'has refused it' : 'has not booked it'} after all`
    if (detail.instead === undefined)
      await mendAlarms(stores, [kind], subject, `${why}: nothing to take back`, now)
    else await add(`${why}: nothing to take back, only to book`)
  }
  return true
}
