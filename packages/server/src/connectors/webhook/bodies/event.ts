import { type ChargeTold, isChargeTold } from '../../../hotel/inventory/charge-facts.ts'
import { isStatusTold, type StatusTold } from '../../../hotel/rooms/room-status.ts'
import { dayOf, formatInstant, wallTimeAt } from '../../../hotel/time/local-time.ts'
import type { DeliveryToSend } from '../../connector.ts'

/** What a body tells in every format. */
interface Told {
  /** `room.status.changed`, `inventory.charged`, or one of the tests. */
  readonly type: string
  readonly timestamp: string
  /** `20261114` and `09:30:05`, by the hotel's clocks. */
  readonly date: string
  readonly time: string
  readonly room: string
  /** Always the id of a tenant or of the site. */
  readonly tenant: string
  readonly sequence: number
  /** How often it was tried before. */
  readonly attempt: number
}

export type StatusEvent = Told & StatusTold & { readonly about: 'room_status' }
export type ChargeEvent = Told & ChargeTold & { readonly about: 'inventory' }
export type Named = StatusTold['status']

export type WebhookEvent = StatusEvent | ChargeEvent

/** The stored message, with what is known only when it is sent; null when it tells of neither a charge nor a status. */
export function eventOf(
  delivery: DeliveryToSend,
  publicTenant: (tenant: string) => string,
): WebhookEvent | null {
  const { payload, at, zone, kind, room, sequence, attempts } = delivery
  const told = {
    type: kind,
    timestamp: formatInstant(at, zone),
    date: dayOf(at, zone),
    time: wallTimeAt(at, zone).slice(11),
    room,
    tenant: publicTenant(delivery.tenant),
    sequence,
    attempt: attempts,
  }
  if (isChargeTold(payload)) return { about: 'inventory', ...payload, ...told }
  return isStatusTold(payload) ? { about: 'room_status', ...payload, ...told } : null
}
