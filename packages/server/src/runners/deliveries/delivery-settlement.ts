import { afterAttempt, type Delivery } from '../../hotel/deliveries/delivery.ts'
import { type Destination, repetitionOf } from '../../hotel/deliveries/destination.ts'
import { type DeliveryHealth, flickers } from '../../hotel/deliveries/retry.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Returned } from './deliveries-under-way.ts'
import { isLate } from './delivery-health.ts'
import type { DeliverySettlement } from './delivery-turn.ts'

const MOST_TEXT = 4096

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
    return { ...came, before, after, answer, waits, chance }
  }
}
