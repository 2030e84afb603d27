import type { DeliveryAttempt } from '../../hotel/deliveries/delivery.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'

/** One time that a message was sent, and what was answered. */
export const attemptRecord = ({ at, status, ms, text, trigger }: DeliveryAttempt, zone: string) => ({
  at: formatInstant(at, zone),
  status,
  ms,
  text,
  trigger: trigger === '' ? 'automatic' : trigger,
})
