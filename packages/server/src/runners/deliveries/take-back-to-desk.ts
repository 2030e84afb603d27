import { postingIn } from '../../hotel/deliveries/delivery-money.ts'
import type { Delivery } from '../../hotel/deliveries/delivery.ts'
import { VOID_MESSAGE } from '../../hotel/deliveries/take-back.ts'
import { chargedTo, postedWords, stillThere } from '../../hotel/deliveries/take-back-words.ts'
import { type ChargeFacts, isChargeFacts, takenBackFacts } from '../../hotel/inventory/charge-facts.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import { raiseTakeBack } from '../../logbook/take-back-task.ts'
import type { Stores } from '../../store/stores/stores.ts'

/** What takes a charge back is not sent, as its guest is not there any more: somebody must do it by hand. */
export async function giveTakeBackToDesk(stores: Stores, ids: Ids, one: Delivery, now: Instant) {
  const { payload, destination, doubts } = one
  if (!isChargeFacts(payload)) return
  const { user, reason = '' } = payload
  // Below zero, and so as it was charged.
  const facts = takenBackFacts(payload, user, reason)
  const posting = await postingOfCharge(stores, one, facts)
  const what = postedWords(facts, chargedTo(facts), posting)
  const task =
    doubts > 0
      ? `Look whether ${what}, is taken back in ${destination}, and if not take it back there by hand`
      : `Take back by hand in ${destination}: ${what}`
  const text = `${task} (${user}: ${reason})`
  const about = { about: one, facts, posting, certain: true, text, todo: 'taken back' } as const
  await raiseTakeBack(stores, ids, about, now)
}

/** All of it was taken back, and of that only the correction was refused: somebody must look for what it was to correct. */
export async function askForTheFirst(stores: Stores, ids: Ids, one: Delivery, now: Instant) {
  const { payload, destination } = one
  if (!isChargeFacts(payload)) return
  const facts = stillThere(one, payload)
  const what = postedWords(facts, '', null)
  const text = `Look whether ${destination} has ${what}, and if so take it back there by hand: its correction was refused`
  const about = { about: one, facts, posting: null, certain: false, text, todo: 'taken back' } as const
  await raiseTakeBack(stores, ids, about, now)
}

/** That of the charge, as the one that takes it back was never booked. */
async function postingOfCharge({ deliveries }: Stores, one: Delivery, { charge }: ChargeFacts) {
  const all = await deliveries.ofCharges([charge])
  const first = all.find(
    ({ kind, owner, destination }) =>
      kind !== VOID_MESSAGE && owner === one.owner && destination === one.destination,
  )
  return postingIn(first?.memo ?? null)
}
