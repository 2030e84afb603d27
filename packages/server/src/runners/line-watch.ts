import { type Alarm, raise } from '../hotel/alarm.ts'
import { type Instant, minutes, seconds } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Ticking } from '../kernel/service.ts'
import type { HotelDatabase, Stores } from '../store/stores.ts'

/** A line, as it is at the moment. */
interface WatchedLine {
  readonly name: string
  readonly tenant: string
  readonly working: boolean
  readonly why: string
}

interface Parts {
  readonly database: HotelDatabase
  readonly ids: Ids
  lines(): readonly WatchedLine[]
}

const EVERY = seconds(10)
/** An exchange that restarts is back before this; nobody needs to be called for it. */
const PATIENCE = minutes(1)
const MOST_OPEN = 10_000

/** Writes down when a line is lost and found, and tells the desk of one that stays away. */
export class LineWatch implements Ticking {
  readonly name = 'line watch'
  readonly #parts: Parts
  /** Lines that do not work, and since when. */
  readonly #down = new Map<string, Instant>()
  readonly #told = new Set<string>()
  #hasBegun = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async tick(now: Instant): Promise<Instant> {
    if (!this.#hasBegun) await this.#takeOver()
    const lines = this.#parts.lines()
    for (const line of lines)
      if (line.working) await this.#found(line, now)
      else await this.#missed(line, now)
    for (const name of this.#down.keys())
      if (!lines.some((line) => line.name === name)) await this.#removed(name, now)
    return now + EVERY
  }

  /** What a process before us has told of: it may be over by now, or the line gone. */
  async #takeOver() {
    const open = await this.#parts.database.read.alarms.page({ scope: null, state: 'open', limit: MOST_OPEN })
    for (const { subject, raisedAt } of open.filter(({ kind }) => kind === 'line.down')) {
      this.#down.set(subject, raisedAt)
      this.#told.add(subject)
    }
    this.#hasBegun = true
  }

  async #missed(line: WatchedLine, now: Instant) {
    const since = this.#down.get(line.name) ?? now
    this.#down.set(line.name, since)
    if (now - since < PATIENCE || this.#told.has(line.name)) return
    await this.#parts.database.transaction((stores) => this.#raise(stores, line, now))
    this.#told.add(line.name)
  }

  async #found({ name }: WatchedLine, now: Instant) {
    if (!this.#down.delete(name)) return
    await this.#end(name, `Line ${name} works again`, now)
  }

  async #removed(name: string, now: Instant) {
    this.#down.delete(name)
    await this.#end(name, `Line ${name} was taken away`, now)
  }

  async #raise(stores: Stores, { name, tenant, why }: WatchedLine, now: Instant) {
    if (await stores.alarms.openAbout('line.down', name)) return
    const text = `Telephone line ${name} does not work: ${why === '' ? 'it is not registered' : why}`
    const id = this.#parts.ids.uuid()
    const alarm = raise(
      { id, tenant, kind: 'line.down', subject: name, room: '', text, detail: { why } },
      now,
    )
    await stores.alarms.insert(alarm)
    await stores.activity.add(rowOf(alarm, 'alarm.raised', text, now))
  }

  async #end(name: string, text: string, now: Instant) {
    this.#told.delete(name)
    await this.#parts.database.transaction(async (stores) => {
      const open = await stores.alarms.openAbout('line.down', name)
      if (!open) return
      await stores.alarms.update({ ...open, state: 'over', endedBy: 'system', endedAt: now })
      await stores.activity.add(rowOf(open, 'alarm.over', text, now))
    })
  }
}

const rowOf = ({ id, tenant, kind }: Alarm, deed: string, text: string, at: Instant) => ({
  at,
  tenant,
  kind: deed,
  room: '',
  actor: 'system',
  source: 'system' as const,
  wakeup: null,
  text,
  detail: { alarm: id, kind },
})
