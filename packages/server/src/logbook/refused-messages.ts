import { type Delivery, deliverySubject } from '../hotel/deliveries/delivery.ts'
import { refusedMessageWords } from '../hotel/deliveries/message-words.ts'
import type { Instant } from '../kernel/clock.ts'
import type { Stores } from '../store/stores/stores.ts'
import { mendAlarms } from './end-alarm.ts'

/** With the last that was refused there is nothing left to see to; until then the alarm names one that is. */
export async function mendRefused(stores: Stores, before: Delivery, text: string, now: Instant) {
  if (before.state !== 'refused') return
  const { purpose, owner, destination, tenant } = before
  const queue = { purpose, owner, destination }
  const [left] = await stores.deliveries.page({
    ...queue,
    scope: tenant,
    states: ['refused'],
    order: 'desc',
    limit: 1,
  })
  if (left) await nameAnother(stores, before, left)
  else await mendAlarms(stores, ['delivery.refused'], deliverySubject(before), text, now)
}

async function nameAnother(stores: Stores, before: Delivery, left: Delivery) {
  const open = await stores.alarms.openAbout('delivery.refused', deliverySubject(before))
  if (!open || open.detail['delivery'] !== before.id) return
  const { id: delivery, destination, note: why, room } = left
  const detail = { ...open.detail, delivery, destination, why }
  await stores.alarms.update(open, { room, text: refusedMessageWords(left), detail })
}
