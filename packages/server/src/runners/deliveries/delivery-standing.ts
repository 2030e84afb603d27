import type { Destination } from '../../hotel/deliveries/destination.ts'
import type { QueueState, QueueView } from '../../hotel/deliveries/queue.ts'
import { alertAt, type DeliveryHealth, type Gate, gateOf, TOLD_AFTER } from '../../hotel/deliveries/retry.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Connector } from '../../connectors/connector.ts'
import { afterSettlement } from './delivery-health.ts'
import type { DeliverySettlement } from './delivery-turn.ts'
import type { QueueRecord } from '../../store/stores/queue-store.ts'

/** How a destination stands: whether anything may be sent to it, and when the desk has to hear that nothing can. */
export class DeliveryStanding {
  readonly #destination: Destination
  readonly #connector: Connector
  #record: QueueRecord
  #unreadySince: Instant | null = null
  /** Since the last posting it was looked up whether anything waits for a link that is down. */
  #looked = false
  /** An operator has ended the pause; a record written before that must not bring it back. */
  #hasEnded = false

  constructor(destination: Destination, connector: Connector, record: QueueRecord) {
    this.#destination = destination
    this.#connector = connector
    this.#record = record
  }

  get record(): QueueRecord {
    return this.#record
  }

  /** How the destination fares with what has come back since, and is not written down yet. */
  foreseen(settled: readonly DeliverySettlement[], now: Instant): DeliveryHealth {
    return settled.reduce(afterSettlement(now), this.#record.health)
  }

  get isPaused(): boolean {
    return this.#record.health.probeAt !== null
  }

  get isDisabled(): boolean {
    return this.#record.disabledAt !== null || this.#destination.settings.disabled
  }

  /** Since when nothing can be handed over at all. */
  get unreadySince(): Instant | null {
    return this.#unreadySince
  }

  /** Why its link is down; empty while the link is up, or there is none. */
  get linkTrouble(): string {
    const { standing } = this.#connector
    return standing === undefined || standing.isUp ? '' : standing.why
  }

  describe(underWay: number, now: Instant): QueueView {
    const { health, disabledAt, disabledWhy } = this.#record
    const { purpose, name, tenant } = this.#destination
    const link = this.#connector.standing ?? null
    const state = this.#state(now)
    return { purpose, name, tenant, state, link, underWay, ...health, disabledAt, disabledWhy }
  }

  #state(now: Instant): QueueState {
    if (this.isDisabled) return 'disabled'
    return this.#connector.ready ? gateOf(this.#record.health, now) : 'unready'
  }

  gate(now: Instant): Gate {
    if (!this.#connector.ready || this.isDisabled) return 'paused'
    return gateOf(this.#record.health, now)
  }

  /** When it is to be tried; Infinity if that time has come, as the try's own end leads to the next look. */
  probeAfter(now: Instant): Instant {
    const { probeAt } = this.#record.health
    return probeAt !== null && probeAt > now ? probeAt : Infinity
  }

  /** As it was written down; says whether a pause has ended. */
  follow(record: QueueRecord, now: Instant): boolean {
    const wasPaused = this.isPaused
    this.#record = record
    if (this.#hasEnded) this.endPause(now)
    return wasPaused && !this.isPaused
  }

  /** It is tried at once. */
  endPause(now: Instant): void {
    const { health } = this.#record
    if (this.isPaused) this.#record = { ...this.#record, health: { ...health, probeAt: now } }
    this.#hasEnded = true
  }

  /** The time is another by so much: a pause lasts as long as it would have. */
  move(by: number): void {
    const moved = (at: Instant | null) => (at === null ? null : at + by)
    const { health } = this.#record
    const { failingSince, probeAt } = health
    const later = { ...health, failingSince: moved(failingSince), probeAt: moved(probeAt) }
    this.#record = { ...this.#record, health: later }
    this.#unreadySince = moved(this.#unreadySince)
  }

  /** Notes since when its link is down. A link that is up but held, as in the night audit, is no fault. */
  watch(now: Instant): void {
    if (this.#connector.ready || this.#isHeld || this.isDisabled) this.#unreadySince = null
    else this.#unreadySince ??= now
  }

  posted(): void {
    this.#looked = false
  }

  looked(): void {
    this.#looked = true
    this.#hasEnded = false
  }

  /** Whether it is time that the desk hears of it. */
  mustTell(now: Instant): boolean {
    const at = alertAt(this.#record.health) ?? (this.#looked ? null : this.#unreadyAt())
    return this.#record.told === null && !this.isDisabled && at !== null && at <= now
  }

  /** When that will be, if still to come; else Infinity. A held link is checked again, as its loss wakes no queue. */
  tellAt(now: Instant): Instant {
    const { health, told } = this.#record
    if (told === null && this.#isHeld) return now + TOLD_AFTER
    const at = told === null ? (alertAt(health) ?? this.#unreadyAt()) : null
    return at !== null && at > now ? at : Infinity
  }

  get #isHeld(): boolean {
    return !this.#connector.ready && this.#connector.standing?.isUp === true
  }

  #unreadyAt = () => (this.#unreadySince === null ? null : this.#unreadySince + TOLD_AFTER)
}
