import type { Destination } from '../../hotel/deliveries/destination.ts'
import type { Zone } from '../../hotel/time/local-time.ts'
import { testMessage, type Trial } from '../../hotel/deliveries/trial.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Connector, DeliveryAnswer, DeliveryToSend } from '../connector.ts'
import { isForbidden } from './guard.ts'

interface Surroundings {
  readonly clock: Clock
  readonly ids: Ids
  readonly zone: Zone
  /** Who asked for the test. */
  readonly user: string
}

const NOT_SENT: DeliveryAnswer = { verdict: { kind: 'later' }, status: null, text: 'It was not sent' }

/** Sends a test message at once and past the queue; it has no place in the sequence of the others. */
export async function tryOut(
  connector: Connector,
  { purpose, tenant }: Pick<Destination, 'purpose' | 'tenant'>,
  { clock, ids, zone, user }: Surroundings,
): Promise<Trial> {
  const delivery: DeliveryToSend = {
    ...testMessage(purpose, user),
    id: ids.uuid(),
    tenant,
    sequence: 0,
    attempts: 0,
    at: clock.now(),
    zone,
    memo: null,
  }
  const begun = clock.elapsed()
  const answer = await connector.deliver(delivery, new AbortController().signal)
  const { verdict, status, text } = answer ?? NOT_SENT
  const ms = Math.round(clock.elapsed() - begun)
  const forbidden = status === null && isForbidden(text)
  return { id: delivery.id, status, ms, text, verdict: verdict.kind, forbidden }
}
