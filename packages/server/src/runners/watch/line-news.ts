import { type LineCondition, type LineReport, lineNews } from '../../hotel/site/line-health.ts'
import { ownName } from '../../hotel/accounts/tenancy.ts'
import { formatInstant, type Zone } from '../../hotel/time/local-time.ts'
import { type Instant, seconds } from '../../kernel/clock.ts'
import type { Ticking } from '../../kernel/service.ts'
import { ITSELF, record } from '../../logbook/record.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'

interface Parts {
  readonly database: HotelDatabase
  lines(): readonly LineReport[]
  zone(): Zone
}

/** A rest begins by a call that nobody tells of here. */
const EVERY = seconds(2)

/** Writes down when a line goes, rests or comes back, so that a night can be told afterwards. */
export class LineNews implements Ticking {
  readonly name = 'line news'
  readonly #parts: Parts
  readonly #known = new Map<string, LineCondition>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async tick(now: Instant): Promise<Instant> {
    const lines = this.#parts.lines()
    for (const line of lines) await this.#look(line, now)
    const there = new Set(lines.map(keyOf))
    for (const key of this.#known.keys()) if (!there.has(key)) this.#known.delete(key)
    return now + EVERY
  }

  async #look(line: LineReport, now: Instant) {
    const news = lineNews(this.#known.get(keyOf(line)) ?? 'starting', line.state)
    if (news !== null)
      await this.#parts.database.transaction((stores) => this.#write(stores, line, news, now))
    if (line.state !== 'starting') this.#known.set(keyOf(line), line.state)
  }

  #write(stores: Stores, line: LineReport, news: 'up' | 'down' | 'rests', now: Instant): Promise<void> {
    const { name: key, tenant, why, restsUntil } = line
    const shared = { tenant, wakeup: null }
    if (news === 'up')
      return record(stores, ITSELF, now, {
        ...shared,
        kind: 'line.up',
        text: `Line ${key} works`,
        detail: { key },
      })
    if (news === 'down')
      return record(stores, ITSELF, now, {
        ...shared,
        kind: 'line.down',
        text: `Line ${key} does not work: ${why}`,
        detail: { key, why },
      })
    const until = formatInstant(restsUntil ?? now, this.#parts.zone())
    return record(stores, ITSELF, now, {
      ...shared,
      kind: 'line.rests',
      text: `Line ${key} rests after trouble: ${why}`,
      detail: { key, why, until },
    })
  }
}

const keyOf = ({ tenant, name }: LineReport) => ownName(tenant, name)
