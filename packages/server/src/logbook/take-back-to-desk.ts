import { postingIn } from '../hotel/deliveries/delivery-money.ts'
import { type Delivery, INTERRUPTED } from '../hotel/deliveries/delivery.ts'
import { CORRECT_MESSAGE, VOID_MESSAGE } from '../hotel/deliveries/take-back.ts'
import { chargedTo, postedWords, soldWords, stillThere } from '../hotel/deliveries/take-back-words.ts'
import { isChargeFacts, takenBackFacts } from '../hotel/inventory/charge-facts.ts'
import type { Instant } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import { raiseTakeBack } from './take-back-task.ts'
import type { Stores } from '../store/stores/stores.ts'

/** What takes a charge back is not sent: somebody must do it by hand, if the charge is there. */
export async function giveTakeBackToDesk(
  stores: Stores,
  ids: Ids,
  one: Delivery,
  now: Instant,
  { isThere = true, mayBeBack = one.doubts > 0 } = {},
) {
  const { payload, destination } = one
  if (!isChargeFacts(payload)) return
  const { user, reason = '' } = payload
  // Below zero, and so as it was charged.
  const facts = takenBackFacts(payload, user, reason)
  const posting = postingIn((await chargeOf(stores, one))?.memo ?? null)
  const what = postedWords(facts, chargedTo(facts), posting)
  const task = mayBeBack
    ? `Look whether ${what}, is taken back in ${destination}, and if not take it back there by hand`
    : isThere
      ? `Take back by hand in ${destination}: ${what}`
      : `Look whether ${destination} has ${what}, and if so take it back there by hand`
  const text = `${task} (${user}: ${reason})`
  const about = { about: one, facts, posting, certain: isThere, text, todo: 'taken back' } as const
  await raiseTakeBack(stores, ids, about, now)
}

/** A property system answers each posting; over http an answer may be lost. */
const mayBeThere = ({ doubts, attempts, memo, note }: Delivery) =>
  doubts > 0 || (memo === null && attempts > 0) || note === INTERRUPTED

/** A correction has not arrived, nor will it: somebody must look for what it was to correct. */
export async function askForTheFirst(stores: Stores, ids: Ids, one: Delivery, why: string, now: Instant) {
  const { payload, destination } = one
  if (!isChargeFacts(payload)) return
  const facts = stillThere(one, payload)
  const what = postedWords(facts, '', null)
  // Taken back or sent elsewhere, it is not to be booked here.
  const instead = one.withdrawn ? null : one
  const booked = instead ? `, and book ${soldWords(payload)} instead` : ''
  const text = `Look whether ${destination} has ${what}, and if so take it back there by hand${booked}: its correction ${why}`
  const about = {
    about: one,
    facts,
    posting: null,
    certain: false,
    text,
    instead,
    todo: 'taken back',
  } as const
  await raiseTakeBack(stores, ids, about, now)
}

interface EndedByHand {
  readonly by: string
  readonly reason: string
  /** Who is told of it instead. */
  readonly to?: string | undefined
}

/**
 * A person has ended it, as it was before, so that it will not arrive: whatever it was to correct or to take back stands
 * there, and by itself nobody would look for it.
 */
export async function tellOfEnded(
  stores: Stores,
  ids: Ids,
  before: Delivery,
  { by, reason, to }: EndedByHand,
  now: Instant,
) {
  if (before.kind === CORRECT_MESSAGE) {
    const ended: Delivery = { ...before, state: 'dead', withdrawn: before.withdrawn || to !== undefined }
    const how = to === undefined ? 'was dropped' : `was left to ${to}`
    return askForTheFirst(stores, ids, ended, `${how} (${by}: ${reason})`, now)
  }
  if (before.kind !== VOID_MESSAGE) return
  const first = await chargeOf(stores, before)
  if (first && first.state !== 'delivered' && !mayBeThere(first)) return
  const known = { isThere: first?.state === 'delivered', mayBeBack: mayBeThere(before) }
  await giveTakeBackToDesk(stores, ids, before, now, known)
}

/** The message about the charge that another takes back. */
async function chargeOf({ deliveries }: Stores, { owner, destination, payload }: Delivery) {
  if (!isChargeFacts(payload)) return undefined
  const all = await deliveries.ofCharges([payload.charge])
  return all.find(
    (one) => one.kind !== VOID_MESSAGE && one.owner === owner && one.destination === destination,
  )
}
