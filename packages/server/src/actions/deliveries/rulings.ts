import { type Delivery, deliverySubject, type Ruling } from '../../hotel/deliveries/delivery.ts'
import type { Instant } from '../../kernel/clock.ts'
import { acknowledgeAll } from '../../logbook/end-alarm.ts'
import type { Happening } from '../../logbook/record.ts'
import type { Stores } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'

export const aboutIt = ({ id, destination, state }: Delivery) => ({ delivery: id, destination, was: state })

const RULED: Readonly<Record<Ruling, string>> = {
  delivered: 'marked as delivered',
  resend: 'sent again',
  drop: 'dropped',
}

/** What the log says of a message that somebody decided about, as it was before. */
export const ruledText = (
  before: Delivery,
  { as, reason }: { readonly as: Ruling; readonly reason: string },
): Pick<Happening<'delivery.ruled'>, 'kind' | 'text' | 'detail'> => ({
  kind: 'delivery.ruled',
  text: `Delivery to ${before.destination}: ${RULED[as]} by hand`,
  detail: { ...aboutIt(before), as, reason },
})

/** Deciding about the last of them acknowledges the desk's alarm. */
export async function acknowledgeLast(stores: Stores, actor: Actor, one: Delivery, now: Instant) {
  const { state, id } = one
  // It was refused after all, though somebody had said that it was delivered.
  if (state === 'delivered') await acknowledgeAll(stores, actor, ['delivery.refused'], id, now)
  // What takes a charge back or corrects it was not sent, and is now: nobody has to do it by hand.
  if (state === 'refused' || state === 'dead')
    await acknowledgeAll(stores, actor, ['charge.take-back'], id, now)
  const subjects = { refused: deliverySubject(one), uncertain: deliverySubject(one), waiting: id }
  if (state !== 'refused' && state !== 'uncertain' && state !== 'waiting') return
  if (state !== 'waiting' && (await stores.deliveries.has(one, state, one.tenant))) return
  const kind = state === 'waiting' ? 'delivery.late' : (`delivery.${state}` as const)
  await acknowledgeAll(stores, actor, [kind], subjects[state], now)
}
