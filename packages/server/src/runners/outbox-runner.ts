import type { Destination } from '../hotel/delivery.ts'
import type { LaneView } from '../hotel/lane.ts'
import type { Zone } from '../hotel/local-time.ts'
import { type Clock, seconds } from '../kernel/clock.ts'
import { messageOf } from '../kernel/failure.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Log } from '../kernel/log.ts'
import type { Service } from '../kernel/service.ts'
import type { Connector, PropertyLink } from '../connectors/connector.ts'
import { conductOf, type OutboxBook } from './outbox-book.ts'
import { OutboxLane } from './outbox-lane.ts'

interface Parts {
  readonly book: OutboxBook
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  zoneOf(tenant: string): Zone
  /**
   * Null for a kind of destination that nobody here can send to. `doubted` is what is remembered of messages that may
   * have arrived.
   */
  connectorFor(
    destination: Destination,
    doubted: readonly Readonly<Record<string, unknown>>[],
  ): Connector | null
  counted(destination: Destination, result: string): void
}

const PATIENCE = seconds(5)

/** Sends the messages: a lane for each destination, and none of them knows of the others. */
export class OutboxRunner implements Service {
  readonly #parts: Parts
  readonly #lanes = new Map<string, OutboxLane>()
  readonly #changed = new Set<string>()
  #refreshing: Promise<void> | undefined
  #again = false
  #life: 'new' | 'running' | 'stopped' = 'new'

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async start() {
    const { book, clock, ids, log } = this.#parts
    const destinations = await book.destinations()
    const cut = await book.recover(({ purpose, destination }) => {
      const config =
        destinations.find((one) => one.purpose === purpose && one.name === destination)?.config ?? {}
      return conductOf(config, ids.between(0, 1))
    }, clock.now())
    if (cut > 0) log.info({ deliveries: cut }, 'Deliveries that were cut off are taken up again')
    this.#life = 'running'
    await this.refresh()
  }

  async stop(patienceMs = PATIENCE) {
    this.#life = 'stopped'
    await this.#refreshing
    await Promise.all(Array.from(this.#lanes.values(), (lane) => lane.stop(patienceMs)))
  }

  /** Messages were written. */
  posted(): void {
    for (const lane of this.#lanes.values()) lane.nudge()
  }

  /** An operator wants something sent to this destination at once that was to wait. */
  hurried(destination: string): void {
    for (const lane of this.#lanes.values()) if (lane.destination.name === destination) lane.hurry()
  }

  describe(): LaneView[] {
    return Array.from(this.#lanes.values(), (lane) => lane.describe())
  }

  /** The links to property systems that more than charges go over. */
  properties(): PropertyLink[] {
    const enabled = [...this.#lanes.values()].filter(
      ({ destination }) => destination.config.disabled !== true,
    )
    return enabled.flatMap((lane) => lane.property ?? [])
  }

  /** Destinations were added, changed or removed. */
  refresh(): Promise<void> {
    if (this.#life !== 'running') return Promise.resolve()
    // One at a time; what changes meanwhile is looked at afterwards.
    if (this.#refreshing) this.#again = true
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  async #refresh() {
    do {
      this.#again = false
      try {
        await this.#renew(await this.#parts.book.destinations())
      } catch (error) {
        this.#parts.log.error({ error: messageOf(error) }, 'Destinations could not be read')
      }
    } while (this.#again)
  }

  async #renew(destinations: readonly Destination[]) {
    const wanted = new Map(destinations.map((one) => [`${one.purpose}/${one.name}`, one]))
    for (const [key, lane] of this.#lanes)
      if (!isSame(lane.destination, wanted.get(key))) {
        this.#lanes.delete(key)
        await lane.stop(PATIENCE)
        this.#changed.add(key)
      }
    for (const [key, destination] of wanted) if (!this.#lanes.has(key)) await this.#open(key, destination)
  }

  async #open(key: string, destination: Destination) {
    const { book, clock } = this.#parts
    const connector = this.#parts.connectorFor(destination, await book.doubted(destination))
    if (!connector) return
    const before = await book.laneOf(destination)
    const isBack = before.disabledAt !== null && destination.config.disabled !== true
    const record = isBack ? await book.enabled(destination, before, clock.now()) : before
    const lane = new OutboxLane({ ...this.#parts, destination, connector, record })
    this.#lanes.set(key, lane)
    // What failed before may well work now.
    if (this.#changed.delete(key)) lane.drain()
    else lane.nudge()
  }
}

/** What it is called and how it is reached; its numbering goes on by itself. */
const isSame = (a: Destination, b: Destination | undefined) =>
  b !== undefined && a.tenant === b.tenant && JSON.stringify(a.config) === JSON.stringify(b.config)
