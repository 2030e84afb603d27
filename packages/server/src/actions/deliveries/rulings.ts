import { type Delivery, deliverySubject, roomOf, type Ruling } from '../../hotel/deliveries/delivery.ts'
import type { Instant } from '../../kernel/clock.ts'
import { acknowledgeAll } from '../../logbook/end-alarm.ts'
import type { Happening } from '../../logbook/record.ts'
import { mendUndecided } from '../../logbook/undecided-charges.ts'
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

/** A message as it was before somebody decided about it. */
type Ruled = Pick<Delivery, 'id' | 'kind' | 'tenant' | 'room' | 'state' | 'purpose' | 'owner' | 'destination'>

/** Deciding about the last of them acknowledges the desk's alarm. */
export async function acknowledgeLast(stores: Stores, actor: Actor, one: Ruled, now: Instant) {
  await acknowledgeOwn(stores, actor, one, now)
  await acknowledgeLane(stores, actor, one, now)
}

/** And about many of a destination, with the last of each room. */
export async function acknowledgeMany(stores: Stores, actor: Actor, some: readonly Ruled[], now: Instant) {
  for (const one of some) await acknowledgeOwn(stores, actor, one, now)
  for (const one of oneOfEach(some, (each) => `${each.state} ${deliverySubject(each)}`))
    await acknowledgeLane(stores, actor, one, now)
  for (const { tenant, room } of oneOfEach(some, roomOf))
    await mendUndecided(stores, { tenant, number: room }, now)
}

const oneOfEach = <T>(some: readonly T[], nameOf: (one: T) => string): Iterable<T> =>
  new Map(some.map((one) => [nameOf(one), one])).values()

/** What the desk is asked to do about this one alone. */
async function acknowledgeOwn(stores: Stores, actor: Actor, { id, state }: Ruled, now: Instant) {
  // It was refused after all, though somebody had said that it was delivered.
  if (state === 'delivered') await acknowledgeAll(stores, actor, ['delivery.refused'], id, now)
  // What takes a charge back or corrects it was not sent, and is now: nobody has to do it by hand.
  if (state === 'refused' || state === 'dead')
    await acknowledgeAll(stores, actor, ['charge.take-back'], id, now)
  if (state === 'waiting') await acknowledgeAll(stores, actor, ['delivery.late'], id, now)
}

/** And about all of a tenant to a destination. */
async function acknowledgeLane(stores: Stores, actor: Actor, one: Ruled, now: Instant) {
  const { state, tenant } = one
  if (state !== 'refused' && state !== 'uncertain') return
  if (await stores.deliveries.has(one, state, tenant)) return
  await acknowledgeAll(stores, actor, [`delivery.${state}`], deliverySubject(one), now)
}
