import { formatInstant } from '../../../hotel/time/local-time.ts'
import type { DeliveryToSend } from '../../connector.ts'

/** An alarm or the result of a call, with what is known only when it is sent; instants by the hotel's clocks. */
export function eventBody(
  { kind: type, at, zone, room, payload, sequence, tenant: of }: DeliveryToSend,
  publicTenant: (tenant: string) => string,
): { type: string; bytes: Buffer } {
  const { scheduledAt, ...facts } = payload
  const scheduled = typeof scheduledAt === 'number' ? { scheduled: formatInstant(scheduledAt, zone) } : {}
  const data = { room, ...facts, ...scheduled, tenant: publicTenant(of), sequence }
  const body = JSON.stringify({ type, timestamp: formatInstant(at, zone), data })
  return { type: 'application/json', bytes: Buffer.from(body) }
}
