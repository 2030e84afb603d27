import { afterAttempt, type Delivery } from '../../hotel/deliveries/delivery.ts'
import { type Destination, repetitionOf } from '../../hotel/deliveries/destination.ts'
import { type DeliveryHealth, flickers } from '../../hotel/deliveries/retry.ts'
import { type Instant, seconds } from '../../kernel/clock.ts'
import type { Returned } from './deliveries-under-way.ts'
import { isLate } from './delivery-health.ts'
import type { DeliverySettlement } from './delivery-turn.ts'

const MOST_TEXT = 4096

/** To put a message back and take it up again costs more than to send it. */
const MOMENT = seconds(1)

/** One that cannot be recognized when it comes twice is always put back, and so is what the desk must hear of. */
const isAgainInAMoment = (before: Delivery, { quick, nextAt, memo, told }: Delivery, now: Instant) =>
  quick > before.quick && nextAt - now <= MOMENT && memo === null && told === before.told

/** What becomes of messages of a destination that came back. `chance` is from 0 up to, not including, 1. */
export function settling({ settings }: Destination) {
  const { waits, onUncertain } = repetitionOf(settings)

  return (
    before: Delivery,
    came: Returned,
    health: DeliveryHealth,
    chance: number,
    now: Instant,
  ): DeliverySettlement => {
    const answer = { ...came.answer, text: came.answer.text.slice(0, MOST_TEXT) }
    const tried = afterAttempt(
      before,
      answer.verdict,
      { waits, chance, onUncertain, flickers: flickers(health) },
      now,
    )
    const after = isLate(tried, answer.verdict, health, now) ? { ...tried, told: true } : tried
    const stays = isAgainInAMoment(before, after, now)
    return { ...came, before, after, answer, waits, chance, stays }
  }
}
