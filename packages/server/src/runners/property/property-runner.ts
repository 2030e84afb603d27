import { type PropertyNews, type PropertySystem, systemKey } from '../../hotel/property/property.ts'
import { type Clock, seconds } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Service } from '../../kernel/service.ts'
import type { PropertyEar } from '../../connectors/connector.ts'
import { PropertyQueue } from './property-queue.ts'
import { within } from '../../kernel/within.ts'

type LineParts = ConstructorParameters<typeof PropertyQueue>[0]

interface Parts extends Pick<LineParts, 'handle' | 'lost'> {
  readonly clock: Clock
  readonly log: Log
}

const PATIENCE = seconds(5)

/** Hears what property systems tell, and has it carried out: strictly in order for each, none waiting for another. */
export class PropertyRunner implements Service, PropertyEar {
  readonly #parts: Parts
  readonly #lines = new Map<string, PropertyQueue>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  heard(system: PropertySystem, news: PropertyNews): void {
    const key = systemKey(system)
    const line = this.#lines.get(key) ?? new PropertyQueue({ ...this.#parts, system })
    this.#lines.set(key, line)
    line.push(news)
  }

  start() {}

  /** What was heard is carried out before the end. */
  async stop() {
    const { clock, log } = this.#parts
    const lines = [...this.#lines.values()]
    if (lines.every(({ size }) => size === 0)) return
    await within(clock, PATIENCE, Promise.all(lines.map((line) => line.emptied())))
    const left = lines.reduce((sum, { size }) => sum + size, 0)
    if (left > 0)
      log.error(
        { event: 'property.left-over', left },
        'What property systems told could not be carried out before the end',
      )
  }
}
