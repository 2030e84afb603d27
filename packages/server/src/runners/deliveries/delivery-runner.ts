import { type Delivery, isFor, type QueueKey, queueName } from '../../hotel/deliveries/delivery.ts'
import type { Destination, DestinationKey } from '../../hotel/deliveries/destination.ts'
import type { TraceLine } from '../../hotel/deliveries/wire.ts'
import type { QueueView } from '../../hotel/deliveries/queue.ts'
import { mayBeEvent } from '../../hotel/log/row-event.ts'
import { livesAmong, type Whose } from '../../hotel/nodes/houses.ts'
import type { Zone } from '../../hotel/time/local-time.ts'
import { type Clock, type Instant, seconds } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import type { Service } from '../../kernel/service.ts'
import { STORE_RETRY } from '../../kernel/until-written.ts'
import { WakeLoop } from '../../kernel/wake-loop.ts'
import type { Connector, PropertyLink } from '../../connectors/connector.ts'
import type { AtHome } from '../nodes/at-home.ts'
import { retryRulesOf, type DeliveryBook } from './delivery-book.ts'
import { DeliveryQueue } from './delivery-queue.ts'

interface Parts {
  readonly book: DeliveryBook
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  zoneOf(tenant: string): Zone
  /**
   * Null for a kind of destination that has no connector. `doubted` is what is remembered of messages that may
   * have arrived.
   */
  connectorFor(
    destination: Destination,
    doubted: readonly Readonly<Record<string, unknown>>[],
  ): Connector | null
  counted(destination: Destination, result: string): void
  /** Whose messages are ours to send. */
  readonly home: AtHome
}

const PATIENCE = seconds(5)

/** Sends the messages: each destination has a queue of its own, independent of the others. */
export class DeliveryRunner implements Service {
  readonly #parts: Parts
  readonly #queues = new Map<string, DeliveryQueue>()
  readonly #changed = new Set<string>()
  readonly #loop: WakeLoop
  /** Of these houses, what another process was sending is not settled yet. */
  readonly #toRecover: Whose[] = []

