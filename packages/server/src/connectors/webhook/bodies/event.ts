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
  readonly user: string
  /** Always the id of a tenant or of the site. */
  readonly tenant: string
  readonly sequence: number
  /** How often it was tried before. */
  readonly attempt: number
}

export interface Named {
  readonly id: string
  readonly description: string
}

export interface StatusEvent extends Told {
  readonly about: 'room_status'
  readonly status: Named
  readonly previous: Named | null
}

export interface ChargeEvent extends Told {
  readonly about: 'inventory'
  readonly charge: string
  readonly item: Named & { readonly category: Named }
  readonly quantity: number
  readonly price: string
  readonly total: string
}

export type WebhookEvent = StatusEvent | ChargeEvent

/** The stored message, with what is known only when it is sent. */
export function eventOf(delivery: DeliveryToSend, publicTenant: (tenant: string) => string): WebhookEvent {
  const { payload, at, zone, kind, room, sequence, attempts } = delivery
  const told = {
    type: kind,
    timestamp: formatInstant(at, zone),
    date: dayOf(at, zone),
    time: wallTimeAt(at, zone).slice(11),
    room,
    user: String(payload['user'] ?? ''),
    tenant: publicTenant(delivery.tenant),
    sequence,
    attempt: attempts,
  }
  return kind.startsWith('inventory.')
    ? { about: 'inventory', ...(payload as unknown as ChargeFacts), ...told }
    : { about: 'room_status', ...(payload as unknown as StatusFacts), ...told }
}

type ChargeFacts = Pick<ChargeEvent, 'charge' | 'item' | 'quantity' | 'price' | 'total'>
type StatusFacts = Pick<StatusEvent, 'status' | 'previous'>
