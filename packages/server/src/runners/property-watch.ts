import type { LinkStanding, PropertySystem } from '../hotel/property.ts'
import { type Instant, minutes, seconds } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Ticking } from '../kernel/service.ts'
import type { HotelDatabase } from '../store/stores.ts'
import { alarm, mend } from './outbox-notes.ts'

interface WatchedLink {
  readonly system: PropertySystem
  readonly standing: LinkStanding
}

interface Parts {
  readonly database: HotelDatabase
  readonly ids: Ids
  links(): readonly WatchedLink[]
}

const EVERY = seconds(10)
/** A property system that starts anew is back before this. */
const PATIENCE = minutes(5)
const MOST_OPEN = 10_000

/** Tells the desk when a property system stays away: calls that are asked for there are not heard of here. */
export class PropertyWatch implements Ticking {
  readonly name = 'property watch'
  readonly #parts: Parts
  /** Systems whose link is down, and since when. */
  readonly #down = new Map<string, Instant>()
  readonly #told = new Set<string>()
  #hasBegun = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async tick(now: Instant): Promise<Instant> {
    if (!this.#hasBegun) await this.#takeOver()
    const links = this.#parts.links()
    for (const link of links)
      if (link.standing.isUp) await this.#end(link.system.name, 'is linked again', now)
      else await this.#missed(link, now)
    for (const name of this.#down.keys())
      if (!links.some(({ system }) => system.name === name))
        await this.#end(name, 'is no longer linked to', now)
    return now + EVERY
  }

  /** What a process before us has told of: it may be over by now, or the system gone. */
  async #takeOver() {
    const open = await this.#parts.database.read.alarms.page({ scope: null, state: 'open', limit: MOST_OPEN })
    for (const { subject, raisedAt } of open.filter(({ kind }) => kind === 'property.down')) {
      this.#down.set(subject, raisedAt)
      this.#told.add(subject)
    }
    this.#hasBegun = true
  }

  async #missed({ system: { name, tenant }, standing: { isGivenUp, why } }: WatchedLink, now: Instant) {
    const { database, ids } = this.#parts
    const since = this.#down.get(name) ?? now
    this.#down.set(name, since)
    if (this.#told.has(name) || (!isGivenUp && now - since < PATIENCE)) return
    const text = `There is no link to ${name}: wakeup calls and guests entered there are not known here (${why})`
    const about = { kind: 'property.down', subject: name, tenant, room: '', text, detail: { why } } as const
    await database.transaction((stores) => alarm(stores, ids, about, now))
    this.#told.add(name)
  }

  async #end(name: string, how: string, now: Instant) {
    if (this.#told.has(name))
      await this.#parts.database.transaction((stores) =>
        mend(stores, ['property.down'], name, `${name} ${how}`, now),
      )
    this.#told.delete(name)
    this.#down.delete(name)
  }
}