  constructor(parts: Parts) {
    const { clock, log } = parts
    this.#parts = parts
    this.#loop = new WakeLoop({
      clock,
      retryMs: STORE_RETRY,
      look: () => this.#renew(),
      failed: (error) =>
        log.error(
          { event: 'deliveries.no-destinations', error: messageOf(error) },
          'Destinations could not be read; tried again',
        ),
    })
    parts.home.onTaken((whose) => void this.#toRecover.push(whose))
    parts.home.onHere(() => this.refresh())
    parts.home.onLeft(() => this.refresh())
  }

  start() {
    this.#loop.start()
  }

  async stop(patienceMs = PATIENCE) {
    await this.#loop.stop()
    await Promise.all(Array.from(this.#queues.values(), (queue) => queue.stop(patienceMs)))
  }

  /** Messages were written into these queues. */
  added(queues: readonly QueueKey[]): void {
    for (const queue of this.#queues.values())
      if (queues.some((key) => isFor(key, queue.destination))) queue.nudge()
  }

  /** There may be something to send, to whatever destination. */
  look(): void {
    for (const queue of this.#queues.values()) queue.nudge()
  }

  /** Rows were written that may have been told to destinations which have asked for that. */
  happened(rows: readonly { readonly kind: string }[]): void {
    if (!rows.some(({ kind }) => mayBeEvent(kind))) return
    for (const queue of this.#queues.values()) {
      const { settings } = queue.destination
      if (settings.type === 'webhook' && settings.events.length > 0) queue.nudge()
    }
  }

  /** An operator wants something sent to this destination at once that was to wait. */
  hurried({ owner, destination }: Pick<QueueKey, 'owner' | 'destination'>): void {
    for (const queue of this.#queues.values())
      if (queue.destination.tenant === owner && queue.destination.name === destination) queue.hurry()
  }

  /** The time is another by so much. */
  moved(by: number): void {
    for (const queue of this.#queues.values()) queue.moved(by)
  }

  describe(): QueueView[] {
    return Array.from(this.#queues.values(), (queue) => queue.describe())
  }

  /** What went over the link of a destination lately. */
  trace(destination: DestinationKey): readonly TraceLine[] {
    return this.#queues.get(queueName(destination))?.trace() ?? []
  }

  /** The links to property systems that carry more than charges. */
  properties(): PropertyLink[] {
    const enabled = [...this.#queues.values()].filter(({ destination }) => !destination.settings.disabled)
    return enabled.flatMap((queue) => queue.property ?? [])
  }

  /** Destinations were added, changed or removed. */
  refresh(): Promise<void> {
    this.#loop.wake()
    return this.#loop.settled()
  }

  /** Each by itself: one that is slow to stop keeps no other waiting. */
  async #renew(): Promise<Instant> {
    const all = await this.#parts.book.destinations()
    await this.#recover(all)
    const whose = this.#parts.home.whose()
    const destinations = all.filter(({ tenant }) => livesAmong(tenant, whose))
    const wanted = new Map(destinations.map((one) => [queueName(one), one]))
    const keys = new Set([...this.#queues.keys(), ...wanted.keys()])
    const replaced = await Promise.allSettled(Array.from(keys, (key) => this.#replace(key, wanted.get(key))))
    for (const one of replaced) if (one.status === 'rejected') throw one.reason
    return Infinity
  }

  /** What the process before us was sending, before anything is sent: a disk that is full is waited for. */
  async #recover(destinations: readonly Destination[]) {
    const { book, clock, ids, log } = this.#parts
    const rules = (delivery: Delivery) => {
      const sentTo = destinations.find((one) => isFor(delivery, one))
      return retryRulesOf(sentTo?.settings, ids.between(0, 1))
    }
    let cut = 0
    for (let whose = this.#toRecover[0]; whose !== undefined; whose = this.#toRecover[0]) {
      cut += await book.recover(rules, clock.now(), whose)
      this.#toRecover.shift()
    }
    if (cut > 0)
      log.info(
        { event: 'deliveries.taken-up', deliveries: cut },
        'Deliveries that were cut off are taken up again',
      )
  }

  async #replace(key: string, destination: Destination | undefined) {
    const queue = this.#queues.get(key)
    if (queue && isSame(queue.destination, destination) && !isEnabledAgain(queue, destination)) return
    this.#queues.delete(key)
    if (queue) this.#changed.add(key)
    await queue?.stop(PATIENCE)
    if (destination) await this.#open(key, destination)
  }

  async #open(key: string, destination: Destination) {
    const { book, clock, ids } = this.#parts
    // Recovers what the queue before could not write down, or had no answer to when it ended.
    if (this.#changed.has(key))
      await book.recover(
        () => retryRulesOf(destination.settings, ids.between(0, 1)),
        clock.now(),
        destination,
      )
    const before = await book.recordOf(destination)
    const isBack = before.disabledAt !== null && !destination.settings.disabled
    const record = isBack ? await book.enabled(destination, before, clock.now()) : before
    // Last: if a later step failed, the connector would stay open.
    const connector = this.#parts.connectorFor(destination, await book.doubted(destination))
    if (!connector) return
    const queue = new DeliveryQueue({
      ...this.#parts,
      mayAct: () => this.#parts.home.mayAct(),
      destination,
      connector,
      record,
    })
    this.#queues.set(key, queue)
    // What failed before may well work now.
    if (this.#changed.delete(key)) queue.drain()
    else queue.nudge()
  }
}

/** The system had disabled it, which its settings do not show, and an administrator has enabled it. */
const isEnabledAgain = (queue: DeliveryQueue, destination: Destination | undefined) =>
  queue.describe().disabledAt !== null && destination?.settings.disabled === false

/** Compares tenant and settings only: the sequence number changes all the time. */
const isSame = (a: Destination, b: Destination | undefined) =>
  b !== undefined && a.tenant === b.tenant && JSON.stringify(a.settings) === JSON.stringify(b.settings)
